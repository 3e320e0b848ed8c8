import { distance } from "fastest-levenshtein";

/** The fault of a name that is probably one of those that the documents name, misspelt. Other names are accepted. */
export function misspelt(what: string, known: readonly string[]): (name: string) => string | undefined {
  return (name) => {
    const near = known.includes(name) ? undefined : known.find((one) => isMisspelling(name, one));
    return near === undefined ? undefined : `unknown ${what} "${name}", did you mean "${near}"?`;
  };
}

/** Whether a name is probably another one misspelt: one letter in five may differ, but not digits alone. */
export function isMisspelling(name: string, known: string): boolean {
  const [one, other] = [name.toLowerCase(), known.toLowerCase()];
  const plain = (text: string): string => text.replaceAll(/\d+/gu, "0");
  if (name === known || (plain(one) === plain(other) && one !== other)) return false;
  return distance(one, other) <= Math.floor(Math.max(one.length, other.length) / 5);
}
