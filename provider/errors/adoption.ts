import { Refusal } from "./refusal";
import { differencesText, type Difference } from "../values/differences";

/** Type of the component that declares a site model. */
const TEMPLATE = "flowgate:index:SiteTemplate";

/**
 * The error about an object that exists while `onExisting` is `fail`. `parent` is the type of the resource's parent;
 * undefined if it has none.
 */
export function alreadyThere(id: string, parent?: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}). ${keepingText(parent)} To take over an object that is not managed by this stack, and ` +
      `change it to what is declared, add: onExisting: "adopt". To leave it alone, declare another name.`,
  );
}

/** The option that keeps a resource that was renamed or moved, by what is known about its place. */
function keepingText(parent: string | undefined): string {
  if (parent === TEMPLATE) {
    return (
      'Was the SiteTemplate renamed? Keep its resources with its argument formerNames: ["<its former name>"]. Was the ' +
      'object renamed in the model? Keep it there with formerNames: ["<its former name>"].'
    );
  }
  const renamed =
    'Was the resource renamed in the program? Keep it with the option { aliases: [{ name: "<its former name>" }] }.';
  return parent === undefined
    ? `${renamed} Was it moved out of a component? Keep it with { aliases: [{ parent: "<URN of that component>" }] }.`
    : `${renamed} Was it moved into its parent? Keep it with { aliases: [{ parent: pulumi.rootStackResource }] }, or with ` +
        "the URN of its former parent.";
}

/** As {@link alreadyThere}, for one of the many groups of a resource. */
export function groupAlreadyThere(id: string): Refusal {
  return new Refusal(
    `it already exists (id ${id}). Was it renamed in the program? Keep it with formerNames: ["<its former name>"]. Was its ` +
      "IpGroups renamed or moved to another parent? flowgate check names the alias that keeps it. To take " +
      'over a group that is not managed by this stack, and change it to what is declared, add to it: onExisting: "adopt". ' +
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
