import { z } from "zod";
import { directions } from "./report";
import { isJsonObject, numeric, optionalText, text } from "../http/schemas";

/** An object that the document does not specify. It is passed on unchanged, and left out if it is not an object. */
const openObject = z
  .unknown()
  .optional()
  .transform((value): Readonly<Record<string, unknown>> => (isJsonObject(value) ? value : {}));

/** A value of the database, and its text in the appliance's format. A rank has only a label. */
const cell = z.object({
  rawValue: z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform((value) => value ?? null),
  label: text.nullish().transform((value) => value ?? ""),
});
export type ReportCellReply = z.output<typeof cell>;

/** A column. The first one may be a rank, which belongs to no element. */
const column = z
  .object({ elementName: optionalText, format: z.unknown().optional(), label: text.nullish() })
  .transform(({ elementName, format, label }) => ({
    elementName,
    /** Details of the formatting, in the appliance's own form. */
    format,
    label: label ?? "",
  }));
export type ReportColumnReply = z.output<typeof column>;

const table = z.object({
  /** Number of all rows, inside or outside this window. */
  totalRowCount: numeric.refine((count) => Number.isSafeInteger(count) && count >= 0, "expected a count of rows"),
  columns: z.array(column),
  rows: z.array(z.array(cell)),
  /** First the others (what is not in the rows), then the total. They may be shorter than the rows. */
  footer: z
    .array(z.array(cell))
    .nullish()
    .transform((rows) => rows ?? []),
});
export type ReportTableReply = z.output<typeof table>;

function byDirection<T extends z.ZodType>(item: T) {
  const entries = directions.map((direction) => [direction, item.optional()] as const);
  return z.object(Object.fromEntries(entries) as Record<(typeof directions)[number], z.ZodOptional<T>>);
}

const report = z.object({
  request_id: optionalText,
  /** Tables by direction. */
  table: byDirection(table),
  time_details: openObject,
  exporter_details: openObject,
  /** The requested graph data, in the appliance's own form. */
  graph: z.unknown().optional(),
});
/** The answer of `report_api/get`, in the appliance's spelling. Management gateway, "`rm=report_api`". */
export type ReportReply = z.output<typeof report>;

/** The report in the answer. */
export const reportReply = z.object({ report }).transform((answer) => answer.report);
