import { z } from "#zod";
import type { OperationClass } from "../errors/errors";
import {
  anyText,
  flag,
  id,
  isJsonObject,
  keyed,
  listSchema,
  optionalNumber,
  optionalText,
  orElse,
  orNone,
  spelled,
  text,
} from "../http/schemas";

/** The answer to an action. What was changed is in the appliance's words: they vary, so programs must not rely on them. */
export const done = z.object({ result: z.literal("success"), description: optionalText });
/** The answer to a login or logout: what the appliance says about it. */
export const sessionReply = z.object({ result: z.literal("success"), path: optionalText });
export type SessionReply = z.output<typeof sessionReply>;

const optionalTexts = orNone(z.array(text));
const presentTexts = listSchema(text);
/** A figure; 0 if it is missing or null, because nothing was counted. */
const figure = optionalNumber.transform((value) => value ?? 0);

/** `show/collectors`, by address. Replication service, "show/collector/[ip]". A missing field is undefined or empty. */
const collectorRecord = z.object({
  ip: optionalText,
  /** Host name, if one is known. */
  name: optionalText,
  description: optionalText,
  in_profiles: optionalTexts,
  /** Packets per second; 0 means none. */
  threshold: optionalNumber,
  /** Ports whose alarm was acknowledged. */
  acknowledged: listSchema(id),
  status: orElse(z.object({ unreachable_port: presentTexts }), {}),
});

/** `show/exporters`, by address. The document does not show it, so this is by analogy with collectors. */
const exporterRecord = spelled(
  { ip: optionalText, name: optionalText, description: optionalText, in_profiles: optionalTexts },
  { in_profiles: ["profiles"] },
);

/** `show/profile`, by name; by analogy. What the appliance does not report is undefined. */
const profileRecord = spelled(
  {
    listeningPort: optionalNumber,
    sendingPort: optionalNumber,
    enabled: flag,
    singularity: flag,
    description: optionalText,
  },
  { listeningPort: ["listening_port"], sendingPort: ["sending_port"], enabled: ["state", "status"] },
);

/** The value of a setting: a text, which may be empty, or a flag. */
const shownValue = z
  .union([text, z.boolean().transform(String)])
  .nullish()
  .transform((value) => value ?? undefined);

/** `show/settings`, by name; by analogy. An entry may be only the value. */
const settingRecord = z.preprocess(
  (entry) => (isJsonObject(entry) ? entry : { value: entry }),
  spelled({ value: shownValue, enabled: flag }, { enabled: ["state", "status"] }),
);
export type SettingRecord = z.output<typeof settingRecord>;

/** `show/realtime`. Of an exporter its profiles are used here; all figures are passed on as they are. */
const realtime = z.looseObject({ exporter: keyed(z.looseObject({ profiles: presentTexts })) });

/** One exporter of `exporter/noprofile`: `o` counts octets, `p` packets. */
const unassigned = z.object({
  ...{ in_o_delta: figure, in_o_rate: anyText, in_p_delta: figure, in_p_rate: anyText, lastseen: anyText },
  ...{ out_o_delta: figure, out_o_rate: anyText, out_p_delta: figure, out_p_rate: anyText, unixtime: figure },
});

const license = z.object({
  ...{ daysLeft: anyText, expiration: anyText, licensedType: anyText },
  ...{ licensedVersion: anyText, machineID: anyText, role: anyText },
});

/** `version`. The document does not show the keys of its two free texts. */
const version = z.looseObject({ apiversion: id, build: text, copyright: text, name: text });

const dnscheck = z.object({
  dnscheck: z.object({
    addr: anyText,
    expiry: orNone(z.object({ epoch: figure, time: anyText })),
    name: anyText,
    resolveTime: figure,
    status: anyText,
  }),
});

/** `show/status`: the status by component, `active` if it runs, and the remaining days of the license. */
const status = keyed(text).transform((all) => {
  const { result: _result, version: own, "replicator license": licenseDaysLeft, ...rest } = Object.fromEntries(all);
  return { licenseDaysLeft, version: own, components: new Map(Object.entries(rest)) };
});

/** The lines about profiles, about collectors with their memberships and thresholds, about policies, and the notes. */
function listsOf(lines: z.ZodType<string[]>) {
  return z.object({ profile: lines, collector: lines, policy: lines, notate: lines });
}
/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
export const configLists = ["profile", "collector", "policy", "notate"] as const;

const config = z.object({
  /** Request paths; `parseCommand` reads them. A list that is not there does not say that nothing is. */
  api: listsOf(z.array(z.string())),
  /** The equivalent command lines. */
  cli: orElse(listsOf(listSchema(z.string())), {}),
});
/** `show/config`: the configuration as the commands that would recreate it. */
export type ReplicatorConfig = z.output<typeof config>;

/**
 * The records of an answer of `show` by name: a map or a list below a key in the singular or the plural. Any other form
 * is an error: an answer that is not understood must not mean that something is gone. A total among them is no record.
 */
function recordsOf<T>(entity: string, schema: z.ZodType<T>): z.ZodType<Map<string, T>> {
  const key = entity.replace(/s$/u, "");
  return z.preprocess((json) => {
    if (!isJsonObject(json)) return undefined;
    const held = json[key] ?? json[`${key}s`];
    if (isJsonObject(held)) {
      const { total, ...records } = held;
      return isJsonObject(total) ? held : records;
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

const collectors = recordsOf("collectors", collectorRecord);

/** Every path but the commands and the login: how it may be repeated, what it does, and the form of its answer. */
export const paths = {
  "/logout": ["converging", "logging out", sessionReply],
  "/acknowledge/[entity]/[ip:port]": ["converging", "acknowledging the alarm", done],
  "/collector/allremove/[ip]": ["converging", "removing the collector from all profiles", done],
  "/exporter/allremove/[ip]": ["converging", "removing the exporter from all profiles", done],
  "/exporter/noprofile/[filter]": ["read", "listing exporters without a profile", recordsOf("noprofile", unassigned)],
  "/dnscheck/[ip]": ["read", "looking up the name of the address", dnscheck],
  "/license/check": ["read", "reading the license", license],
  "/rebuild": ["converging", "the rebuild", done],
  "/role/test/secondary": ["read", "testing the role", done],
  "/show/alarms/[filter]": ["read", "reading the alarms", recordsOf("alarms", z.unknown())],
  "/show/assets/[filter]": ["read", "reading the assets", recordsOf("assets", z.unknown())],
  "/show/collector/[ip]": ["read", "reading the collectors", collectors],
  "/show/collectors/[filter]": ["read", "reading the collectors", collectors],
  "/show/config": ["read", "reading the configuration", config],
  "/show/config/[filter]": ["read", "reading the configuration", config],
  "/show/exporters/[filter]": ["read", "reading the exporters", recordsOf("exporters", exporterRecord)],
  "/show/profile/[filter]": ["read", "reading the profiles", recordsOf("profile", profileRecord)],
  "/show/realtime/[filter]": ["read", "reading the traffic", realtime],
  "/show/settings/[filter]": ["read", "reading the settings", recordsOf("settings", settingRecord)],
  "/show/status": ["read", "reading the status", status],
  "/show/status/[filter]": ["read", "reading the status", status],
  "/version": ["read", "reading the version", version],
} as const satisfies Readonly<Record<string, readonly [OperationClass, string, z.ZodType]>>;

/** A path as the document writes it below `/api/1`. */
export type ReplicatorPath = keyof typeof paths;
/** The answers by path. */
export type ReplicatorAnswers = { [Path in ReplicatorPath]: z.output<(typeof paths)[Path][2]> };
