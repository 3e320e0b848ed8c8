import type { z } from "zod";
import type { OtherTemplate, Read } from "./client";
import { path } from "./commands";
import * as readings from "./readings";

/** No filter. */
const NONE = "0";
type Entity = "alarms" | "assets" | "collectors" | "exporters" | "profile" | "settings";
type Records<T> = Promise<Map<string, T>>;

/**
 * Everything that can be read with `show`. Each filter is a keyword that the appliance matches; by default there is
 * none.
 */
export class ShowApi {
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  /** Alarms by key. */
  alarms(filter?: string): Records<readings.AlarmRecord> {
    return this.#entity("alarms", readings.openRecordOnly, filter);
  }

  /** Assets by key. */
  assets(filter?: string): Records<readings.AssetRecord> {
    return this.#entity("assets", readings.openRecordOnly, filter);
  }

  /** Collectors by address. */
  collectors(filter?: string): Records<readings.CollectorRecord> {
    return this.#entity("collectors", readings.collectorRecord, filter);
  }

  /** One collector. */
  async collector(ip: string): Promise<readings.CollectorRecord | undefined> {
    const schema = readings.recordsOf("collectors", readings.collectorRecord);
    return (await this.#read("/show/collector/[ip]", path`/api/1/show/collector/${ip}`, schema)).get(ip);
  }

  /** Exporters by address. */
  exporters(filter?: string): Records<readings.ExporterRecord> {
    return this.#entity("exporters", readings.exporterRecord, filter);
  }

  /** Profiles by name. */
  profile(filter?: string): Records<readings.ProfileRecord> {
    return this.#entity("profile", readings.profileRecord, filter);
  }

  /** Settings by name. */
  settings(filter?: string): Records<readings.SettingRecord> {
    return this.#entity("settings", readings.settingRecord, filter);
  }

  /** The configuration: `show/config`, or with a filter `show/config/[filter]`. */
  config(filter?: string): Promise<readings.ReplicatorConfig> {
    return this.#whole("config", filter, readings.config);
  }

  /** The status of the appliance's components: `show/status`, or with a filter `show/status/[filter]`. */
  status(filter?: string): Promise<readings.ReplicatorStatus> {
    return this.#whole("status", filter, readings.status);
  }

  /** The current traffic. It takes no filter. */
  realtime(): Promise<readings.Realtime> {
    return this.#read("/show/realtime/[filter]", "/api/1/show/realtime/0", readings.realtime);
  }

  /** A reading that the document lists with and without a filter. */
  async #whole<T>(what: "config" | "status", filter: string | undefined, schema: z.ZodType<T>): Promise<T> {
    if (filter === undefined) return this.#read(`/show/${what}`, path`/api/1/show/${what}`, schema);
    return this.#read(`/show/${what}/[filter]`, path`/api/1/show/${what}/${filter}`, schema);
  }

  async #entity<T>(entity: Entity, schema: z.ZodType<T>, filter = NONE): Records<T> {
    const action: OtherTemplate = `/show/${entity}/[filter]`;
    return this.#read(action, path`/api/1/show/${entity}/${filter}`, readings.recordsOf(entity, schema));
  }
}
