import type { UserRef, UsergroupRef } from "../../gateway/user-api";
import { accountNameOf } from "../../values/numbers";

/** The request field for a user: its number, or its name if the id is `name:<name>`. */
export function userRef(id: string): UserRef {
  const name = accountNameOf(id);
  return name === undefined ? { user_id: Number(id) } : { user_name: name };
}

/** The request field for a user group: its number, or its name if the id is `name:<name>`. */
export function userGroupRef(id: string): UsergroupRef {
  const name = accountNameOf(id);
  return name === undefined ? { usergroup_id: Number(id) } : { usergroup_name: name };
}

/** A number or a name, as accepted by `users` of a new group and by the lists of deletions. */
export function numberOrName(id: string): number | string {
  return accountNameOf(id) ?? Number(id);
}

/** The same text for equal references, to distinguish the items of a batch. */
export function keyOf(entry: object): string {
  return JSON.stringify(entry);
}

/** The names and ids of an entry, as a text about it may contain them. */
export function namesOf(entry: object): string[] {
  return Object.values(entry).map(String);
}
