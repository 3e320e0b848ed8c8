import { z } from "zod";
import { epochSeconds, timestamp } from "../clock";
import { anySegment, commandPath, type ReplicatorContext, type CommandPath, type Reply } from "./path";
import { alarms, assets, collectors, exporters, profiles, settings } from "./show-entities";
import { type Entries, filtered, mapOf, matching, shaped } from "./filter";
import { showConfig } from "./show-config";
import { showRealtime } from "./show-realtime";
import { type Configuration } from "./store";
import { productName } from "./system";
import { flatCounters, sum, unassigned } from "./traffic";

/** The configuration that reads show, as the switches say. */
function shown({ store, switches }: ReplicatorContext): Configuration {
  return switches.showReads === "running" ? store.running : store.configured;
}

function showStatus(context: ReplicatorContext): ReadonlyMap<string, string> {
  const { store, switches } = context;
  const ports = [...store.running.profiles.values()].filter(({ enabled }) => enabled);
  const components = {
    "syslog converter": "active",
    "system metrics": "active",
    ...Object.fromEntries(ports.map(({ listeningPort }) => [`replicator port ${listeningPort}`, "active"])),
    api: "active",
    monitor: "active",
    vitalizer: "active",
    "replicator license": String(store.license.daysLeft),
    result: "success",
    version: productName(switches.release),
  };
  // A Map, because its keys are names of components, not fields.
  return new Map(Object.entries(components));
}

/** The other grammatical number of the words that are keys of answers. Field notes, replication 9. */
const otherNumber = {
  alarms: "alarm",
  collector: "collectors",
  assets: "asset",
  exporters: "exporter",
  profile: "profiles",
  settings: "setting",
} as const;

const entityNames = [
  "alarms",
  "assets",
  "collectors",
  "config",
  "exporters",
  "profile",
  "realtime",
  "settings",
  "status",
] as const;

/** Answer for one entity. The path list says `collectors`, its example `collector`: both are valid. */
function showEntity(
  entity: (typeof entityNames)[number] | "collector",
  filter: string,
  context: ReplicatorContext,
): Reply {
  const configuration = shown(context);
  const { switches } = context;
  const keyOf = (key: keyof typeof otherNumber): string =>
    switches.showKeys === "documented" ? key : otherNumber[key];
  const answer = (key: keyof typeof otherNumber, entries: Entries): Reply =>
    shaped(keyOf(key), entries, filter, switches);
  switch (entity) {
    case "alarms":
      return answer("alarms", alarms(context));
    case "assets":
      return answer("assets", assets(context, configuration));
    case "collector":
    case "collectors":
      return filtered(keyOf("collector"), collectors(context, configuration), filter, switches);
    case "config":
      return showConfig(configuration, switches);
    case "exporters":
      return answer("exporters", exporters(context, configuration));
    case "profile":
      return answer("profile", profiles(context, configuration));
    case "realtime":
      return showRealtime(context);
    case "settings":
      return answer("settings", settings(context, configuration));
    case "status":
      return showStatus(context);
  }
}

const noprofile = commandPath({
  template: "/exporter/noprofile/[filter]",
  kind: "read",
  segments: { filter: anySegment },
  run: ({ filter }, context) => {
    const found = unassigned(context.store, shown(context));
    const entries = mapOf(found, ([ip, source]) => [
      ip,
      {
        ...flatCounters("in", sum([source])),
        lastseen: timestamp(source.lastSeen),
        ...flatCounters("out", sum([])),
        unixtime: epochSeconds(source.lastSeen),
      },
    ]);
    const listed = matching(entries, filter, context.switches);
    return { noprofile: new Map<string, unknown>([...listed, ["total", listed.length]]) };
  },
});

/** The read paths, in the order of the API document. */
export const showPaths: readonly CommandPath[] = [
  noprofile,
  commandPath({
    template: "/show/config",
    kind: "read",
    run: (_segments, context) => showEntity("config", "0", context),
  }),
  commandPath({ template: "/show/status", kind: "read", run: (_segments, context) => showStatus(context) }),
  commandPath({
    template: "/show/realtime/[filter]",
    kind: "read",
    segments: { filter: anySegment },
    run: (_segments, context) => showRealtime(context),
  }),
  commandPath({
    template: "/show/collector/[ip]",
    kind: "read",
    segments: { ip: anySegment },
    run: ({ ip }, context) => showEntity("collector", ip, context),
  }),
  commandPath({
    template: "/show/[entity]/[filter]",
    kind: "read",
    segments: { entity: z.enum(entityNames), filter: anySegment },
    run: ({ entity, filter }, context) => showEntity(entity, filter, context),
  }),
];
