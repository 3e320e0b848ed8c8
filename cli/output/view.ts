import { printable, printableLines } from "./text";
import Table from "cli-table3";
import type { Colors } from "picocolors/types";

/** One cell of a table; undefined is shown as `-`. */
export type Cell = string | number | undefined;

/** A part of the output for people. Its texts are raw: {@link Terminal} makes each of them safe. */
export type View =
  | { readonly kind: "line"; readonly text: string; readonly tone?: Tone }
  /** Text of this program with several lines. */
  | { readonly kind: "text"; readonly text: string }
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
    case "text":
      return `${printableLines(view.text.trimEnd())}\n`;
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

/** Room that the last column needs: a terminal continues its texts on the next line. */
const LAST = 24;

/**
 * A table without lines, with columns two blanks apart: readable, and easy to cut for scripts. If it is too wide for the
 * terminal, the values of each row stand below each other.
 */
function tableText({ columns, rows, numeric }: TableParts, style: TableStyle): string {
  const { colors, width = Number.POSITIVE_INFINITY } = style;
  const isNumeric = (at: number): boolean =>
    numeric?.has(at) === true || rows.every(({ [at]: cell }) => cell === undefined || typeof cell === "number");
  // A column without any value is left out.
  const shown = [...(columns ?? ["", ""]).keys()].filter(
    (at) => at === 0 || rows.some(({ [at]: cell }) => cell !== undefined && cell !== ""),
  );
  const [head = [], ...body] = [columns ?? [], ...rows].map((row) => shown.map((at) => cellText(row[at])));
  const widths = shown.map((_, at) => Math.max(...[head, ...body].map((row) => (row[at] ?? "").length)));
  const least = widths.map((one, at) => (at === widths.length - 1 ? Math.min(one, LAST) : one) + GAP);
  if (columns !== undefined && least.reduce((sum, one) => sum + one, -GAP) > width) {
    return recordsText(columns, rows, style);
  }
  const table = new Table({
    chars: noLines,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colAligns: shown.map((at) => (columns !== undefined && isNumeric(at) ? "right" : "left")),
  });
  if (columns !== undefined) table.push(head.map((text) => colors.bold(text)));
  table.push(...body);
  return table.toString().replaceAll(/ *$/gmu, "") + "\n";
}

/** The values of each row below each other. */
function recordsText(columns: readonly string[], rows: TableParts["rows"], style: TableStyle): string {
  const records = rows.map((row) => columns.map((name, at) => [name, row[at]] as const));
  return records
    .map((fields) => tableText({ rows: fields.filter(([, cell]) => cell !== undefined) }, style))
    .join("\n");
}

function cellText(cell: Cell): string {
  return cell === undefined ? "-" : printable(String(cell));
}

const borders = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
const noLines = { ...Object.fromEntries(borders.map((name) => [name, ""])), middle: " ".repeat(GAP) };
