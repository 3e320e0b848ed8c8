import { groupMembers, targetOf } from "../../provider/values/groups/member";
import { differencesOfGroups } from "../../provider/values/groups/differences";
import { rule, type CanonicalRule } from "../../provider/values/rule";
import type { Values } from "../../provider/values/inputs";
import { byText } from "../summary/findings";
import { signOf } from "../summary/words";
import { textOf, isUnknown } from "../../provider/values/value-text";
import { unmarked, type Item, type Mark } from "./item";

/** An IP group, as a drawing shows it. */
export interface GroupPart extends Mark {
  readonly key: string;
  readonly name: string;
  /** Its rules, without child rules. */
  readonly rules: readonly CanonicalRule[];
  /** Whether some of its rules are unknown. */
  readonly isPartial: boolean;
  /** Keys of its child groups. */
  readonly children: readonly string[];
}

export interface ProfilePart extends Mark {
  readonly name: string;
  readonly ports: string;
  readonly isEnabled: boolean;
  readonly isSingular: boolean;
}

/** A collector or exporter. */
export interface MemberPart extends Mark {
  readonly kind: "Collector" | "Exporter";
  readonly address: string;
  readonly profiles: readonly string[];
  /** Threshold in packets per second, from which on the replicator warns. */
  readonly threshold?: string;
}

export interface PolicyPart extends Mark {
  readonly kind: "include" | "exclude";
  readonly cidr: string;
  readonly profile: string;
}

/** Subject of one diagram: the objects of one place. */
export interface Subject {
  readonly place: string;
  readonly groups: readonly GroupPart[];
  readonly profiles: readonly ProfilePart[];
  readonly members: readonly MemberPart[];
  readonly policies: readonly PolicyPart[];
}

/** The objects of each place, in an order that does not depend on the source. */
export function subjectsOf(items: readonly Item[]): Subject[] {
  const places = new Map<string, Item[]>();
  for (const item of items) places.set(item.place, [...(places.get(item.place) ?? []), item]);
  return [...places].sort(([one], [other]) => byText(one, other)).map(([place, own]) => subjectOf(place, own));
}

function subjectOf(place: string, items: readonly Item[]): Subject {
  const ofKind = (kind: string): Item[] => items.filter((item) => item.kind === kind);
  const renamed = new Map(
    ofKind("ReplicatorProfile").flatMap(({ label, before }) =>
      typeof before?.["name"] === "string" ? [[before["name"], label] as const] : [],
    ),
  );
  const today = (name: unknown): string => renamed.get(textOf(name)) ?? textOf(name);
  return {
    place,
    groups: groupsIn(items).sort((one, other) => byText(one.name, other.name)),
    profiles: ofKind("ReplicatorProfile").map(profileOf).sort(byName),
    members: [...ofKind("Collector"), ...ofKind("Exporter")]
      .map((item) => memberOf(item, today))
      .sort((one, other) => byText(one.address, other.address)),
    policies: ofKind("Policy")
      .map((item) => policyOf(item, today))
      .sort((one, other) => byText(one.cidr, other.cidr)),
  };
}

const byName = (one: { name: string }, other: { name: string }): number => byText(one.name, other.name);

const markOf = ({ action, sign, changes }: Mark): Mark =>
  action === undefined ? { sign, changes } : { action, sign, changes };

function profileOf({ label, values, ...mark }: Item): ProfilePart {
  return {
    ...markOf(mark),
    name: label,
    ports: `UDP ${textOf(values["listeningPort"])} → ${textOf(values["sendingPort"])}`,
    isEnabled: values["enabled"] !== false,
    isSingular: values["singularity"] === true,
  };
}

function memberOf({ kind, values, ...mark }: Item, today: (name: unknown) => string): MemberPart {
  const { threshold } = values;
  return {
    ...markOf(mark),
    kind: kind as MemberPart["kind"],
    address: textOf(values["address"]),
    profiles: [...new Set(listOf(values["profiles"]).map(today))].sort(byText),
    ...(threshold === undefined || threshold === 0 ? {} : { threshold: textOf(threshold) }),
  };
}

function policyOf({ values, ...mark }: Item, today: (name: unknown) => string): PolicyPart {
  const kind = values["kind"] === "exclude" ? "exclude" : "include";
  return { ...markOf(mark), kind, cidr: textOf(values["cidr"]), profile: today(values["profile"]) };
}

/** The groups of a place, each with the keys of its child groups. */
function groupsIn(items: readonly Item[]): GroupPart[] {
  const all = items.flatMap((item) =>
    item.kind === "IpGroups" ? groupsOfOne(item) : item.kind === "IpGroup" ? [item] : [],
  );
  const byId = new Map(all.flatMap(({ groupId, key }) => (groupId === undefined ? [] : [[groupId, key] as const])));
  const named = new Map(all.map(({ label, key }) => [label, key] as const));
  const keys = new Set(all.map(({ key }) => key));
  const nameOf = new Map(all.map(({ key, label }) => [key, label] as const));
  return all.map((item) => {
    const { key, label, values, childNames = [], refersTo = [], isPartial = false, ...mark } = item;
    const given = listOf(values["rules"]);
    const parsed = given.map((one) => rule.safeParse(one)).flatMap(({ data }) => data ?? []);
    const ids = parsed.flatMap((one) => (one.type === "child" ? [one.groupId] : []));
    // Before an up, a reference to a new group is an unknown number.
    const unknown = given.some(isUnknown) ? refersTo.filter((one) => keys.has(one)) : [];
    const below = [...ids.map((id) => byId.get(id)), ...childNames.map((name) => named.get(name)), ...unknown];
    return {
      ...markOf(mark),
      key,
      name: label,
      rules: parsed.filter(({ type }) => type !== "child"),
      isPartial,
      children: [...new Set(below.flatMap((one) => (one === undefined || one === key ? [] : [one])))].sort(
        (one, other) => byText(nameOf.get(one) ?? "", nameOf.get(other) ?? ""),
      ),
    };
  });
}

/** The groups that a single resource declares, each with its change. */
function groupsOfOne(item: Item): Item[] {
  const after = item.action === "delete" ? {} : (item.values["groups"] ?? {});
  const before =
    item.action === "create"
      ? {}
      : (item.before?.["groups"] ?? (item.action === "delete" ? item.values["groups"] : after));
  const differences = new Map(differencesOfGroups(before, after)?.map((one) => [one.group, one]));
  const held = { ...membersOf(before), ...membersOf(after) };
  return Object.entries(held).flatMap(([name, member]): Item[] => {
    const difference = differences.get(name);
    // A renamed group is drawn under its new name.
    if (difference === undefined && !Object.hasOwn(membersOf(after), name)) return [];
    const action = difference?.change;
    const changes =
      action !== "update"
        ? []
        : [
            ...(difference?.formerName === undefined ? [] : [`- name ${difference.formerName}`]),
            ...[...(difference?.rules.removed ?? [])].map((one) => `- ${textOf(one)}`),
            ...[...(difference?.rules.added ?? [])].map((one) => `+ ${textOf(one)}`),
            ...[...(difference?.children.removed ?? [])].map((one) => `- child ${textOf(one)}`),
            ...[...(difference?.children.added ?? [])].map((one) => `+ child ${textOf(one)}`),
          ];
    const mark = action === undefined ? unmarked : { action, sign: `${signOf({ action })} `, changes };
    const targets = member.children.map((child) => targetOf(child, held));
    const names = targets.flatMap((target) => (target !== undefined && "name" in target ? [target.name] : []));
    const ids = targets.flatMap((target) => (target !== undefined && "id" in target ? [target.id] : []));
    const rules = [...member.rules, ...ids.map((groupId) => ({ type: "child", groupId }))];
    const groupId = idIn(item, name);
    return [
      {
        ...mark,
        key: `${item.key} ${name}`,
        place: item.place,
        kind: "IpGroup",
        label: name,
        values: { name, rules },
        childNames: names,
        ...(groupId === undefined ? {} : { groupId }),
      },
    ];
  });
}

function idIn({ values, before }: Item, name: string): string | undefined {
  const ids = (values["groupIds"] ?? before?.["groupIds"] ?? {}) as Values;
  const id = ids[name];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

function membersOf(
  groups: unknown,
): Record<string, { rules: readonly CanonicalRule[]; children: readonly (string | number)[] }> {
  const parsed = groupMembers.safeParse(groups);
  return parsed.success ? parsed.data : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
