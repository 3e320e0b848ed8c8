import type { Accounts, MembershipLink } from "../../gateway/accounts";
import type { Progress } from "../definition";
import { membershipKey } from "./link-keys";
import type { Tools } from "./links";

/** The memberships of one account. `what` names the other accounts in messages, and `linkOf` is the membership of one. */
export function membershipsOf(
  accounts: Accounts,
  what: "user" | "user group",
  linkOf: (other: string) => MembershipLink,
  { info, isOfOther }: Pick<Progress<unknown, unknown>, "info" | "isOfOther">,
): Tools<string> {
  return {
    title: (other) => `${what} ${other}`,
    change: (isAdd, other) => accounts.link(isAdd, linkOf(other)),
    isOfOther: (other) => isOfOther(membershipKey(linkOf(other))),
    info,
  };
}
