import { accountNameOf, idByName } from "./numbers";
import { seccodeText } from "./seccode";

/** Refers to an object by a name or by its number: one object has several spellings. */
export type Reference = { readonly user: string } | { readonly userGroup: string } | { readonly profile: string };

/** A part of the identity of a thing. */
export type Part = string | Reference;

/** Something on an appliance that a resource holds, and that a deletion must not take from another resource. */
export interface Thing {
  readonly what: string;
  readonly parts: readonly Part[];
  /** How messages name it. */
  readonly title: string;
  /** The thing that contains it: a resource that holds the container holds this too. */
  readonly within?: Thing;
  /** The name of the thing, if others refer to it by name. */
  readonly name?: string | undefined;
  /** The appliance assigned its number, and assigns another one if it is created again. */
  readonly isNumbered?: true;
  /** The ports of a profile, which identify it if an appliance spells its name differently. */
  readonly ports?: readonly [listening: number, sending: number] | undefined;
  /** Its description, which an appliance may show escaped. */
  readonly description?: string | undefined;
  /** It existed before the resource was created, and does not belong to it. */
  readonly existed?: boolean | undefined;
}

export function ipGroup(id: string | number): Thing {
  return { what: "IP group", parts: [String(id)], title: `IP group ${String(id)}`, isNumbered: true };
}

export function ipGroupRule(groupId: string | number, ruleId: number): Thing {
  const within = ipGroup(groupId);
  const title = `rule ${String(ruleId)} of ${within.title}`;
  return { what: "rule", parts: [String(groupId), String(ruleId)], title, within, isNumbered: true };
}

/** A user by its id or `name:<name>`, and its name if that is known too. */
export function user(reference: string, name?: string): Thing {
  return { what: "user", parts: [{ user: reference }], title: `user ${wordOf(reference)}`, name, isNumbered: true };
}

/** A user group by its id or `name:<name>`, and its name if that is known too. */
export function userGroup(reference: string, name?: string): Thing {
  const title = `user group ${wordOf(reference)}`;
  return { what: "user group", parts: [{ userGroup: reference }], title, name, isNumbered: true };
}

export interface MembershipThing extends Thing {
  readonly what: "membership";
  readonly member: string;
  readonly group: string;
}

export function membership(member: string, group: string, existed?: boolean): MembershipThing {
  const title = `membership of user ${wordOf(member)} in user group ${wordOf(group)}`;
  return { what: "membership", parts: [{ user: member }, { userGroup: group }], title, member, group, existed };
}

export interface PermissionThing extends Thing {
  readonly what: "permission";
  readonly group: string;
  readonly permissionType: string;
  readonly seccode: string;
}

export function permission(group: string, permissionType: string, seccode: string, existed?: boolean): PermissionThing {
  const code = seccodeText(permissionType, seccode);
  const title = `${permissionType} permission ${code} of user group ${wordOf(group)}`;
  const parts = [{ userGroup: group }, permissionType, seccode];
  return { what: "permission", parts, title, group, permissionType, seccode, existed };
}

export function profile(name: string, { ports, description }: Pick<Thing, "ports" | "description"> = {}): Thing {
  return { what: "profile", parts: [{ profile: name }], title: `profile "${name}"`, name, ports, description };
}

/** A collector or exporter in one profile. */
export function member(entity: "collector" | "exporter", address: string, profileName: string): Thing {
  const title = `${entity} ${address} in profile "${profileName}"`;
  return { what: entity, parts: [address, { profile: profileName }], title };
}

export function policy(kind: string, cidr: string, profileName: string): Thing {
  const title = `policy ${kind} ${cidr} of profile "${profileName}"`;
  return { what: "policy", parts: [kind, cidr, { profile: profileName }], title };
}

export function threshold(address: string): Thing {
  return { what: "threshold", parts: [address], title: `threshold of ${address}` };
}

export function note(address: string, description?: string): Thing {
  return { what: "note", parts: [address], title: `description of ${address}`, description };
}

export function setting(name: string): Thing {
  return { what: "setting", parts: [name], title: `setting ${name}` };
}

/** A user or user group in a sentence: its name in quotes, or its number. */
function wordOf(reference: string): string {
  const name = accountNameOf(reference);
  return name === undefined ? reference : `"${name}"`;
}

/** A text that identifies a thing in the way it is spelled. */
export function spelled({ what, parts }: Thing): string {
  return JSON.stringify([what, parts]);
}

/** Whether one of two things has a number and the other one a name in the same part. */
export function isSpelledOtherwise(one: Thing, other: Thing): boolean {
  return one.parts.some((part, index) => isByName(part) !== isByName(other.parts[index]));
}

/** Whether a part refers to a user or user group by its name. */
export function isByName(part: Part | undefined): boolean {
  return typeof part === "object" && wordIn(part).startsWith("name:");
}

/** The kind of object that a reference means. */
export function kindOf(reference: Reference): "profile" | "user" | "userGroup" {
  if ("profile" in reference) return "profile";
  return "user" in reference ? "user" : "userGroup";
}

/** The name or number in a reference, as it is written: a name of a user or user group is `name:<name>`. */
export function wordIn(reference: Reference): string {
  if ("profile" in reference) return reference.profile;
  return "user" in reference ? reference.user : reference.userGroup;
}

/** The name with which a reference means an object; undefined for a number. */
export function nameIn(reference: Reference): string | undefined {
  return "profile" in reference ? reference.profile : accountNameOf(wordIn(reference));
}

/** A reference to an object of the same kind, by this name. */
export function named(reference: Reference, name: string): Reference {
  if ("profile" in reference) return { profile: name };
  return "user" in reference ? { user: idByName(name) } : { userGroup: idByName(name) };
}

/** Whether a part refers to a user or user group. */
export function isAccount(part: Part): boolean {
  return typeof part !== "string" && !("profile" in part);
}

/** Whether two parts refer to objects of the same kind. */
export function isSameKind(part: Reference, other: Part | undefined): boolean {
  return typeof other === "object" && kindOf(part) === kindOf(other);
}
