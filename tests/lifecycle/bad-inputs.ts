import type { Properties } from "../support/provider-calls";

/** Inputs without a fault, which each row spoils in one place. */
export const good = {
  IpGroup: { name: "Offices" },
  UserGroup: { name: "Operators" },
  Permission: { userGroupId: 2, permissionType: "app", seccode: "runReport" },
  ReplicatorProfile: { name: "edge", listeningPort: 2055, sendingPort: 2056 },
  Collector: { address: "10.0.0.1", profiles: ["edge"] },
  Policy: { cidr: "10.0.0.0/8", profile: "edge", kind: "include" },
} as const;
export type Kind = keyof typeof good;

export interface Bad {
  readonly kind: Kind;
  readonly title: string;
  readonly inputs: Properties;
  /** What the one error holds: first where it is, then what is wrong. */
  readonly says: readonly string[];
}

const bad = (kind: Kind, title: string, inputs: Properties, ...says: string[]): Bad => ({ kind, title, inputs, says });
const badRule = (title: string, rule: Properties, ...says: string[]): Bad =>
  bad("IpGroup", title, { rules: [{ type: "all" }, rule] }, ...says);

/** Every bad input of the specification, for the six core kinds. */
export const badInputs: readonly Bad[] = [
  bad("IpGroup", "an unknown key, with the nearest known one", { rule: [] }, 'unknown key "rule"', '"rules"'),
  bad("IpGroup", "a missing name", { name: undefined }, "name: is required"),
  bad("IpGroup", "an empty name", { name: "" }, "name: must not be empty"),
  bad("IpGroup", "a name of 256 characters", { name: "x".repeat(256) }, "name: ", "256", "255"),
  bad("IpGroup", "a name with a line break", { name: "a\nb" }, "name: ", "control character"),
  bad("IpGroup", "a name that begins with a blank", { name: " a" }, "name: ", "white space"),
  bad("IpGroup", "a name that turns the direction of text", { name: "a\u202eb" }, "name: ", "bidirectional"),
  bad("IpGroup", "a number as name", { name: 7 }, "name: must be a string"),
  bad("IpGroup", "an unknown way with existing objects", { onExisting: "take" }, "onExisting: ", '"adopt"'),
  badRule("an unknown rule type, with those that exist", { type: "cidr" }, "rules[1].type: ", "network", "wildcard"),
  badRule("a rule without its type", { address: "10.0.0.1" }, "rules[1].type: "),
  badRule("a rule without its field", { type: "network" }, "rules[1].cidr: is required"),
  badRule("a field of another rule type", { type: "all", address: "10.0.0.1" }, "rules[1]", 'unknown key "address"'),
  badRule(
    "host bits, with the network that was meant",
    { type: "network", cidr: "10.0.0.1/8" },
    "rules[1].cidr: ",
    "10.0.0.0/8",
  ),
  badRule("a network without prefix length", { type: "network", cidr: "10.0.0.0" }, "rules[1].cidr: ", "prefix length"),
  badRule("a prefix length of 33", { type: "network", cidr: "10.0.0.0/33" }, "rules[1].cidr: ", "32"),
  badRule("a prefix length with a leading zero", { type: "network", cidr: "10.0.0.0/08" }, "rules[1].cidr: "),
  badRule(
    "a dotted mask for a prefix length",
    { type: "network", cidr: "10.0.0.0/255.0.0.0" },
    "rules[1].cidr: ",
    "10.0.0.0/8",
  ),
  badRule("octets with leading zeros", { type: "ip", address: "010.0.0.1" }, "rules[1].address: ", "10.0.0.1"),
  badRule("three octets", { type: "ip", address: "1.2.3" }, "rules[1].address: ", "1.2.3"),
  badRule("hexadecimal octets", { type: "ip", address: "0x7f.0.0.1" }, "rules[1].address: "),
  badRule("an octet above 255", { type: "ip", address: "256.1.1.1" }, "rules[1].address: "),
  badRule("an address with a blank", { type: "ip", address: " 1.2.3.4" }, "rules[1].address: "),
  badRule("an IPv6 address", { type: "ip", address: "2001:db8::1" }, "rules[1].address: ", "IPv4"),
  badRule(
    "a range whose start is after its end",
    { type: "range", start: "10.0.0.10", end: "10.0.0.9" },
    "rules[1]",
    "10.0.0.10",
  ),
  badRule(
    "the mask of a wildcard",
    { type: "wildcard", address: "10.0.0.1", mask: "0.0.0.254" },
    "rules[1].mask: ",
    "0",
    "255",
  ),
  badRule("a child that is no id", { type: "child", groupId: "Offices" }, "rules[1].groupId: ", "id"),
  badRule("a child id that is not exact", { type: "child", groupId: 2 ** 53 }, "rules[1].groupId: "),

  bad("UserGroup", "a name that looks like an integer", { name: "12" }, "name: ", "integer"),
  bad("UserGroup", "a template that is no id", { templateUserGroupId: "Guests" }, "templateUserGroupId: ", "id"),
  bad("UserGroup", "a member that is nothing", { members: [""] }, "members[0]: "),
  bad(
    "UserGroup",
    "adoptIfEqual for a kind that cannot be read",
    { onExisting: "adoptIfEqual" },
    "onExisting: ",
    "reads a UserGroup",
  ),

  bad("Permission", "both ways to name the group", { userGroupName: "Guests" }, "userGroupName: ", "userGroupId"),
  bad(
    "Permission",
    "no way to name the group",
    { userGroupId: undefined },
    "userGroupId: is required",
    "userGroupName",
  ),
  bad(
    "Permission",
    "an unknown type, with the nearest known one",
    { permissionType: "devices" },
    "permissionType: ",
    '"device"',
  ),
  bad(
    "Permission",
    "an unknown seccode, with the nearest known one",
    { seccode: "runReports" },
    "seccode: ",
    '"runReport"',
  ),
  bad(
    "Permission",
    "a device that is no address",
    { permissionType: "device", seccode: "0A0101" },
    "seccode: ",
    "0A0101",
  ),
  bad(
    "Permission",
    "an interface without index",
    { permissionType: "interface", seccode: "0A010101" },
    "seccode: ",
    "index",
  ),
  bad("Permission", "adoptIfEqual for a kind that cannot be read", { onExisting: "adoptIfEqual" }, "onExisting: "),

  bad("ReplicatorProfile", "port 0", { listeningPort: 0 }, "listeningPort: ", "65535"),
  bad("ReplicatorProfile", "port 65536", { sendingPort: 65536 }, "sendingPort: ", "65535"),
  bad("ReplicatorProfile", "a port with a fraction", { sendingPort: 1.5 }, "sendingPort: ", "whole"),
  bad("ReplicatorProfile", "a port as text", { listeningPort: "2055 " }, "listeningPort: must be a number"),
  bad("ReplicatorProfile", "the name ..", { name: ".." }, "name: ", '".."'),
  bad("ReplicatorProfile", "the name .", { name: "." }, "name: ", '"."'),
  bad("ReplicatorProfile", "a name with a slash", { name: "a/b" }, "name: ", '"/"'),
  bad("ReplicatorProfile", "a name with a backslash", { name: "a\\b" }, "name: ", '"\\"'),
  bad("ReplicatorProfile", "a name that is not ASCII", { name: "K\u00f6ln" }, "name: ", "ASCII"),
  bad(
    "ReplicatorProfile",
    "a description that is not ASCII",
    { description: "K\u00f6ln" },
    "description: ",
    "URI-compatible ASCII",
  ),
  bad("ReplicatorProfile", "a description with a slash", { description: "a/b" }, "description: ", '"/"'),
  bad("ReplicatorProfile", "an empty description", { description: "" }, "description: must not be empty"),
  bad("ReplicatorProfile", "a switch as text", { enabled: "yes" }, "enabled: must be a boolean"),

  bad("Collector", "an empty list of profiles", { profiles: [] }, "profiles: needs at least one profile"),
  bad("Collector", "a threshold of -1", { threshold: -1 }, "threshold: "),
  bad("Collector", "a threshold with a fraction", { threshold: 1.5 }, "threshold: "),
  bad("Collector", "a threshold that is not exact", { threshold: 2 ** 53 }, "threshold: "),
  bad("Collector", "an address with a port", { address: "10.0.0.1:2055" }, "address: ", "10.0.0.1:2055"),
  bad("Collector", "a profile with a slash", { profiles: ["edge", "a/b"] }, "profiles[1]: ", '"/"'),

  bad("Policy", "host bits, with the network that was meant", { cidr: "10.0.0.1/8" }, "cidr: ", "10.0.0.0/8"),
  bad("Policy", "a kind that does not exist", { kind: "allow" }, "kind: ", '"include"', '"exclude"'),
  bad("Policy", "a site without a name", { site: "" }, "site: must not be empty"),
];
