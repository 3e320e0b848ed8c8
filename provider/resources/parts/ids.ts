import { accountNameOf, objectId } from "../../values/numbers";
import { quoted } from "../../values/quoted";

/** The output that repeats an id as a number, by its name. */
type Numbers = Readonly<Record<string, number | undefined>>;

/** What does not fit where an id is made of inputs. */
export function otherThan(expected: string, id: string): string | undefined {
  return id === expected ? undefined : `its inputs belong to the id ${quoted(expected)}`;
}

/** What does not fit where an id is a number that an output repeats. An imported entry has no outputs. */
export function otherNumber(output: Numbers, id: string): string | undefined {
  if (!objectId.safeParse(id).success) return "its id is no number of the gateway";
  return disagreeing(output, id);
}

/** The same for a user or user group, whose id is `name:<name>` where its number is not known. */
export function otherAccount(name: string, output: Numbers, id: string): string | undefined {
  const named = accountNameOf(id);
  if (named === undefined) return otherNumber(output, id);
  return named === name ? disagreeing(output, id) : `its name is ${quoted(name)}`;
}

function disagreeing(output: Numbers, id: string): string | undefined {
  const [other] = Object.entries(output).filter(([, value]) => value !== undefined && String(value) !== id);
  return other === undefined ? undefined : `its ${other[0]} is ${quoted(String(other[1]))}`;
}
