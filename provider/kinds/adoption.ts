import { adoptedText, alreadyThere, createdByOther, differsText, perhapsOurs } from "../errors/adoption";
import type { ApplianceKind } from "../errors/errors";
import { AlreadyExists } from "../errors/refusal";
import { differencesFromDeclared } from "../values/differences";
import { Inputs, type Values } from "../values/inputs";
import { asAdopted } from "../values/origin";
import type { AnyDefinition, Boxes, Live, Progress } from "./definition";

type AnyLive = Live<Values, Values>;

/** One creation of an object. */
interface Creation {
  readonly definition: AnyDefinition;
  readonly box: Boxes[ApplianceKind];
  /** The declared inputs, in canonical form. */
  readonly want: Values;
  readonly progress: Progress<Values, Values>;
}

/** Looks for the object. Creates it if there is none, and otherwise does what `onExisting` says. */
export async function createOrAdopt(creation: Creation): Promise<AnyLive> {
  const { definition, box, want, progress } = creation;
  const found = await definition.find?.(box, want);
  if (found !== undefined) return adopt(creation, found);
  try {
    return await definition.create(box, want, progress);
  } catch (error) {
    if (!(error instanceof AlreadyExists)) throw error;
    const existing = await definition.find?.(box, want);
    return adopt(creation, existing ?? { id: error.existingId, inputs: {}, outputs: {} }, error.cause);
  }
}

/** `cause`: why it is not known whether our own request has created the object. */
async function adopt({ definition, box, want, progress }: Creation, found: AnyLive, cause?: unknown): Promise<AnyLive> {
  const mode = want["onExisting"] ?? "fail";
  if (mode === "fail") throw cause === undefined ? alreadyThere(found.id) : perhapsOurs(found.id);
  // The first key is the object; further ones are what it has.
  const [key] = definition.keys?.(want, found) ?? [];
  if (key !== undefined && progress.isOfOther(key)) throw createdByOther(found.id);
  const live = new Inputs(definition.inputs).canonicalEach(found.inputs ?? {});
  const differences = differencesFromDeclared(definition, live, want);
  if (mode === "adoptIfEqual" && differences.length > 0) throw differsText(found.id, differences);
  if (mode === "adoptIfEqual" || definition.update === undefined) {
    progress.info(adoptedText(found.id, []));
    return { id: found.id, outputs: asAdopted(found.outputs) };
  }
  const state = { id: found.id, inputs: found.inputs ?? {}, outputs: asAdopted(found.outputs), isOpen: false };
  const result = await definition.update(box, state, want, progress);
  progress.info(adoptedText(found.id, differences));
  return { ...result, outputs: asAdopted(result.outputs) };
}
