import { line, type Cell, type View } from "../../output/view";

type Fields = Readonly<Record<string, unknown>>;

/** Records as a table, texts as a line each, everything else as fields. */
export function viewsOf(value: unknown, title?: string): View[] {
  const titled = title === undefined ? {} : { title };
  if (value === undefined || value === null) return [line("Done.", "good")];
  if (!isObject(value)) return [line(String(cellOf(value) ?? ""))];
  const { result, description } = value as Fields;
  if (result === "success") return [line(typeof description === "string" ? description : "Done.", "good")];
  const entries = Object.entries(value);
  const [[, only] = [], ...others] = Array.isArray(value) ? [] : entries;
  if (others.length === 0 && isObject(only)) return viewsOf(only, title);
  if (entries.length > 0 && entries.every(([, one]) => isRecord(one))) {
    const rows = Array.isArray(value)
      ? (value as Fields[])
      : entries.map(([key, one]) => ({ "": key, ...(one as Fields) }));
    return [tableOf(rows, titled)];
  }
  if (Array.isArray(value)) {
    const items = value.map((one) => String(cellOf(one) ?? ""));
    if (title === undefined && items.length > 0) return items.map((one) => line(one));
    return [{ kind: "list", title: title ?? "Answer", items, empty: "none" }];
  }
  const own = entries.filter(([, one]) => !isObject(one)).map(([key, one]) => [key, cellOf(one)] as const);
  const below = entries.filter(([, one]) => isObject(one)).flatMap(([key, one]) => viewsOf(one, key));
  return own.length === 0 ? below : [{ kind: "fields", fields: own }, ...below];
}

function tableOf(rows: readonly Fields[], titled: { readonly title?: string }): View {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    kind: "table",
    ...titled,
    columns,
    rows: rows.map((row) => columns.map((key) => cellOf(row[key]))),
    empty: "none",
  };
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
