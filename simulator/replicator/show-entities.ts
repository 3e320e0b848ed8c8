import { timestamp } from "../clock";
import { inOrder, type Switches } from "../switches";
import type { ReplicatorContext } from "./path";
import { type Configuration, membersOf, profilesOf } from "./store";

/** The entries of an entity by their key. Those whose form no document shows follow the documented ones by analogy. */
export type Entries = readonly (readonly [string, unknown])[];

/** `show/collectors`, the one map whose shape is documented. */
export function collectors({ store, switches }: ReplicatorContext, configuration: Configuration): Entries {
  return membersOf(configuration, "collectors").map((ip) => {
    const alarms = [...store.alarms.values()].filter(({ entity, address }) => entity === "collector" && address === ip);
    const entry = {
      acknowledged: alarms.filter(({ acknowledged }) => acknowledged).map(({ port }) => port),
      description: configuration.notes.get(ip) ?? "",
      in_profiles: inOrder(profilesOf(configuration, "collectors", ip), switches),
      ip,
      name: store.names.get(ip) ?? null,
      status: { unreachable_port: alarms.map(({ port }) => String(port)) },
      threshold: configuration.thresholds.get(ip) ?? 0,
    };
    if (switches.emptyFields === "shown") return [ip, entry];
    return [ip, Object.fromEntries(Object.entries(entry).filter(([, value]) => !isEmpty(value)))];
  });
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === 0 || value === "" || value === null;
}

export function exporters({ store, switches }: ReplicatorContext, configuration: Configuration): Entries {
  return membersOf(configuration, "exporters").map((ip) => {
    const source = store.traffic.get(ip);
    const entry = {
      description: configuration.notes.get(ip) ?? "",
      in_profiles: inOrder(profilesOf(configuration, "exporters", ip), switches),
      ip,
      lastseen: source === undefined ? null : timestamp(source.lastSeen),
      name: store.names.get(ip) ?? null,
    };
    return [ip, entry];
  });
}

export function profiles({ switches }: ReplicatorContext, configuration: Configuration): Entries {
  return [...configuration.profiles.values()].map((profile) => {
    const { name, enabled } = profile;
    const entry = {
      collectors: inOrder([...profile.collectors], switches),
      description: profile.description ?? "",
      exporters: inOrder([...profile.exporters], switches),
      listening_port: profile.listeningPort,
      name,
      policies: [...profile.policies.values()].map(({ network, prefixLength, kind }) => {
        return { cidr: prefixLength, kind, network };
      }),
      sending_port: profile.sendingPort,
      singularity: flag(profile.singularity, switches),
    };
    // With words, the state is the word that the document uses.
    if (switches.flagForm === "word") return [name, { ...entry, state: enabled ? "enabled" : "disabled" }];
    return [name, { ...entry, enabled: flag(enabled, switches) }];
  });
}

export function settings({ switches }: ReplicatorContext, configuration: Configuration): Entries {
  return [...configuration.settings].map(([name, { value, enabled }]) => {
    const state = flag(enabled, switches);
    if (switches.settingsShape === "values") return [name, enabled ? (value ?? state) : state];
    return [name, { enabled: state, name, ...(value === undefined ? {} : { value }) }];
  });
}

export function alarms({ store }: ReplicatorContext): Entries {
  return [...store.alarms].map(([key, { acknowledged, entity, address: ip, port, since }]) => [
    key,
    { acknowledged, entity, ip, port, since: timestamp(since) },
  ]);
}

/** Every address that the appliance knows, with its roles. */
export function assets({ store }: ReplicatorContext, configuration: Configuration): Entries {
  const [collecting, exporting] = [membersOf(configuration, "collectors"), membersOf(configuration, "exporters")];
  return [...new Set([...collecting, ...exporting, ...store.traffic.keys()])].map((ip) => {
    const roles = [...(collecting.includes(ip) ? ["collector"] : []), ...(exporting.includes(ip) ? ["exporter"] : [])];
    return [ip, { ip, name: store.names.get(ip) ?? null, types: roles.length === 0 ? ["unassigned"] : roles }];
  });
}

/** On and off, in the forms that similar answers use. */
const flagForms: Readonly<Record<Switches["flagForm"], readonly [on: unknown, off: unknown]>> = {
  word: ["on", "off"],
  number: [1, 0],
  boolean: [true, false],
  enabled: ["enabled", "disabled"],
};

function flag(on: boolean, { flagForm }: Readonly<Switches>): unknown {
  return flagForms[flagForm][on ? 0 : 1];
}
