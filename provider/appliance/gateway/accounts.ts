import type { UserRef, UsergroupRef } from "../../gateway/user-api";
import { accountNameOf } from "../../values/numbers";

/** The field of a user: its number, or its name where the id is `name:<name>`. */
export function userRef(id: string): UserRef {
  const name = accountNameOf(id);
  return name === undefined ? { user_id: Number(id) } : { user_name: name };
}

/** The field of a user group: its number, or its name where the id is `name:<name>`. */
export function userGroupRef(id: string): UsergroupRef {
  const name = accountNameOf(id);
  return name === undefined ? { usergroup_id: Number(id) } : { usergroup_name: name };
}

/** A number or a name, as `users` of a new group and the lists of deletions take them. */
export function numberOrName(id: string): number | string {
  return accountNameOf(id) ?? Number(id);
}

/** One text for one reference, to tell items of a batch apart. */
export function keyOf(entry: object): string {
  return JSON.stringify(entry);
}

/** Texts about a change that was not needed, because what it asks for is so already. */
export function isAsWanted(message: string): boolean {
  return /\balready\b|\bnot (?:there|in|a member|present)\b|\b(?:does not|doesn't) have\b/iu.test(message);
}

/** Texts about a removal whose user or user group is gone, and with it what was to be removed. */
export function isGone(message: string): boolean {
  return /\bno such\b|\bnot found\b|\b(?:does not|doesn't) exist\b/iu.test(message);
}
