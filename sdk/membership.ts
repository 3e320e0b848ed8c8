import type { membership } from "../provider/kinds/membership";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Membership}. */
export type MembershipArgs = ArgsOf<typeof membership>;

/**
 * One user in one user group. Creation also succeeds if the membership already exists. Every change replaces the resource. Do not combine it with `members` of
 * the same group.
 *
 * The API has no action that reads memberships: `pulumi refresh` returns what the state holds. Management gateway,
 * `membership`.
 */
export class Membership extends applianceResource<typeof membership>("Membership", {
  inputs: { user: true, userGroup: true },
  outputs: {},
}) {}
