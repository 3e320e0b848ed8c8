import type { Command, CommandArguments, Verb } from "../../replicator/commands";
import { networkOf } from "../../values/addresses";
import { flagOf } from "../../values/names";
import {
  addedProfile,
  leaveAll,
  memberOf,
  policyKey,
  renameIn,
  setMember,
  type ConfigList,
  type MemberMap,
  type PolicyState,
  type ProfileState,
  type ReplicatorState,
  type Shown,
} from "./state";

/** Which read-outs show what was written. */
export type ReadOut = "config" | "exporters" | "settings";

/** A value that a command sets, or that a reading shows: false for what does not exist, undefined if nothing shows it. */
type Value = string | number | boolean | undefined;

/** What one command means for the configuration, and how a reading shows it. */
interface VerbRow<Arguments> {
  /** What the command sets. Verbs with the same subject set the same value. */
  readonly subject: string;
  /** The arguments that are the value itself, not what it belongs to. */
  readonly values?: readonly (keyof Arguments & string)[];
  /** The read-out that shows it. Default: `show/config`. */
  readonly readOut?: ReadOut;
  /** The list of `show/config` that lacks it if it is not there. None for another read-out. */
  readonly list?: ConfigList;
  readonly sent: (command: Arguments) => Value;
  readonly shown: (command: Arguments, shown: Shown) => Value;
  /** Whether the replicator may have a value that it does not show. Default: never. */
  readonly isHidden?: (command: Arguments, shown: Shown) => boolean;
  /** Makes the change. Absent for exporters and settings, which `show/config` does not list. */
  readonly apply?: (state: ReplicatorState, command: Arguments) => void;
  /** Makes the change among the exporters that are members of profiles. Absent if it concerns none of them. */
  readonly applyToExporters?: (exporters: MemberMap, command: Arguments) => void;
}

const yes = (): true => true;
const no = (): false => false;
const nameOf = ({ name }: { name: string }): string => name;

const ports: VerbRow<CommandArguments<"profile/add">> = {
  subject: "ports",
  values: ["listeningPort", "sendingPort"],
  list: "profile",
  sent: portsOf,
  shown: ({ name }, { state }) => portsOf(state.profiles.get(name)),
  apply: ({ profiles }, { name, listeningPort, sendingPort }) => {
    profiles.set(name, { ...(profiles.get(name) ?? addedProfile({})), listeningPort, sendingPort });
  },
};

function enabled(value: boolean): VerbRow<{ name: string }> {
  return {
    subject: "enabled",
    list: "profile",
    sent: () => value,
    ...ofProfile<{ name: string }, "enabled">("enabled", nameOf, () => value),
  };
}

function membership(
  entity: "collector" | "exporter",
  isMember: boolean,
): VerbRow<{ address: string; profile: string }> {
  const isCollector = entity === "collector";
  return {
    subject: entity,
    ...(isCollector
      ? { list: "collector", apply: ({ collectors }, pair) => setMember(collectors, pair, isMember) }
      : {
          readOut: "exporters",
          isHidden: yes,
          applyToExporters: (exporters, pair) => setMember(exporters, pair, isMember),
        }),
    sent: () => isMember,
    shown({ address, profile }, { state, exporters }) {
      const members = isCollector ? state.collectors : exporters;
      return members === undefined ? undefined : members.get(address)?.profiles.has(profile) === true;
    },
  };
}

function policy(isThere: boolean): VerbRow<PolicyState> {
  // An appliance may keep a network with host bits as the network without them.
  const keys = (one: PolicyState): string[] => [policyKey(one), policyKey({ ...one, network: networkOf(one) })];
  return {
    subject: "policy",
    list: "policy",
    sent: () => isThere,
    shown: (one, { state }) => keys(one).some((key) => state.policies.has(key)),
    apply({ policies }, { network, prefix, profile, kind }) {
      const one = { network, prefix, profile, kind };
      if (isThere) policies.set(policyKey(one), one);
      else keys(one).find((key) => policies.delete(key));
    },
  };
}

function settingFlag(value: boolean): VerbRow<{ name: string }> {
  return {
    subject: "setting",
    readOut: "settings",
    isHidden: yes,
    sent: () => value,
    shown({ name }, { settings }) {
      const setting = settings?.get(name);
      return setting?.enabled ?? flagOf(setting?.value);
    },
  };
}

/** The commands, one row per command. */
const rows: { readonly [V in Verb]: VerbRow<CommandArguments<V>> } = {
  "profile/add": ports,
  "profile/update": ports,
  "profile/rename": {
    subject: "name",
    list: "profile",
    sent: yes,
    shown: ({ current, name }, { state: { profiles } }) => profiles.has(name) && !profiles.has(current),
    apply: rename,
    applyToExporters: renameIn,
  },
  "profile/remove": {
    subject: "profile",
    list: "profile",
    sent: no,
    shown: ({ name }, { state }) => state.profiles.has(name),
    apply: removeProfile,
    applyToExporters: (exporters, { name }) => leaveAll(exporters, name),
  },
  "profile/enable": enabled(true),
  "profile/disable": enabled(false),
  "profile/singularity": {
    subject: "singularity",
    values: ["singularity"],
    list: "profile",
    sent: ({ singularity }) => singularity,
    ...ofProfile<CommandArguments<"profile/singularity">, "singularity">(
      "singularity",
      nameOf,
      ({ singularity }) => singularity,
    ),
  },
  "collector/add": membership("collector", true),
  "collector/remove": membership("collector", false),
  "collector/threshold": {
    subject: "threshold",
    values: ["threshold"],
    list: "collector",
    // An address that has left all profiles has no threshold of its own.
    isHidden: yes,
    sent: ({ threshold }) => threshold,
    shown: ({ address }, { state }) => state.collectors.get(address)?.threshold,
    apply: ({ collectors }, { address, threshold }) => {
      memberOf(collectors, address).threshold = threshold;
    },
  },
  "exporter/add": membership("exporter", true),
  "exporter/remove": membership("exporter", false),
  "policies/add": policy(true),
  "policies/remove": policy(false),
  "notate/profile": {
    subject: "description",
    values: ["description"],
    list: "notate",
    sent: ({ description }) => description,
    ...ofProfile<CommandArguments<"notate/profile">, "description">(
      "description",
      ({ profile }) => profile,
      ({ description }) => description,
    ),
  },
  "notate/ip": {
    subject: "note",
    values: ["description"],
    list: "notate",
    sent: ({ description }) => description,
    shown: ({ address }, { state }) => state.notes.get(address),
    // An address that has left all profiles has no note of its own.
    isHidden: ({ address }, { state, exporters }) => !state.collectors.has(address) && exporters?.has(address) !== true,
    apply: ({ notes }, { address, description }) => {
      notes.set(address, description);
    },
  },
  "setting/set": {
    subject: "value",
    values: ["value"],
    readOut: "settings",
    isHidden: yes,
    sent: ({ value }) => value,
    shown({ name, value: sent }, { settings }) {
      const value = settings?.get(name)?.value;
      return flagOf(value) !== undefined && flagOf(value) === flagOf(sent) ? sent : value;
    },
  },
  "setting/enable": settingFlag(true),
  "setting/disable": settingFlag(false),
};

/** The row of a command, for any command: the arguments are those of its verb. */
export function verbRow({ verb }: Command): VerbRow<Command> {
  return rows[verb] as VerbRow<unknown>;
}

/** The value that a command sets, and what a reading shows of it. */
export function valuesOf(command: Command, shown: Shown): { sent: Value; found: Value } {
  const row = verbRow(command);
  return { sent: row.sent(command), found: row.shown(command, shown) };
}

/** Whether a reading shows what a command asks for. No threshold is the threshold 0. */
export function isShown(command: Command, shown: Shown): boolean {
  const { sent, found } = valuesOf(command, shown);
  return found === sent || (found === undefined && sent === 0);
}

/** Names what a command sets: the same text for commands that set the same value. */
export function subjectOf(command: Command): string {
  const { subject, values = [] } = verbRow(command);
  const key = Object.entries(command).filter(([name]) => name !== "verb" && !(values as string[]).includes(name));
  return JSON.stringify([subject, ...key]);
}

/** The profile that a command concerns, as it is named afterwards, and the argument with that name. */
export function profileIn(command: Command): { key: "profile" | "name"; name: string } | undefined {
  if ("profile" in command) return { key: "profile", name: command.profile };
  const isOfProfile = "name" in command && command.verb.startsWith("profile/");
  return isOfProfile ? { key: "name", name: command.name } : undefined;
}

/**
 * Applies one command. `show/config` lists the commands that recreate the configuration: reading it means applying each
 * to an empty state, and following our own writes means applying each to what was read.
 */
export function apply(state: ReplicatorState, command: Command): void {
  verbRow(command).apply?.(state, command);
}

/** How a property of a profile is shown, and how a command changes it. A missing profile has none. */
function ofProfile<Arguments, Key extends "enabled" | "singularity" | "description">(
  key: Key,
  nameOf: (command: Arguments) => string,
  valueOf: (command: Arguments) => ProfileState[Key],
): Pick<VerbRow<Arguments>, "shown" | "apply"> {
  return {
    shown: (command, { state }) => state.profiles.get(nameOf(command))?.[key],
    apply: (state, command) => {
      const profile = state.profiles.get(nameOf(command));
      if (profile !== undefined) profile[key] = valueOf(command);
    },
  };
}

function portsOf(profile: Pick<ProfileState, "listeningPort" | "sendingPort"> | undefined): Value {
  return profile && `${String(profile.listeningPort)} -> ${String(profile.sendingPort)}`;
}

/** Renames a profile: collectors, policies and the description stay with it. */
function rename(state: ReplicatorState, names: CommandArguments<"profile/rename">): void {
  const { current, name } = names;
  renameIn(state.collectors, names);
  const profile = state.profiles.get(current);
  if (profile === undefined) return;
  state.profiles.delete(current);
  state.profiles.set(name, profile);
  for (const [key, one] of [...state.policies]) {
    if (one.profile !== current) continue;
    state.policies.delete(key);
    state.policies.set(policyKey({ ...one, profile: name }), { ...one, profile: name });
  }
}

function removeProfile({ profiles, policies, collectors }: ReplicatorState, { name }: { name: string }): void {
  profiles.delete(name);
  for (const [key, one] of [...policies]) if (one.profile === name) policies.delete(key);
  leaveAll(collectors, name);
}
