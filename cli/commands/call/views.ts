import { present } from "../../../provider/values/collections";
import { line, type Cell, type View } from "../../output/view";

type Fields = Readonly<Record<string, unknown>>;

/** Records as a table, texts as a line each, everything else as fields. `title`: the keys above the value. */
export function viewsOf(value: unknown, title?: string): View[] {
  if (value === undefined || value === null) return [line("Done.", "good")];
  if (!isObject(value)) return [line(String(cellOf(value) ?? ""))];
  return Array.isArray(value) ? viewsOfList(value, title) : viewsOfFields(value as Fields, title);
}

function viewsOfList(list: readonly unknown[], title: string | undefined): View[] {
  if (list.length > 0 && list.every(isRecord)) return [tableOf(list, title)];
  const items = list.map((one) => String(cellOf(one) ?? ""));
  if (title === undefined && items.length > 0) return items.map((one) => line(one));
  return [{ kind: "list", title: title ?? "Answer", items, empty: "none" }];
}

/** The texts of a map as fields, its records as a table with their keys, then everything else. */
function viewsOfFields(value: Fields, title: string | undefined): View[] {
  const { result, description, ...more } = value;
  if (result === "success" && Object.keys(more).length === 0)
    return [line(typeof description === "string" ? description : "Done.", "good")];
  const entries = Object.entries(value);
  if (entries.length === 0) return viewsOfList([], title);
  const own = entries.filter(([, one]) => !isObject(one)).map(([key, one]) => [key, cellOf(one)] as const);
  const rows = entries.flatMap(([key, one]) => (isRow(one) ? [{ "": key, ...one }] : []));
  const below = entries.filter(([, one]) => isObject(one) && !isRow(one));
  return [
    ...(own.length === 0 ? [] : [{ kind: "fields", ...present({ title }), fields: own } as const]),
    ...(rows.length === 0 ? [] : [tableOf(rows, own.length === 0 ? title : undefined)]),
    ...below.flatMap(([key, one]) => viewsOf(one, title === undefined ? key : `${title} ${key}`)),
  ];
}

function tableOf(rows: readonly Fields[], title: string | undefined): View {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((key) => cellOf(row[key])));
  return { kind: "table", ...present({ title }), columns, rows: cells, empty: "none" };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}

/** Whether a value is a record with cells, and no map of such records. */
function isRow(value: unknown): value is Fields {
  if (!isRecord(value)) return false;
  const cells = Object.values(value);
  return cells.some((one) => !isObject(one)) && !cells.some(isRow);
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => !isObject(one))) return value.join(", ");
  return JSON.stringify(value);
}
