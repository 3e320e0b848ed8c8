import { z } from "zod";
import {
  flag,
  id,
  isJsonObject,
  keyed,
  listOf,
  openRecord,
  optionalNumber,
  optionalText,
  orNone,
  text,
} from "../http/schemas";

const optionalTexts = orNone(z.array(text));
const presentTexts = listOf(text);
/** A text; empty if it is missing or null. */
const anyText = optionalText.transform((value) => value ?? "");
/** A figure; 0 if it is missing or null, because nothing was counted. */
const figure = optionalNumber.transform((value) => value ?? 0);

/** `show/collectors`, by address. Replication service, "show/collector/[ip]". A missing field is undefined or empty. */
export const collectorRecord = openRecord({
  ip: optionalText,
  /** Host name, if one is known. */
  name: optionalText,
  description: optionalText,
  in_profiles: optionalTexts,
  /** Packets per second; 0 means none. */
  threshold: optionalNumber,
  /** Ports whose alarm was acknowledged. */
  acknowledged: listOf(id),
  status: orNone(z.object({ unreachable_port: presentTexts })).transform(
    (status) => status ?? { unreachable_port: [] },
  ),
});
export type CollectorRecord = z.output<typeof collectorRecord>;

/** `show/exporters`, by address. The document does not show it, so this is by analogy with collectors. */
export const exporterRecord = openRecord(
  { ip: optionalText, name: optionalText, description: optionalText, in_profiles: optionalTexts },
  { in_profiles: "profiles" },
);
export type ExporterRecord = z.output<typeof exporterRecord>;

/** `show/profile`, by name; by analogy. What the appliance does not report is undefined. */
export const profileRecord = openRecord(
  {
    listeningPort: optionalNumber,
    sendingPort: optionalNumber,
    enabled: flag,
    singularity: flag,
    description: optionalText,
  },
  { listeningPort: "listening_port", sendingPort: "sending_port", enabled: "state" },
);
export type ProfileRecord = z.output<typeof profileRecord>;

/** The value of a setting: a text, which may be empty, or a flag. */
const settingValue = z
  .union([text, z.boolean().transform(String)])
  .nullish()
  .transform((value) => value ?? undefined);

/** `show/settings`, by name; by analogy. An entry may be only the value. */
export const settingRecord = z.preprocess(
  (entry) => (isJsonObject(entry) ? entry : { value: entry }),
  openRecord({ value: settingValue, enabled: flag }, { enabled: "state" }),
);
export type SettingRecord = z.output<typeof settingRecord>;

/** `show/alarms` and `show/assets`, by key; the document shows none of their fields. */
export const openRecordOnly = openRecord({});
export type AlarmRecord = z.output<typeof openRecordOnly>;
export type AssetRecord = z.output<typeof openRecordOnly>;

const counter = z.object({
  /** Growth since the last reading. */
  delta: figure,
  /** Rate per second. */
  rate: figure,
});
/** A counter: its growth and its rate per second. */
export type Counter = z.output<typeof counter>;

const traffic = z.object({
  /** Bytes. */
  octets: counter,
  /** Packets. */
  packets: counter,
});
/** Traffic in octets and packets. */
export type Traffic = z.output<typeof traffic>;

const awareness = z.object({ last_epoch: figure, last_timestamp: anyText });
const profileTotals = z.object({ disabled: figure, enabled: figure, total: figure });

/** `show/realtime`. Replication service, "show/realtime". */
export const realtime = z.object({
  /** By address. */
  collector: keyed(z.object({ in: traffic })),
  /** By address. */
  exporter: keyed(z.object({ awareness, in: traffic, out: traffic, profiles: presentTexts })),
  /** By `<exporter> -> <collector>`. */
  pair: keyed(traffic),
  /** By name. */
  profile: keyed(z.object({ in: traffic, out: traffic })),
  stats: z.object({
    totals: z.object({ collectors: figure, exporters: figure, pairs: figure, profiles: profileTotals }),
  }),
  system: z.object({ cpu: anyText }),
});
export type Realtime = z.output<typeof realtime>;

/** One exporter of `exporter/noprofile`: `o` counts octets, `p` packets. */
const unassigned = z.object({
  ...{ in_o_delta: figure, in_o_rate: anyText, in_p_delta: figure, in_p_rate: anyText, lastseen: anyText },
  ...{ out_o_delta: figure, out_o_rate: anyText, out_p_delta: figure, out_p_rate: anyText, unixtime: figure },
});
export type UnassignedExporter = z.output<typeof unassigned>;

/** `license/check`. */
export const license = z
  .object({
    /** Remaining days of the license. */
    daysLeft: anyText,
    /** Day on which it ends, as the appliance writes it. */
    expiration: anyText,
    /** Kind of license. */
    licensedType: anyText,
    /** Version of the product that the license is for. */
    licensedVersion: anyText,
    /** Machine that the license is bound to. */
    machineID: anyText,
    /** Role of the appliance. */
    role: anyText,
  })
  .refine((fields) => Object.values(fields).some((field) => field !== ""), "expected a field of a license");
/** The license of a replicator. A text that the appliance does not report is empty. */
export type License = z.output<typeof license>;

/** `version`; free texts that the document does not mention are under `fields`. */
export const version = openRecord({ apiversion: id, build: text, copyright: text, name: text });
export type Version = z.output<typeof version>;

/** `dnscheck`. An unknown name or time is empty, an unknown number 0. */
export const dnscheck = z.object({
  dnscheck: z.object({
    addr: anyText,
    expiry: orNone(z.object({ epoch: figure, time: anyText })).transform((expiry) => expiry ?? { epoch: 0, time: "" }),
    name: anyText,
    resolveTime: figure,
    status: anyText,
  }),
});
export type DnsCheck = z.output<typeof dnscheck>["dnscheck"];

/** `show/status`. */
export interface ReplicatorStatus {
  /** Status by component; `active` if it runs. */
  components: Map<string, string>;
  /** Remaining days of the license. */
  licenseDaysLeft: string | undefined;
  version: string | undefined;
}
export const status = keyed(text).transform((components): ReplicatorStatus => {
  const {
    result: _result,
    version: own,
    "replicator license": licenseDaysLeft,
    ...rest
  } = Object.fromEntries(components);
  return { licenseDaysLeft, version: own, components: new Map(Object.entries(rest)) };
});

const lines = listOf(z.string());
const lists = z.object({
  /** Profiles. */
  profile: lines,
  /** Collectors with their memberships and thresholds. */
  collector: lines,
  /** Policies. */
  policy: lines,
  /** Notes on addresses and profiles. */
  notate: lines,
});
/** Lists of `show/config`. A list that the appliance does not return is empty. It has none for exporters. */
export type ConfigLists = z.output<typeof lists>;
/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
export const configLists = ["profile", "collector", "policy", "notate"] as const;

export const config = z.object({
  /** Request paths; `parseCommand` reads them. */
  api: lists,
  /** The equivalent command lines. */
  cli: z.preprocess((cli) => cli ?? {}, lists),
});
/** `show/config`: the configuration as the commands that would recreate it. */
export type ReplicatorConfig = z.output<typeof config>;

/**
 * The records of an answer of `show` by name: a map or a list below a key in the singular or the plural. Any other form
 * is an error: an answer that is not understood must not mean that something is gone. A total among them is no record.
 */
export function recordsOf<T>(entity: string, schema: z.ZodType<T>): z.ZodType<Map<string, T>> {
  const key = entity.replace(/s$/u, "");
  return z.preprocess((json) => {
    if (!isJsonObject(json)) return undefined;
    const held = json[key] ?? json[`${key}s`];
    if (isJsonObject(held)) {
      return Object.fromEntries(Object.entries(held).filter(([name, one]) => name !== "total" || isJsonObject(one)));
    }
    // What has no name makes the answer one that is not understood.
    const named = Array.isArray(held)
      ? held.map((one: unknown) => [nameOf(one) ?? "", one] as const)
      : [["", 0] as const];
    return named.every(([name]) => name !== "") ? Object.fromEntries(named) : undefined;
  }, keyed(schema));
}

/** The name of a record in a list. */
function nameOf(record: unknown): string | undefined {
  if (!isJsonObject(record)) return undefined;
  return ["key", "ip", "name"].map((field) => record[field]).find((value) => typeof value === "string");
}

/** `exporter/noprofile`, by address. */
export const noprofile = recordsOf("noprofile", unassigned);
