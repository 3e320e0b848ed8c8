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

/** Exactly one field of several, without the others. Keeps the doc comments of the fields. */
type OnlyOf<T, Key extends keyof T> = { [One in keyof Pick<T, Key>]-?: Exclude<T[One], undefined> } & {
  [Other in keyof Omit<T, Key>]?: undefined;
};
type EitherOf<T> = { [Key in keyof T]-?: OnlyOf<T, Key> }[keyof T];

/** The input type of {@link userGroupFields}: exactly one of the two. */
export type UserGroupReference = EitherOf<z.input<z.ZodObject<typeof userGroupFields>>>;

/** The input type of {@link userFields}: exactly one of the two. */
export type UserReference = EitherOf<z.input<z.ZodObject<typeof userFields>>>;

/** Refuses both fields together, and neither. "mixing `user_id` and `user_name` in one entry is not allowed". */
export function withOne<Schema extends z.ZodObject>(schema: Schema, id: string, name: string): Schema {
  return across(schema, (values) => {
    if (values[id] === undefined && values[name] === undefined) {
      return { path: id, message: `is required, unless ${name} is set` };
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
