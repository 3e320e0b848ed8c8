import type { user } from "../provider/kinds/user";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link User}. */
export type UserArgs = ArgsOf<typeof user>;

/** {@inheritDoc user} */
export class User extends applianceResource<typeof user>("User", {
  inputs: { name: true, password: true, userGroups: true },
  outputs: { linkedTo: false, userId: true },
  secrets: ["password"],
}) {}
