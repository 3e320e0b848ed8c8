import { rule, type CanonicalRule } from "../../provider/values/rule";
import { listOf, type Values } from "../../provider/values/inputs";
import { isUnknown, textOf } from "../../provider/values/value-text";
import { byText } from "../../lib/site/order";
import { groupsWithRules } from "../../lib/site/trace";
import { markOf, unmarked, type Drawn, type Mark } from "./drawn";

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

/** Subject of one picture: the objects of one place. */
export interface Subject {
  readonly groups: readonly GroupPart[];
  readonly profiles: readonly ProfilePart[];
  readonly members: readonly MemberPart[];
  readonly policies: readonly PolicyPart[];
  /** Users, their groups and rights, and settings. */
  readonly others: readonly Drawn[];
}

/** The objects of one place, in an order that does not depend on the source. */
export function subjectOf(objects: readonly Drawn[]): Subject {
  const ofKind = (...kinds: readonly string[]): Drawn[] => objects.filter(({ kind }) => kinds.includes(kind));
  const profiles = ofKind("ReplicatorProfile");
  const renamed = new Map(
    profiles.flatMap(({ label, before }) =>
      typeof before?.["name"] === "string" ? [[before["name"], label] as const] : [],
    ),
  );
  const today = (name: unknown): string => renamed.get(textOf(name)) ?? textOf(name);
  return {
    groups: groupsIn(objects),
    profiles: profiles.map(profileOf).sort((one, other) => byText(one.name, other.name)),
    members: ofKind("Collector", "Exporter")
      .map((one) => memberOf(one, today))
      .sort((one, other) => byText(one.address, other.address)),
    policies: ofKind("Policy")
      .map((one) => policyOf(one, today))
      .sort((one, other) => byText(one.cidr, other.cidr)),
    others: ofKind("User", "UserGroup", "Membership", "Permission", "UserPreferences", "Setting").sort(
      (one, other) => byText(one.kind, other.kind) || byText(one.label, other.label),
    ),
  };
}

const markIn = ({ action, sign, changes }: Mark): Mark =>
  action === undefined ? { sign, changes } : { action, sign, changes };

function profileOf({ label, values, ...mark }: Drawn): ProfilePart {
  return {
    ...markIn(mark),
    name: label,
    ports: `UDP ${textOf(values["listeningPort"])} → ${textOf(values["sendingPort"])}`,
    isEnabled: values["enabled"] !== false,
    isSingular: values["singularity"] === true,
  };
}

function memberOf({ kind, values, before, ...mark }: Drawn, today: (name: unknown) => string): MemberPart {
  const { threshold } = values;
  const profiles = [...listOf(values["profiles"]), ...listOf(before?.["profiles"])];
  return {
    ...markIn(mark),
    kind: kind as MemberPart["kind"],
    address: textOf(values["address"]),
    profiles: [...new Set(profiles.map(today))].sort(byText),
    ...(threshold === undefined || threshold === 0 ? {} : { threshold: textOf(threshold) }),
  };
}

function policyOf({ values, ...mark }: Drawn, today: (name: unknown) => string): PolicyPart {
  const kind = values["kind"] === "exclude" ? "exclude" : "include";
  return { ...markIn(mark), kind, cidr: textOf(values["cidr"]), profile: today(values["profile"]) };
}

/** The groups of a place, each with the keys of its child groups, and with the rules that are managed one by one. */
function groupsIn(objects: readonly Drawn[]): GroupPart[] {
  const all = objects.filter(({ kind }) => kind === "IpGroup");
  const byId = new Map(all.flatMap(({ groupId, key }) => (groupId === undefined ? [] : [[groupId, key] as const])));
  const byName = new Map(all.map(({ label, key }) => [label, key] as const));
  const keys = new Set(all.map(({ key }) => key));
  const groups = groupsWithRules(objects).map(({ group, name, id, single, rules }): GroupPart => {
    // A group that something else manages is drawn by its number.
    const marked =
      group === undefined
        ? { ...(single[0] as Drawn), ...markWith(unmarked, single), key: `IpGroup ${String(id)}` }
        : { ...group, ...markWith(group, single) };
    // Before an up, a reference to a new group is an unknown number.
    const unknown = rules.some(isUnknown) ? (group?.refersTo ?? []).filter((one) => keys.has(one)) : [];
    const title = group === undefined ? `IP group ${name}` : name;
    return partOf(marked, title, rules, [...childrenOf(rules, byId, byName), ...unknown]);
  });
  const sorted = groups.sort((one, other) => byText(one.name, other.name));
  const rank = new Map(sorted.map(({ key }, at) => [key, at]));
  const rankOf = (key: string): number => rank.get(key) ?? 0;
  return sorted.map((one) => ({ ...one, children: one.children.toSorted((a, b) => rankOf(a) - rankOf(b)) }));
}

/** The mark of a group, with the changes of rules that are managed one by one. */
function markWith(group: Mark, rules: readonly Drawn[]): Mark {
  const changes = rules.flatMap(({ action, sign, values }) =>
    action === undefined ? [] : [`${sign}${textOf(values["rule"])}`],
  );
  if (changes.length === 0) return markIn(group);
  const mark = group.action === undefined ? markOf({ action: "update" }) : group;
  return { ...markIn(mark), changes: [...group.changes, ...changes] };
}

function partOf(
  { key, isPartial, ...mark }: Drawn,
  name: string,
  rules: readonly unknown[],
  children: readonly string[],
): GroupPart {
  const parsed = rules.flatMap((one) => rule.safeParse(one).data ?? []);
  return {
    ...markIn(mark),
    key,
    name,
    rules: parsed.filter(({ type }) => type !== "child"),
    isPartial: isPartial === true,
    children: [...new Set(children)].filter((child) => child !== key),
  };
}

/** The groups that child rules refer to, by their number or by another name. */
function childrenOf(
  rules: readonly unknown[],
  byId: ReadonlyMap<string, string>,
  byName: ReadonlyMap<string, string>,
): string[] {
  return rules.flatMap((one) => {
    const { type, groupId } = one as Values;
    const id = textOf(groupId);
    return type === "child" ? (byId.get(id) ?? byName.get(id) ?? []) : [];
  });
}
