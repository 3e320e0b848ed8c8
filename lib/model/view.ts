import type { z } from "zod";
import { cidr } from "../../provider/values/addresses";
import { listOf } from "../../provider/values/inputs";
import { rule, type CanonicalRule } from "../../provider/values/rule";
import type { Step, Steps } from "./path";

/** An IP group anywhere in the tree. */
export interface GroupView {
  readonly name: string;
  readonly steps: Steps;
  readonly rules: readonly RuleView[];
  /** Its child groups, declared or mentioned. */
  readonly children: readonly Reference[];
}

export interface RuleView {
  readonly rule: CanonicalRule;
  readonly steps: Steps;
}

/** A name that refers to another thing. */
export interface Reference {
  readonly name: string;
  readonly steps: Steps;
}

export interface ProfileView {
  readonly name: string;
  readonly steps: Steps;
  readonly listeningPort: number | undefined;
  readonly policies: readonly PolicyView[];
}

export interface PolicyView {
  readonly cidr: string;
  readonly kind: unknown;
  readonly steps: Steps;
}

/** A collector or exporter. */
export interface MemberView {
  readonly kind: "collector" | "exporter";
  readonly address: string;
  readonly steps: Steps;
  readonly profiles: readonly Reference[];
  readonly hasDescription: boolean;
}

/** The part of a model that the checks across it use: everything that is valid, regardless of other mistakes. */
export interface ModelView {
  readonly groups: readonly GroupView[];
  readonly users: readonly Reference[];
  readonly userGroups: readonly Reference[];
  /** References to users and user groups, in the model or on the gateway. */
  readonly userReferences: readonly Reference[];
  readonly userGroupReferences: readonly Reference[];
  readonly profiles: readonly ProfileView[];
  readonly members: readonly MemberView[];
}

type Fields = Readonly<Record<string, unknown>>;

interface Item {
  readonly fields: Fields;
  readonly steps: Steps;
}

/** The view of a model's plain data, which need not be valid. */
export function viewOf(model: unknown): ModelView {
  const root = fieldsOf(model);
  const [users, userGroups] = [named(root, "users", "name"), named(root, "userGroups", "name")];
  const memberships = listOf(root["memberships"]).map((item, index) => ({
    fields: fieldsOf(item),
    steps: ["memberships", index],
  }));
  return {
    groups: groupsOf(root, "ipGroups", []),
    users: users.map(nameOf),
    userGroups: userGroups.map(nameOf),
    userReferences: [
      ...userGroups.flatMap((group) => references(group, "members")),
      ...memberships.flatMap((one) => reference(one, "user")),
    ],
    userGroupReferences: [
      ...users.flatMap((user) => references(user, "userGroups")),
      ...memberships.flatMap((one) => reference(one, "userGroup")),
    ],
    profiles: named(root, "profiles", "name").map(profileOf),
    members: [
      ...named(root, "collectors", "address").map(memberOf("collector")),
      ...named(root, "exporters", "address").map(memberOf("exporter")),
    ],
  };
}

/** The groups of a list and all groups below them. */
function groupsOf(fields: Fields, key: string, around: Steps): GroupView[] {
  return named(fields, key, "name", around).flatMap(({ fields: group, steps }) => {
    const rules = listOf(group["rules"]).flatMap((item, index) => {
      const read = parsed(rule, item);
      return read === undefined ? [] : [{ rule: read, steps: [...steps, "rules", index] }];
    });
    const children = listOf(group["children"]).flatMap((child): Reference[] => {
      const name = typeof child === "string" ? child : textOf(fieldsOf(child)["name"]);
      return name === undefined ? [] : [{ name, steps: [...steps, "children", name] }];
    });
    const view = { name: textOf(group["name"]) ?? "", steps, rules, children };
    return [view, ...groupsOf(group, "children", steps)];
  });
}

function profileOf({ fields, steps }: Item): ProfileView {
  const { listeningPort } = fields;
  const policies = named(fields, "policies", "cidr", steps).flatMap(({ fields: policy, steps: path }) => {
    const network = parsed(cidr, policy["cidr"]);
    return network === undefined ? [] : [{ cidr: network, kind: policy["kind"], steps: path }];
  });
  const port = typeof listeningPort === "number" ? listeningPort : undefined;
  return { name: textOf(fields["name"]) ?? "", steps, listeningPort: port, policies };
}

function memberOf(kind: MemberView["kind"]) {
  return ({ fields, steps }: Item): MemberView => ({
    kind,
    address: textOf(fields["address"]) ?? "",
    steps,
    profiles: references({ fields, steps }, "profiles"),
    hasDescription: fields["description"] !== undefined,
  });
}

/** The things in a list of named things, each with its path. Names without a declaration are left out. */
function named(fields: Fields, key: string, nameKey: string, around: Steps = []): Item[] {
  return listOf(fields[key]).flatMap((item): Item[] => {
    const thing = fieldsOf(item);
    const name = textOf(thing[nameKey]);
    return name === undefined ? [] : [{ fields: thing, steps: [...around, key, name] }];
  });
}

function nameOf({ fields, steps }: Item): Reference {
  return { name: textOf(fields["name"]) ?? "", steps };
}

/** The names in a list. */
function references({ fields, steps }: Item, key: string): Reference[] {
  return listOf(fields[key]).flatMap((name, index) => meant(name, [...steps, key, index]));
}

/** The name in a field. */
function reference({ fields, steps }: Item, key: string): Reference[] {
  return meant(fields[key], [...steps, key]);
}

function meant(name: unknown, steps: readonly Step[]): Reference[] {
  return typeof name === "string" ? [{ name, steps }] : [];
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  const result = schema.safeParse(value);
  return result.success ? result.data : undefined;
}
