import type { userPreferences } from "../provider/kinds/user-preferences";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link UserPreferences}. */
export type UserPreferencesArgs = ArgsOf<typeof userPreferences>;

/**
 * Preferences of a user by their codes, e.g. `language` and `statusTopn`. Codes that are not listed are not managed.
 * Destroy leaves the values on the appliance, because the API cannot clear them.
 *
 * The API has no action that reads preferences: `pulumi refresh` returns what the state holds. Management gateway,
 * `prefs`.
 */
export class UserPreferences extends applianceResource<typeof userPreferences>("UserPreferences", {
  inputs: { userId: true, preferences: true },
  outputs: {},
}) {}
