import { storedText } from "../open-points";
import type { Switches } from "../switches";

/** The name of an IP group as the gateway keeps and shows it. */
export function storedGroupName(name: string, switches: Readonly<Switches>): string {
  return inForm(storedText(name, switches), switches.groupNameStored);
}

/** The name of a user or user group as the gateway keeps and shows it. */
export function storedAccountName(name: string, switches: Readonly<Switches>): string {
  return inForm(storedText(name, switches), switches.accountNameStored);
}

function inForm(text: string, form: Switches["groupNameStored"]): string {
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

/** Whether two stored names are the same to the gateway. */
export function isSameGroupName(one: string, other: string, { groupNames }: Readonly<Switches>): boolean {
  return groupNames === "ignoreCase" ? one.toLowerCase() === other.toLowerCase() : one === other;
}
