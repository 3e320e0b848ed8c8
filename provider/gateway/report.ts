import { z } from "#zod";
import { anyText, isJsonObject, listSchema, numeric, optionalText } from "../http/schemas";

/** The fields of a report request and their values. Management gateway, "`rm=report_api`". */

/** Values of `times.dateRange`. `Custom` takes `start` and `end`. */
export const dateRanges = [
  "LastFiveMinutes",
  "LastTenMinutes",
  "LastFifteenMinutes",
  "LastTwentyMinutes",
  "LastThirtyMinutes",
  "LastFortyfiveMinutes",
  "LastHour",
  "LastFullHour",
  "LastThreeDays",
  "LastSevenDays",
  "LastThirtyDays",
  "Today",
  "Yesterday",
  "Last24Hours",
  "ThisWeek",
  "LastWeek",
  "ThisMonth",
  "LastMonth",
  "ThisYear",
  "LastYear",
  "Custom",
] as const;

/** The report types in the document. There are others: each report's API tab shows its key. */
export const reportTypes = ["conversations", "host2host", "ipGroupGroup", "applications", "country2country"] as const;

/** Relative to the interfaces of the filter; `inbound` if that does not apply. */
export const directions = ["inbound", "outbound"] as const;
export type Direction = (typeof directions)[number];

/** `saf` is the default; `traditional` is the older form of the data. */
export const dataModes = ["saf", "traditional"] as const;

/** Per second, or the total within the time frame. */
export const rateTotals = ["rate", "total"] as const;

/** Length of one interval; `auto` leaves the choice to the service, and whole minutes as text are accepted too. */
export const granularities = ["auto", "1m", "5m", "30m", "2h", "12h"] as const;

/** `bits` and `bytes` depend on rate or total, `percent` does not. */
export const units = ["bits", "bytes", "percent"] as const;

/** Request of `report_api/get`. */
export interface ReportQuestion {
  /** Which data to prepare. The document calls its keys a minimum: others are sent unchanged. */
  rpt_json: {
    /** One of {@link reportTypes}, or another key. */
    reportTypeLang: string;
    /** `sdfDips_0` and others, see docs/reference/functions.md. */
    filters: Readonly<Record<string, string>>;
    reportDirections: { selected: Direction };
    times: {
      dateRange: (typeof dateRanges)[number];
      /** Name of a time zone, e.g. `Europe/Paris`: it defines days and how dates are shown. */
      clientTimezone?: string | undefined;
      /** Epoch seconds, for `Custom` only. */
      start?: number | undefined;
      end?: number | undefined;
    };
    dataMode: { selected: (typeof dataModes)[number] };
    rateTotal: { selected: (typeof rateTotals)[number] };
    dataGranularity: { selected: string };
    bbp: { selected: (typeof units)[number] };
    readonly [key: string]: unknown;
  };
  /** Which part of the result to return, by direction: only the one that `reportDirections` selects. */
  data_requested: {
    readonly [One in Direction]?: {
      /** Which graph data the answer has beside the table; `none`, the default, returns only the pie's. */
      graph?: "all" | "pie" | "timeseries" | "none" | undefined;
      table: { query_limit: { offset: number; max_num_rows: number } };
    };
  };
}

/** An object that the document does not specify. It is passed on unchanged, and left out if it is not an object. */
const openObject = z
  .unknown()
  .optional()
  .transform((value): Readonly<Record<string, unknown>> => (isJsonObject(value) ? value : {}));

/** A value of the database, and its text in the appliance's format. A rank has only a label. */
const cell = z.object({
  rawValue: z.union([z.string(), z.number(), z.null()]).default(null),
  label: anyText,
});
export type ReportCellReply = z.output<typeof cell>;

/** A column. The first one may be a rank, which belongs to no element. */
const column = z.object({
  elementName: optionalText,
  /** Details of the formatting, in the appliance's own form. */
  format: z.unknown().optional(),
  label: anyText,
});
export type ReportColumnReply = z.output<typeof column>;

const table = z.object({
  /** Number of all rows, inside or outside this window. */
  totalRowCount: numeric.refine((count) => Number.isSafeInteger(count) && count >= 0, "expected a count of rows"),
  columns: z.array(column),
  rows: z.array(z.array(cell)),
  /** First the others (what is not in the rows), then the total. They may be shorter than the rows. */
  footer: listSchema(z.array(cell)),
});
export type ReportTableReply = z.output<typeof table>;

const report = z.object({
  request_id: optionalText,
  /** Tables by direction. */
  table: z.object({ inbound: table.optional(), outbound: table.optional() }),
  time_details: openObject,
  exporter_details: openObject,
  /** The requested graph data, in the appliance's own form. */
  graph: z.unknown().optional(),
});
/** The answer of `report_api/get`, in the appliance's spelling. Management gateway, "`rm=report_api`". */
export type ReportReply = z.output<typeof report>;

/** The report in the answer. */
export const reportReply = z.object({ report }).transform((answer) => answer.report);
