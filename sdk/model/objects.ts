import { listOf } from "../../provider/values/inputs";
import type { Steps } from "./problem";

type Fields = Readonly<Record<string, unknown>>;

/** An object of a model, with its place. Its inputs need not be valid. */
export interface ModelObject {
  readonly kind: string;
  readonly inputs: Fields;
  readonly steps: Steps;
}

/** A name that refers to another object. */
export interface Reference {
  readonly name: string;
  readonly steps: Steps;
}

/** The objects of a model's plain data, which need not be valid. A child group is a rule with the name of the group. */
export function objectsOf(model: unknown): ModelObject[] {
  const root = fieldsOf(model);
  return [
    ...groupsIn(root, "ipGroups", []),
    ...named("UserGroup", root, "userGroups", "name"),
    ...named("User", root, "users", "name"),
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

/** The groups of a list and all groups below them. */
function groupsIn(fields: Fields, key: string, around: Steps): ModelObject[] {
  return named("IpGroup", fields, key, "name", around).flatMap(({ inputs, ...one }) => {
    const rules = [...listOf(inputs["rules"]), ...childrenIn(inputs).map((groupId) => ({ type: "child", groupId }))];
    return [{ ...one, inputs: { ...inputs, rules } }, ...groupsIn(inputs, "children", one.steps)];
  });
}

/** The names of the child groups of a group, declared or mentioned. */
function childrenIn({ children }: Fields): string[] {
  return listOf(children).flatMap((child) => textOf(child) ?? textOf(fieldsOf(child)["name"]) ?? []);
}

/** The child groups of a group. */
export function childrenOf({ inputs, steps }: ModelObject): Reference[] {
  return childrenIn(inputs).map((name) => ({ name, steps: [...steps, "children", name] }));
}

/** The names in an input, which holds one or a list. */
export function referencesIn({ inputs, steps }: ModelObject, key: string): Reference[] {
  const { [key]: value } = inputs;
  const isList = Array.isArray(value);
  return [value].flat().flatMap((name: unknown, index) => {
    return typeof name === "string" ? [{ name, steps: [...steps, key, ...(isList ? [index] : [])] }] : [];
  });
}

/** The things in a list of named things, each with its path. Names without a declaration are left out. */
function named(kind: string, fields: Fields, key: string, nameKey: string, around: Steps = []): ModelObject[] {
  return listOf(fields[key]).flatMap((item): ModelObject[] => {
    const inputs = fieldsOf(item);
    const name = textOf(inputs[nameKey]);
    return name === undefined ? [] : [{ kind, inputs, steps: [...around, key, name] }];
  });
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
