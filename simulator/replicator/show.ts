import { z } from "#zod";
import { jsonText } from "../json";
import { inOrder } from "../switches";
import { anySegment, commandPath, type ReplicatorContext, type CommandPath, type Reply } from "./path";
import { alarms, assets, collectors, type Entries, exporters, profiles, settings } from "./show-entities";
import { showConfig } from "./show-config";
import { showRealtime, unassigned } from "./show-realtime";
import { type Configuration } from "./store";
import { productName } from "./system";

/** The configuration that reads show, as the switches say. */
function shown({ store, switches }: ReplicatorContext): Configuration {
  return switches.showReads === "running" ? store.running : store.configured;
}

function showStatus({ store, switches }: ReplicatorContext): ReadonlyMap<string, string> {
  const ports = [...store.running.profiles.values()].filter(({ enabled }) => enabled);
  const active = [
    "syslog converter",
    "system metrics",
    ...ports.map(({ listeningPort }) => `replicator port ${listeningPort}`),
    "api",
    "monitor",
    "vitalizer",
  ];
  // A Map, because its keys are names of components, not fields.
  return new Map([
    ...active.map((component) => [component, "active"] as const),
    ["replicator license", String(store.license.daysLeft)],
    ["result", "success"],
    ["version", productName(switches.release)],
  ]);
}

/** The answers whose form is documented. */
const documents = {
  config: (context: ReplicatorContext) => showConfig(shown(context), context.switches),
  realtime: showRealtime,
  status: showStatus,
};

type EntriesOf = (context: ReplicatorContext, configuration: Configuration) => Entries;

/** By entity: its key in the answer, the same in the other grammatical number (field notes, replication 9), and its entries. */
const entities = {
  alarms: ["alarms", "alarm", alarms],
  assets: ["assets", "asset", assets],
  // The path list says `collectors`, its example `collector`: both are valid.
  collector: ["collector", "collectors", collectors],
  collectors: ["collector", "collectors", collectors],
  exporters: ["exporters", "exporter", exporters],
  profile: ["profile", "profiles", profiles],
  settings: ["settings", "setting", settings],
} as const satisfies Readonly<Record<string, readonly [string, string, EntriesOf]>>;

/** The entries that match a filter as a keyword; `0` matches all. */
function matching(entries: Entries, filter: string, { switches }: ReplicatorContext): Entries {
  const word = filter === "0" ? "" : filter.toLowerCase();
  const found = entries.filter(([name, entry]) => `${name} ${jsonText(entry)}`.toLowerCase().includes(word));
  return inOrder(found, switches);
}

/** `{<entity>: {<key>: {...}}}` with the entries that match; a list of entries if no document and the switch says so. */
function showEntity(entity: keyof typeof entities, filter: string, context: ReplicatorContext): Reply {
  const { showKeys, showShape } = context.switches;
  const [documented, otherNumber, entriesOf] = entities[entity];
  const key = showKeys === "documented" ? documented : otherNumber;
  const found = matching(entriesOf(context, shown(context)), filter, context);
  if (showShape === "map" || documented === "collector") return { [key]: new Map(found) };
  return {
    [key]: found.map(([name, entry]) =>
      typeof entry === "object" ? { key: name, ...entry } : { key: name, value: entry },
    ),
  };
}

const keysOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** The read paths, in the order of the API document. */
export const showPaths: readonly CommandPath[] = [
  commandPath("read", "/exporter/noprofile/[filter]", {
    segments: { filter: anySegment },
    run: ({ filter }, context) => {
      const listed = matching(unassigned(context, shown(context)), filter, context);
      return { noprofile: new Map<string, unknown>([...listed, ["total", listed.length]]) };
    },
  }),
  commandPath("read", "/show/config", { run: (_segments, context) => documents.config(context) }),
  commandPath("read", "/show/status", { run: (_segments, context) => showStatus(context) }),
  commandPath("read", "/show/[entity]/[filter]", {
    segments: { entity: z.enum(keysOf(documents)), filter: anySegment },
    run: ({ entity }, context) => documents[entity](context),
  }),
  commandPath("read", "/show/[entity]/[filter]", {
    segments: { entity: z.enum(keysOf(entities)), filter: anySegment },
    run: ({ entity, filter }, context) => showEntity(entity, filter, context),
  }),
];
