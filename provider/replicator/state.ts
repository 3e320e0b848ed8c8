import { networkOf } from "../values/addresses";
import { kept } from "../values/collections";
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
      if (command.verb === "profile/add") {
        // No document says that a printed profile is enabled: only our own creation does.
        const { listeningPort, sendingPort } = command;
        state.profiles.set(command.name, { listeningPort, sendingPort });
      } else effectOf(state, command).make();
    }
  }
  return state;
}

/** The same text for equal policies. An appliance may keep a network with host bits as the network without them. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${networkOf({ network, prefix })}/${String(prefix)} ${profile}`;
}

/** What a command asks for. */
interface Effect {
  /** Whether the command would change nothing, so it was applied; undefined if the readings do not say it. */
  readonly holds: boolean | undefined;
  /** Makes the change, as far as the state has what it changes. */
  make(): unknown;
}

/** What a command asks for, in a state. */
export function effectOf(state: State, command: Command): Effect {
  const { profiles, collectors, policies, notes, settings } = state;
  switch (command.verb) {
    case "profile/add":
    case "profile/update":
      return portsOf(profiles, command);
    case "profile/enable":
    case "profile/disable":
      return valueOf(profiles.get(command.name), "enabled", command.verb === "profile/enable");
    case "profile/singularity":
      return valueOf(profiles.get(command.name), "singularity", command.singularity);
    case "notate/profile":
      return valueOf(profiles.get(command.profile), "description", command.description);
    case "profile/rename": {
      const { current, name } = command;
      return { holds: !profiles.has(current) && profiles.has(name), make: () => leave(state, current, name) };
    }
    case "profile/remove":
      return { holds: !profiles.has(command.name), make: () => leave(state, command.name) };
    case "collector/add":
    case "collector/remove":
      return membership(collectors, command);
    case "exporter/add":
    case "exporter/remove":
      return membership(state.exporters, command);
    case "collector/threshold": {
      const member = collectors.get(command.address);
      if (command.threshold > 0) return valueOf(member, "threshold", command.threshold);
      // No threshold is the threshold 0.
      return { ...valueOf(member, "threshold", 0), holds: (member?.threshold ?? 0) === 0 };
    }
    case "policies/add":
    case "policies/remove": {
      const { network, prefix, profile, kind, verb } = command;
      const policy = { network, prefix, profile, kind };
      const key = policyKey(policy);
      const isAdded = verb === "policies/add";
      const make = (): unknown => (isAdded ? policies.set(key, policy) : policies.delete(key));
      return { holds: policies.has(key) === isAdded, make };
    }
    case "notate/ip": {
      const { address, description } = command;
      const note = notes.get(address);
      return {
        holds: note === undefined ? undefined : note === description,
        make: () => notes.set(address, description),
      };
    }
    default:
      return settingOf(settings, command);
  }
}

function portsOf(
  profiles: State["profiles"],
  { verb, name, listeningPort, sendingPort }: Extract<Command, { listeningPort: number }>,
): Effect {
  const known = profiles.get(name);
  const ports = { listeningPort, sendingPort };
  return {
    holds: known?.listeningPort === listeningPort && known.sendingPort === sendingPort,
    make: () => {
      // "The profile is created and enabled."
      const created = verb === "profile/add" ? { enabled: true, singularity: false } : undefined;
      if ((known ?? created) !== undefined) profiles.set(name, { ...created, ...known, ...ports });
    },
  };
}

/** One value of an object that exists. One that is not shown is not known, but a description is then none. */
function valueOf<T extends object, Key extends keyof T>(object: T | undefined, key: Key, wanted: T[Key]): Effect {
  const isHidden = object !== undefined && object[key] === undefined && key !== "description";
  return {
    holds: isHidden ? undefined : object?.[key] === wanted,
    make: () => {
      if (object !== undefined) object[key] = wanted;
    },
  };
}

function membership(
  members: Map<string, Member> | undefined,
  { verb, address, profile }: Extract<Command, { address: string; profile: string }>,
): Effect {
  const isAdded = verb.endsWith("/add");
  return {
    holds: members === undefined ? undefined : (members.get(address)?.profiles.has(profile) ?? false) === isAdded,
    make: () => {
      if (!isAdded) dropMember(members, address, profile);
      else if (members !== undefined) {
        kept(members, address, (): Member => ({ profiles: new Set() })).profiles.add(profile);
      }
    },
  };
}

function settingOf(settings: State["settings"], command: Extract<Command, { verb: `setting/${string}` }>): Effect {
  const { value, enabled } = settings?.get(command.name) ?? {};
  if (command.verb === "setting/set") {
    return {
      holds: value === undefined ? undefined : isSameValue(value, command.value),
      make: () => settings?.set(command.name, { enabled, value: command.value }),
    };
  }
  const isOn = command.verb === "setting/enable";
  // A setting that is only on or off may show that as its value.
  const shown = enabled ?? (flagOf(value) === isOn ? isOn : undefined);
  return {
    holds: shown === undefined ? undefined : shown === isOn,
    make: () => settings?.set(command.name, { value, enabled: isOn }),
  };
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
      if (name === undefined) dropMember(members, address, current);
      else if (member.profiles.delete(current)) member.profiles.add(name);
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
  for (const command of commands) effectOf(end, command).make();
  return commands.filter((one) => effectOf(end, one).holds !== false && effectOf(state, one).holds === false);
}
