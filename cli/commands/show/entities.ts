import type { ShowApi } from "../../../provider/client";
import { flatRecords } from "../../../lib/output/json";
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

/** The nine entities of the API document, in its spelling. */
export const entities = {
  alarms: {
    what: "the alarms",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.alarms(filter);
      return { data: flatRecords(found), views: [openTable("Alarm", found, "There are no alarms.")] };
    },
  },
  assets: {
    what: "the assets",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.assets(filter);
      return { data: flatRecords(found), views: [openTable("Asset", found, "There are no assets.")] };
    },
  },
  collectors: {
    what: "the collectors",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.collectors(filter);
      return { data: flatRecords(found), views: [collectorsTable(found)] };
    },
  },
  config: {
    what: "the configuration",
    filtered: true,
    read: async (show, filter) => {
      const data = await show.config(filter);
      return { data, views: configLists(data) };
    },
  },
  exporters: {
    what: "the exporters",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.exporters(filter);
      return { data: flatRecords(found), views: [exportersTable(found)] };
    },
  },
  profile: {
    what: "the profiles",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.profile(filter);
      return { data: flatRecords(found), views: [profilesTable(found)] };
    },
  },
  realtime: {
    what: "the traffic",
    filtered: false,
    read: async (show) => {
      const data = await show.realtime();
      return { data, views: realtimeTables(data) };
    },
  },
  settings: {
    what: "the settings",
    filtered: true,
    read: async (show, filter) => {
      const found = await show.settings(filter);
      return { data: flatRecords(found), views: [settingsTable(found)] };
    },
  },
  status: {
    what: "the status",
    filtered: true,
    read: async (show, filter) => {
      const data = await show.status(filter);
      return { data, views: statusTables(data) };
    },
  },
} as const satisfies Readonly<Record<string, Entity>>;

export type EntityName = keyof typeof entities;
