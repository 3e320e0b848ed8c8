import { z } from "#zod";
import { misspelt } from "../values/misspelling";
import { checkedText } from "../values/schema";
import { objectId } from "../values/numbers";
import { defineKind, inputsOf, outputsOf } from "./definition";

/** Codes that the documents of the gateway mention. It knows others. */
export const knownPreferences = ["language", "statusTopn"] as const;

const setting = z.union([z.string(), z.number()], { error: "must be text or a number" });

const noNumber =
  "must be the number of a user, because preferences are set by number. The number of a user that was adopted is not " +
  "known: write it, or leave these preferences out";

const inputs = inputsOf({
  /** Number of the user, as `User.userId` has it. A name is refused, because `prefs` takes only numbers. A change replaces. */
  userId: z
    .union([z.number(), z.string()], { error: noNumber })
    .transform(String)
    .refine((id) => objectId.safeParse(id).success, { error: noNumber }),
  /** Settings by preference code, e.g. `statusTopn`, `language`. Codes that are not listed are not managed. */
  preferences: z.record(checkedText(misspelt("preference", knownPreferences)).min(1), setting),
});

/**
 * Preferences of a user by their codes, e.g. `language` and `statusTopn`. Codes that are not listed are not managed.
 * Destroy leaves the values on the appliance, because the API cannot clear them.
 *
 * The API has no action that reads preferences: the state is their only record. Management gateway, `prefs`.
 */
export const userPreferences = defineKind({
  kind: "UserPreferences",
  appliance: "gateway",
  inputs,
  outputs: outputsOf({}),
  replaceOn: ["userId"],
  keepsWhenUnset: ["preferences"],
  refersTo: { user: ["userId"] },
  label: ({ userId }) => `user ${userId}`,
  identity: () => [],
  idOf: ({ userId }) => userId,
  values: ({ userId, preferences }) =>
    Object.fromEntries(Object.entries(preferences).map(([code, value]) => [`preference|${userId}|${code}`, value])),

  async create({ accounts }, { userId, preferences }) {
    await accounts.setPreferences(Number(userId), preferences);
    return { id: userId, outputs: {} };
  },

  async update({ accounts }, { id, inputs: before, doubt }, { userId, preferences }) {
    const known = (before as Partial<typeof before>).preferences ?? {};
    const changed = Object.entries(preferences).filter(([code, value]) => doubt !== undefined || known[code] !== value);
    if (changed.length > 0) await accounts.setPreferences(Number(userId), Object.fromEntries(changed));
    return { id, outputs: {} };
  },

  // No action clears preferences.
  stays: () => true,
  remove: () => Promise.resolve(undefined),
});
