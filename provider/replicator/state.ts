import { Refusal } from "../errors/refusal";
import { excerptOf } from "../http/answer";
import { networkOf } from "../values/addresses";
import { flagOf } from "../values/names";
import { parseCommand, type Command, type PolicyKind } from "./commands";
import { configLists, type ReplicatorConfig, type SettingRecord } from "./readings";

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

export function emptyState(): State {
  return { profiles: new Map(), collectors: new Map(), policies: new Map(), notes: new Map() };
}

/**
 * The state that the lines of `show/config` describe: they are the commands that recreate it, in any order. Refuses a
 * line that is not understood: it may describe anything.
 */
export function stateOf({ api }: ReplicatorConfig): State {
  const state = emptyState();
  for (const list of configLists) {
    const later: Command[] = [];
    for (const line of api[list]) {
      const command = parseCommand(line);
      if (command === undefined) throw notUnderstood(line);
      // What a profile or an address is comes before what is set of it.
      if (!command.verb.endsWith("/add")) later.push(command);
      else if (command.verb === "profile/add") {
        // No document says that a printed profile is enabled: only our own creation does.
        const { name, listeningPort, sendingPort } = command;
        state.profiles.set(name, { listeningPort, sendingPort });
      } else apply(state, command);
    }
    for (const command of later) apply(state, command);
  }
  return state;
}

function notUnderstood(line: string): Refusal {
  return new Refusal(
    `show/config has a line that this package does not understand, so nothing in it is trusted: ${excerptOf(line)}`,
  );
}

/** The same text for equal policies. An appliance may keep a network with host bits as the network without them. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${networkOf({ network, prefix })}/${String(prefix)} ${profile}`;
}

/** Makes the change that a command asks for, as far as the state has what it changes. */
export function apply(state: State, command: Command): void {
  const { profiles, collectors, policies, notes, exporters, settings } = state;
  switch (command.verb) {
    case "profile/add":
    case "profile/update": {
      const { verb, name, listeningPort, sendingPort } = command;
      const known = profiles.get(name);
      // "The profile is created and enabled."
      const created = verb === "profile/add" ? { enabled: true, singularity: false } : undefined;
      if ((known ?? created) !== undefined) profiles.set(name, { ...created, ...known, listeningPort, sendingPort });
      break;
    }
    case "profile/rename":
      leave(state, command.current, command.name);
      break;
    case "profile/remove":
      leave(state, command.name);
      break;
    case "profile/enable":
    case "profile/disable":
      put(profiles, command.name, { enabled: command.verb === "profile/enable" });
      break;
    case "profile/singularity":
      put(profiles, command.name, { singularity: command.singularity });
      break;
    case "notate/profile":
      put(profiles, command.profile, { description: command.description });
      break;
    case "collector/threshold":
      put(collectors, command.address, { threshold: command.threshold });
      break;
    case "collector/add":
    case "exporter/add": {
      const members = command.verb === "collector/add" ? collectors : exporters;
      const member = members?.get(command.address) ?? { profiles: new Set() };
      member.profiles.add(command.profile);
      members?.set(command.address, member);
      break;
    }
    case "collector/remove":
    case "exporter/remove":
      dropMember(command.verb === "collector/remove" ? collectors : exporters, command.address, command.profile);
      break;
    case "policies/add": {
      const { verb: _verb, ...policy } = command;
      policies.set(policyKey(policy), policy);
      break;
    }
    case "policies/remove":
      policies.delete(policyKey(command));
      break;
    case "notate/ip":
      notes.set(command.address, command.description);
      break;
    default: {
      const { name, verb } = command;
      const change = verb === "setting/set" ? { value: command.value } : { enabled: verb === "setting/enable" };
      settings?.set(name, { value: undefined, enabled: undefined, ...settings.get(name), ...change });
    }
  }
}

function put<T extends object>(objects: Map<string, T>, name: string, values: Partial<T>): void {
  const object = objects.get(name);
  if (object !== undefined) objects.set(name, { ...object, ...values });
}

/** Whether a command would change nothing, so it was applied; undefined if the readings do not say it. */
export function holds(state: State, command: Command): boolean | undefined {
  const { profiles, collectors, policies, notes, exporters, settings } = state;
  switch (command.verb) {
    case "profile/add":
    case "profile/update": {
      const { listeningPort, sendingPort } = profiles.get(command.name) ?? {};
      return listeningPort === command.listeningPort && sendingPort === command.sendingPort;
    }
    case "profile/rename":
      return !profiles.has(command.current) && profiles.has(command.name);
    case "profile/remove":
      return !profiles.has(command.name);
    case "profile/enable":
    case "profile/disable":
      return has(profiles.get(command.name), "enabled", command.verb === "profile/enable");
    case "profile/singularity":
      return has(profiles.get(command.name), "singularity", command.singularity);
    case "notate/profile":
      return profiles.get(command.profile)?.description === command.description;
    case "collector/threshold": {
      const member = collectors.get(command.address);
      // No threshold is the threshold 0.
      return command.threshold === 0 ? (member?.threshold ?? 0) === 0 : has(member, "threshold", command.threshold);
    }
    case "collector/add":
    case "collector/remove":
    case "exporter/add":
    case "exporter/remove": {
      const members = command.verb.startsWith("collector/") ? collectors : exporters;
      const isMember = members?.get(command.address)?.profiles.has(command.profile) ?? false;
      return members === undefined ? undefined : isMember === command.verb.endsWith("/add");
    }
    case "policies/add":
    case "policies/remove":
      return policies.has(policyKey(command)) === (command.verb === "policies/add");
    case "notate/ip": {
      const note = notes.get(command.address);
      return note === undefined ? undefined : note === command.description;
    }
    case "setting/set": {
      const { value } = settings?.get(command.name) ?? {};
      return value === undefined ? undefined : isSameValue(value, command.value);
    }
    default: {
      const isOn = command.verb === "setting/enable";
      const { value, enabled } = settings?.get(command.name) ?? {};
      // A setting that is only on or off may show that as its value.
      const shown = enabled ?? (flagOf(value) === isOn ? isOn : undefined);
      return shown === undefined ? undefined : shown === isOn;
    }
  }
}

/** Whether an object has a value. One that exists and does not show the value may have it. */
function has<T extends object, Key extends keyof T>(object: T | undefined, key: Key, value: T[Key]) {
  if (object === undefined) return false;
  return object[key] === undefined ? undefined : object[key] === value;
}

/** What belongs to a profile goes with it, or stays with it under its new name. */
function leave(state: State, current: string, name?: string): void {
  const { profiles, policies } = state;
  const profile = profiles.get(current);
  profiles.delete(current);
  if (name !== undefined && profile !== undefined) profiles.set(name, profile);
  for (const members of [state.collectors, state.exporters]) {
    for (const [address, member] of members ?? []) {
      if (!member.profiles.has(current)) continue;
      if (name === undefined) {
        dropMember(members, address, current);
        // The replicator may forget what it knows of an address that is in no profile.
        if (!members?.has(address)) state.notes.delete(address);
      } else if (member.profiles.delete(current)) member.profiles.add(name);
    }
  }
  for (const [key, policy] of [...policies]) {
    if (policy.profile !== current) continue;
    policies.delete(key);
    if (name !== undefined) policies.set(policyKey({ ...policy, profile: name }), { ...policy, profile: name });
  }
}

/** An address that is in no profile is no member. */
function dropMember(members: Map<string, Member> | undefined, address: string, profile: string): void {
  const member = members?.get(address);
  member?.profiles.delete(profile);
  if (member?.profiles.size === 0) members?.delete(address);
}

/** Whether a shown value is the one that was set: appliances spell flags in several ways. */
export function isSameValue(shown: string | undefined, set: string | undefined): boolean {
  if (shown === set) return true;
  const flag = flagOf(set);
  return flag !== undefined && flagOf(shown) === flag;
}

/**
 * The commands that a reading certainly does not show, of those that still hold after all of them. A value that the
 * reading does not have is not known to be another one.
 */
export function missingIn(state: State, commands: readonly Command[]): Command[] {
  const end = structuredClone(state);
  for (const command of commands) apply(end, command);
  return commands.filter((one) => holds(end, one) !== false && holds(state, one) === false);
}
