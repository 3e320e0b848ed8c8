import type { Facades } from "../appliance/facades";
import type { ApplianceKind } from "../errors/errors";
import { Refusal } from "../errors/refusal";
import type { AnyDefinition } from "../resource";
import { differencesFromDeclared, differencesText } from "../values/differences";
import { Inputs, withoutUndefined, type Values } from "../values/inputs";
import { isDoubtful } from "../values/origin";

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
    const found = await existing(definition, want, facade);
    if (found === undefined) return { verdict: "new" };
    const schema = new Inputs(definition.inputs);
    const live = schema.canonicalEach(withoutUndefined(found.inputs));
    const differences = differencesFromDeclared(definition, live, want);
    const mode = want["onExisting"] ?? "fail";
    const isLink = definition.find === undefined;
    const refuses = !isLink && (mode === "fail" || (mode === "adoptIfEqual" && differences.length > 0));
    const partly = isPartial ? { why: "Values that are not known before pulumi up are not compared." } : {};
    return { verdict: refuses ? "refuse" : "adopt", id: found.id, changes: differencesText(differences), ...partly };
  } catch (error) {
    if (error instanceof Refusal) return { verdict: "refuse", why: error.message };
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
