import { Refusal } from "../exchange";
import type { GatewaySwitches } from "./switches";
import type { Subject } from "./wording";

type Wording = (link: Subject, add: boolean) => string;

const permissionOf = (link: Subject & { kind: "permission" }): string => `${link.type} permission ${link.seccode}`;

/**
 * Possible texts of a gateway about a link that already exists when it is added, or does not exist when it is removed.
 * No document shows them.
 */
const wordings: Readonly<Record<Exclude<GatewaySwitches["repeatedLink"], "success">, Wording>> = {
  labelled: (link, add) => {
    const is = add ? "is already" : "is not";
    return link.kind === "membership"
      ? `Failed: user ${link.user} ${is} in usergroup ${link.group}`
      : `Failed: ${permissionOf(link)} ${is} granted to usergroup ${link.group}`;
  },
  database: (link, add) => {
    const row = link.kind === "membership" ? link.user : link.seccode;
    return add
      ? `ERROR: 1062 (23000): Duplicate entry '${link.group}-${row}' for key 'PRIMARY'`
      : `ERROR: no entry '${link.group}-${row}' in the table`;
  },
  whole: (link, add) => wordings.labelled(link, add),
  failure: (link, add) =>
    link.kind === "membership"
      ? `User ${link.user} could not be ${add ? "added to" : "removed from"} usergroup ${link.group}: ${add ? "already" : "not"} a member`
      : `Could not ${add ? "add" : "remove"} ${permissionOf(link)} ${add ? "to" : "from"} usergroup ${link.group}: ${add ? "already" : "not"} there`,
  has: (link, add) => {
    const what = link.kind === "membership" ? `user ${link.user}` : permissionOf(link);
    return `Usergroup ${link.group} ${add ? "already has" : "has no"} ${what}`;
  },
  exists: (link, add) => {
    const what = link.kind === "membership" ? `Membership of user ${link.user} in` : `The ${permissionOf(link)} of`;
    return `${what} usergroup ${link.group} ${add ? "already exists" : "does not exist"}`;
  },
  found: (link, add) => {
    if (link.kind === "membership") {
      return `User ${link.user} ${add ? "is in" : "was not found in"} usergroup ${link.group}${add ? " already" : ""}`;
    }
    return `${add ? "Duplicate" : "No such"} permission: ${link.type} ${link.seccode} for usergroup ${link.group}`;
  },
  past: (link, add) => {
    const what = link.kind === "membership" ? `User ${link.user}` : `The ${permissionOf(link)}`;
    return `${what} was already ${add ? "added to" : "removed from"} usergroup ${link.group}`;
  },
};

/** Refuses the whole request because of such a link, before any of it is carried out. */
export function refuseRepeated(
  link: Subject,
  add: boolean,
  switches: Readonly<Pick<GatewaySwitches, "repeatedLink">>,
): void {
  if (switches.repeatedLink === "whole") throw new Refusal(wordings.whole(link, add));
}

/** The text of a failure. Undefined if such a change succeeds. */
export function repeatedLinkText(
  link: Subject,
  add: boolean,
  { repeatedLink }: Readonly<Pick<GatewaySwitches, "repeatedLink">>,
): string | undefined {
  return repeatedLink === "success" ? undefined : wordings[repeatedLink](link, add);
}
