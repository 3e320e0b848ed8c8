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

/** The names and ids of an entry, as a text about it may hold them. */
export function namesOf(entry: object): string[] {
  return Object.values(entry).map(String);
}
