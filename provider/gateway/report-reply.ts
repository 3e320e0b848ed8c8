import { z } from "zod";
import { isJsonObject } from "../http/json";
import { numeric, openRecord, optionalText, text } from "../http/schemas";
import { directions } from "./report-words";

/** An object whose content the document leaves open; it is passed on as it came. */
type OpenObject = Readonly<Record<string, unknown>>;

const openObject = z
  .custom<OpenObject>(isJsonObject, "expected an object")
  .nullish()
  .transform((value): OpenObject => value ?? {});

/** A cell: the value of the database, and how the appliance writes it. A rank has only a label. */
const cell = z.object({
  rawValue: z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform((value) => value ?? null),
  label: text.nullish().transform((value) => value ?? ""),
});
export type ReportCellReply = z.output<typeof cell>;

const row = z.array(cell);

/** A column. The first one may be a rank, which no element stands behind. */
const column = z
  .object({ elementName: optionalText, format: z.unknown().optional(), label: text.nullish() })
  .transform((value) => ({
    elementName: value.elementName === "" ? undefined : value.elementName,
    /** Details of the formatting, in the appliance's own form. */
    format: value.format,
    label: value.label ?? "",
  }));
export type ReportColumnReply = z.output<typeof column>;

const table = z.object({
  /** Rows that there are, in this window or not. */
  totalRowCount: numeric.refine((count) => Number.isSafeInteger(count) && count >= 0, "expected a count of rows"),
  columns: z.array(column),
  rows: z.array(row),
  /** First the others (what is not in the rows), then the total. They may be shorter than the rows. */
  footer: z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []),
});
export type ReportTableReply = z.output<typeof table>;

/** Epoch seconds, and bytes in the interval that begins or ends then. */
const point = z.tuple([numeric, numeric]);

function byDirection<T extends z.ZodType>(item: T) {
  const entries = directions.map((direction) => [direction, item.optional()] as const);
  return z.object(Object.fromEntries(entries) as Record<(typeof directions)[number], z.ZodOptional<T>>);
}

/** Graph data: slices of the pie in the appliance's own form, and one list of points a series. */
const graph = openRecord({
  pie: byDirection(z.array(z.unknown())).nullish(),
  timeseries: byDirection(z.array(z.array(point))).nullish(),
});
export type ReportGraphReply = z.output<typeof graph>;

const report = z.object({
  request_id: optionalText,
  /** By direction. */
  table: byDirection(table),
  time_details: openObject,
  exporter_details: openObject,
  /** Absent when only a table was asked for. */
  graph: graph.nullish().transform((value) => value ?? undefined),
});
/** What `report_api/get` answers, in the appliance's spelling. Management gateway, "`rm=report_api`". */
export type ReportReply = z.output<typeof report>;

/** The answer as it is sent, with the report inside. */
export const reportReply = z.object({ report });
