import { z } from "zod";
import type { GatewayStore, User, UserGroup } from "./store";

/** "integer id or string name": a string is always a name, even if it consists of digits. */
export const idOrName = z.union([z.int().positive(), z.string().min(1)]);

/** Fields that name a user: by id or by name. `userGroupFields` is the same for user groups. */
export const userFields = { user_id: z.int().positive().optional(), user_name: z.string().min(1).optional() };
export const userGroupFields = {
  usergroup_id: z.int().positive().optional(),
  usergroup_name: z.string().min(1).optional(),
};

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };
type UserReference = Optional<{ user_id: number; user_name: string }>;
type UserGroupReference = Optional<{ usergroup_id: number; usergroup_name: string }>;

/** True if an entry names its user in exactly one way ("not both"). */
export function namesUser({ user_id, user_name }: UserReference): boolean {
  return (user_id === undefined) !== (user_name === undefined);
}

/** True if an entry names its user group in exactly one way. */
export function namesUserGroup({ usergroup_id, usergroup_name }: UserGroupReference): boolean {
  return (usergroup_id === undefined) !== (usergroup_name === undefined);
}

export function findUser(store: GatewayStore, { user_id, user_name }: UserReference): User | undefined {
  return store.user(user_id ?? user_name ?? "");
}

export function findUserGroup(store: GatewayStore, reference: UserGroupReference): UserGroup | undefined {
  return store.userGroup(reference.usergroup_id ?? reference.usergroup_name ?? "");
}
