/**
 * The checks behind the policies, as functions of plain inputs, so that a unit test can call them without an engine.
 */
import { BlockList, isIPv4 } from "node:net";
import { seccodes } from "pulumi-flowgate";

/** A rule as a policy receives it. A value that is not known yet is undefined. */
export interface PolicyRule {
  type?: string;
  cidr?: string;
}

/** A group with its own networks and its child groups. */
export interface Group {
  title: string;
  networks: readonly string[];
  /** Titles of its child groups. Their networks belong to this group too. */
  holds: readonly string[];
}

export function hasAllRule(rules: readonly PolicyRule[] = []): boolean {
  return rules.some(({ type }) => type === "all");
}

/** Returns the networks among the rules, in the form address/prefix. */
export function networksOf(rules: readonly PolicyRule[] = []): string[] {
  return rules.flatMap(({ cidr }) => cidr ?? []);
}

/**
 * Describes each overlap between networks of two groups. An overlap is allowed if one group is a child of the other.
 */
export function overlaps(groups: readonly Group[]): string[] {
  return groups.flatMap((one, index) =>
    groups.slice(index + 1).flatMap((other) => {
      if (one.holds.includes(other.title) || other.holds.includes(one.title)) return [];
      return one.networks.flatMap((first) =>
        other.networks
          .filter((second) => contains(first, second) || contains(second, first))
          .map((second) => `${first} of ${one.title} and ${second} of ${other.title} have addresses in common.`),
      );
    }),
  );
}

/** Whether one network contains the first address of another. Two networks overlap only if one contains the other. */
function contains(outer: string, inner: string): boolean {
  const [address = "", prefix = "32"] = outer.split("/");
  const [first = ""] = inner.split("/");
  // The provider reports these invalid values when it checks the resource.
  if (!isIPv4(address) || !isIPv4(first) || !/^(?:\d|[12]\d|3[0-2])$/.test(prefix)) return false;
  const network = new BlockList();
  network.addSubnet(address, Number(prefix), "ipv4");
  return network.check(first, "ipv4");
}

const { app } = seccodes;
/** Rights over accounts and logins: a user who has one of them can give himself all others. */
const overAccounts: readonly string[] = [
  app.createUsers,
  app.deleteUsers,
  app.changeUserPasswords,
  app.usergroups,
  app.auth,
  app.Authentication,
  app.authLdapServers,
];

export interface PolicyPermission {
  permissionType?: string | undefined;
  seccode?: string | undefined;
}

/** Returns those permissions that are rights over accounts. */
export function rightsOverAccounts(permissions: readonly PolicyPermission[] = []): string[] {
  return permissions.flatMap(({ permissionType, seccode }) =>
    permissionType === "app" && seccode !== undefined && overAccounts.includes(seccode) ? [seccode] : [],
  );
}

/** Number of the user group "Administrators", which exists on every gateway from the factory. */
const ADMINISTRATORS = "1";

/** Whether a user group is the one whose members may do everything. */
export function isAdministrators(userGroup: unknown): boolean {
  return String(userGroup) === ADMINISTRATORS || userGroup === "Administrators";
}
