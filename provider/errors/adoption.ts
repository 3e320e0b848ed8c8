import { Refusal } from "./refusal";
import { differencesText, type Difference } from "../values/differences";

/** How a program takes over what existed before. */
export const TO_REMOVE_TOO = 'To have it removed too, add: onExisting: "adopt".';

/** The error about an object that exists while `onExisting` is `fail`. */
export function alreadyThere(id: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}). Was it renamed or moved in the program? Keep it with the option ` +
      '{ aliases: [{ name: "<its former name>" }] }, or in a model or a SiteTemplate with formerNames. To ' +
      'take over an object that is not managed by this stack, and change it to what is declared, add: onExisting: "adopt". ' +
      "To leave it alone, declare another name.",
  );
}

/** The error about an object that another resource of the same program declares. */
export function createdByOther(id: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}), and another resource of this program has it. Remove one of the two resources.`,
  );
}

/** The error about an object of the declared name that our own request, whose answer was lost, may have created. */
export function perhapsOurs(id: string): Refusal {
  return new Refusal(
    `outcome unknown: the answer to its creation was lost, and an object of that name exists now (id ${id}). ` +
      'Another client may have created it: check whose it is. To take it over, add: onExisting: "adopt".',
  );
}

/** The error about an existing object that differs from what is declared while `onExisting` is `adoptIfEqual`. */
export function differsText(id: string, differences: readonly Difference[]): Refusal {
  return new Refusal(
    `it already exists (id ${id}) and differs from what is declared: ${differencesText(differences)}. Declare it as it is, ` +
      `or change it to what is declared with: onExisting: "adopt".`,
  );
}

/** The info line about an object that was adopted, with what was changed for that. */
export function adoptedText(id: string, differences: readonly Difference[]): string {
  const changes = differencesText(differences);
  return changes === "" ? `adopted (id ${id}).` : `adopted (id ${id}) and changed: ${changes}.`;
}
