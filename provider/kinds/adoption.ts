import type { ApplianceKind } from "../errors/errors";
import { AlreadyExists, Refusal, TO_KEEP } from "../errors/refusal";
import { log } from "../errors/report";
import { differencesFromDeclared, differencesText } from "../values/differences";
import { Inputs, type Values } from "../values/inputs";
import { asAdopted } from "../values/origin";
import { common, type AnyDefinition, type Boxes, type Live, type Progress } from "./definition";

/** How a program takes over what existed before. */
export const TO_REMOVE_TOO = 'To have it removed too, add: onExisting: "adopt".';

type AnyLive = Live<Values, Values>;

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
async function adopt(creation: Creation, found: AnyLive, cause?: unknown): Promise<AnyLive> {
  const { definition, box, want, progress } = creation;
  const mode = want["onExisting"] ?? "fail";
  log?.(`${definition.kind} "${definition.label(want)}": found (id ${found.id})`);
  if (mode === "fail") throw alreadyThere(found.id, cause !== undefined);
  if (isOfAnother(creation, found)) {
    const words = `it already exists (id ${found.id}), and another resource of this program has it.`;
    throw new Refusal(`${words} Remove one of the two resources.`);
  }
  const live = new Inputs(definition.inputs).canonicalEach(found.inputs ?? {});
  const differences = differencesText(differencesFromDeclared(definition, live, want));
  if (mode === "adoptIfEqual") {
    assertEqual(found.id, live, want, differences);
    progress.info(`adopted (id ${found.id}).`);
    return { id: found.id, outputs: asAdopted(found.outputs) };
  }
  const state = { id: found.id, inputs: found.inputs ?? {}, outputs: asAdopted(found.outputs) };
  const result = await definition.update(box, state, want, progress);
  progress.info(`adopted (id ${found.id})${differences === "" ? "." : ` and changed: ${differences}.`}`);
  return { ...result, outputs: asAdopted(result.outputs) };
}

/**
 * Whether another resource has the object, which is the first key; further ones are what it has. What is known by its
 * name or its inputs alone, the check of the program has compared.
 */
function isOfAnother({ definition: { keys, named }, want, progress }: Creation, found: AnyLive): boolean {
  const [key] = keys?.(want, found) ?? [];
  return named === undefined && key !== undefined && keys?.(want).includes(key) === false && progress.isOfOther(key);
}

/** `isPerhapsOurs`: our own request, whose answer was lost, may have created it. */
function alreadyThere(id: string, isPerhapsOurs: boolean): Refusal {
  return new Refusal(
    isPerhapsOurs
      ? `outcome unknown: the answer to its creation was lost, and an object of that name exists now (id ${id}). ` +
          'Another client may have created it: check whose it is. To take it over, add: onExisting: "adopt".'
      : `it already exists (id ${id}). Unless another stack manages it, take it over and change it to what is declared ` +
          `with: onExisting: "adopt". ${TO_KEEP}`,
  );
}

/** Refuses an existing object that is not, or not known to be, as declared. */
function assertEqual(id: string, live: Values, want: Values, differences: string): void {
  const unread = Object.keys(want).filter((key) => want[key] !== undefined && !(key in live) && !(key in common));
  if (unread.length > 0) {
    throw new Refusal(
      `it already exists (id ${id}), and no reading shows its ${unread.join(" and ")}, so it cannot be compared with what ` +
        'is declared. To change it to what is declared, add: onExisting: "adopt".',
    );
  }
  if (differences === "") return;
  throw new Refusal(
    `it already exists (id ${id}) and differs from what is declared: ${differences}. Declare it as it is, ` +
      `or change it to what is declared with: onExisting: "adopt".`,
  );
}
