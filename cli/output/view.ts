import { printable } from "./text";
import Table from "cli-table3";
import type { Colors } from "picocolors/types";

/** One cell of a table; undefined is shown as `-`. */
export type Cell = string | number | undefined;

/** A part of the output for people. Its texts are raw: {@link Terminal} makes each of them safe. */
export type View =
  | { readonly kind: "line"; readonly text: string; readonly tone?: Tone }
  /** A table with one line per row. Numbers are aligned to the right, and so are the columns in `numeric`. */
  | {
      readonly kind: "table";
      readonly title?: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** Columns with numbers and units. */
      readonly numeric?: ReadonlySet<number>;
      /** Text to show for a table without rows. */
      readonly empty: string;
    }
  /** Names with their values. */
  | { readonly kind: "fields"; readonly title?: string; readonly fields: readonly (readonly [string, Cell])[] }
  /** Lines to copy. */
  | { readonly kind: "list"; readonly title: string; readonly items: readonly string[]; readonly empty: string };

export type Tone = "good" | "bad";

/** A line of text. */
export function line(text: string, tone?: Tone): View {
  return tone === undefined ? { kind: "line", text } : { kind: "line", text, tone };
}

/** The views as text, with an empty line between those that have a title. */
export function viewsText(views: readonly View[], style: TableStyle): string {
  return views.map((view, index) => (index > 0 && "title" in view ? "\n" : "") + viewText(view, style)).join("");
}

function viewText(view: View, style: TableStyle): string {
  const { colors } = style;
  const title = "title" in view ? `${colors.bold(printable(view.title))}\n` : "";
  switch (view.kind) {
    case "line":
      return `${toned(printable(view.text), view.tone, style)}\n`;
    case "table":
      if (view.rows.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + tableText(view, style);
    case "fields":
      return title + tableText({ rows: view.fields }, style);
    case "list":
      if (view.items.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + view.items.map((item) => `${printable(item)}\n`).join("");
  }
}

function toned(text: string, tone: "good" | "bad" | undefined, { colors }: TableStyle): string {
  if (tone === undefined) return text;
  return tone === "good" ? colors.green(text) : colors.red(text);
}

/** Settings for drawing tables. */
interface TableStyle {
  readonly colors: Colors;
  /** Columns of the terminal. Undefined means no limit, as for a pipe or a file. */
  readonly width?: number | undefined;
}

type TableParts = Pick<Extract<View, { kind: "table" }>, "rows" | "numeric"> & { columns?: readonly string[] };

const GAP = 2;

/** A table without lines, with columns two blanks apart: readable, and easy to cut for scripts. */
function tableText({ columns, rows, numeric }: TableParts, style: TableStyle): string {
  const { colors, width = Number.POSITIVE_INFINITY } = style;
  const isNumeric = (at: number): boolean =>
    numeric?.has(at) === true || rows.every(({ [at]: cell }) => cell === undefined || typeof cell === "number");
  // A column without any value is left out.
  const shown = [...(columns ?? ["", ""]).keys()].filter(
    (at) => at === 0 || rows.some(({ [at]: cell }) => cell !== undefined && cell !== ""),
  );
  const cells = [columns ?? [], ...rows].map((row) => shown.map((at) => cellText(row[at])));
  const limits = limitsFor(cells, width);
  if (columns !== undefined && totalOf(limits) > width) return recordsText(columns, rows, style);
  const [head = [], ...body] = cells.map((row) => row.map((text, at) => broken(text, limits[at])));
  const table = new Table({
    chars: noLines,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colAligns: shown.map((at) => (columns !== undefined && isNumeric(at) ? "right" : "left")),
  });
  if (columns !== undefined) table.push(...rowLines(head, colors.bold));
  table.push(...body.flatMap((row) => rowLines(row)));
  return table.toString().replaceAll(/ *$/gmu, "") + "\n";
}

/** A table with too many columns for the terminal: the values of each row below each other. */
function recordsText(columns: readonly string[], rows: TableParts["rows"], style: TableStyle): string {
  const records = rows.map((row) => columns.map((name, at) => [name, row[at]] as const));
  return records
    .map((fields) => tableText({ rows: fields.filter(([, cell]) => cell !== undefined) }, style))
    .join("\n");
}

/** One row per line of the cells: for each line, the library would scan the whole text of the cell again. */
function rowLines(row: readonly string[], drawn: (text: string) => string = (text) => text): string[][] {
  const cells = row.map((text) => text.split("\n"));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells.map(({ [at]: line }) => (line === undefined ? "" : drawn(line))),
  );
}

function cellText(cell: Cell): string {
  return cell === undefined ? "-" : printable(String(cell));
}

/** Longer words may be broken to leave space for other columns. */
const LONGEST_WORD = 24;

/** Maximum width of each column: the widest are reduced until all fit, or only single words are left. */
function limitsFor(cells: readonly (readonly string[])[], width: number): number[] {
  const longest = (at: number, between: string): number =>
    Math.max(...cells.flatMap((row) => (row[at] ?? "").split(between)).map(({ length }) => length));
  const columns = [...(cells.at(-1) ?? []).keys()];
  const widths = columns.map((at) => longest(at, "\n"));
  const words = columns.map((at) => Math.min(LONGEST_WORD, longest(at, " ")));
  while (totalOf(widths) > width) {
    const wider = widths.map((one, at) => (one > (words[at] ?? 0) ? one : 0));
    const widest = Math.max(...wider);
    if (widest === 0) break;
    widths[wider.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1));
}

/** Breaks text into lines of a width: between words, in a long word after a sign, and anywhere as a last resort. */
function broken(text: string, width = text.length): string {
  if (text.length <= width) return text;
  const lines = [""];
  for (const word of text.split(/(?<= )|(?<=[-_./,:])(?=.)/u)) {
    let rest = word;
    const last = lines.at(-1) ?? "";
    if (last.length + rest.trimEnd().length <= width) {
      lines[lines.length - 1] = last + rest;
      continue;
    }
    for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width));
    lines.push(rest);
  }
  return lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}

const borders = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
const noLines = { ...Object.fromEntries(borders.map((name) => [name, ""])), middle: " ".repeat(GAP) };
