import type { Command, PolicyKind } from "../../replicator/commands";

/** A profile as commands have made it. */
export interface ProfileState {
  listeningPort: number;
  sendingPort: number;
  enabled: boolean;
  singularity: boolean;
  description: string | undefined;
}

/** A policy; at most one for a network and profile. */
export interface PolicyState {
  network: string;
  prefix: number;
  profile: string;
  kind: PolicyKind;
}

/** The configuration of a replicator: what `show/config` tells, and our own commands since. */
export interface ReplicatorState {
  profiles: Map<string, ProfileState>;
  /** Profiles of each collector, and its threshold where one is set. */
  collectors: Map<string, { profiles: Set<string>; threshold: number }>;
  policies: Map<string, PolicyState>;
  /** Descriptions of addresses. */
  notes: Map<string, string>;
}

export function emptyState(): ReplicatorState {
  return { profiles: new Map(), collectors: new Map(), policies: new Map(), notes: new Map() };
}

/** One text for a network in a profile. */
export function policyKey({ network, prefix, profile }: Omit<PolicyState, "kind">): string {
  return `${network}/${String(prefix)} ${profile}`;
}

/**
 * Applies one command. `show/config` lists the commands that recreate the configuration, so reading it is applying each
 * to an empty state, and following our own writes is applying each to what was read.
 */
export function apply(state: ReplicatorState, command: Command): void {
  const profile = "name" in command ? state.profiles.get(command.name) : undefined;
  switch (command.verb) {
    case "profile/add":
    case "profile/update": {
      const { listeningPort, sendingPort } = command;
      const before = profile ?? { enabled: true, singularity: false, description: undefined };
      state.profiles.set(command.name, { ...before, listeningPort, sendingPort });
      return;
    }
    case "profile/rename":
      rename(state, command.current, command.name);
      return;
    case "profile/enable":
    case "profile/disable":
      if (profile !== undefined) profile.enabled = command.verb === "profile/enable";
      return;
    case "profile/singularity":
      if (profile !== undefined) profile.singularity = command.singularity;
      return;
    case "profile/remove":
      removeProfile(state, command.name);
      return;
    case "collector/add":
      collectorOf(state, command.address).profiles.add(command.profile);
      return;
    case "collector/remove":
      removeFromCollector(state, command.address, command.profile);
      return;
    case "collector/threshold":
      collectorOf(state, command.address).threshold = command.threshold;
      return;
    case "policies/add":
      state.policies.set(policyKey(command), {
        network: command.network,
        prefix: command.prefix,
        profile: command.profile,
        kind: command.kind,
      });
      return;
    case "policies/remove":
      state.policies.delete(policyKey(command));
      return;
    case "notate/profile": {
      const noted = state.profiles.get(command.profile);
      if (noted !== undefined) noted.description = command.description;
      return;
    }
    case "notate/ip":
      state.notes.set(command.address, command.description);
      return;
    default:
    // Exporters are not in show/config, and settings are not part of what is followed here.
  }
}

function collectorOf(state: ReplicatorState, address: string): { profiles: Set<string>; threshold: number } {
  const found = state.collectors.get(address) ?? { profiles: new Set<string>(), threshold: 0 };
  state.collectors.set(address, found);
  return found;
}

function removeFromCollector(state: ReplicatorState, address: string, profile: string): void {
  const collector = state.collectors.get(address);
  collector?.profiles.delete(profile);
  if (collector?.profiles.size === 0) state.collectors.delete(address);
}

/** Collectors, policies and the description stay with a profile that is renamed. */
function rename(state: ReplicatorState, current: string, name: string): void {
  const profile = state.profiles.get(current);
  if (profile === undefined) return;
  state.profiles.delete(current);
  state.profiles.set(name, profile);
  for (const { profiles } of state.collectors.values()) {
    if (profiles.delete(current)) profiles.add(name);
  }
  for (const [key, policy] of [...state.policies]) {
    if (policy.profile !== current) continue;
    state.policies.delete(key);
    state.policies.set(policyKey({ ...policy, profile: name }), { ...policy, profile: name });
  }
}

function removeProfile(state: ReplicatorState, name: string): void {
  state.profiles.delete(name);
  for (const address of [...state.collectors.keys()]) removeFromCollector(state, address, name);
  for (const [key, policy] of [...state.policies]) {
    if (policy.profile === name) state.policies.delete(key);
  }
}
