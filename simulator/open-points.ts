import type { Switches } from "./switches";

/** A list in the order of the switch `listOrder`. */
export function inOrder<T>(list: readonly T[], { listOrder }: Readonly<Switches>): readonly T[] {
  return listOrder === "reversed" ? list.toReversed() : list;
}

/** A name or description in the form that the appliance stores. */
export function storedText(text: string, switches: Readonly<Switches>): string {
  return switches.storedText === "trimmed" ? text.trim() : text;
}

/** Fields of an entry that are in no document. */
export function extra({ extraFields }: Readonly<Switches>): Readonly<Record<string, unknown>> {
  return extraFields === "some" ? { modified: 1_700_000_000, tags: [], owner: null } : {};
}

/** Forms in which an appliance may store a name. */
export type NameForm = "verbatim" | "htmlEscaped" | "lowerCase" | "first31";

/** Converts a name to the form in which an appliance stores names. */
export function nameInForm(text: string, form: NameForm): string {
  switch (form) {
    case "verbatim":
      return text;
    case "htmlEscaped":
      return text.replace(/[&<>"']/gu, (sign) => entities[sign] ?? sign);
    case "lowerCase":
      return text.toLowerCase();
    case "first31":
      return Array.from(text).slice(0, 31).join("").trimEnd();
  }
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
