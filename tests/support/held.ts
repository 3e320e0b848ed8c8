import type { IpGroupRule, Simulator } from "../../simulator";

/** What both appliances hold, by names instead of numbers, so that tests can contain the expected value. */
export interface Holdings {
  /** The sorted rules of each IP group. A child is shown by its name. */
  ipGroups: Record<string, string[]>;
  userGroups: Record<string, { members: string[]; permissions: string[] }>;
  profiles: Record<string, ProfileHoldings>;
  /** Packets per second by address. */
  thresholds: Record<string, number>;
  /** Descriptions by address. */
  notes: Record<string, string>;
}

export interface ProfileHoldings {
  /** `<listening port> -> <sending port>`, followed by `disabled` or `singular` if that applies. */
  facts: string;
  description?: string;
  collectors: string[];
  /** E.g. `include 10.0.0.0/8`. */
  policies: string[];
}

/** The objects of the other kinds, by names instead of numbers. */
export interface More {
  users: Record<string, { groups: string[]; preferences: Record<string, string | number> }>;
  /** The profiles of each exporter. */
  exporters: Record<string, string[]>;
  settings: Record<string, { value?: string | undefined; enabled: boolean }>;
}

/** Everything that both appliances hold. */
export function everythingOf(sim: Simulator): Holdings & More {
  const { users, userGroups } = sim.gateway.store;
  const { profiles, settings } = sim.replicator.store;
  const exporters: Record<string, string[]> = {};
  for (const { name, exporters: addresses } of profiles.values()) {
    for (const address of addresses) exporters[address] = [...(exporters[address] ?? []), name].sort();
  }
  const accounts = [...users.values()].map((user) => {
    const groups = [...user.userGroups].map((id) => userGroups.get(id)?.name ?? `missing ${id}`).sort();
    return [user.name, { groups, preferences: Object.fromEntries(user.preferences) }] as const;
  });
  const more = { users: Object.fromEntries(accounts), exporters, settings: Object.fromEntries(settings) };
  return { ...holdingsOf(sim), ...more };
}

export function holdingsOf(sim: Simulator): Holdings {
  return { ...gatewayHoldings(sim), ...replicatorHoldings(sim) };
}

function gatewayHoldings({ gateway }: Simulator): Pick<Holdings, "ipGroups" | "userGroups"> {
  const { ipGroups, userGroups, users } = gateway.store;
  const nameOf = (id: number): string => ipGroups.get(id)?.name ?? `missing ${id}`;
  const groups = [...ipGroups.values()].map(({ name, rules }) => {
    return [name, [...rules.values()].map((rule) => ruleText(rule, nameOf)).sort()] as const;
  });
  const accounts = [...userGroups.values()].map(({ id, name, permissions }) => {
    const members = [...users.values()].filter((user) => user.userGroups.has(id)).map((user) => user.name);
    return [name, { members, permissions: [...permissions.keys()].sort() }] as const;
  });
  return { ipGroups: Object.fromEntries(groups), userGroups: Object.fromEntries(accounts) };
}

function ruleText(rule: IpGroupRule, nameOf: (id: number) => string): string {
  switch (rule.type) {
    case "ip":
      return `ip ${rule.address}`;
    case "range":
      return `range ${rule.sip} ${rule.eip}`;
    case "network":
      return `network ${rule.address}/${rule.mask}`;
    case "ipall":
      return "all";
    case "wildcard":
      return `wildcard ${rule.address} ${rule.mask}`;
    case "child":
      return `child ${nameOf(rule.child_id)}`;
  }
}

function replicatorHoldings({ replicator }: Simulator): Pick<Holdings, "profiles" | "thresholds" | "notes"> {
  const { profiles, thresholds, notes } = replicator.store;
  const held = [...profiles.values()].map((profile): [string, ProfileHoldings] => {
    const { name, description, collectors, policies } = profile;
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
    thresholds: Object.fromEntries(thresholds),
    notes: Object.fromEntries(notes),
  };
}

/** Overlays what existed before with what is declared. */
export function over<T extends object>(before: T, more: { readonly [Part in keyof T]?: T[Part] }): T {
  const keys = Object.keys(before) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, { ...before[key], ...more[key] }])) as T;
}
