import type { z } from "zod";
import { accountName } from "./names";
import { accountId, idByName } from "./numbers";
import { across } from "./schema";

/** A user group, by its id or by its name, never both. */
export const userGroupFields = {
  /** Id of the user group, or `name:<name>`. */
  userGroupId: accountId.optional(),
  /** Exact name of the user group. */
  userGroupName: accountName.optional(),
};

/** A user, by its id or by its name, never both. */
export const userFields = {
  /** Id of the user, or `name:<name>`. */
  userId: accountId.optional(),
  /** Exact name of the user. */
  userName: accountName.optional(),
};

/** What {@link userGroupFields} take: exactly one of the two. */
export type UserGroupReference =
  { userGroupId: string | number; userGroupName?: undefined } | { userGroupId?: undefined; userGroupName: string };

/** What {@link userFields} take: exactly one of the two. */
export type UserReference =
  { userId: string | number; userName?: undefined } | { userId?: undefined; userName: string };

/** Refuses both and neither. "mixing `user_id` and `user_name` in one entry is not allowed". */
export function withOne<Schema extends z.ZodObject>(schema: Schema, id: string, name: string): Schema {
  return across(schema, (values) => {
    if (values[id] === undefined && values[name] === undefined) {
      return { path: id, message: `is required, or ${name} in its place` };
    }
    if (values[id] === undefined || values[name] === undefined) return undefined;
    return { path: name, message: `must not be set together with ${id}` };
  });
}

/** The referenced user group as one id: a number, or `name:<name>`. */
export function userGroupOf(reference: {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
}): string {
  return reference.userGroupId ?? idByName(reference.userGroupName ?? "");
}

/** The referenced user as one id: a number, or `name:<name>`. */
export function userOf(reference: { userId?: string | undefined; userName?: string | undefined }): string {
  return reference.userId ?? idByName(reference.userName ?? "");
}
