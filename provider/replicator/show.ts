import { z } from "zod";
import { ReplyError } from "../errors";
import { conform, type Place } from "../http/answer";
import { isJsonObject } from "../http/json";
import { keyed } from "../http/schemas";
import type { ReplicatorCaller } from "./caller";
import { descriptionOf } from "./answer";
import type { OtherTemplate } from "./operations";
import { path } from "./path";
import {
  collectorRecord,
  exporterRecord,
  openRecordOnly,
  profileRecord,
  realtime,
  settingRecord,
  isNoTotal,
  type AlarmRecord,
  type AssetRecord,
  type CollectorRecord,
  type ExporterRecord,
  type ProfileRecord,
  type Realtime,
  type SettingRecord,
} from "./show-schemas";

/**
 * Lists of `show/config`. The four of `api` must be there: a list that is missing is no evidence that there is nothing. Of
 * `cli`, and with a filter, one that the appliance does not give is empty. Exporters have none: see `exporters`.
 */
export interface ConfigLists {
  profile: string[];
  collector: string[];
  policy: string[];
  notate: string[];
}

/** `show/config`: the configuration as what would make it again. */
export interface ReplicatorConfig {
  /** Request paths; `parseCommand` reads them. */
  api: ConfigLists;
  /** The equivalent command lines. */
  cli: ConfigLists;
}

/** `show/status`. */
export interface ReplicatorStatus {
  /** Status by component; `active` when it runs. */
  components: Map<string, string>;
  /** Days that the license is still good for. */
  licenseDaysLeft: string | undefined;
  version: string | undefined;
}

/** No filter. */
const NONE = "0";

/** Everything that can be read with `show`. Each filter is a keyword match by the appliance; none is the default. */
export class ShowApi {
  readonly #call: ReplicatorCaller;

  constructor(call: ReplicatorCaller) {
    this.#call = call;
  }

  /** Alarms by key. */
  alarms(filter = NONE): Promise<Map<string, AlarmRecord>> {
    return this.#entity("alarms", filter, openRecordOnly);
  }

  /** Assets by key. */
  assets(filter = NONE): Promise<Map<string, AssetRecord>> {
    return this.#entity("assets", filter, openRecordOnly);
  }

  /** Collectors by address. */
  collectors(filter = NONE): Promise<Map<string, CollectorRecord>> {
    return this.#entity("collectors", filter, collectorRecord);
  }

  /** Exporters by address. */
  exporters(filter = NONE): Promise<Map<string, ExporterRecord>> {
    return this.#entity("exporters", filter, exporterRecord);
  }

  /** Profiles by name. */
  profile(filter = NONE): Promise<Map<string, ProfileRecord>> {
    return this.#entity("profile", filter, profileRecord);
  }

  /** Settings by name. */
  settings(filter = NONE): Promise<Map<string, SettingRecord>> {
    return this.#entity("settings", filter, settingRecord);
  }

  /** The configuration: `show/config`, or with a filter `show/config/[filter]`. */
  async config(filter?: string): Promise<ReplicatorConfig> {
    const action = filter === undefined ? "/show/config" : "/show/config/[filter]";
    const target = filter === undefined ? "/api/1/show/config" : path`/api/1/show/config/${filter}`;
    const schema = filter === undefined ? config : filtered;
    return conform(schema, await this.#call.read(action, target), this.#call.place(action));
  }

  /** The status of the appliance's components: `show/status`, or with a filter `show/status/[filter]`. */
  async status(filter?: string): Promise<ReplicatorStatus> {
    const action = filter === undefined ? "/show/status" : "/show/status/[filter]";
    const target = filter === undefined ? "/api/1/show/status" : path`/api/1/show/status/${filter}`;
    const components = conform(status, await this.#call.read(action, target), this.#call.place(action));
    const taken = (key: string): string | undefined => {
      const value = components.get(key);
      components.delete(key);
      return value;
    };
    taken("result");
    return { licenseDaysLeft: taken("replicator license"), version: taken("version"), components };
  }

  /** Traffic now. It takes no filter. */
  async realtime(): Promise<Realtime> {
    const action = "/show/realtime/[filter]";
    return conform(realtime, await this.#call.read(action, "/api/1/show/realtime/0"), this.#call.place(action));
  }

  async #entity<T>(entity: keyof typeof keysOf, filter: string, schema: z.ZodType<T>): Promise<Map<string, T>> {
    const action: OtherTemplate = `/show/${entity}/[filter]`;
    const place = this.#call.place(action);
    const json = await this.#call.read(action, path`/api/1/show/${entity}/${filter}`);
    const key = keysOf[entity].find((one) => Object.hasOwn(json, one));
    if (key === undefined) throw unknownShape(json, keysOf[entity], place);
    return conform(keyed(schema, isNoTotal), json[key], place);
  }
}

/** The path list and the example of the document spell one of them differently; others may vary likewise. */
const keysOf = {
  alarms: ["alarms", "alarm"],
  assets: ["assets", "asset"],
  collectors: ["collectors", "collector"],
  exporters: ["exporters", "exporter"],
  profile: ["profile", "profiles"],
  settings: ["settings", "setting"],
} as const;

const list = z.array(z.string()).default([]);
/** An answer without any of the lists is another form, and no evidence that there is nothing. */
const lists = z
  .custom<object>(
    (value) => isJsonObject(value) && listNames.some((name) => Object.hasOwn(value, name)),
    "expected the lists",
  )
  .pipe(z.object({ profile: list, collector: list, policy: list, notate: list }));
const listNames = ["profile", "collector", "policy", "notate"] as const satisfies readonly (keyof ConfigLists)[];
const filtered: z.ZodType<ReplicatorConfig> = z.object({ api: lists, cli: lists });
const there = z.array(z.string(), "expected a list: one that is missing does not mean that nothing is there");
const all = z.object({ profile: there, collector: there, policy: there, notate: there }, "expected the lists");
const config: z.ZodType<ReplicatorConfig> = z.object({ api: all, cli: lists });
const status = keyed(z.union([z.string(), z.number()]).transform(String));

/** Nothing is "gone" because an answer has another form. */
function unknownShape(json: Readonly<Record<string, unknown>>, keys: readonly string[], place: Place): ReplyError {
  const said = descriptionOf(json);
  return new ReplyError({
    ...place,
    words: `the answer has none of the keys ${keys.join(", ")}${said === undefined ? "" : `: ${said}`}`,
    advice: "This may be a release of the appliance that this package does not know yet",
  });
}
