/** What the policies look for, as functions of plain inputs: a unit test calls them without an engine. */
import { BlockList, isIPv4 } from "node:net";
import { seccodes } from "pulumi-flowgate";

/** Rules as a policy gets them: values that are not known yet are undefined. */
export interface PolicyRule {
  type?: string;
  cidr?: string;
}

/** A group with the networks that belong to it, and what it holds as children. */
export interface Group {
  title: string;
  networks: readonly string[];
  /** Titles of groups that it holds. Their networks are its own too. */
  holds: readonly string[];
}

export function hasAllRule(rules: readonly PolicyRule[] = []): boolean {
  return rules.some(({ type }) => type === "all");
}

/** The networks of rules, in the form address/prefix. */
export function networksOf(rules: readonly PolicyRule[] = []): string[] {
  return rules.flatMap(({ cidr }) => cidr ?? []);
}

/** Networks of different groups that have addresses in common, except where one group holds the other. */
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

/** Whether the first address of a network is in another one: two networks overlap only where one contains the other. */
function contains(outer: string, inner: string): boolean {
  const [address = "", prefix = "32"] = outer.split("/");
  const [first = ""] = inner.split("/");
  // Another resource's check says what is wrong with these.
  if (!isIPv4(address) || !isIPv4(first) || !/^(?:\d|[12]\d|3[0-2])$/.test(prefix)) return false;
  const network = new BlockList();
  network.addSubnet(address, Number(prefix), "ipv4");
  return network.check(first, "ipv4");
}

const { app } = seccodes;
/** Rights over accounts and over how people log in: who has one can give himself all others. */
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

/** The rights over accounts among permissions. */
export function rightsOverAccounts(permissions: readonly PolicyPermission[] = []): string[] {
  return permissions.flatMap(({ permissionType, seccode }) =>
    permissionType === "app" && seccode !== undefined && overAccounts.includes(seccode) ? [seccode] : [],
  );
}

/** Number of the group "Administrators", which every gateway is delivered with. */
const ADMINISTRATORS = "1";

/** Whether a user group is the one that may do everything. */
export function isAdministrators(userGroup: unknown): boolean {
  return String(userGroup) === ADMINISTRATORS || userGroup === "Administrators";
}
