import { withoutUnknown } from "../values/collections";
import type { Facades } from "../appliance/appliances";
import { ApplianceError, RefusedError, type ApplianceKind } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import { differencesFromDeclared, differencesText } from "../values/differences";
import { Inputs, type Values, withoutUndefined } from "../values/inputs";
import { isDoubtful } from "../values/origin";
import { quoted } from "../values/quoted";
import { hasUnknown } from "../values/schema";

/** What an up would do about one resource that a program would create. */
export interface Verdict {
  /**
   * `new`: it would be created. `adopt`: it exists and would be taken over. `refuse`: it exists, and the up would fail.
   * `unread`: the API cannot say whether it exists.
   */
  readonly verdict: "new" | "adopt" | "refuse" | "unread";
  /** Id of the existing object. */
  readonly id?: string;
  /** What differs between the object and what is declared, e.g. `rules - ip 10.0.0.1, + all`; empty if nothing does. */
  readonly changes?: string;
  /** The reason, or a further note, in sentences. */
  readonly why?: string;
}

/** The declared inputs, in canonical form and as far as they are known. */
export interface Asked {
  readonly want: Values;
  /** Whether part of it is not known yet. */
  readonly isPartial: boolean;
}

/** What an up would do about a resource that a program would create. Only reads. `facade` returns its appliance. */
export async function verdictOn(
  definition: AnyDefinition,
  { want, isPartial }: Asked,
  facade: () => Facades[ApplianceKind],
): Promise<Verdict> {
  if (definition.read === undefined) {
    return { verdict: "unread", why: "The API has no action that says whether it exists." };
  }
  try {
    const same = await existing(definition, want, facade);
    const found = same ?? (await definition.rival?.(facade(), want));
    if (found === undefined) return { verdict: "new" };
    const schema = new Inputs(definition.inputs);
    const live = schema.canonicalEach(withoutUndefined(found.inputs));
    const differences = differencesFromDeclared(definition, live, want);
    const mode = want["onExisting"] ?? "fail";
    // A link that exists already is a success.
    const isLink = definition.find === undefined && same !== undefined;
    const refuses = !isLink && (mode === "fail" || (mode === "adoptIfEqual" && differences.length > 0));
    const partly = isPartial ? { why: "Values that are not known before pulumi up are not compared." } : {};
    return { verdict: refuses ? "refuse" : "adopt", id: found.id, changes: differencesText(differences), ...partly };
  } catch (error) {
    const isOfThis = error instanceof Refusal || (error instanceof RefusedError && error.answered);
    if (isOfThis) return { verdict: "refuse", why: error.message };
    throw error;
  }
}

/** The existing object that a creation would find. A setting always exists, and its creation is not an adoption. */
async function existing(
  definition: AnyDefinition,
  want: Values,
  facade: () => Facades[ApplianceKind],
): Promise<{ id: string; inputs: Values } | undefined> {
  if (definition.find !== undefined) return definition.find(facade(), want);
  const id = definition.idOf?.(want);
  if (id === undefined) return undefined;
  const read = await definition.read?.(facade(), { id, inputs: want, outputs: {} }, { info: () => undefined });
  return read === undefined || isDoubtful(read.outputs) ? undefined : { id, inputs: read.inputs };
}

/**
 * What a preview reports about a creation that would find an existing object in a snapshot; nothing for what is new or
 * cannot be read. `isOurs` says which objects the stack has.
 */
export async function foretold(
  definition: AnyDefinition,
  news: Values,
  isOurs: (id: string) => boolean,
  recorded: () => Facades[ApplianceKind] | undefined,
): Promise<string[]> {
  const facade = recorded();
  if (facade === undefined) return [];
  const whole = new Inputs(definition.inputs);
  const known = withoutUnknown(news, hasUnknown) as Values;
  if (whole.required.some((key) => known[key] === undefined)) return [];
  const isPartial = hasUnknown(news);
  const asked = whole.canonical(known);
  const parts = definition.parts?.(asked) ?? [{ definition, label: undefined, want: asked, isPartial }];
  const notes = await Promise.all(
    parts.map(async (part) => {
      const judged = await verdict(part.definition, { ...part, isPartial: isPartial || part.isPartial }, () => facade);
      if (judged.id !== undefined && isOurs(judged.id)) return [];
      const text = textOf(judged, part.want);
      if (text === undefined) return [];
      return [part.label === undefined ? text : `group ${quoted(part.label)}: ${text}`];
    }),
  );
  return notes.flat();
}

/**
 * The verdict on one object. If the appliance refused while recording, or its answer was not understood, that says
 * nothing about the object.
 */
async function verdict(...args: Parameters<typeof verdictOn>): Promise<Verdict> {
  try {
    return await verdictOn(...args);
  } catch (error) {
    if (error instanceof ApplianceError) return { verdict: "refuse", why: error.message };
    throw error;
  }
}

function textOf({ verdict, id, changes = "", why }: Verdict, want: Values): string | undefined {
  if (verdict === "new" || verdict === "unread") return undefined;
  if (id === undefined) return `the snapshot does not show whether it exists: ${why ?? ""}`;
  const rest = why === undefined ? "" : ` ${why}`;
  const there = `already exists (id ${id}) in the snapshot`;
  // A link that already exists counts as success, and belongs to others.
  if (verdict === "adopt" && want["onExisting"] === undefined) return `${there}.${rest}`;
  if (verdict === "adopt") {
    return `${there}, and would be adopted${changes === "" ? " as it is" : ` and changed: ${changes}`}.${rest}`;
  }
  if (want["onExisting"] === "adoptIfEqual") {
    return `${there} and differs, so pulumi up would refuse it: ${changes}.${rest}`;
  }
  const effect = changes === "" ? "it would change nothing" : `it would change: ${changes}`;
  return `${there}, so pulumi up would refuse it. With onExisting: "adopt", ${effect}.${rest}`;
}
