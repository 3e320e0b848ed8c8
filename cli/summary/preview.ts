import { z } from "zod";
import { UsageError } from "../errors";
import { printable } from "../../output/text";

const values = z.record(z.string(), z.unknown());
const state = z.object({
  custom: z.boolean().optional(),
  inputs: values.optional(),
  outputs: values.optional(),
  dependencies: z.array(z.string()).nullish(),
});
const step = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: state.nullish(),
  newState: state.nullish(),
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
});
const diagnostic = z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() });
const digest = z.object({
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});

/** What the engine would do with one resource. */
export type Step = z.output<typeof step>;
/** Something that was said during a preview. */
export type Diagnostic = z.output<typeof diagnostic>;

/** One output of `pulumi preview --json`. */
export interface Preview {
  /** Name of the stack; of the file where the preview ended before it named one. */
  readonly stack: string;
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
  /** Number of resources by operation, as the engine counts them; of a refresh the only thing it tells. */
  readonly counted: Readonly<Record<string, number>>;
}

/** A resource as its URN names it. */
export interface Named {
  readonly stack: string;
  /** E.g. `pulumi-nodejs:dynamic/flowgate:IpGroup`. */
  readonly type: string;
  /** The name in the program. */
  readonly name: string;
}

/** The parts of `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>`. */
export function namedBy(urn: string): Named {
  const [head = "", , types = "", ...name] = urn.split("::");
  return { stack: head.replace(/^urn:pulumi:/u, ""), type: types.split("$").at(-1) ?? "", name: name.join("::") };
}

/**
 * The previews in a text: one, or several one after another as `cat` joins them. Throws UsageError for anything else.
 *
 * @param source what the text is called in messages: the path of a file, or `stdin`
 */
export function readPreviews(text: string, source: string): Preview[] {
  if (text.trim() === "") {
    throw new UsageError(
      `${printable(source)} is empty: pulumi preview --json ended before it told anything. Its own error output says why.`,
    );
  }
  // The engine indents all but the first and the last line of its output, and a text in JSON has no line breaks.
  return text.split(/^(?=\{)/mu).flatMap((part) => (part.trim() === "" ? [] : [readOne(part, source)]));
}

function readOne(text: string, source: string): Preview {
  const parsed = digest.safeParse(jsonOf(text));
  const { steps, diagnostics, changeSummary } = parsed.data ?? {};
  const told = steps ?? diagnostics ?? changeSummary ?? undefined;
  if (!parsed.success || told === undefined) {
    throw new UsageError(
      `${printable(source)} is not what pulumi preview --json prints. Write it with: pulumi preview --json > preview.json.`,
    );
  }
  const urn = steps?.[0]?.urn ?? diagnostics?.find((one) => one.urn !== undefined)?.urn;
  return {
    stack: urn === undefined ? source.replace(/^.*[\\/]|\.json$/gu, "") : namedBy(urn).stack,
    steps: steps ?? [],
    diagnostics: diagnostics ?? [],
    counted: changeSummary ?? {},
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // The schema then refuses it like any other value that is no preview.
  }
}
