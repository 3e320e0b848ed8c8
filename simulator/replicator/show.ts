import { z } from "zod";
import { epochSeconds, timestamp } from "../clock";
import { anySegment, commandPath, type ReplicatorContext, type CommandPath } from "./path";
import { alarms, assets, collectors, exporters, filtered, profiles, settings } from "./show-entities";
import { showConfig } from "./show-config";
import { showRealtime } from "./show-realtime";
import { type Configuration } from "./store";
import { productName } from "./system";
import { flatCounters, sum, unassigned } from "./traffic";

/** The configuration that reads show. */
function shown({ store, switches }: ReplicatorContext): Configuration {
  return switches.showReads === "running" ? store.running : store.configured;
}

function showStatus(context: ReplicatorContext): Record<string, unknown> {
  const { store, switches } = context;
  const ports = [...store.running.profiles.values()].filter(({ enabled }) => enabled);
  return {
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
}

const entityNames = [
  "alarms",
  "assets",
  "collector",
  "collectors",
  "config",
  "exporters",
  "profile",
  "realtime",
  "settings",
  "status",
] as const;

/** One entity's answer. The path list says `collectors`, its example `collector`: both are taken. */
function showEntity(
  entity: (typeof entityNames)[number],
  filter: string,
  context: ReplicatorContext,
): Record<string, unknown> {
  const configuration = shown(context);
  switch (entity) {
    case "alarms":
      return filtered("alarms", alarms(context), filter);
    case "assets":
      return filtered("assets", assets(context, configuration), filter);
    case "collector":
    case "collectors":
      return filtered(context.switches.collectorKey, collectors(context, configuration), filter);
    case "config":
      return showConfig(configuration, context.switches);
    case "exporters":
      return filtered("exporters", exporters(context, configuration), filter);
    case "profile":
      return filtered("profile", profiles(context, configuration), filter);
    case "realtime":
      return showRealtime(context);
    case "settings":
      return filtered("settings", settings(context, configuration), filter);
    case "status":
      return showStatus(context);
  }
}

const noprofile = commandPath({
  template: "/exporter/noprofile/[filter]",
  kind: "read",
  segments: { filter: anySegment },
  run: ({ filter }, context) => {
    const found = unassigned(context.store, shown(context)).map(([ip, source]): [string, unknown] => [
      ip,
      {
        ...flatCounters("in", sum([source])),
        lastseen: timestamp(source.lastSeen),
        ...flatCounters("out", sum([])),
        unixtime: epochSeconds(source.lastSeen),
      },
    ]);
    const { noprofile: listed } = filtered("noprofile", new Map(found), filter) as { noprofile: Map<string, unknown> };
    return { noprofile: new Map<string, unknown>([...listed, ["total", listed.size]]) };
  },
});

/** The read-outs, in the order of the document. */
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
    template: "/show/[entity]/[filter]",
    kind: "read",
    segments: { entity: z.enum(entityNames), filter: anySegment },
    run: ({ entity, filter }, context) => showEntity(entity, filter, context),
  }),
];
