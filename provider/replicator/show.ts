import { z } from "zod";
import { ApplianceError, isRefused } from "../errors/errors";
import { keyed } from "../http/schemas";
import type { OtherTemplate, ReplicatorCaller } from "./caller";
import { path } from "./commands";
import {
  entities,
  recordsOf,
  type Entity,
  collectorRecord,
  exporterRecord,
  openRecordOnly,
  profileRecord,
  realtime,
  settingRecord,
  type AlarmRecord,
  type AssetRecord,
  type CollectorRecord,
  type ExporterRecord,
  type ProfileRecord,
  type Realtime,
  type SettingRecord,
} from "./show-schemas";

/** Lists of `show/config`. A list that the appliance does not return is empty. It has none for exporters. */
export interface ConfigLists {
  /** Profiles. */
  profile: string[];
  /** Collectors with their memberships and thresholds. */
  collector: string[];
  /** Policies. */
  policy: string[];
  /** Notes on addresses and profiles. */
  notate: string[];
}

/** `show/config`: the configuration as the commands that would recreate it. */
export interface ReplicatorConfig {
  /** Request paths; `parseCommand` reads them. */
  api: ConfigLists;
  /** The equivalent command lines. */
  cli: ConfigLists;
}

/** `show/status`. */
export interface ReplicatorStatus {
  /** Status by component; `active` if it runs. */
  components: Map<string, string>;
  /** Remaining days of the license. */
  licenseDaysLeft: string | undefined;
  version: string | undefined;
}

/** No filter. */
const NONE = "0";

/**
 * Everything that can be read with `show`. Each filter is a keyword that the appliance matches; by default there is
 * none.
 */
export class ShowApi {
  readonly #call: ReplicatorCaller;
  /** Paths for collectors that this appliance does not have. */
  readonly #absent = new Set<CollectorPath>();

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

  /** Collectors by address: `show/collectors/[filter]`, or `show/collector` if the appliance has only that. */
  collectors(filter = NONE): Promise<Map<string, CollectorRecord>> {
    return this.#collectorsBy(["collectors", "collector"], filter);
  }

  /** One collector: `show/collector/[ip]`, or `show/collectors` if the appliance has only that. */
  async collector(ip: string): Promise<CollectorRecord | undefined> {
    return (await this.#collectorsBy(["collector", "collectors"], ip)).get(ip);
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
  config(filter?: string): Promise<ReplicatorConfig> {
    return this.#whole("config", filter, config);
  }

  /** The status of the appliance's components: `show/status`, or with a filter `show/status/[filter]`. */
  async status(filter?: string): Promise<ReplicatorStatus> {
    const components = await this.#whole("status", filter, status);
    const taken = (key: string): string | undefined => {
      const value = components.get(key);
      components.delete(key);
      return value;
    };
    taken("result");
    return { licenseDaysLeft: taken("replicator license"), version: taken("version"), components };
  }

  /** The current traffic. It takes no filter. */
  realtime(): Promise<Realtime> {
    return this.#call.read("/show/realtime/[filter]", "/api/1/show/realtime/0", realtime);
  }

  /** A reading that the document lists with and without a filter. */
  async #whole<T>(what: "config" | "status", filter: string | undefined, schema: z.ZodType<T>): Promise<T> {
    const action: OtherTemplate = filter === undefined ? `/show/${what}` : `/show/${what}/[filter]`;
    const target = filter === undefined ? path`/api/1/show/${what}` : path`/api/1/show/${what}/${filter}`;
    return this.#call.read(action, target, schema);
  }

  async #entity<T>(entity: keyof typeof entities, filter: string, schema: z.ZodType<T>): Promise<Map<string, T>> {
    const action: OtherTemplate = `/show/${entity}/[filter]`;
    return this.#records(action, path`/api/1/show/${entity}/${filter}`, entities[entity], schema);
  }

  async #records<T>(
    action: OtherTemplate,
    target: string,
    entity: Entity,
    schema: z.ZodType<T>,
  ): Promise<Map<string, T>> {
    return this.#call.read(action, target, recordsOf(entity, schema));
  }

  /** Both paths for collectors return the same records. An appliance with only one of them refuses the other once. */
  async #collectorsBy(paths: readonly CollectorPath[], filter: string): Promise<Map<string, CollectorRecord>> {
    const [first = "collector", second] = paths.filter((one) => !this.#absent.has(one));
    try {
      return await this.#records(...collectorPath(first, filter), entities.collectors, collectorRecord);
    } catch (error) {
      if (second === undefined || !isUnavailable(error)) throw error;
      const found = await this.#records(...collectorPath(second, filter), entities.collectors, collectorRecord);
      this.#absent.add(first);
      return found;
    }
  }
}

type CollectorPath = "collector" | "collectors";

function collectorPath(word: CollectorPath, filter: string): [action: OtherTemplate, target: string] {
  return word === "collector"
    ? ["/show/collector/[ip]", path`/api/1/show/collector/${filter}`]
    : ["/show/collectors/[filter]", path`/api/1/show/collectors/${filter}`];
}

/** Whether an answer says that this reading does not exist, or has a form that is not understood. */
export function isUnavailable(error: unknown): error is ApplianceError {
  if (!(error instanceof ApplianceError) || !error.place.action.startsWith("/show/")) return false;
  const { arrived, status = 200, credentials } = error.details;
  return credentials !== true && (arrived === true || isRefused(error) || (status >= 400 && status < 500));
}

/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
export const configLists = [
  "profile",
  "collector",
  "policy",
  "notate",
] as const satisfies readonly (keyof ConfigLists)[];
/** An empty list may be left out, or written as null. */
const list = z
  .array(z.string())
  .nullish()
  .transform((lines) => lines ?? []);
const lists = z.object({ profile: list, collector: list, policy: list, notate: list });
const none = { profile: [], collector: [], policy: [], notate: [] };
const config = z
  .object({ api: lists, cli: lists.nullish() })
  .transform(({ api, cli }): ReplicatorConfig => ({ api, cli: cli ?? none }));

const status = keyed(z.union([z.string(), z.number()]).transform(String));
