import { across } from "./schema";
import type { z } from "zod";
import { accountName } from "./names";
import { accountId, idByName } from "./numbers";

/** A user group, by its id or by its name, never both. */
export const userGroupFields = {
  /** Id of the user group, or `name:<name>`. */
  userGroupId: accountId.optional(),
  /** Exact name of the user group. */
  userGroupName: accountName.optional(),
};

/** What {@link userGroupFields} take: exactly one of the two. */
export type UserGroupReference =
  { userGroupId: string | number; userGroupName?: undefined } | { userGroupId?: undefined; userGroupName: string };

/** Refuses both and neither. "mixing ... in one entry is not allowed". */
export function withOneUserGroup<Schema extends z.ZodObject>(schema: Schema): Schema {
  return across(schema, ({ userGroupId, userGroupName }) => {
    if (userGroupId === undefined && userGroupName === undefined) {
      return { path: "userGroupId", message: "is required, or userGroupName in its place" };
    }
    if (userGroupId === undefined || userGroupName === undefined) return undefined;
    return { path: "userGroupName", message: "must not be set together with userGroupId" };
  });
}

/** The referenced user group as one id: a number, or `name:<name>`. */
export function userGroupOf(reference: {
  userGroupId?: string | undefined;
  userGroupName?: string | undefined;
}): string {
  return reference.userGroupId ?? idByName(reference.userGroupName ?? "");
}
