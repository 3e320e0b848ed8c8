import type { IpGroupRule, Simulator } from "../../simulator";

/** What both appliances hold, by names instead of numbers, so that tests can contain the expected value. */
export interface Holdings {
  /** The sorted rules of each IP group. A child is shown by its name. */
  ipGroups: Record<string, string[]>;
  userGroups: Record<string, { members: string[]; permissions: string[] }>;
  users: Record<string, { groups: string[]; preferences: Record<string, string | number> }>;
  profiles: Record<string, ProfileHoldings>;
  /** The profiles of each exporter. */
  exporters: Record<string, string[]>;
  /** Packets per second by address. */
  thresholds: Record<string, number>;
  /** Descriptions by address. */
  notes: Record<string, string>;
  settings: Record<string, { value?: string | undefined; enabled: boolean }>;
}

export interface ProfileHoldings {
  /** `<listening port> -> <sending port>`, followed by `disabled` or `singular` if that applies. */
  facts: string;
  description?: string;
  collectors: string[];
  /** E.g. `include 10.0.0.0/8`. */
  policies: string[];
}

export function holdingsOf(sim: Simulator): Holdings {
  return { ...gatewayHoldings(sim), ...replicatorHoldings(sim) };
}

function gatewayHoldings({ gateway }: Simulator): Pick<Holdings, "ipGroups" | "userGroups" | "users"> {
  const { ipGroups, userGroups, users } = gateway.store;
  const groups = [...ipGroups.values()].map(({ name, rules }) => {
    return [name, [...rules.values()].map((rule) => ruleText(rule, ipGroups)).sort()] as const;
  });
  const teams = [...userGroups.values()].map(({ id, name, permissions }) => {
    const members = [...users.values()].filter((user) => user.userGroups.has(id)).map((user) => user.name);
    return [name, { members, permissions: [...permissions.keys()].sort() }] as const;
  });
  const accounts = [...users.values()].map((user) => {
    const names = [...user.userGroups].map((id) => nameIn(userGroups, id)).sort();
    return [user.name, { groups: names, preferences: Object.fromEntries(user.preferences) }] as const;
  });
  return {
    ipGroups: Object.fromEntries(groups),
    userGroups: Object.fromEntries(teams),
    users: Object.fromEntries(accounts),
  };
}

function replicatorHoldings({ replicator }: Simulator): Omit<Holdings, "ipGroups" | "userGroups" | "users"> {
  const { profiles, thresholds, notes, settings } = replicator.store;
  const exporters: Record<string, string[]> = {};
  const held = [...profiles.values()].map((profile): [string, ProfileHoldings] => {
    const { name, description, collectors, policies } = profile;
    for (const address of profile.exporters) exporters[address] = [...(exporters[address] ?? []), name].sort();
    const flags = [profile.enabled ? "" : ", disabled", profile.singularity ? ", singular" : ""].join("");
    const members = {
      collectors: [...collectors].sort(),
      policies: [...policies.values()].map((one) => `${one.kind} ${one.network}/${one.prefixLength}`).sort(),
    };
    const facts = `${profile.listeningPort} -> ${profile.sendingPort}${flags}`;
    return [name, { facts, ...(description === undefined ? {} : { description }), ...members }];
  });
  return {
    profiles: Object.fromEntries(held),
    exporters,
    thresholds: Object.fromEntries(thresholds),
    notes: Object.fromEntries(notes),
    settings: Object.fromEntries(settings),
  };
}

/** Overlays what existed before with what is declared. */
export function over<T extends object>(before: T, more: { readonly [Part in keyof T]?: T[Part] }): T {
  const keys = Object.keys(before) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, { ...before[key], ...more[key] }])) as T;
}

/** One thing that an appliance holds, e.g. an IP group, or a collector in a profile. */
export interface Fact {
  /** A unique text for the fact, e.g. `IP group 104` or `collector 10.0.0.1 in netops`. */
  readonly key: string;
  /** The name or address of the object that it belongs to, as it would appear in a state or an error. */
  readonly subject: string;
  /** Another text by which a state or an error may mention it. */
  readonly also?: string;
  /** Several facts with the same kind and subject are copies of one object. */
  readonly kind: string;
  /** The whole content, as text. Equal content has equal text, byte for byte. */
  readonly content: string;
  /** The content with names instead of numbers, with one line per part, so that a model can produce the same lines. */
  readonly lines: readonly string[];
}

export type Facts = ReadonlyMap<string, Fact>;

/** Everything that both appliances hold, split so that each fact belongs to at most one resource. */
export function factsOf(sim: Simulator): Facts {
  return new Map([...gatewayFacts(sim), ...replicatorFacts(sim)].map((fact) => [fact.key, fact]));
}

function* gatewayFacts({ gateway: { store } }: Simulator): Iterable<Fact> {
  for (const { id, name, rules } of store.ipGroups.values()) {
    const content = JSON.stringify([name, [...rules]]);
    const lines = [...rules.values()].map((rule) => `rule of ${name}: ${ruleText(rule, store.ipGroups)}`);
    yield { key: `IP group ${id}`, subject: name, kind: "IP group", content, lines: [`IP group ${name}`, ...lines] };
  }
  for (const { id, name, userGroups } of store.users.values()) {
    yield { key: `user ${id}`, subject: name, kind: "user", content: name, lines: [`user ${name}`] };
    for (const group of userGroups) {
      const key = `user ${id} in user group ${group}`;
      const line = `user ${name} in ${nameIn(store.userGroups, group)}`;
      yield { key, subject: name, also: `${id}/${group}`, kind: key, content: "", lines: [line] };
    }
  }
  for (const { id, name, permissions } of store.userGroups.values()) {
    yield { key: `user group ${id}`, subject: name, kind: "user group", content: name, lines: [`user group ${name}`] };
    for (const [permission, { seccode }] of permissions) {
      const key = `permission ${permission} of user group ${id}`;
      const line = `permission ${permission} of ${name}`;
      yield { key, subject: name, also: seccode, kind: key, content: "", lines: [line] };
    }
  }
}

function* replicatorFacts({ replicator: { store } }: Simulator): Iterable<Fact> {
  const plain = (key: string, subject: string): Fact => ({ key, subject, kind: key, content: "", lines: [key] });
  for (const { name, collectors, exporters, policies, description, ...facts } of store.profiles.values()) {
    const { listeningPort, sendingPort, enabled, singularity } = facts;
    const lines = [`profile ${name} ${[listeningPort, sendingPort, enabled, singularity].join(" ")}`];
    const content = JSON.stringify({ ...facts, description });
    yield { key: `profile ${name}`, subject: name, kind: "profile", content, lines };
    for (const address of collectors) yield plain(`collector ${address} in ${name}`, address);
    for (const address of exporters) yield plain(`exporter ${address} in ${name}`, address);
    for (const { network, prefixLength, kind } of policies.values()) {
      yield plain(`policy ${kind} ${network}/${prefixLength} of ${name}`, `${network}/${prefixLength}`);
    }
  }
  for (const [address, threshold] of store.thresholds) {
    const lines = [`threshold ${address} ${threshold}`];
    yield { key: `threshold of ${address}`, subject: address, kind: "threshold", content: String(threshold), lines };
  }
  for (const [name, setting] of store.settings) {
    const lines = [`setting ${name} ${String(setting.value)} ${setting.enabled}`];
    yield { key: `setting ${name}`, subject: name, kind: "setting", content: JSON.stringify(setting), lines };
  }
}

/**
 * What the appliances hold, with one line per thing and with names instead of numbers, so that a model can produce the
 * same lines.
 */
export interface Lines {
  /** Sorted. A thing that exists twice is listed twice. */
  readonly exact: readonly string[];
  /** Things that the API cannot clear: notes and preferences. The appliance may hold more of these than is declared. */
  readonly lasting: readonly string[];
}

export function linesOf(sim: Simulator): Lines {
  const exact = [...factsOf(sim).values()].flatMap(({ lines }) => lines).sort();
  return { exact, lasting: [...lastingLines(sim)].sort() };
}

function* lastingLines({ gateway, replicator }: Simulator): Iterable<string> {
  for (const { name, preferences } of gateway.store.users.values()) {
    for (const [code, value] of preferences) yield `preference ${name} ${code} ${JSON.stringify(value)}`;
  }
  for (const { name, description } of replicator.store.profiles.values()) {
    if (description !== undefined) yield `note of profile ${name}: ${description}`;
  }
  for (const [address, text] of replicator.store.notes) yield `note of ${address}: ${text}`;
}

type Named = ReadonlyMap<number, { readonly name: string }>;

function nameIn(groups: Named, id: number): string {
  return groups.get(id)?.name ?? `missing ${id}`;
}

/** A rule, e.g. `network 10.0.0.0/8`. */
export function ruleText(rule: IpGroupRule, groups: Named = new Map()): string {
  if (rule.type === "child") return `child ${nameIn(groups, rule.child_id)}`;
  if (rule.type === "ipall") return "all";
  if (rule.type === "network") return `network ${rule.address}/${rule.mask}`;
  return Object.values(rule).join(" ");
}
