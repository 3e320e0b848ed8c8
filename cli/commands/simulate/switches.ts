import { distance } from "fastest-levenshtein";
import type { Switches } from "../../../simulator";
import { UsageError } from "../../errors";

/** Switches as they are given on the command line, each `name=value`. */
export function switchesOf(given: readonly string[], known: Readonly<Switches>): Partial<Switches> {
  const entries = given.map((text): [string, string | number | boolean] => {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/u.exec(text) ?? [];
    if (name === "") throw new UsageError(`"${text}" is not a switch: write name=value.`);
    if (!isSwitch(name, known)) throw new UsageError(unknownSwitch(name, Object.keys(known)));
    return [name, valueOf(name, value, known[name])];
  });
  return Object.fromEntries(entries);
}

function isSwitch(name: string, known: Readonly<Switches>): name is keyof Switches {
  return Object.hasOwn(known, name);
}

/** The value in the type of the switch. */
function valueOf(name: string, value: string, standard: string | number | boolean): string | number | boolean {
  if (typeof standard === "string") return value;
  if (typeof standard === "boolean") {
    if (value === "true" || value === "false") return value === "true";
    throw new UsageError(`The switch ${name} is true or false, not "${value}".`);
  }
  if (/^\d{1,9}$/u.test(value)) return Number(value);
  throw new UsageError(`The switch ${name} is a whole number, not "${value}".`);
}

function unknownSwitch(name: string, known: readonly string[]): string {
  const nearest = [...known].sort((a, b) => distance(a, name) - distance(b, name))[0];
  return `There is no switch "${name}". Did you mean "${nearest}"?`;
}
