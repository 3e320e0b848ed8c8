import { nameInForm, storedText } from "../open-points";
import type { Switches } from "../switches";

/** The name of an IP group in the form that the gateway stores and shows. */
export function storedGroupName(name: string, switches: Readonly<Switches>): string {
  return nameInForm(storedText(name, switches), switches.groupNameStored);
}

/** The name of a user or user group in the form that the gateway stores and shows. */
export function storedAccountName(name: string, switches: Readonly<Switches>): string {
  return nameInForm(storedText(name, switches), switches.accountNameStored);
}

/** Whether the gateway treats two stored names as the same. */
export function isSameGroupName(one: string, other: string, { groupNames }: Readonly<Switches>): boolean {
  return groupNames === "ignoreCase" ? one.toLowerCase() === other.toLowerCase() : one === other;
}
