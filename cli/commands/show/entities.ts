import type { ShowApi } from "../../../provider/client";
import { flatRecords } from "../../../lib/output/json";
import type { View } from "../../../lib/output/view";
import type { Result } from "../../result";
import {
  collectorsTable,
  configLists,
  exportersTable,
  openTable,
  profilesTable,
  realtimeTables,
  settingsTable,
  statusTables,
} from "./tables";

/** One entity of `show`. Replication service, `show/[entity]/[filter]`. */
export interface Entity {
  /** Name of the data that is read, for the progress display. */
  readonly what: string;
  /** False if the API document says that there is no filter. */
  readonly filtered: boolean;
  readonly read: (show: ShowApi, filter: string | undefined) => Promise<Result>;
}

/** An entity whose answer is shown as it is. */
function entity<T>(
  what: string,
  ask: (show: ShowApi, filter: string | undefined) => Promise<T>,
  viewsOf: (found: T) => readonly View[],
  dataOf: (found: T) => unknown = (found) => found,
): Entity {
  const read: Entity["read"] = async (show, filter) => {
    const found = await ask(show, filter);
    return { data: dataOf(found), views: viewsOf(found) };
  };
  return { what, filtered: true, read };
}

/** An entity with records by name or address. */
function records<T extends ReadonlyMap<string, { readonly fields: ReadonlyMap<string, unknown> }>>(
  what: string,
  ask: (show: ShowApi, filter: string | undefined) => Promise<T>,
  viewOf: (found: T) => View,
): Entity {
  return entity(what, ask, (found) => [viewOf(found)], flatRecords);
}

const open = (what: string, empty: string) => (found: Parameters<typeof openTable>[1]) => openTable(what, found, empty);

/** The nine entities of the API document, in its spelling. */
export const entities = {
  alarms: records("the alarms", (show, filter) => show.alarms(filter), open("Alarm", "There are no alarms.")),
  assets: records("the assets", (show, filter) => show.assets(filter), open("Asset", "There are no assets.")),
  collectors: records("the collectors", (show, filter) => show.collectors(filter), collectorsTable),
  config: entity("the configuration", (show, filter) => show.config(filter), configLists),
  exporters: records("the exporters", (show, filter) => show.exporters(filter), exportersTable),
  profile: records("the profiles", (show, filter) => show.profile(filter), profilesTable),
  realtime: { ...entity("the traffic", (show) => show.realtime(), realtimeTables), filtered: false },
  settings: records("the settings", (show, filter) => show.settings(filter), settingsTable),
  status: entity("the status", (show, filter) => show.status(filter), statusTables),
} as const satisfies Readonly<Record<string, Entity>>;

export type EntityName = keyof typeof entities;
