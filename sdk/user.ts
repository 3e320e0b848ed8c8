import type { user } from "../provider/kinds/user";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link User}. */
export type UserArgs = ArgsOf<typeof user>;

/**
 * A user account. `password` is secret in inputs, state and outputs; a change of it replaces the user, because the API
 * has no action that changes a password. Name and groups change in place.
 *
 * The API has no action that reads users: `pulumi refresh` returns what the state holds. Output `userId` is the number
 * of the user. It is unset for an adopted user, whose `id` is then `name:<name>`. Management gateway, `rm=user_api`.
 */
export class User extends applianceResource<typeof user>("User", {
  inputs: { name: true, password: true, userGroups: true },
  outputs: { userId: true },
  secrets: ["password"],
}) {}
