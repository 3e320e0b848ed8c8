import { boxesOf, networkBox, overlapOf, sizeOf, type Box } from "../model/boxes";
import { rule as ruleSchema, ruleText, type CanonicalRule } from "../../provider/values/rule";
import { listOf, type Values } from "../../provider/values/inputs";
import { anyCidr, isAddress, splitCidr } from "../../provider/values/addresses";
import { present } from "../../provider/values/collections";
import { textOf } from "../../provider/values/value-text";

/** An object as a trace needs it. */
export interface TracedObject {
  readonly kind: string;
  readonly label: string;
  readonly values: Values;
  /** Number of an IP group, if it is known. */
  readonly groupId?: string | undefined;
  /** Its values before a change. */
  readonly before?: Values;
}

/** An IP group that has the address: by a rule of its own, or because a group below it has the address. */
export interface GroupOfAddress {
  readonly name: string;
  /** Its name before a change, if that was another one. */
  readonly formerName?: string;
  /** The smallest rule that covers the address; undefined if only a group below does. */
  readonly rule?: string;
  /** Number of addresses of that rule, or of the one of the group below. */
  readonly size: number;
}

/** A profile that takes the flows of the address. */
export interface ProfileOfAddress {
  readonly profile: string;
  /** Its name before a change, if that was another one. */
  readonly formerName?: string;
  /** What takes them: the exporter itself, or an include. */
  readonly by: string;
  /** An exclude that covers the address too. The API does not say whether the include or the exclude counts. */
  readonly openBecauseOf?: string;
  readonly enabled: boolean;
  readonly collectors: readonly string[];
}

/** What happens to an address. */
export interface Trace {
  readonly groups: readonly GroupOfAddress[];
  readonly profiles: readonly ProfileOfAddress[];
}

/** A traced object, and how it was before a change. Without one, it is the same before and after. */
export interface ChangedObject extends TracedObject {
  readonly exists?: "before" | "after";
}

/** Traces addresses before and after the changes of some objects. */
export function tracersOf(objects: readonly ChangedObject[]): { readonly before: Tracer; readonly after: Tracer } {
  const before = objects.flatMap((one) =>
    one.exists === "after" ? [] : [{ ...one, values: one.before ?? one.values }],
  );
  return { before: new Tracer(before), after: new Tracer(objects.filter(({ exists }) => exists !== "before")) };
}

/** Finds for addresses what the objects of a site do with them. Sends nothing. */
export class Tracer {
  readonly #groups: readonly TracedGroup[];
  readonly #profiles: ReadonlyMap<string, { readonly enabled: boolean; readonly formerName?: string }>;

  constructor(private readonly objects: readonly TracedObject[]) {
    this.#groups = groupsWithRules(objects).map(groupOf);
    const declared = this.#ofKind("ReplicatorProfile").map(
      (one) => [nameOf(one), { enabled: one.values["enabled"] !== false, ...formerOf(one) }] as const,
    );
    this.#profiles = new Map(declared);
  }

  trace(address: string): Trace {
    return { groups: this.#groupsOf(networkBox(`${address}/32`)), profiles: this.profilesOf(address) };
  }

  /** The profiles that take the flows of an address, with their collectors. */
  profilesOf(address: string): ProfileOfAddress[] {
    const host = networkBox(`${address}/32`);
    const exporters = this.#ofKind("Exporter").filter(({ values }) => values["address"] === address);
    const listed = new Set(exporters.flatMap(({ values }) => namesIn(values["profiles"])));
    const policies = this.#ofKind("Policy").filter(({ values }) => isIn(host, String(values["cidr"])));
    const names = new Set([
      ...this.#profiles.keys(),
      ...listed,
      ...policies.map(({ values }) => String(values["profile"])),
    ]);
    return [...names].sort().flatMap((profile): ProfileOfAddress[] => {
      const closest = (kind: string): string | undefined =>
        policies
          .filter(({ values }) => values["profile"] === profile && values["kind"] === kind)
          .map(({ values }) => String(values["cidr"]))
          .sort((one, other) => splitCidr(other).prefix - splitCidr(one).prefix)[0];
      const [include, exclude] = [closest("include"), closest("exclude")];
      const by = listed.has(profile) ? `exporter ${address}` : include === undefined ? undefined : `include ${include}`;
      if (by === undefined) return [];
      const isOpen = !listed.has(profile) && exclude !== undefined;
      return [
        {
          profile,
          ...present({ formerName: this.#profiles.get(profile)?.formerName }),
          by,
          ...(isOpen ? { openBecauseOf: `exclude ${exclude}` } : {}),
          enabled: this.#profiles.get(profile)?.enabled ?? true,
          collectors: this.collectorsOf(profile),
        },
      ];
    });
  }

  collectorsOf(profile: string): string[] {
    const members = this.#ofKind("Collector").filter(({ values }) => namesIn(values["profiles"]).includes(profile));
    return members.map(({ values }) => String(values["address"])).sort();
  }

  /** Addresses of the exporters. */
  get exporters(): string[] {
    return this.#ofKind("Exporter").flatMap(({ values: { address } }) =>
      isAddress(String(address)) ? [String(address)] : [],
    );
  }

  /** The networks whose flows some profile sends to a collector. */
  get replicatedNetworks(): string[] {
    const sending = this.#ofKind("Policy").filter(({ values: { kind, profile } }) => {
      const name = String(profile);
      const isEnabled = this.#profiles.get(name)?.enabled ?? true;
      return kind === "include" && isEnabled && this.collectorsOf(name).length > 0;
    });
    return [...new Set(sending.map(({ values }) => String(values["cidr"])))].filter(isNetwork);
  }

  /** The smallest rule first; a group that has the address through another one comes after it. */
  #groupsOf(host: Box): GroupOfAddress[] {
    const found = new Map<TracedGroup, GroupOfAddress>();
    for (const group of this.#groups) {
      const own = group.rules.filter(({ boxes }) => boxes.some((box) => overlapOf(box, host) !== undefined));
      const [smallest] = own.sort((one, other) => one.size - other.size);
      if (smallest !== undefined) found.set(group, { ...group.names, rule: smallest.text, size: smallest.size });
    }
    const byId = new Map(this.#groups.flatMap((group) => (group.id === undefined ? [] : [[group.id, group] as const])));
    const parents = new Map<TracedGroup, TracedGroup[]>();
    for (const group of this.#groups) {
      for (const id of group.children) {
        const child = byId.get(id);
        if (child !== undefined) parents.set(child, [...(parents.get(child) ?? []), group]);
      }
    }
    // A Map iterates over entries that are added meanwhile and keeps each group once, so cycles end.
    for (const [group, { size }] of found) {
      for (const parent of parents.get(group) ?? []) {
        if (!found.has(parent)) found.set(parent, { ...parent.names, size });
      }
    }
    return [...found.values()].sort(
      (one, other) => one.size - other.size || Number(one.rule === undefined) - Number(other.rule === undefined),
    );
  }

  #ofKind(kind: string): TracedObject[] {
    return this.objects.filter((one) => one.kind === kind);
  }
}

interface TracedGroup {
  readonly names: Pick<GroupOfAddress, "name" | "formerName">;
  readonly id: string | undefined;
  readonly rules: readonly { readonly text: string; readonly boxes: readonly Box[]; readonly size: number }[];
  /** Numbers of its child groups. */
  readonly children: readonly string[];
}

/** The name that an object has on the appliance, or had before its change. */
function nameOf({ label, values }: TracedObject): string {
  return typeof values["name"] === "string" ? values["name"] : label;
}

/** The name of an object before its change, if that was another one. */
function formerOf({ label, values, before }: TracedObject): { formerName?: string } {
  const former = nameOf({ kind: "", label, values: before ?? values });
  return former === nameOf({ kind: "", label, values }) ? {} : { formerName: former };
}

function groupOf({ group, name, id, rules: given }: GroupRules<TracedObject>): TracedGroup {
  const rules = given.flatMap((one): CanonicalRule[] => {
    const parsed = ruleSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    names: group === undefined ? { name } : { name: nameOf(group), ...formerOf(group) },
    id,
    rules: rules.flatMap((one) => {
      const boxes = boxesOf(one);
      return boxes.length === 0 ? [] : [{ text: ruleText(one), boxes, size: sizeOf(boxes) ?? 2 ** 32 }];
    }),
    children: rules.flatMap((one) => (one.type === "child" ? [one.groupId] : [])),
  };
}

function namesIn(value: unknown): string[] {
  return listOf(value).map(String);
}

/** Whether a text is a network. A preview or a state may hold anything. */
function isNetwork(text: string): boolean {
  return anyCidr.safeParse(text).success;
}

function isIn(host: Box, cidr: string): boolean {
  return isNetwork(cidr) && overlapOf(networkBox(cidr), host) !== undefined;
}

/** A group with all its rules. */
export interface GroupRules<T> {
  /** Undefined for a group that something else manages: then only its single rules are known. */
  readonly group: T | undefined;
  readonly name: string;
  /** Number of the group, if it is known. */
  readonly id: string | undefined;
  /** The `IpGroupRule`s of the group. */
  readonly single: readonly T[];
  /** Its own rules, and those of its `IpGroupRule`s. */
  readonly rules: readonly unknown[];
}

/** The IP groups among some objects, each with the rules that `IpGroupRule`s hold for it. */
export function groupsWithRules<T extends TracedObject>(objects: readonly T[]): GroupRules<T>[] {
  const groups = objects.filter(({ kind }) => kind === "IpGroup");
  const byId = new Map(groups.flatMap((one) => (one.groupId === undefined ? [] : [[one.groupId, one] as const])));
  const byName = new Map(groups.map((one) => [one.label, one] as const));
  const single = new Map<T | string, T[]>();
  for (const one of objects.filter(({ kind }) => kind === "IpGroupRule")) {
    const id = textOf(one.values["groupId"]);
    const holder = byId.get(id) ?? byName.get(id) ?? id;
    single.set(holder, [...(single.get(holder) ?? []), one]);
  }
  const ruleOf = ({ values }: T): unknown => values["rule"];
  const own = groups.map((group): GroupRules<T> => {
    const rules = single.get(group) ?? [];
    const all = [...listOf(group.values["rules"]), ...rules.map(ruleOf)];
    return { group, name: group.label, id: group.groupId, single: rules, rules: all };
  });
  const foreign = [...single].flatMap(([holder, rules]): GroupRules<T>[] => {
    if (typeof holder !== "string") return [];
    const name = `${holder}, single rules`;
    return [{ group: undefined, name, id: holder, single: rules, rules: rules.map(ruleOf) }];
  });
  return [...own, ...foreign];
}
