import { adoptedText, differsText, doubtful } from "./errors/adoption";
import type { Facades } from "./appliance/appliances";
import type { ApplianceKind } from "./errors/errors";
import { AlreadyExistsError } from "./errors/refusal";
import type { AnyDefinition, Live, Progress, RemovalProgress, Result, State } from "./resource";
import { differencesFromDeclared } from "./values/differences";
import type { Inputs, Values } from "./values/inputs";
import { asAdopted } from "./values/origin";

/** One creation of an object. */
export interface Creation {
  readonly definition: AnyDefinition;
  /** The input schema of the kind. */
  readonly inputs: Inputs;
  readonly facade: Facades[ApplianceKind];
  /** The declared inputs, in canonical form. */
  readonly want: Values;
  readonly progress: Progress<Values, Values>;
  /** The error about an object that exists while `onExisting` is `fail`. */
  readonly refusal: (id: string) => Error;
}

type AnyLive = Live<Values, Values>;
type AnyResult = Result<Values, Values>;

/** Looks for the object. Creates it if there is none, and otherwise does what `onExisting` says. */
export async function createOrSettle(creation: Creation): Promise<AnyResult> {
  const { definition, facade, want, progress } = creation;
  const found = await definition.find?.(facade, want);
  if (found !== undefined) {
    // A resource that no longer declares the object may be registered after this one.
    if ((want["onExisting"] ?? "fail") === "fail") await progress.registered?.();
    const met = progress.meets(found);
    if (met !== false) return settle(creation, found, { isDropped: met === "dropped" });
  }
  try {
    return await definition.create(facade, want, progress);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const unread = { id: error.existingId, inputs: {}, outputs: {} };
    const existing = (await definition.find?.(facade, want)) ?? unread;
    const isDropped = progress.meets(existing) === "dropped";
    return settle(creation, existing, { inDoubt: error.cause, isDropped });
  }
}

/** Removes an object. Says so if it was gone already: then nothing was removed. */
export async function removeOrSay(
  definition: AnyDefinition,
  facade: Facades[ApplianceKind],
  state: State<Values, Values>,
  progress: RemovalProgress<Values, Values>,
): Promise<void> {
  if ((await definition.remove(facade, state, progress)) === "gone") progress.info("it was already gone.");
}

/**
 * Does what `onExisting` says about an object that already exists. An object that another resource of the program has
 * dropped passes to this one whatever `onExisting` says.
 */
async function settle(
  { definition, inputs, facade, want, progress, refusal }: Creation,
  found: AnyLive,
  { inDoubt, isDropped = false }: { inDoubt?: unknown; isDropped?: boolean } = {},
): Promise<AnyResult> {
  const declared = want["onExisting"] ?? "fail";
  const mode = declared === "fail" && isDropped ? "adopt" : declared;
  if (mode === "fail") throw inDoubt === undefined ? refusal(found.id) : doubtful(found.id, inDoubt);
  const differences = differencesFromDeclared(definition, inputs.canonicalEach(found.inputs), want);
  if (mode === "adoptIfEqual" && differences.length > 0) throw differsText(found.id, differences);
  const marked = isDropped ? (outputs: Values): Values => outputs : asAdopted;
  if (mode === "adoptIfEqual" || definition.update === undefined) {
    progress.info(adoptedText(found.id, []));
    return { id: found.id, outputs: marked(found.outputs) };
  }
  const state = { id: found.id, inputs: found.inputs, outputs: marked(found.outputs) };
  const result = await definition.update(facade, state, want, progress);
  progress.info(adoptedText(found.id, differences));
  return { ...result, outputs: marked(result.outputs) };
}
