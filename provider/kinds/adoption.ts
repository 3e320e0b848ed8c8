import type { ApplianceKind } from "../errors/errors";
import { AlreadyExists, Refusal } from "../errors/refusal";
import { log } from "../errors/report";
import { differencesFromDeclared, differencesText, type Difference } from "../values/differences";
import { Inputs, type Values } from "../values/inputs";
import { asAdopted } from "../values/origin";
import { common, type AnyDefinition, type Boxes, type Live, type Progress } from "./definition";

/** How a program takes over what existed before. */
export const TO_REMOVE_TOO = 'To have it removed too, add: onExisting: "adopt".';

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
  log(`${definition.kind} "${definition.label(want)}": found (id ${found.id})`);
  if (mode === "fail") throw cause === undefined ? alreadyThere(found.id) : perhapsOurs(found.id);
  // The first key is the object; further ones are what it has.
  const [key] = definition.keys?.(want, found) ?? [];
  if (key !== undefined && progress.isOfOther(key)) throw createdByOther(found.id);
  const live = new Inputs(definition.inputs).canonicalEach(found.inputs ?? {});
  const differences = differencesFromDeclared(definition, live, want);
  const unread = Object.keys(want).filter((key) => want[key] !== undefined && !(key in live) && !(key in common));
  if (mode === "adoptIfEqual" && unread.length > 0) throw unreadText(found.id, unread);
  if (mode === "adoptIfEqual" && differences.length > 0) throw differsText(found.id, differences);
  if (mode === "adoptIfEqual" || definition.update === undefined) {
    progress.info(adoptedText(found.id, []));
    return { id: found.id, outputs: asAdopted(found.outputs) };
  }
  const state = { id: found.id, inputs: found.inputs ?? {}, outputs: asAdopted(found.outputs) };
  const result = await definition.update(box, state, want, progress);
  progress.info(adoptedText(found.id, differences));
  return { ...result, outputs: asAdopted(result.outputs) };
}

/** The error about an object that exists while `onExisting` is `fail`. */
function alreadyThere(id: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}). To take it over and change it to what is declared, add: onExisting: "adopt". If ` +
      "another stack manages it, declare another name. If this program had it under another name or parent, " +
      "keep it with the alias that this prints: npx flowgate check",
  );
}

/** The error about an object that another resource of the same program declares. */
function createdByOther(id: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}), and another resource of this program has it. Remove one of the two resources.`,
  );
}

/** The error about an object of the declared name that our own request, whose answer was lost, may have created. */
function perhapsOurs(id: string): Refusal {
  return new Refusal(
    `outcome unknown: the answer to its creation was lost, and an object of that name exists now (id ${id}). ` +
      'Another client may have created it: check whose it is. To take it over, add: onExisting: "adopt".',
  );
}

/** The error about an existing object that differs from what is declared while `onExisting` is `adoptIfEqual`. */
function differsText(id: string, differences: readonly Difference[]): Refusal {
  return new Refusal(
    `it already exists (id ${id}) and differs from what is declared: ${differencesText(differences)}. Declare it as it is, ` +
      `or change it to what is declared with: onExisting: "adopt".`,
  );
}

/** The error about an existing object with a declared input that cannot be read while `onExisting` is `adoptIfEqual`. */
function unreadText(id: string, inputs: readonly string[]): Refusal {
  return new Refusal(
    `it already exists (id ${id}), and no reading shows its ${inputs.join(" and ")}, so it cannot be compared with what ` +
      'is declared. To change it to what is declared, add: onExisting: "adopt".',
  );
}

/** The info line about an object that was adopted, with what was changed for that. */
function adoptedText(id: string, differences: readonly Difference[]): string {
  const changes = differencesText(differences);
  return changes === "" ? `adopted (id ${id}).` : `adopted (id ${id}) and changed: ${changes}.`;
}
