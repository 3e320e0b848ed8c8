import { Refusal } from "../errors/refusal";
import { excerptOf } from "../http/answer";
import { networkOf } from "../values/addresses";
import { kept } from "../values/collections";
import { flagOf } from "../values/names";
import { parseCommand, type Command, type CommandOf, type Verb } from "./commands";
import { configLists, type ReplicatorConfig, type SettingRecord } from "./readings";

/** A profile as commands have configured it. A flag is undefined where no line of `show/config` says it. */
export interface Profile {
  listeningPort: number;
  sendingPort: number;
  enabled?: boolean | undefined;
  singularity?: boolean | undefined;
  description?: string | undefined;
}

/** Whether a profile has the ports that are known of one. */
export function hasPorts(profile: Profile | undefined, known: Partial<Profile>): boolean {
  return profile?.listeningPort === known.listeningPort && profile?.sendingPort === known.sendingPort;
}

export type PolicyState = Omit<CommandOf<"policies/add">, "verb">;

export interface Member {
  profiles: Set<string>;
  /** Undefined where no line of `show/config` says it. */
  threshold?: number | undefined;
}

/**
 * What a replicator is configured to do: its lines of `show/config`, and our own commands since. Exporters and settings
 * are not among these lines: they are undefined until they are read.
 */
export interface ReplicatorState {
  readonly profiles: Map<string, Profile>;
  readonly collectors: Map<string, Member>;
  readonly policies: Map<string, PolicyState>;
  readonly notes: Map<string, string>;
  readonly exporters?: Map<string, Member>;
  readonly settings?: Map<string, SettingRecord>;
}

export function emptyState(): ReplicatorState {
  return { profiles: new Map(), collectors: new Map(), policies: new Map(), notes: new Map() };
}

/**
 * The state that the lines of `show/config` describe: they are the commands that recreate it, in any order. Refuses a
 * line that is not understood: it may describe anything.
 */
export function stateIn({ api }: ReplicatorConfig): ReplicatorState {
  const state = emptyState();
  for (const list of configLists) {
    const later: Command[] = [];
    for (const line of api[list]) {
      const command = parseCommand(line);
      if (command === undefined) {
        const words = "show/config has a line that this package does not understand, so nothing in it is trusted";
        throw new Refusal(`${words}: ${excerptOf(line)}`);
      }
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

/** The same text for equal policies. An appliance may keep a network with host bits as the network without them. */
export function policyKey({ kind, network, prefix, profile }: PolicyState): string {
  return `${kind} ${networkOf({ network, prefix })}/${String(prefix)} ${profile}`;
}

/** What a command does. A state may lack what it is about. */
interface CommandEffect<C> {
  /** Makes the change that it asks for, as far as the state has what it changes. */
  apply(state: ReplicatorState, command: C): void;
  /** Whether it would change nothing, so it was applied; undefined if the readings do not say it. */
  holds(state: ReplicatorState, command: C): boolean | undefined;
}

const setsPorts = ofProfile(({ listeningPort, sendingPort }: CommandOf<"profile/add">) => ({
  listeningPort,
  sendingPort,
}));

const effects: { readonly [V in Verb]: CommandEffect<CommandOf<V>> } = {
  "profile/add": {
    ...setsPorts,
    // "The profile is created and enabled."
    apply: ({ profiles }, { name, listeningPort, sendingPort }) =>
      profiles.set(name, { enabled: true, singularity: false, ...profiles.get(name), listeningPort, sendingPort }),
  },
  "profile/update": setsPorts,
  "profile/rename": {
    apply: (state, { current, name }) => leave(state, current, name),
    holds: ({ profiles }, { current, name }) => !profiles.has(current) && profiles.has(name),
  },
  "profile/remove": {
    apply: (state, { name }) => leave(state, name),
    holds: ({ profiles }, { name }) => !profiles.has(name),
  },
  "profile/enable": ofProfile(() => ({ enabled: true })),
  "profile/disable": ofProfile(() => ({ enabled: false })),
  "profile/singularity": ofProfile(({ singularity }) => ({ singularity })),
  "notate/profile": {
    apply: ({ profiles }, { profile, description }) => put(profiles, profile, { description }),
    holds: ({ profiles }, { profile, description }) => profiles.get(profile)?.description === description,
  },
  "collector/threshold": {
    apply: ({ collectors }, { address, threshold }) => put(collectors, address, { threshold }),
    // An address in no profile has none; that of a member may be one that is not printed.
    holds: ({ collectors }, { address, threshold }) => has(collectors.get(address) ?? { threshold: 0 }, { threshold }),
  },
  "collector/add": membership("collectors", true),
  "collector/remove": membership("collectors", false),
  "exporter/add": membership("exporters", true),
  "exporter/remove": membership("exporters", false),
  "policies/add": {
    apply: ({ policies }, { verb: _verb, ...policy }) => policies.set(policyKey(policy), policy),
    holds: ({ policies }, policy) => policies.has(policyKey(policy)),
  },
  "policies/remove": {
    apply: ({ policies }, policy) => policies.delete(policyKey(policy)),
    holds: ({ policies }, policy) => !policies.has(policyKey(policy)),
  },
  "notate/ip": {
    apply: ({ notes }, { address, description }) => notes.set(address, description),
    holds: ({ notes }, { address, description }) => has({ note: notes.get(address) }, { note: description }),
  },
  "setting/set": {
    apply: (state, { name, value }) => putSetting(state, name, { value }),
    holds({ settings }, { name, value }) {
      const shown = settings?.get(name)?.value;
      return shown === undefined ? undefined : isSameValue(shown, value);
    },
  },
  "setting/enable": switched(true),
  "setting/disable": switched(false),
};

export function apply(state: ReplicatorState, command: Command): void {
  effects[command.verb].apply(state, command as never);
}

export function holds(state: ReplicatorState, command: Command): boolean | undefined {
  return effects[command.verb].holds(state, command as never);
}

function ofProfile<C extends { name: string }>(valuesOf: (command: C) => Partial<Profile>): CommandEffect<C> {
  return {
    apply: ({ profiles }, command) => put(profiles, command.name, valuesOf(command)),
    holds: ({ profiles }, command) => has(profiles.get(command.name), valuesOf(command)),
  };
}

function membership(
  of: "collectors" | "exporters",
  isMember: boolean,
): CommandEffect<{ address: string; profile: string }> {
  return {
    apply({ [of]: members }, { address, profile }) {
      if (!isMember) dropMember(members, address, profile);
      else if (members !== undefined) kept(members, address, () => ({ profiles: new Set() })).profiles.add(profile);
    },
    holds: ({ [of]: members }, { address, profile }) =>
      members && (members.get(address)?.profiles.has(profile) ?? false) === isMember,
  };
}

function switched(isOn: boolean): CommandEffect<{ name: string }> {
  return {
    apply: (state, { name }) => putSetting(state, name, { enabled: isOn }),
    holds({ settings }, { name }) {
      const { value, enabled } = settings?.get(name) ?? {};
      // A setting that is only on or off may show that as its value.
      return has({ enabled: enabled ?? (flagOf(value) === isOn ? isOn : undefined) }, { enabled: isOn });
    },
  };
}

function put<T extends object>(objects: Map<string, T>, name: string, values: Partial<T>): void {
  const object = objects.get(name);
  if (object !== undefined) objects.set(name, { ...object, ...values });
}

function putSetting({ settings }: ReplicatorState, name: string, change: Partial<SettingRecord>): void {
  settings?.set(name, { value: undefined, enabled: undefined, ...settings.get(name), ...change });
}

/** Whether an object has some values. One that exists and does not show a value may have it. */
function has<T extends object>(object: T | undefined, values: Partial<T>): boolean | undefined {
  for (const key of Object.keys(values) as (keyof T)[]) {
    if (object !== undefined && object[key] === undefined) return undefined;
    if (object?.[key] !== values[key]) return false;
  }
  return true;
}

/** What belongs to a profile goes with it, or stays with it under its new name. */
function leave(state: ReplicatorState, current: string, name?: string): void {
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
export function undoneIn(state: ReplicatorState, commands: readonly Command[]): Command[] {
  const end = structuredClone(state);
  for (const command of commands) apply(end, command);
  return commands.filter((one) => holds(end, one) !== false && holds(state, one) === false);
}
