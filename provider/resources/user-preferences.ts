import { z } from "zod";
import { defineResource, inputsOf, outputsOf } from "../resource";
import { objectId } from "../values/numbers";
import { otherThan } from "./parts/ids";

const setting = z.union([z.string(), z.number()], { error: "must be text or a number" });

const inputs = inputsOf({
  /**
   * Id of the user, as a number. The form `name:<name>` is refused, because `prefs` takes only numbers. A change
   * replaces.
   */
  userId: objectId,
  /** Settings by preference code, e.g. `statusTopn`, `language`. Codes that are not listed are not managed. */
  preferences: z.record(z.string().min(1), setting),
});

/**
 * Preferences of a user. The API has no action that reads or clears preferences: the state is the only record, and
 * destroy leaves them as they are. Management gateway, `prefs`.
 */
export const userPreferences = defineResource({
  kind: "UserPreferences",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({}),
  replaceOn: ["userId"],
  keepsWhenUnset: ["preferences"],
  label: ({ userId }) => `user ${userId}`,
  misfit: ({ id, inputs: { userId } }) => otherThan(userId, id),

  async create({ users }, { userId, preferences }) {
    await users.setPreferences(Number(userId), preferences);
    return { id: userId, outputs: {} };
  },

  async update({ users }, { id, inputs: before }, { userId, preferences }) {
    const known = (before as Partial<typeof before>).preferences ?? {};
    const changed = Object.entries(preferences).filter(([code, value]) => known[code] !== value);
    if (changed.length > 0) await users.setPreferences(Number(userId), Object.fromEntries(changed));
    return { id, outputs: {} };
  },

  // "UserPreferences and notes are left as they are on destroy": no action clears them.
  remove: () => Promise.resolve(),
});
