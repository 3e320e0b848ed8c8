import { z } from "zod";
import { isJsonObject } from "../http/json";
import { numeric, optionalText, text } from "../http/schemas";
import { directions, type Direction } from "./report-words";

/** An object that the document does not specify. It is passed on unchanged, and left out if it is not an object. */
type OpenObject = Readonly<Record<string, unknown>>;

const openObject = z
  .unknown()
  .optional()
  .transform((value): OpenObject => (isJsonObject(value) ? value : {}));

/** A value of the database, and its text in the appliance's format. A rank has only a label. */
const fullCell = z.object({
  rawValue: z
    .union([z.string(), z.number(), z.boolean().transform(String), z.null()])
    .optional()
    .transform((value) => (value === "null" ? null : (value ?? null))),
  label: text.nullish().transform((value) => value ?? ""),
});

/** A cell; a bare value is its own label. */
const cell = z.preprocess((value) => {
  if (typeof value === "string" || typeof value === "number") return { rawValue: value, label: String(value) };
  return value ?? {};
}, fullCell);
export type ReportCellReply = z.output<typeof cell>;

const row = z.array(cell);

/** A column; a bare text is its label. The first column may be a rank, which belongs to no element. */
const column = z.preprocess(
  (value) => (typeof value === "string" ? { label: value } : value),
  z.object({ elementName: optionalText, format: z.unknown().optional(), label: text.nullish() }).transform((value) => ({
    elementName: value.elementName,
    /** Details of the formatting, in the appliance's own form. */
    format: value.format,
    label: value.label ?? "",
  })),
);
export type ReportColumnReply = z.output<typeof column>;

/** Converts rows that are objects, keyed by element or label, to lists of cells in the order of the columns. */
function listed(value: unknown): unknown {
  if (!isJsonObject(value) || !Array.isArray(value["columns"])) return value;
  const keys = (value["columns"] as unknown[]).map((one): unknown[] =>
    isJsonObject(one) ? [one["elementName"], one["label"]] : [one],
  );
  const cellsOf = (one: unknown): unknown => {
    if (!isJsonObject(one)) return one;
    const keyOf = (names: readonly unknown[]): string | undefined =>
      names.find((key): key is string => typeof key === "string" && Object.hasOwn(one, key));
    // If no key matches a column, the conversion would lose values.
    if (keys.every((names) => keyOf(names) === undefined)) return one;
    return keys.map(keyOf).map((key) => (key === undefined ? undefined : one[key]));
  };
  const rowsOf = (rows: unknown): unknown => (Array.isArray(rows) ? rows.map(cellsOf) : rows);
  return { ...value, rows: rowsOf(value["rows"]), footer: rowsOf(value["footer"]) };
}

const table = z.preprocess(
  listed,
  z.object({
    /** Number of all rows, inside or outside this window. */
    totalRowCount: numeric.refine((count) => Number.isSafeInteger(count) && count >= 0, "expected a count of rows"),
    columns: z.array(column),
    rows: z.array(row),
    /** First the others (what is not in the rows), then the total. They may be shorter than the rows. */
    footer: z
      .array(row)
      .nullish()
      .transform((rows) => rows ?? []),
  }),
);
export type ReportTableReply = z.output<typeof table>;

function byDirection<T extends z.ZodType>(item: T) {
  const entries = directions.map((direction) => [direction, item.optional()] as const);
  return z.object(Object.fromEntries(entries) as Record<(typeof directions)[number], z.ZodOptional<T>>);
}

/** A table may come without the object that is keyed by direction. */
const tables = z.preprocess((value) => {
  const isOne = isJsonObject(value) && Array.isArray(value["rows"]);
  return isOne ? Object.fromEntries(directions.map((direction) => [direction, value])) : value;
}, byDirection(table));

/** Epoch seconds, and bytes in the interval that begins or ends then. */
type Point = [number, number];

/** The points of a series that have a value; graphs have gaps. */
function pointsOf(series: unknown): Point[] {
  return listOf(series).flatMap((one) => {
    const [time, bytes] = listOf(one).map((value) => numeric.safeParse(value).data);
    return time === undefined || bytes === undefined ? [] : [[time, bytes] satisfies Point];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Graph data: slices of the pie in the appliance's own form, and one list of points per series. Data in another form is
 * left out, because the table is complete without it.
 */
const graph = z.unknown().transform((value) => {
  if (!isJsonObject(value)) return undefined;
  const { pie, timeseries, ...others } = value;
  const each = <T>(
    part: unknown,
    read: (list: readonly unknown[]) => T[],
  ): Partial<Record<Direction, T[]>> | undefined => {
    if (part === undefined) return undefined;
    const given = directions.filter((direction) => isJsonObject(part) && Array.isArray(part[direction]));
    return Object.fromEntries(given.map((direction) => [direction, read(listOf((part as OpenObject)[direction]))]));
  };
  return {
    pie: each(pie, (slices): unknown[] => [...slices]),
    timeseries: each(timeseries, (series) => series.map(pointsOf)),
    fields: new Map(Object.entries(others)),
  };
});
export type ReportGraphReply = NonNullable<z.output<typeof graph>>;

const report = z.object({
  request_id: optionalText,
  /** Tables by direction. */
  table: tables,
  time_details: openObject,
  exporter_details: openObject,
  /** Absent if only a table was requested, or if it has another form. */
  graph: graph.optional(),
});
/** The answer of `report_api/get`, in the appliance's spelling. Management gateway, "`rm=report_api`". */
export type ReportReply = z.output<typeof report>;

/** The answer as it is sent, which contains the report. */
export const reportReply = z.object({ report });
