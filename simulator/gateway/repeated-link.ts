import type { GatewaySwitches } from "./switches";

/** A link that an addition finds there already, or a removal does not find. */
export type RepeatedLink =
  | { kind: "membership"; user: string | number; group: string | number }
  | { kind: "permission"; type: string; seccode: string; group: string | number };

type Wording = (link: RepeatedLink, add: boolean) => string;

const permissionOf = (link: RepeatedLink & { kind: "permission" }): string => `${link.type} permission ${link.seccode}`;

/** What a gateway may say about it: no document shows these texts. */
const wordings: Readonly<Record<Exclude<GatewaySwitches["repeatedLink"], "success">, Wording>> = {
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

/** The text of a failure, or undefined where such a change is a success. */
export function repeatedLinkText(
  link: RepeatedLink,
  add: boolean,
  { repeatedLink }: Readonly<Pick<GatewaySwitches, "repeatedLink">>,
): string | undefined {
  return repeatedLink === "success" ? undefined : wordings[repeatedLink](link, add);
}
