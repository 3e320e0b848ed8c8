import type { Switches } from "../switches";

/** A value inside a description. Wording and quoting vary between releases: field notes, replication 6. */
export function quoted(value: string | number, { textQuotes }: Readonly<Switches>): string {
  const mark = { none: "", single: "'", double: '"' }[textQuotes];
  return `${mark}${value}${mark}`;
}

/** The description of a success. "It starts with the word Success"; its wording varies: field notes, replication 6. */
export function successText(text: string, { successText: form }: Readonly<Switches>): string | undefined {
  switch (form) {
    case "documented":
      return `Success: ${text}`;
    case "reworded":
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}, done.`;
    case "passive":
      return `The following was carried out on the replicator: ${text}`;
    case "terse":
      return "OK";
    case "omitted":
      return undefined;
  }
}

/** Other words for things that exist or do not. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/already exists$/u, "is a duplicate name"],
  [/already used/u, "taken"],
  [/is already in/u, "is present in"],
  [/does not exist$/u, "could not be found"],
  [/is not in profile/u, "is no member of profile"],
  [/is in no profile$/u, "is unassigned"],
];

/** The description of a refusal, in the form that the switch says. */
export function refusalText(words: string, { refusalText: form }: Readonly<Switches>): string {
  switch (form) {
    case "plain":
      return words;
    case "prefixed":
      return `Error: ${words}`;
    case "synonyms":
      return synonyms.reduce((text, [plain, other]) => text.replace(plain, other), words);
    case "passive":
      return `Request could not be carried out (${words})`;
  }
}
