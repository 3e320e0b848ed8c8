import { networkOf } from "../values/addresses";
import { kept } from "../values/collections";
import { flagOf } from "../values/names";
import { parseCommand, type Command, type PolicyKind } from "./commands";
import { configLists, type ReplicatorConfig } from "./show";
import type { SettingRecord } from "./show-schemas";

/** A profile as commands have configured it. A flag is undefined where no line of `show/config` says it. */
export interface Profile {
  listeningPort: number;
  sendingPort: number;
  enabled?: boolean | undefined;
  singularity?: boolean | undefined;
  description?: string | undefined;
}

/** A policy: a network in a profile. */
export interface PolicyState {
  network: string;
  prefix: number;
  profile: string;
  kind: PolicyKind;
}

/** The profiles of an address. */
export interface Member {
  profiles: Set<string>;
  /** Undefined where no line of `show/config` says it. */
  threshold?: number | undefined;
}

/**
 * What a replicator is configured to do: its lines of `show/config`, and our own commands since. Exporters and settings
 * are not among these lines: they are undefined until they are read.
 */
export interface State {
  readonly profiles: Map<string, Profile>;
  readonly collectors: Map<string, Member>;
  readonly policies: Map<string, PolicyState>;
  /** Descriptions of addresses. */
  readonly notes: Map<string, string>;
  readonly exporters?: Map<string, Member>;
  readonly settings?: Map<string, Pick<SettingRecord, "value" | "enabled">>;
}

export function emptyState() {
  const [profiles, collectors] = [new Map<string, Profile>(), new Map<string, Member>()];
  return { profiles, collectors, policies: new Map<string, PolicyState>(), notes: new Map<string, string>() };
}

/**
 * The state that the lines of `show/config` describe: they are the commands that recreate it, in any order. Returns the
 * first line that is not understood instead: it may describe anything.
 */
export function stateOf({ api }: ReplicatorConfig): State | string {
  const state = emptyState();
  for (const list of configLists) {
    const commands: Command[] = [];
    for (const line of api[list]) {
      const command = parseCommand(line);
      if (command === undefined) return line;
      commands.push(command);
    }
    // What a profile or an address is comes before what is set of it.
    const isFirst = ({ verb }: Command): boolean => verb.endsWith("/add");
    for (const command of [...commands.filter(isFirst), ...commands.filter((one) => !isFirst(one))]) {
      apply(state, command);
      // No document says that a printed profile is enabled: only our own creation does.
      if (command.verb === "profile/add") {
        const { listeningPort, sendingPort } = command;
        state.profiles.set(command.name, { listeningPort, sendingPort });
      }
    }
  }
  return state;
}

/** The same text for equal policies. An appliance may keep a network with host bits as the network without them. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${networkOf({ network, prefix })}/${String(prefix)} ${profile}`;
}

/** Makes the change of a command. Returns whether anything was different: "applied" means that nothing was. */
export function apply(state: State, command: Command): boolean {
  const { profiles, collectors, policies, notes, exporters, settings } = state;
  switch (command.verb) {
    case "profile/add":
      return addProfile(profiles, command);
    case "profile/update": {
      const { listeningPort, sendingPort } = command;
      return setOn(profiles.get(command.name), { listeningPort, sendingPort });
    }
    case "profile/enable":
    case "profile/disable":
      return setOn(profiles.get(command.name), { enabled: command.verb === "profile/enable" });
    case "profile/singularity":
      return setOn(profiles.get(command.name), { singularity: command.singularity });
    case "notate/profile":
      return setOn(profiles.get(command.profile), { description: command.description });
    case "profile/rename":
      return rename(state, command);
    case "profile/remove":
      return removeProfile(state, command.name);
    case "collector/add":
    case "collector/remove":
      return setMember(collectors, command, command.verb === "collector/add");
    case "exporter/add":
    case "exporter/remove":
      return exporters === undefined || setMember(exporters, command, command.verb === "exporter/add");
    case "collector/threshold":
      return setThreshold(collectors, command);
    case "policies/add":
    case "policies/remove": {
      const { network, prefix, profile, kind } = command;
      const policy = { network, prefix, profile, kind };
      if (command.verb === "policies/remove") return policies.delete(policyKey(policy));
      return setIn(policies, policyKey(policy), policy, (one) => one !== undefined);
    }
    case "notate/ip":
      return setIn(notes, command.address, command.description, (one) => one === command.description);
    case "setting/set":
    case "setting/enable":
    case "setting/disable":
      return settings === undefined || setSetting(settings, command);
  }
}

function addProfile(
  profiles: State["profiles"],
  command: Command & { verb: "profile/add" | "profile/update" },
): boolean {
  const { name, listeningPort, sendingPort } = command;
  const known = profiles.get(name);
  if (known !== undefined) return setOn(known, { listeningPort, sendingPort });
  profiles.set(name, { listeningPort, sendingPort, enabled: true, singularity: false });
  return true;
}

/** Sets values of an object that exists; one that does not is no object that has them. */
function setOn<T extends object>(object: T | undefined, values: Partial<T>): boolean {
  if (object === undefined) return true;
  const isSame = Object.entries(values).every(([key, value]) => object[key as keyof T] === value);
  for (const key of Object.keys(values) as (keyof T)[]) object[key] = values[key] as T[keyof T];
  return !isSame;
}

function setIn<T>(map: Map<string, T>, key: string, value: T, isSame: (known: T | undefined) => boolean): boolean {
  if (isSame(map.get(key))) return false;
  map.set(key, value);
  return true;
}

/** Adds an address to a profile or removes it; one that is in no profile is no member. */
function setMember(
  members: Map<string, Member>,
  { address, profile }: { address: string; profile: string },
  isMember: boolean,
): boolean {
  if (isMember) {
    const { profiles } = kept(members, address, (): Member => ({ profiles: new Set() }));
    const { size } = profiles;
    return profiles.add(profile).size > size;
  }
  const member = members.get(address);
  const wasMember = member?.profiles.delete(profile) === true;
  if (member?.profiles.size === 0) members.delete(address);
  return wasMember;
}

/** An address in no profile has no threshold of its own, and no threshold is the threshold 0. */
function setThreshold(collectors: State["collectors"], { address, threshold }: { address: string; threshold: number }) {
  const member = collectors.get(address);
  if (member === undefined) return threshold !== 0;
  const isSame = (member.threshold ?? 0) === threshold;
  member.threshold = threshold;
  return !isSame;
}

function setSetting(
  settings: NonNullable<State["settings"]>,
  command: Command & { verb: `setting/${string}` },
): boolean {
  const known = settings.get(command.name) ?? { value: undefined, enabled: undefined };
  if (command.verb === "setting/set") {
    settings.set(command.name, { ...known, value: command.value });
    return !isSameValue(known.value, command.value);
  }
  const enabled = command.verb === "setting/enable";
  settings.set(command.name, { ...known, enabled });
  // A setting that is only on or off may show that as its value.
  return (known.enabled ?? flagOf(known.value)) !== enabled;
}

/** Whether a shown value is the one that was set: appliances spell flags in several ways. */
export function isSameValue(shown: string | undefined, set: string | undefined): boolean {
  if (shown === set) return true;
  const flag = flagOf(set);
  return flag !== undefined && flagOf(shown) === flag;
}

/** Renames a profile: collectors, exporters, policies and the description stay with it. */
function rename(state: State, { current, name }: { current: string; name: string }): boolean {
  const profile = state.profiles.get(current);
  if (profile === undefined) return !state.profiles.has(name);
  state.profiles.delete(current);
  state.profiles.set(name, profile);
  for (const members of [state.collectors, state.exporters ?? new Map<string, Member>()]) {
    for (const { profiles } of members.values()) if (profiles.delete(current)) profiles.add(name);
  }
  for (const [key, policy] of [...state.policies]) {
    if (policy.profile !== current) continue;
    state.policies.delete(key);
    state.policies.set(policyKey({ ...policy, profile: name }), { ...policy, profile: name });
  }
  return true;
}

function removeProfile(state: State, name: string): boolean {
  for (const [key, { profile }] of [...state.policies]) if (profile === name) state.policies.delete(key);
  for (const members of [state.collectors, state.exporters ?? new Map<string, Member>()]) {
    for (const address of [...members.keys()]) setMember(members, { address, profile: name }, false);
  }
  return state.profiles.delete(name);
}
