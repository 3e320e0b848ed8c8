import type { Command } from "../../replicator/commands";
import { networkOf } from "../../values/addresses";
import { flagOf } from "../../values/spellings";
import { policyKey, type MemberMap, type ReplicatorState } from "./state";

/** A setting as `show/settings` shows it. */
interface ShownSetting {
  readonly value?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** What the replicator shows; a read-out that is not available, or was not needed, is undefined. */
export interface Shown {
  readonly state: ReplicatorState;
  readonly exporters?: MemberMap | undefined;
  readonly settings?: ReadonlyMap<string, ShownSetting> | undefined;
}

/** A value that a command sets: what was sent, and what is shown instead. */
type Value = string | number | boolean | undefined;

/** The value that a command sets. */
export function sentBy(command: Command): Value {
  switch (command.verb) {
    case "profile/add":
    case "profile/update":
      return portsOf(command);
    case "collector/threshold":
      return command.threshold;
    case "profile/singularity":
      return command.singularity;
    case "notate/ip":
    case "notate/profile":
      return command.description;
    case "setting/set":
      return command.value;
    default:
      return /\/(?:add|enable|rename)$/u.test(command.verb);
  }
}

/**
 * What the replicator shows of the value that a command sets; for a value that it cannot show, what was sent. A setting
 * without a value or state is one that the appliance does not show.
 */
export function shownOf(command: Command, { state, exporters, settings }: Shown): Value {
  const { profiles, collectors, notes } = state;
  const sent = sentBy(command);
  switch (command.verb) {
    case "profile/add":
    case "profile/update": {
      const profile = profiles.get(command.name);
      return profile === undefined ? undefined : portsOf(profile);
    }
    case "profile/rename":
      return profiles.has(command.name) && !profiles.has(command.current);
    case "profile/remove":
      return profiles.has(command.name);
    case "profile/enable":
    case "profile/disable":
      return profiles.get(command.name)?.enabled;
    case "profile/singularity":
      return profiles.get(command.name)?.singularity;
    case "collector/add":
    case "collector/remove":
      return collectors.get(command.address)?.profiles.has(command.profile) === true;
    case "collector/threshold":
      // An address that has left all profiles has no threshold and no note of its own.
      return collectors.has(command.address) ? collectors.get(command.address)?.threshold : sent;
    case "exporter/add":
    case "exporter/remove":
      return exporters === undefined ? sent : exporters.get(command.address)?.profiles.has(command.profile) === true;
    case "policies/add":
    case "policies/remove":
      // An appliance may keep a network with host bits as the network without them.
      return [command, { ...command, network: networkOf(command) }].some((one) => state.policies.has(policyKey(one)));
    case "notate/profile":
      return profiles.get(command.profile)?.description;
    case "notate/ip": {
      const isMember = collectors.has(command.address) || exporters?.has(command.address) === true;
      return isMember ? notes.get(command.address) : (notes.get(command.address) ?? sent);
    }
    case "setting/set": {
      const value = settings?.get(command.name)?.value;
      const isSame = value === undefined || (flagOf(value) !== undefined && flagOf(value) === flagOf(command.value));
      return isSame ? sent : value;
    }
    case "setting/enable":
    case "setting/disable": {
      const setting = settings?.get(command.name);
      return setting?.enabled ?? flagOf(setting?.value) ?? sent;
    }
  }
}

function portsOf({ listeningPort, sendingPort }: { listeningPort: number; sendingPort: number }): string {
  return `${String(listeningPort)} -> ${String(sendingPort)}`;
}
