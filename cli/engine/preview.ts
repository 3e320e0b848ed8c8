import { isDeepStrictEqual } from "node:util";
import { z } from "#zod";
import { present } from "../../provider/values/collections";
import { UsageError } from "../errors";
import { jsonOf } from "../output/json";
import { namedBy } from "./urn";
import { printable } from "../output/text";

const values = z.record(z.string(), z.unknown());
const state = z.object({
  custom: z.boolean().optional(),
  id: z.string().optional(),
  type: z.string().optional(),
  parent: z.string().optional(),
  provider: z.string().optional(),
  /** The object goes, and another one takes its place: it is there before. */
  delete: z.boolean().optional(),
  retainOnDelete: z.boolean().optional(),
  inputs: values.optional(),
  outputs: values.optional(),
  dependencies: z.array(z.string()).nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
});
const seen = state.nullish().transform((value) => value ?? undefined);
const step = z.object({
  op: z.string(),
  urn: z.string(),
  oldState: seen,
  newState: seen,
  diffReasons: z.array(z.string()).nullish(),
  replaceReasons: z.array(z.string()).nullish(),
  failed: z.boolean().optional(),
});
const diagnostic = z.object({ urn: z.string().optional(), message: z.string(), severity: z.string() });
const digest = z.object({
  config: z.record(z.string(), z.string()).nullish(),
  steps: z.array(step).nullish(),
  diagnostics: z.array(diagnostic).nullish(),
  changeSummary: z.record(z.string(), z.number()).nullish(),
});
/** What a site has in the report of a fleet: the same as a preview. */
export const siteDigest = digest.extend({ site: z.string(), stack: z.string() });
const fleet = z.object({
  operation: z.enum(["preview", "up"]),
  project: z.string().optional(),
  sites: z.array(siteDigest),
});

type Digest = z.output<typeof digest>;
/** The planned operation on one resource. */
export type Step = z.output<typeof step>;
/** A message during a preview. */
export type Diagnostic = z.output<typeof diagnostic>;

/** One output of `pulumi preview --json`, or of `pulumi up --json`. */
export interface Preview {
  /** Whether the changes were applied, not only computed. */
  readonly applied: boolean;
  /** Name of the stack. If the preview ended before it named one, the name of the file. */
  readonly stack: string;
  /** The project, which a fleet knows before there are steps. */
  readonly project?: string;
  readonly isOfFleet?: boolean;
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
  /** The configuration of the stack by full key, without secrets, as far as the engine shows it. */
  readonly config: Readonly<Record<string, string>>;
  /** Number of resources by operation, as counted by the engine. For a refresh, this is all that the engine reports. */
  readonly counted: Readonly<Record<string, number>>;
}

/**
 * Parses the previews in a text: one, or several concatenated as by `cat`. Throws UsageError for anything else.
 *
 * @param source name of the text in messages: the path of a file, or `stdin`
 */
export function readPreviews(text: string, source: string): Preview[] {
  if (text.trim() === "") {
    throw new UsageError(
      `${printable(source)} is empty: pulumi preview --json ended before it printed anything. Its own error output says why.`,
    );
  }
  const lines = text.split("\n");
  // Policy packs, warnings and shells print lines before and after what the engine prints.
  if (lines.some((line) => EVENT.test(line))) {
    const events = eventsOf(text);
    // Only a run that ends says how many changes it made, also one that fails.
    const isWhole = events.some(({ summaryEvent }) => summaryEvent !== undefined);
    const end = isWhole ? [] : [{ diagnosticEvent: { severity: "error", message: KILLED } }];
    return [previewOf(stepsOfEvents([...events, ...end]), source)];
  }
  // The engine indents all lines of its output but the first and the last, and JSON strings have no line breaks.
  const parts = text.split(/^(?=\{)/mu).map((part) => part.slice(0, part.search(/^\}/mu) + 1 || undefined));
  const previews = parts.flatMap((part) => previewsIn(jsonOf(part.trim()), source));
  if (previews.length > 0) return previews;
  const foreign = lines.find((one) => one.trim() !== "") ?? "";
  throw new UsageError(
    `${printable(source)} is neither the output of pulumi preview --json nor of pulumi up --json. It begins with ` +
      `"${printable(foreign.slice(0, 60))}". Write it with: pulumi preview --json --show-sames > preview.json`,
  );
}

/** The preview in one output of the engine, those in the report of a fleet, or none in anything else. */
function previewsIn(value: unknown, source: string): Preview[] {
  const { data: of } = fleet.safeParse(value);
  if (of !== undefined) {
    const common = { applied: of.operation === "up", isOfFleet: true, ...present({ project: of.project }) };
    return of.sites.map((site) => ({ ...previewOf({ ...common, ...contentOf(site) }, ""), stack: site.stack }));
  }
  const { data = {} } = digest.safeParse(value);
  const isDigest = (data.steps ?? data.diagnostics ?? data.changeSummary ?? undefined) !== undefined;
  return isDigest ? [previewOf(contentOf(data), source)] : [];
}

function contentOf({ steps, diagnostics, changeSummary, config }: Digest): Omit<Preview, "stack" | "applied"> {
  return { steps: steps ?? [], diagnostics: diagnostics ?? [], counted: changeSummary ?? {}, config: config ?? {} };
}

/** What an engine does with a resource that changes. */
export type EngineAction = "create" | "update" | "replace" | "delete";

const actions: Readonly<Record<string, EngineAction>> = {
  create: "create",
  import: "create",
  update: "update",
  delete: "delete",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
};

/** What the engine does in a step; undefined if the resource stays as it is. */
export function actionOf({ op }: Pick<Step, "op">): EngineAction | undefined {
  return actions[op];
}

/** One step of each resource that changes, by its URN, in the order of the engine. */
export function changingSteps(steps: readonly Step[]): ReadonlyMap<string, Step> {
  const changed = new Map<string, Step>();
  for (const step of steps) {
    // A replacement may have several steps; the one with both states has the most information.
    const isBest = !changed.has(step.urn) || step.op === "replace";
    if (actionOf(step) !== undefined && isBest) changed.set(step.urn, step);
  }
  return changed;
}

/** Whether a step is about a resource. Stacks, components and providers hold nothing on an appliance. */
export function isResource({ urn, oldState, newState }: Step): boolean {
  return !namedBy(urn).type.startsWith("pulumi:") && (newState ?? oldState)?.custom !== false;
}

/** The inputs whose values the engine masks, except those that it names if they change. */
export function maskedIn({ oldState, newState }: Step, named: readonly string[] = []): string[] {
  const [was, is] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
  return Object.keys(is).filter((key) => !named.includes(key) && [was, is].every((one) => one[key] === "[secret]"));
}

/** Number of outputs of the program that differ. */
export function outputsIn(steps: readonly Step[]): number {
  const stack = steps.find(({ urn, newState }) => namedBy(urn).type === "pulumi:pulumi:Stack" && newState?.outputs);
  const [before, after] = [stack?.oldState?.outputs ?? {}, stack?.newState?.outputs ?? {}];
  const names = Object.keys({ ...before, ...after });
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name])).length;
}

/** The preview or update in the events of an engine, which may have ended before the first one. */
export function readEvents(text: string): Preview {
  return previewOf(stepsOfEvents(eventsOf(text)), "");
}

type Parts = Omit<Preview, "stack" | "applied"> & { readonly applied?: boolean; readonly began?: string | undefined };

/** The parsed preview, with the stack that it is about. */
function previewOf({ began, ...read }: Parts, source: string): Preview {
  const urn = began ?? [...read.steps, ...read.diagnostics].find((one) => one.urn !== undefined)?.urn;
  const { stack, project } = urn === undefined ? { stack: source.replace(/^.*[\\/]|\.json$/gu, "") } : namedBy(urn);
  return { applied: false, ...present({ project }), ...read, stack };
}

/** An event of the engine, which has a number: a line of the output of `pulumi up --json`. */
const EVENT = /^\s*\{"sequence":/u;

const KILLED =
  "The output of the engine stops before its end: it was killed, or the file is cut off. What it had begun may be done. " +
  "After a kill, pulumi cancel --yes frees the stack.";

const metadata = z.object({ op: z.string(), urn: z.string(), old: seen, new: seen }).loose();
const reasons = z.object({ keys: z.array(z.string()).nullish(), diffs: z.array(z.string()).nullish() });
const event = z.object({
  resourcePreEvent: z.object({ metadata }).optional(),
  resOutputsEvent: z.object({ metadata: metadata.and(reasons), planning: z.boolean().optional() }).optional(),
  resOpFailedEvent: z.object({ metadata: metadata.and(reasons) }).optional(),
  diagnosticEvent: diagnostic.optional(),
  summaryEvent: z.object({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});
type EngineEvent = z.output<typeof event>;

/** An interrupted engine may leave an incomplete line. */
function eventsOf(text: string): EngineEvent[] {
  return text.split("\n").flatMap((line) => {
    const parsed = event.safeParse(jsonOf(line));
    return parsed.success ? [parsed.data] : [];
  });
}

function stepsOfEvents(events: readonly EngineEvent[]): Parts {
  // An event omits `custom` if it is false.
  const eventState = (one: Step["newState"]): Step["newState"] => one && { custom: false, ...one };
  const steps = events.flatMap(({ resOutputsEvent: done, resOpFailedEvent: failed }): Step[] => {
    const metadata = (failed ?? done)?.metadata;
    if (metadata === undefined) return [];
    const { op, urn, old, new: now, keys: replaceReasons, diffs: diffReasons } = metadata;
    const newState = op.startsWith("delete") ? undefined : eventState(now);
    const isFailed = failed !== undefined;
    return [{ op, urn, oldState: eventState(old), newState, diffReasons, replaceReasons, failed: isFailed }];
  });
  return {
    config: {},
    began: events.flatMap(({ resourcePreEvent }) => resourcePreEvent?.metadata.urn ?? [])[0],
    applied: events.every(({ resOutputsEvent }) => resOutputsEvent?.planning !== true),
    steps,
    diagnostics: events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []),
    counted: Object.fromEntries(
      events.flatMap(({ summaryEvent }) => Object.entries(summaryEvent?.resourceChanges ?? {})),
    ),
  };
}
