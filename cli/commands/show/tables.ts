import type {
  AlarmRecord,
  CollectorRecord,
  Counter,
  ExporterRecord,
  ProfileRecord,
  Realtime,
  ReplicatorConfig,
  ReplicatorStatus,
  SettingRecord,
  Traffic,
} from "../../../provider/client";
import type { Cell, View } from "../../../lib/output/view";

/** One function per entity of `show`, which converts the client's result into tables for people. */

export function collectorsTable(collectors: ReadonlyMap<string, CollectorRecord>): View {
  return tableOf("Collector", collectors, "There are no collectors.", [
    ["Name", ({ name }) => name],
    ["Profiles", ({ in_profiles }) => joined(in_profiles ?? [])],
    // 0 means no threshold.
    ["Threshold (packets/s)", ({ threshold }) => (threshold === 0 ? undefined : threshold)],
    ["Unreachable", ({ status }) => joined(status.unreachable_port)],
    ["Acknowledged", ({ acknowledged }) => joined(acknowledged)],
    ["Description", ({ description }) => description],
  ]);
}

export function exportersTable(exporters: ReadonlyMap<string, ExporterRecord>): View {
  return tableOf("Exporter", exporters, "There are no exporters.", [
    ["Name", ({ name }) => name],
    ["Profiles", ({ in_profiles }) => joined(in_profiles ?? [])],
    ["Description", ({ description }) => description],
  ]);
}

export function profilesTable(profiles: ReadonlyMap<string, ProfileRecord>): View {
  return tableOf("Profile", profiles, "There are no profiles.", [
    ["Listening port", ({ listeningPort }) => listeningPort],
    ["Sending port", ({ sendingPort }) => sendingPort],
    ["State", ({ enabled }) => stateOf(enabled)],
    ["Singularity", ({ singularity }) => onOff(singularity)],
    ["Description", ({ description }) => description],
  ]);
}

export function settingsTable(settings: ReadonlyMap<string, SettingRecord>): View {
  return tableOf("Setting", settings, "There are no settings.", [
    ["Value", ({ value }) => value],
    ["State", ({ enabled }) => stateOf(enabled)],
  ]);
}

/** For entities whose fields are in no document: one column per field that occurs. */
export function openTable(what: string, entries: ReadonlyMap<string, AlarmRecord>, empty: string): View {
  const names = [...new Set([...entries.values()].flatMap(({ fields }) => [...fields.keys()]))];
  const columns = names.map((name) => [name, ({ fields }: AlarmRecord) => openCell(fields.get(name))] as const);
  return tableOf(what, entries, empty, columns);
}

/** A table with one row per entry: its key, and a cell per column. */
function tableOf<T>(
  what: string,
  entries: ReadonlyMap<string, T>,
  empty: string,
  columns: readonly (readonly [string, (entry: T) => Cell])[],
): View {
  const rows = [...entries].map(([key, entry]) => [key, ...columns.map(([, cellOf]) => cellOf(entry))]);
  return { kind: "table", columns: [what, ...columns.map(([name]) => name)], rows, empty };
}

export function configLists({ cli }: ReplicatorConfig): View[] {
  const titles = { profile: "Profiles", collector: "Collectors", policy: "Policies", notate: "Descriptions" } as const;
  return Object.entries(titles).map(([name, title]) => {
    return { kind: "list", title, items: cli[name as keyof typeof titles], empty: "none" };
  });
}

export function statusTables({ components, licenseDaysLeft, version }: ReplicatorStatus): View[] {
  const fields = [
    ["Version", version],
    ["License days left", licenseDaysLeft],
  ] as const;
  const rows = [...components];
  return [
    { kind: "fields", fields },
    { kind: "table", title: "Components", columns: ["Component", "Status"], rows, empty: "none" },
  ];
}

export function realtimeTables({ collector, exporter, pair, profile, stats, system }: Realtime): View[] {
  const { collectors, exporters, pairs, profiles } = stats.totals;
  return [
    {
      kind: "fields",
      fields: [
        ["CPU", system.cpu],
        ["Collectors", collectors],
        ["Exporters", exporters],
        ["Pairs", pairs],
        ["Profiles", `${profiles.total} (${profiles.enabled} enabled, ${profiles.disabled} disabled)`],
      ],
    },
    traffic("Collectors", ["Collector", ...columnsOf("in")], collector, (seen) => rates(seen.in)),
    traffic(
      "Exporters",
      ["Exporter", ...columnsOf("in"), ...columnsOf("out"), "Last seen", "Profiles"],
      exporter,
      (seen) => [...rates(seen.in), ...rates(seen.out), seen.awareness.last_timestamp, joined(seen.profiles)],
    ),
    traffic("Pairs", ["Exporter -> collector", "Octets/s", "Packets/s"], pair, rates),
    traffic("Profiles", ["Profile", ...columnsOf("in"), ...columnsOf("out")], profile, (seen) => [
      ...rates(seen.in),
      ...rates(seen.out),
    ]),
  ];
}

function traffic<T>(
  title: string,
  columns: readonly string[],
  entries: ReadonlyMap<string, T>,
  cellsOf: (entry: T) => readonly Cell[],
): View {
  return {
    kind: "table",
    title,
    columns,
    rows: [...entries].map(([key, entry]) => [key, ...cellsOf(entry)]),
    empty: "none",
  };
}

const columnsOf = (direction: string): string[] => [`Octets/s ${direction}`, `Packets/s ${direction}`];
const rates = ({ octets, packets }: Traffic): number[] => [octets, packets].map(({ rate }: Counter) => rate);

function stateOf(enabled: boolean | undefined): string | undefined {
  return enabled === undefined ? undefined : enabled ? "enabled" : "disabled";
}

function onOff(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? "on" : "off";
}

/** Joins values in one cell. Undefined if there are none. */
function joined(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : values.join(", ");
}

function openCell(value: unknown): Cell {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return joined(value);
  return JSON.stringify(value);
}
