import { z } from "zod";
import { id, keyed, numeric, openRecord, optionalNumber, optionalText, text } from "../http/schemas";

/** A switch, in the spellings that such records are likely to use. */
const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => {
    if (/^(?:on|yes|true|1|enabled?|active)$/iu.test(String(value))) return true;
    return /^(?:off|no|false|0|disabled?|inactive)$/iu.test(String(value)) ? false : undefined;
  });

/** A note; an empty one is none. */
const note = optionalText.transform((value) => (value === "" ? undefined : value));

const texts = z.array(text);

/** `show/collectors`, by address. Replication service, "show/collector/[ip]". */
export const collectorRecord = openRecord({
  ip: optionalText,
  /** Host name, where one is known. */
  name: optionalText,
  description: note,
  in_profiles: texts,
  /** Packets per second; 0 means none. */
  threshold: numeric,
  /** Ports whose alarm was acknowledged. */
  acknowledged: z.array(id),
  status: z.object({ unreachable_port: texts }),
});
export type CollectorRecord = z.output<typeof collectorRecord>;

/** `show/exporters`, by address; by analogy with collectors, the document does not show it. */
export const exporterRecord = openRecord(
  { ip: optionalText, name: optionalText, description: note, in_profiles: texts },
  { in_profiles: ["profiles"] },
);
export type ExporterRecord = z.output<typeof exporterRecord>;

/** `show/profile`, by name; by analogy. What the appliance does not tell is undefined. */
export const profileRecord = openRecord(
  { listeningPort: optionalNumber, sendingPort: optionalNumber, enabled: flag, singularity: flag, description: note },
  {
    listeningPort: ["listeningport", "listening_port", "listenport", "listen_port", "listen"],
    sendingPort: ["sendingport", "sending_port", "sendport", "send_port", "send"],
    enabled: ["state", "status"],
  },
);
export type ProfileRecord = z.output<typeof profileRecord>;

/** `show/settings`, by name; by analogy. */
export const settingRecord = openRecord({ value: optionalText, enabled: flag }, { enabled: ["state", "status"] });
export type SettingRecord = z.output<typeof settingRecord>;

/** `show/alarms` and `show/assets`, by key; the document shows no field of them. */
export const openRecordOnly = openRecord({});
export type AlarmRecord = z.output<typeof openRecordOnly>;
export type AssetRecord = z.output<typeof openRecordOnly>;

/** A counter: its growth and its rate per second. */
const counter = z.object({ delta: numeric, rate: numeric });
export type Counter = z.output<typeof counter>;

const traffic = z.object({ octets: counter, packets: counter });
/** Traffic in octets and packets. */
export type Traffic = z.output<typeof traffic>;

const totals = z.object({
  collectors: numeric,
  exporters: numeric,
  pairs: numeric,
  profiles: z.object({ disabled: numeric, enabled: numeric, total: numeric }),
});

/** `show/realtime`. Replication service, "show/realtime". */
export const realtime = z.object({
  /** By address. */
  collector: keyed(z.object({ in: traffic })),
  /** By address. */
  exporter: keyed(
    z.object({
      awareness: z.object({ last_epoch: numeric, last_timestamp: text }),
      in: traffic,
      out: traffic,
      profiles: texts,
    }),
  ),
  /** By `<exporter> -> <collector>`. */
  pair: keyed(traffic),
  /** By name. */
  profile: keyed(z.object({ in: traffic, out: traffic })),
  stats: z.object({ totals }),
  system: z.object({ cpu: text }),
});
export type Realtime = z.output<typeof realtime>;

/** One exporter of `exporter/noprofile`: `o` counts octets, `p` packets. */
const unassigned = z.object({
  in_o_delta: numeric,
  in_o_rate: text,
  in_p_delta: numeric,
  in_p_rate: text,
  lastseen: text,
  out_o_delta: numeric,
  out_o_rate: text,
  out_p_delta: numeric,
  out_p_rate: text,
  unixtime: numeric,
});
export type UnassignedExporter = z.output<typeof unassigned>;

/** False for the number `total` that stands among the keys of a map and is none of them. */
export function isNoTotal(key: string, value: unknown): boolean {
  return key !== "total" || typeof value === "object";
}

/** `exporter/noprofile`, by address. */
export const noprofile = z.object({
  noprofile: keyed(unassigned, isNoTotal),
});
/** `license/check`. */
export const license = z.object({
  daysLeft: text,
  expiration: text,
  licensedType: text,
  licensedVersion: text,
  machineID: text,
  role: text,
});
export type License = z.output<typeof license>;

/** `version`; the free texts that the document does not name are under `fields`. */
export const version = openRecord({ apiversion: id, build: text, copyright: text, name: text });
export type Version = z.output<typeof version>;

/** `dnscheck`. */
export const dnscheck = z.object({
  dnscheck: z.object({
    addr: text,
    expiry: z.object({ epoch: numeric, time: text }),
    name: text,
    resolveTime: numeric,
    status: text,
  }),
});
export type DnsCheck = z.output<typeof dnscheck>["dnscheck"];
