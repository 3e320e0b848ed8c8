import { adoptedText, alreadyThere, differsText, doubtful } from "./errors/adoption";
import type { Facades } from "./appliance/facades";
import type { ApplianceKind } from "./errors/errors";
import { AlreadyExistsError } from "./errors/refusal";
import type { AnyDefinition, Live, Progress, Result } from "./resource";
import { differencesFromDeclared } from "./values/differences";
import type { Inputs, Values } from "./values/inputs";

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
  readonly refusal?: (id: string) => Error;
}

type AnyLive = Live<Values, Values>;
type AnyResult = Result<Values, Values>;

/** Looks for the object. Creates it if there is none, and otherwise does what `onExisting` says. */
export async function createOrSettle(creation: Creation): Promise<AnyResult> {
  const { definition, facade, want, progress } = creation;
  const found = await definition.find?.(facade, want);
  if (found !== undefined && progress.meets(found)) return settle(creation, found);
  try {
    return await definition.create(facade, want, progress);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const unread = { id: error.existingId, inputs: {}, outputs: {} };
    const existing = (await definition.find?.(facade, want)) ?? unread;
    progress.meets(existing);
    return settle(creation, existing, error.isInDoubt);
  }
}

/** Does what `onExisting` says about an object that already exists. */
async function settle(
  { definition, inputs, facade, want, progress, refusal = alreadyThere }: Creation,
  found: AnyLive,
  isInDoubt = false,
): Promise<AnyResult> {
  const mode = want["onExisting"] ?? "fail";
  if (mode === "fail") throw isInDoubt ? doubtful(found.id) : refusal(found.id);
  const differences = differencesFromDeclared(definition, inputs.canonicalEach(found.inputs), want);
  if (mode === "adoptIfEqual" && differences.length > 0) throw differsText(found.id, differences);
  const adopted = { adopted: true };
  if (mode === "adoptIfEqual" || definition.update === undefined) {
    progress.info(adoptedText(found.id, []));
    return { id: found.id, outputs: { ...found.outputs, ...adopted } };
  }
  const state = { id: found.id, inputs: found.inputs, outputs: { ...found.outputs, ...adopted } };
  const result = await definition.update(facade, state, want, progress);
  progress.info(adoptedText(found.id, differences));
  return { ...result, outputs: { ...result.outputs, ...adopted } };
}
