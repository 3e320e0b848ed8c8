import type { userPreferences } from "../provider/kinds/user-preferences";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link UserPreferences}. */
export type UserPreferencesArgs = ArgsOf<typeof userPreferences>;

/** {@inheritDoc userPreferences} */
export class UserPreferences extends applianceResource<typeof userPreferences>("UserPreferences", {
  inputs: { userId: true, preferences: true },
  outputs: {},
}) {}
