import { accountNameOf, objectId } from "../../values/numbers";
import { quoted } from "../../values/quoted";

/** Outputs that repeat an id as a number, by the name of the output. */
type Numbers = Readonly<Record<string, number | undefined>>;

/** The fault of an entry whose id is built from its inputs; undefined if the id is as expected. */
export function otherThan(expected: string, id: string): string | undefined {
  return id === expected ? undefined : `its inputs belong to the id ${quoted(expected)}`;
}

/** The fault of an entry whose id is a number that an output repeats. An imported entry has no outputs. */
export function otherNumber(output: Numbers, id: string): string | undefined {
  if (!objectId.safeParse(id).success) return "its id is not a valid id of the gateway";
  return disagreeing(output, id);
}

/** The fault of a user or user group. Its id is `name:<name>` if its number is not known. */
export function otherAccount(name: string, output: Numbers, id: string): string | undefined {
  const named = accountNameOf(id);
  if (named === undefined) return otherNumber(output, id);
  return named === name ? disagreeing(output, id) : `its name is ${quoted(name)}`;
}

function disagreeing(output: Numbers, id: string): string | undefined {
  const [other] = Object.entries(output).filter(([, value]) => value !== undefined && String(value) !== id);
  return other === undefined ? undefined : `its ${other[0]} is ${quoted(String(other[1]))}`;
}
