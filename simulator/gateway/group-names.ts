import { nameInForm, storedText } from "../open-points";
import type { Switches } from "../switches";

/** The name of an IP group as the gateway keeps and shows it. */
export function storedGroupName(name: string, switches: Readonly<Switches>): string {
  return nameInForm(storedText(name, switches), switches.groupNameStored);
}

/** The name of a user or user group as the gateway keeps and shows it. */
export function storedAccountName(name: string, switches: Readonly<Switches>): string {
  return nameInForm(storedText(name, switches), switches.accountNameStored);
}

/** Whether two stored names are the same to the gateway. */
export function isSameGroupName(one: string, other: string, { groupNames }: Readonly<Switches>): boolean {
  return groupNames === "ignoreCase" ? one.toLowerCase() === other.toLowerCase() : one === other;
}
