import type { Command, PolicyKind } from "../../replicator/commands";
import type { ReplicatorConfig } from "../../replicator/show";
import { networkOf } from "../../values/addresses";

/** A profile as the commands so far have configured it. */
export interface ProfileState {
  listeningPort: number;
  sendingPort: number;
  enabled: boolean;
  singularity: boolean;
  description: string | undefined;
}

/** A policy. Whether a profile may have one of each kind for a network is not documented. */
export interface PolicyState {
  network: string;
  prefix: number;
  profile: string;
  kind: PolicyKind;
}

/** Addresses with the profiles they are members of. */
export type MemberMap = Map<string, { profiles: Set<string>; threshold: number }>;

/** The configuration of a replicator: the response to `show/config`, and our own commands since. */
export interface ReplicatorState {
  profiles: Map<string, ProfileState>;
  /** Profiles of each collector, and its threshold: 0 if none is set. */
  collectors: MemberMap;
  policies: Map<string, PolicyState>;
  /** Descriptions of addresses. */
  notes: Map<string, string>;
  /** Lists that `show/config` does not contain: what is missing from them is not known to be gone. */
  absent?: readonly ConfigList[];
  /** Lines that are not understood, by the list that has them, as text that is safe to print. */
  unreadable?: Partial<Record<ConfigList, readonly string[]>>;
}

/** A list of `show/config`. */
export type ConfigList = keyof ReplicatorConfig["api"];

export function emptyState(): ReplicatorState {
  return { profiles: new Map(), collectors: new Map(), policies: new Map(), notes: new Map() };
}

/** The same text for equal policies. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${network}/${String(prefix)} ${profile}`;
}

/**
 * Applies one command. `show/config` lists the commands that recreate the configuration: reading it means applying each
 * to an empty state, and following our own writes means applying each to what was read.
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
      applyToMembers(state.collectors, "collector", command);
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
      applyToMembers(state.collectors, "collector", command);
      return;
    case "collector/add":
    case "collector/remove":
      applyToMembers(state.collectors, "collector", command);
      return;
    case "collector/threshold":
      memberOf(state.collectors, command.address).threshold = command.threshold;
      return;
    case "policies/add":
      state.policies.set(policyKey(command), {
        network: command.network,
        prefix: command.prefix,
        profile: command.profile,
        kind: command.kind,
      });
      return;
    case "policies/remove": {
      // An appliance may keep a network with host bits as the network without them.
      const key = policyKey(command);
      state.policies.delete(state.policies.has(key) ? key : policyKey({ ...command, network: networkOf(command) }));
      return;
    }
    case "notate/profile": {
      const noted = state.profiles.get(command.profile);
      if (noted !== undefined) noted.description = command.description;
      return;
    }
    case "notate/ip":
      state.notes.set(command.address, command.description);
      return;
    default:
    // Exporters are not in show/config and are tracked separately; settings are read on demand.
  }
}

/** Whether {@link apply} has something to do for a command. */
export function concernsState({ verb }: Command): boolean {
  return !verb.startsWith("exporter/") && !verb.startsWith("setting/");
}

/** Whether {@link applyToMembers} has something to do for a command. */
export function concernsMembers(entity: "collector" | "exporter", { verb }: Command): boolean {
  return verb.startsWith(`${entity}/`) || verb === "profile/rename" || verb === "profile/remove";
}

/** Applies one command to the collectors or exporters that are members of profiles. */
export function applyToMembers(members: MemberMap, entity: "collector" | "exporter", command: Command): void {
  if (command.verb === `${entity}/add` && "address" in command && "profile" in command) {
    memberOf(members, command.address).profiles.add(command.profile);
  } else if (command.verb === `${entity}/remove` && "address" in command && "profile" in command) {
    leave(members, command.address, command.profile);
  } else if (command.verb === "profile/remove") {
    for (const address of [...members.keys()]) leave(members, address, command.name);
  } else if (command.verb === "profile/rename") {
    for (const { profiles } of members.values()) {
      if (profiles.delete(command.current)) profiles.add(command.name);
    }
  }
}

function memberOf(members: MemberMap, address: string): { profiles: Set<string>; threshold: number } {
  const found = members.get(address) ?? { profiles: new Set<string>(), threshold: 0 };
  members.set(address, found);
  return found;
}

function leave(members: MemberMap, address: string, profile: string): void {
  const member = members.get(address);
  member?.profiles.delete(profile);
  if (member?.profiles.size === 0) members.delete(address);
}

/** Renames a profile: collectors, policies and the description stay with it. */
function rename(state: ReplicatorState, current: string, name: string): void {
  const profile = state.profiles.get(current);
  if (profile === undefined) return;
  state.profiles.delete(current);
  state.profiles.set(name, profile);
  for (const [key, policy] of [...state.policies]) {
    if (policy.profile !== current) continue;
    state.policies.delete(key);
    state.policies.set(policyKey({ ...policy, profile: name }), { ...policy, profile: name });
  }
}

function removeProfile(state: ReplicatorState, name: string): void {
  state.profiles.delete(name);
  for (const [key, policy] of [...state.policies]) {
    if (policy.profile === name) state.policies.delete(key);
  }
}
