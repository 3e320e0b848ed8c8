import type { userPreferences as definition } from "../../provider/kinds/user-preferences";
import type { Properties } from "../support/provider-calls";
import { type Sample } from "./sample";

export const userPreferences: Sample<typeof definition> = {
  minimal: { userId: 1, preferences: { language: "english" } },
  defaults: {},
  full: { userId: 13, preferences: { statusTopn: 10, language: "english" } },
  faulty: [
    { userId: "name:anna", preferences: { language: true } },
    [
      "userId: must be the number of a user, because preferences are set by number. The number of a user that was " +
        "adopted is not known: write it, or leave these preferences out",
      "preferences.language: must be text or a number",
    ],
  ],
  entry: ({ userId }) => ({ id: String(userId), outputs: {} }),
  holds: ({ userId, preferences }, { nameOf }) =>
    Object.entries(preferences as Properties).map(
      ([code, value]) => `preference ${nameOf("User", userId)} ${code} ${JSON.stringify(value)}`,
    ),
  misfits: [["14", {}, 'its inputs and outputs belong to the id "13"']],
  life: () => ({
    first: { userId: 1, preferences: { language: "english", statusTopn: 20 } },
    second: { userId: 1, preferences: { language: "german", statusTopn: 20 } },
    theirs: { userId: 1, preferences: { language: "german", statusTopn: 30 } },
    changes: { create: [/prefs user 1/u], update: [/prefs user 1/u], delete: [] },
  }),
};
