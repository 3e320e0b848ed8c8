import { z } from "zod";
import { isJsonObject } from "../http/json";
import {
  flag,
  id,
  keyed,
  listOf,
  numeric,
  openRecord,
  optionalNumber,
  optionalText,
  orNone,
  text,
} from "../http/schemas";
import { plainAddress } from "../values/addresses";

/** A note; an empty text means that there is none. */
const note = optionalText.transform((value) => (value === "" ? undefined : value));

const texts = z.array(text);
/**
 * A list that may be missing or null; some servers write a list with one name as a text. A text with commas may be one
 * name or several, so it counts as missing.
 */
const optionalTexts = orNone(z.union([texts, text.transform((one) => (one.includes(",") ? undefined : [one]))]));
const presentTexts = optionalTexts.transform((value) => value ?? []);
/** A text; empty if it is missing or null. */
const anyText = orNone(z.union([text, z.boolean().transform(String)])).transform((value) => value ?? "");
/** A figure; 0 if it is missing, null or empty, because nothing was counted. */
const figure = orNone(numeric).transform((value) => value ?? 0);

/** `show/collectors`, by address. Replication service, "show/collector/[ip]". A missing field is undefined or empty. */
export const collectorRecord = openRecord({
  ip: optionalText,
  /** Host name, if one is known. */
  name: optionalText,
  description: note,
  in_profiles: optionalTexts,
  /** Packets per second; 0 means none. */
  threshold: optionalNumber,
  /** Ports whose alarm was acknowledged. */
  acknowledged: listOf(id),
  status: orNone(z.object({ unreachable_port: presentTexts }))
    .catch(undefined)
    .transform((status) => status ?? { unreachable_port: [] }),
});
export type CollectorRecord = z.output<typeof collectorRecord>;

/** `show/exporters`, by address. The document does not show it, so this is by analogy with collectors. */
export const exporterRecord = openRecord(
  { ip: optionalText, name: optionalText, description: note, in_profiles: optionalTexts },
  { in_profiles: ["profiles", "inprofiles", "profile"] },
);
export type ExporterRecord = z.output<typeof exporterRecord>;

/** `show/profile`, by name; by analogy. What the appliance does not report is undefined. */
export const profileRecord = openRecord(
  { listeningPort: optionalNumber, sendingPort: optionalNumber, enabled: flag, singularity: flag, description: note },
  {
    listeningPort: ["listeningport", "listening_port", "listenport", "listen_port", "listen"],
    sendingPort: ["sendingport", "sending_port", "sendport", "send_port", "send"],
    enabled: ["state", "status"],
  },
);
export type ProfileRecord = z.output<typeof profileRecord>;

/** The value of a setting, which may be a flag. */
const settingText = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? undefined : String(value)));

/** `show/settings`, by name; by analogy. */
export const settingRecord = openRecord({ value: settingText, enabled: flag }, { enabled: ["state", "status"] });
export type SettingRecord = z.output<typeof settingRecord>;

/** `show/alarms` and `show/assets`, by key; the document shows none of their fields. */
export const openRecordOnly = openRecord({});
export type AlarmRecord = z.output<typeof openRecordOnly>;
export type AssetRecord = z.output<typeof openRecordOnly>;

/** A counter: its growth and its rate per second. */
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

const totals = z.object({
  collectors: figure,
  exporters: figure,
  pairs: figure,
  profiles: z.object({ disabled: figure, enabled: figure, total: figure }),
});

/** `show/realtime`. Replication service, "show/realtime". */
export const realtime = z.object({
  /** By address. */
  collector: keyed(z.object({ in: traffic })),
  /** By address. */
  exporter: keyed(
    z.object({
      awareness: z.object({ last_epoch: figure, last_timestamp: anyText }),
      in: traffic,
      out: traffic,
      profiles: presentTexts,
    }),
  ),
  /** By `<exporter> -> <collector>`. */
  pair: keyed(traffic),
  /** By name. */
  profile: keyed(z.object({ in: traffic, out: traffic })),
  stats: z.object({ totals }),
  system: z.object({ cpu: anyText }),
});
export type Realtime = z.output<typeof realtime>;

/** One exporter of `exporter/noprofile`: `o` counts octets, `p` packets. */
const unassigned = z.object({
  in_o_delta: figure,
  in_o_rate: anyText,
  in_p_delta: figure,
  in_p_rate: anyText,
  lastseen: anyText,
  out_o_delta: figure,
  out_o_rate: anyText,
  out_p_delta: figure,
  out_p_rate: anyText,
  unixtime: figure,
});
export type UnassignedExporter = z.output<typeof unassigned>;

/** False for the number `total`, which some maps contain beside their entries. */
function isNoTotal(key: string, value: unknown): boolean {
  return key !== "total" || typeof value === "object";
}

/** `exporter/noprofile`, by address. */
export const noprofile = z.object({
  noprofile: keyed(unassigned, isNoTotal),
});
/** `license/check`. A text that the appliance does not report is empty. */
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

/** Whether this is the role of an appliance that follows another one and refuses changes. */
export function isSecondary(role: string): boolean {
  return /secondary|backup|standby/iu.test(role) && !/primary/iu.test(role);
}

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

/** A part of `show` whose answer is a map or a list of records, and how to recognise its records. */
export interface Entity {
  /** The keys of the answer: the document spells one in the singular in its example. */
  readonly keys: readonly string[];
  /** Fields of a record in a list that may contain its name. */
  readonly names: readonly string[];
  /** Whether records are keyed by address. */
  readonly byAddress: boolean;
  /** The field that a record consists of if it is not an object, e.g. `{"flowStopAlert": "70"}`. */
  readonly only?: string;
}

const ofAddress = { names: ["ip", "address"], byAddress: true };

/**
 * The entities of `show/[entity]/[filter]`. Replication service, "Endpoints"; the document shows the form of only one.
 */
export const entities = {
  alarms: { keys: ["alarms", "alarm"], names: ["key", "name"], byAddress: false },
  assets: { keys: ["assets", "asset"], names: ["ip", "name"], byAddress: false },
  collectors: { keys: ["collectors", "collector"], ...ofAddress },
  exporters: { keys: ["exporters", "exporter"], ...ofAddress },
  profile: { keys: ["profile", "profiles"], names: ["name"], byAddress: false },
  settings: { keys: ["settings", "setting"], names: ["name"], byAddress: false, only: "value" },
} as const satisfies Readonly<Record<string, Entity>>;

/**
 * The records of an answer by name: a map or a list below the key of the entity. Any other form is an error: an answer
 * that is not understood must not mean that something is gone. A total among addresses is no record.
 */
export function recordsOf<T>(entity: Entity, schema: z.ZodType<T>): z.ZodType<Map<string, T>> {
  const records = keyed(schema);
  return z.unknown().transform((json, context) => {
    const entries = entriesOf(entity, json);
    if (entries === undefined) {
      context.addIssue({ code: "custom", message: `expected records under ${entity.keys.join(" or ")}` });
      return z.NEVER;
    }
    const parsed = records.safeParse(Object.fromEntries(entries));
    if (parsed.success) return parsed.data;
    for (const { message, path } of parsed.error.issues) context.addIssue({ code: "custom", message, path });
    return z.NEVER;
  });
}

function entriesOf(entity: Entity, json: unknown): [string, unknown][] | undefined {
  if (!isJsonObject(json)) return undefined;
  const key = entity.keys.find((one) => Object.hasOwn(json, one));
  const held = key === undefined ? undefined : json[key];
  const { only } = entity;
  const whole = (record: unknown): unknown =>
    isJsonObject(record) || only === undefined ? record : { [only]: record };
  if (isJsonObject(held)) {
    const own = Object.entries(held).filter(([name, record]) => name !== "total" || isJsonObject(record));
    return own.map(([name, record]) => [keyOf(entity, name), whole(record)]);
  }
  if (!Array.isArray(held)) return undefined;
  const entries = held.map((record: unknown): [string | undefined, unknown] => [nameOf(entity, record), record]);
  return entries.every((entry): entry is [string, unknown] => entry[0] !== undefined) ? entries : undefined;
}

function nameOf(entity: Entity, record: unknown): string | undefined {
  if (!isJsonObject(record)) return undefined;
  const name = entity.names.map((field) => record[field]).find((value) => typeof value === "string");
  return name === undefined ? undefined : keyOf(entity, name);
}

function keyOf({ byAddress }: Entity, name: string): string {
  return byAddress ? (plainAddress(name) ?? name) : name;
}
