import { z } from "zod";
import { BusyError, CredentialsError, RefusedError, ReplyError, type RequestTarget } from "../errors/errors";
import { conform } from "../http/answer";
import { keyed } from "../http/schemas";
import type { OtherTemplate, ReplicatorCaller } from "./caller";
import { descriptionOf } from "./answer";
import { path } from "./commands";
import {
  entities,
  entriesOf,
  totalIn,
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
  /** Lists of `api` that the answer lacks or contains as null: that does not prove that they are empty. */
  absent?: readonly (keyof ConfigLists)[];
}

/** `show/status`. */
export interface ReplicatorStatus {
  /** Status by component; `active` if it runs. */
  components: Map<string, string>;
  /** Remaining days of the license. */
  licenseDaysLeft: string | undefined;
  version: string | undefined;
}

/** A list that is shorter than its own total. What is missing from it may exist. */
export class CutListError extends ReplyError {
  constructor(
    parts: ConstructorParameters<typeof ReplyError>[0],
    /** What it lists. */
    readonly records: ReadonlyMap<string, unknown>,
  ) {
    super(parts);
  }
}

/** An answer whose form depends on the appliance. */
const jsonObject = z.custom<Readonly<Record<string, unknown>>>();
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
    const place = this.#call.place(action);
    const json = await this.#call.read(action, target, jsonObject);
    const entries = entriesOf(entity, json);
    if (entries === undefined) throw unknownShape(json, entity.keys, place);
    const records = conform(keyed(schema), entries, place);
    const total = totalIn(entity, json) ?? 0;
    if (total > records.size)
      throw new CutListError({ ...place, words: `it lists ${records.size} of ${total}` }, records);
    return records;
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

function isReading({ action }: RefusedError | ReplyError): boolean {
  return action.startsWith("/show/");
}

/** Whether an answer says that this reading does not exist, or has a form that is not understood. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CredentialsError || error instanceof BusyError) return false;
  if (error instanceof ReplyError) return isReading(error);
  // A failed login or a redirect concerns every request.
  return (
    error instanceof RefusedError &&
    isReading(error) &&
    (error.answered || (error.status !== undefined && error.status >= 400))
  );
}

/** The lists in the order in which their lines apply: what belongs to a profile comes after it. */
export const configLists = [
  "profile",
  "collector",
  "policy",
  "notate",
] as const satisfies readonly (keyof ConfigLists)[];
/** Servers that do not write empty lists return null or leave them out. */
const list = z.array(z.string()).nullish();
// Some servers write an empty object as an empty list.
const lists = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.object({ profile: list, collector: list, policy: list, notate: list }, "expected the lists"),
);
const config = z.object({ api: lists, cli: lists.nullish() }).transform(({ api, cli }): ReplicatorConfig => {
  const absent = configLists.filter((name) => !api[name]);
  return { api: allOf(api), cli: allOf(cli ?? {}), ...(absent.length === 0 ? {} : { absent }) };
});

function allOf({ profile, collector, policy, notate }: Partial<z.output<typeof lists>>): ConfigLists {
  return { profile: profile ?? [], collector: collector ?? [], policy: policy ?? [], notate: notate ?? [] };
}

const status = keyed(z.union([z.string(), z.number()]).transform(String));

/** The error about an answer in another form: it must not mean that something is "gone". */
function unknownShape(
  json: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  place: RequestTarget,
): ReplyError {
  const said = descriptionOf(json);
  return new ReplyError({
    ...place,
    words: `the answer has none of the keys ${keys.join(", ")}${said === undefined ? "" : `: ${said}`}`,
    advice: "This may be a release of the appliance that this package does not know yet",
  });
}
