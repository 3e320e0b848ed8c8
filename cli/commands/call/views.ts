import { present } from "../../../provider/values/collections";
import { line, type Cell, type View } from "../../output/view";

type Fields = Readonly<Record<string, unknown>>;

/** Records as a table, texts as a line each, everything else as fields. */
export function viewsOf(value: unknown, title?: string): View[] {
  if (value === undefined || value === null) return [line("Done.", "good")];
  if (!isObject(value)) return [line(String(cellOf(value) ?? ""))];
  return Array.isArray(value) ? viewsOfList(value, title) : viewsOfFields(value as Fields, title);
}

function viewsOfList(list: readonly unknown[], title: string | undefined): View[] {
  if (list.length > 0 && list.every(isRecord)) return [tableOf(list as Fields[], title)];
  const items = list.map((one) => String(cellOf(one) ?? ""));
  if (title === undefined && items.length > 0) return items.map((one) => line(one));
  return [{ kind: "list", title: title ?? "Answer", items, empty: "none" }];
}

function viewsOfFields(value: Fields, title: string | undefined): View[] {
  const { result, description, ...more } = value;
  if (result === "success" && Object.keys(more).length === 0)
    return [line(typeof description === "string" ? description : "Done.", "good")];
  const entries = Object.entries(value);
  const [[, only] = [], ...others] = entries;
  // Around a list or a map, a name says nothing. Of a record it is the key.
  if (others.length === 0 && isObject(only) && Object.values(only).every(isObject)) return viewsOf(only, title);
  if (entries.length > 0 && entries.every(([, one]) => isRecord(one))) {
    const rows = entries.map(([key, one]) => ({ "": key, ...(one as Fields) }));
    return [tableOf(rows, title)];
  }
  const own = entries.filter(([, one]) => !isObject(one)).map(([key, one]) => [key, cellOf(one)] as const);
  const below = entries.filter(([, one]) => isObject(one)).flatMap(([key, one]) => viewsOf(one, key));
  return own.length === 0 ? below : [{ kind: "fields", fields: own }, ...below];
}

function tableOf(rows: readonly Fields[], title: string | undefined): View {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => columns.map((key) => cellOf(row[key])));
  return { kind: "table", ...present({ title }), columns, rows: cells, empty: "none" };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isRecord(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.every((one) => !isObject(one))) return value.join(", ");
  return JSON.stringify(value);
}
