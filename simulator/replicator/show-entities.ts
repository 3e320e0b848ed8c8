import { timestamp } from "../clock";
import { inOrder, type Switches } from "../switches";
import { type Entries, mapOf, sparse } from "./filter";
import type { ReplicatorContext } from "./path";
import { type Configuration, membersOf, profilesOf, type ReplicatorStore } from "./store";

/** `show/collectors`, the one map whose shape is documented. */
export function collectors({ store, switches }: ReplicatorContext, configuration: Configuration): Entries {
  return mapOf(membersOf(configuration, "collectors"), (ip) => {
    const alarms = [...store.alarms.values()].filter(({ entity, address }) => entity === "collector" && address === ip);
    return [
      ip,
      sparse(
        {
          acknowledged: alarms.filter(({ acknowledged }) => acknowledged).map(({ port }) => port),
          description: configuration.notes.get(ip) ?? "",
          in_profiles: inOrder(profilesOf(configuration, "collectors", ip), switches),
          ip,
          name: store.names.get(ip) ?? null,
          status: { unreachable_port: alarms.map(({ port }) => String(port)) },
          threshold: configuration.thresholds.get(ip) ?? 0,
        },
        switches,
      ),
    ];
  });
}

export function exporters({ store, switches }: ReplicatorContext, configuration: Configuration): Entries {
  return mapOf(membersOf(configuration, "exporters"), (ip) => {
    const source = store.traffic.get(ip);
    return [
      ip,
      {
        description: configuration.notes.get(ip) ?? "",
        in_profiles: inOrder(profilesOf(configuration, "exporters", ip), switches),
        ip,
        lastseen: source === undefined ? null : timestamp(source.lastSeen),
        name: store.names.get(ip) ?? null,
      },
    ];
  });
}

export function profiles({ switches }: ReplicatorContext, configuration: Configuration): Entries {
  return mapOf([...configuration.profiles.values()], (profile) => [
    profile.name,
    {
      collectors: inOrder([...profile.collectors], switches),
      description: profile.description ?? "",
      exporters: inOrder([...profile.exporters], switches),
      listening_port: profile.listeningPort,
      name: profile.name,
      policies: [...profile.policies.values()].map(({ network, prefixLength, kind }) => {
        return { cidr: prefixLength, kind, network };
      }),
      sending_port: profile.sendingPort,
      singularity: flag(profile.singularity, switches),
      ...state(profile.enabled, switches),
    },
  ]);
}

export function settings({ switches }: ReplicatorContext, configuration: Configuration): Entries {
  return mapOf([...configuration.settings], ([name, { value, enabled }]) => {
    if (switches.settingsShape === "values")
      return [name, enabled ? (value ?? flag(true, switches)) : flag(false, switches)];
    return [name, { enabled: flag(enabled, switches), name, ...(value === undefined ? {} : { value }) }];
  });
}

export function alarms({ store }: ReplicatorContext): Entries {
  return mapOf([...store.alarms], ([key, alarm]) => [
    key,
    {
      acknowledged: alarm.acknowledged,
      entity: alarm.entity,
      ip: alarm.address,
      port: alarm.port,
      since: timestamp(alarm.since),
    },
  ]);
}

/** Every address that the appliance knows, with its role. */
export function assets({ store }: ReplicatorContext, configuration: Configuration): Entries {
  const roles = new Map<string, string[]>();
  const note = (role: string) => (ip: string) => roles.set(ip, [...(roles.get(ip) ?? []), role]);
  membersOf(configuration, "collectors").forEach(note("collector"));
  membersOf(configuration, "exporters").forEach(note("exporter"));
  [...store.traffic.keys()].filter((ip) => !roles.has(ip)).forEach(note("unassigned"));
  return new Map([...roles].map(([ip, types]) => [ip, assetOf(store, ip, types)]));
}

function assetOf(store: ReplicatorStore, ip: string, types: readonly string[]): unknown {
  return { ip, name: store.names.get(ip) ?? null, types };
}

/** On and off, in the forms that similar answers use. */
export const flagForms: Readonly<Record<Switches["flagForm"], readonly [on: unknown, off: unknown]>> = {
  word: ["on", "off"],
  number: [1, 0],
  boolean: [true, false],
  enabled: ["enabled", "disabled"],
};

function flag(on: boolean, { flagForm }: Readonly<Switches>): unknown {
  return flagForms[flagForm][on ? 0 : 1];
}

/** The state of a profile: the documented word for it, or a flag. */
function state(enabled: boolean, switches: Readonly<Switches>): Record<string, unknown> {
  if (switches.flagForm === "word") return { state: enabled ? "enabled" : "disabled" };
  return { enabled: flag(enabled, switches) };
}
