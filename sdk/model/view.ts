import type { z } from "zod";
import { cidr } from "../../provider/values/addresses";
import { listOf } from "../../provider/values/inputs";
import { rule, type CanonicalRule } from "../../provider/values/rule";
import type { Step, Steps } from "./problem";

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

/** An object of a model or of a program, with its place. Its inputs need not be valid. */
export interface PlacedObject {
  readonly kind: string;
  readonly inputs: Fields;
  readonly steps: Steps;
  /** Number of an IP group, by which the child rules of others mean it. */
  readonly id?: string | undefined;
  /** The path of one of its rules. */
  readonly stepsOfRule?: (index: number) => Steps;
}

/** The view of the objects of one site. */
export function viewOf(objects: readonly PlacedObject[]): ModelView {
  const of = (kind: string): PlacedObject[] => objects.filter((one) => one.kind === kind);
  const [users, userGroups, memberships] = [of("User"), of("UserGroup"), of("Membership")];
  const names = new Map(
    of("IpGroup").flatMap(({ id, inputs }) => (id === undefined ? [] : [[id, nameIn(inputs)] as const])),
  );
  return {
    groups: of("IpGroup").map((one) => groupOf(one, names)),
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
    profiles: of("ReplicatorProfile").map((one) => profileOf(one, of("Policy"))),
    members: [...of("Collector").map(memberOf("collector")), ...of("Exporter").map(memberOf("exporter"))],
  };
}

/** A child rule of a model names its group; another one has its number. */
function groupOf({ inputs, steps, stepsOfRule }: PlacedObject, names: ReadonlyMap<string, string>): GroupView {
  const placed = listOf(inputs["rules"]).map((item, index) => ({ item, steps: stepsOfRule?.(index) ?? [] }));
  return {
    name: nameIn(inputs),
    steps,
    rules: placed.flatMap(({ item, steps: path }) => {
      const read = parsed(rule, item);
      return read === undefined ? [] : [{ rule: read, steps: path }];
    }),
    children: placed.flatMap(({ item, steps: path }) => {
      const { child, groupId } = fieldsOf(item);
      const name = textOf(child) ?? names.get(String(groupId));
      return name === undefined ? [] : [{ name, steps: path }];
    }),
  };
}

function profileOf({ inputs, steps }: PlacedObject, policies: readonly PlacedObject[]): ProfileView {
  const { listeningPort } = inputs;
  const name = nameIn(inputs);
  return {
    name,
    steps,
    listeningPort: typeof listeningPort === "number" ? listeningPort : undefined,
    policies: policies.flatMap(({ inputs: policy, steps: path }) => {
      const network = policy["profile"] === name ? parsed(cidr, policy["cidr"]) : undefined;
      return network === undefined ? [] : [{ cidr: network, kind: policy["kind"], steps: path }];
    }),
  };
}

function memberOf(kind: MemberView["kind"]) {
  return (one: PlacedObject): MemberView => ({
    kind,
    address: textOf(one.inputs["address"]) ?? "",
    steps: one.steps,
    profiles: references(one, "profiles"),
    hasDescription: one.inputs["description"] !== undefined,
  });
}

/** The objects of a model's plain data, which need not be valid. */
export function objectsOf(model: unknown): PlacedObject[] {
  const root = fieldsOf(model);
  return [
    ...groupsIn(root, "ipGroups", []),
    ...named("UserGroup", root, "userGroups", "name"),
    ...named("User", root, "users", "name").map((one) => ({
      ...one,
      inputs: one.inputs,
    })),
    ...listOf(root["memberships"]).map((item, index) => ({
      ...{ kind: "Membership", steps: ["memberships", index] },
      inputs: fieldsOf(item),
    })),
    ...named("ReplicatorProfile", root, "profiles", "name").flatMap(
      ({ inputs: { policies, ...inputs }, ...profile }) => [
        { ...profile, inputs },
        ...named("Policy", { policies }, "policies", "cidr", profile.steps).map((policy) => ({
          ...policy,
          inputs: { ...policy.inputs, profile: inputs["name"] },
        })),
      ],
    ),
    ...named("Collector", root, "collectors", "address"),
    ...named("Exporter", root, "exporters", "address"),
    ...named("Setting", root, "settings", "name"),
  ];
}

/** The groups of a list and all groups below them. A child is a rule that names its group. */
function groupsIn(fields: Fields, key: string, around: Steps): PlacedObject[] {
  return named("IpGroup", fields, key, "name", around).flatMap(({ inputs, steps, ...one }) => {
    const { children: below, rules: given, ...group } = inputs;
    const rules = listOf(given);
    const children = listOf(below).flatMap((child) => textOf(child) ?? textOf(fieldsOf(child)["name"]) ?? []);
    const childRules = children.map((child) => ({ type: "child", groupId: child, child }));
    const stepsOfRule = (index: number): Steps =>
      index < rules.length ? [...steps, "rules", index] : [...steps, "children", children[index - rules.length] ?? ""];
    const own = { ...one, steps, stepsOfRule, inputs: { ...group, rules: [...rules, ...childRules] } };
    return [own, ...groupsIn(inputs, "children", steps)];
  });
}

/** The things in a list of named things, each with its path. Names without a declaration are left out. */
function named(kind: string, fields: Fields, key: string, nameKey: string, around: Steps = []): PlacedObject[] {
  return listOf(fields[key]).flatMap((item): PlacedObject[] => {
    const inputs = fieldsOf(item);
    const name = textOf(inputs[nameKey]);
    return name === undefined ? [] : [{ kind, inputs, steps: [...around, key, name] }];
  });
}

function nameIn(inputs: Fields): string {
  return textOf(inputs["name"]) ?? "";
}

function nameOf({ inputs, steps }: PlacedObject): Reference {
  return { name: nameIn(inputs), steps };
}

/** The names in a list. */
function references({ inputs, steps }: PlacedObject, key: string): Reference[] {
  return listOf(inputs[key]).flatMap((name, index) => meant(name, [...steps, key, index]));
}

/** The name in a field. */
function reference({ inputs, steps }: PlacedObject, key: string): Reference[] {
  return meant(inputs[key], [...steps, key]);
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
