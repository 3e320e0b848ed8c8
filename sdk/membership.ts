import type { membership } from "../provider/resources/membership";
import { sameAccount } from "./accounts";
import { applianceResource, type ArgsOf } from "./resource";

/** Arguments of {@link Membership}. */
export type MembershipArgs = ArgsOf<typeof membership>;

/**
 * One user in one user group: exactly one of `userId` and `userName`, and one of `userGroupId` and `userGroupName`. A link:
 * one that is there already is success. Every change replaces. Do not combine it with `members` of the same group.
 *
 * The API has no action that reads memberships: `pulumi refresh` returns what the state holds. Management gateway,
 * `membership`.
 */
export class Membership extends applianceResource<typeof membership>("Membership", {
  inputs: { userId: true, userName: true, userGroupId: true, userGroupName: true },
  outputs: { existed: true },
  identity: ["userId", "userName", "userGroupId", "userGroupName"],
  spell: (link) => [
    sameAccount(link["userId"], link["userName"]),
    sameAccount(link["userGroupId"], link["userGroupName"]),
  ],
}) {}
