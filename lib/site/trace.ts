import { boxesOf, networkBox, overlapOf, sizeOf, type Box } from "../model/boxes";
import { rule as ruleSchema, ruleText, type CanonicalRule } from "../../provider/values/rule";
import { listOf, type Values } from "../../provider/values/inputs";
import { groupsWithRules, type GroupRules } from "./single-rules";
import { anyCidr, isAddress, splitCidr } from "../../provider/values/addresses";

/** An object as a trace needs it. */
export interface TracedObject {
  readonly kind: string;
  readonly label: string;
  readonly values: Values;
  /** Number of an IP group, if it is known. */
  readonly groupId?: string | undefined;
}

/** An IP group that has the address: by a rule of its own, or because a group below it has the address. */
export interface GroupOfAddress {
  readonly name: string;
  /** The smallest rule that covers the address; undefined if only a group below does. */
  readonly rule?: string;
  /** Number of addresses of that rule, or of the one of the group below. */
  readonly size: number;
}

/** A profile that takes the flows of the address. */
export interface ProfileOfAddress {
  readonly profile: string;
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

/** Finds for addresses what the objects of a site do with them. Sends nothing. */
export class Tracer {
  readonly #groups: readonly TracedGroup[];
  readonly #profiles: ReadonlyMap<string, { readonly enabled: boolean }>;

  constructor(private readonly objects: readonly TracedObject[]) {
    this.#groups = groupsWithRules(objects).map(groupOf);
    const declared = this.#ofKind("ReplicatorProfile").map(
      (one) => [nameOf(one), { enabled: one.values["enabled"] !== false }] as const,
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
      if (smallest !== undefined) found.set(group, { name: group.label, rule: smallest.text, size: smallest.size });
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
        if (!found.has(parent)) found.set(parent, { name: parent.label, size });
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
  readonly label: string;
  readonly id: string | undefined;
  readonly rules: readonly { readonly text: string; readonly boxes: readonly Box[]; readonly size: number }[];
  /** Numbers of its child groups. */
  readonly children: readonly string[];
}

/** The name that an object has on the appliance, or had before its change. */
function nameOf({ label, values }: TracedObject): string {
  return typeof values["name"] === "string" ? values["name"] : label;
}

function groupOf({ group, name, id, rules: given }: GroupRules<TracedObject>): TracedGroup {
  const rules = given.flatMap((one): CanonicalRule[] => {
    const parsed = ruleSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    label: group === undefined ? name : nameOf(group),
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
