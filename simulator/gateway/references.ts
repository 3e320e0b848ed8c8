import { z } from "zod";

/** "integer id or string name": a string is always a name, even if it consists of digits. */
export const idOrName = z.union([z.int().positive(), z.string().min(1)]);

/** Fields that name a user: by id or by name. `userGroupFields` is the same for user groups. */
export const userFields = { user_id: z.int().positive().optional(), user_name: z.string().min(1).optional() };
export const userGroupFields = {
  usergroup_id: z.int().positive().optional(),
  usergroup_name: z.string().min(1).optional(),
};

/** True if an object is named in exactly one way ("not both"). */
export function isOne(id: number | undefined, name: string | undefined): boolean {
  return (id === undefined) !== (name === undefined);
}
