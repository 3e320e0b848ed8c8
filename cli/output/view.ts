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
      /**
       * Whether the order of the rows is meaningful. Otherwise rows that begin with an address are sorted by address.
       */
      readonly isOrdered?: true;
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
export interface TableStyle {
  readonly colors: Colors;
  /** Columns of the terminal. Undefined means no limit, as for a pipe or a file. */
  readonly width?: number | undefined;
  /** Whether to show all columns and break no line. */
  readonly isWide?: boolean;
}

export type TableParts = Pick<Extract<View, { kind: "table" }>, "rows" | "numeric" | "isOrdered"> & {
  columns?: readonly string[];
};

const GAP = 2;

/** A table without lines, with columns two blanks apart: readable, and easy to cut for scripts. */
function tableText(parts: TableParts, style: TableStyle): string {
  if (style.isWide === true) return partText(sorted(parts), style);
  const shown = inParts(sorted(withoutEmpty(parts)), style.width);
  return shown.map((part) => partText(part, style)).join("\n");
}

function partText({ columns, rows, numeric }: TableParts, style: TableStyle): string {
  const { colors } = style;
  const count = columns?.length ?? 2;
  const isNumeric = (column: number): boolean =>
    numeric?.has(column) === true ||
    (rows.some((row) => typeof row[column] === "number") &&
      rows.every((row) => row[column] === undefined || typeof row[column] === "number"));
  const cells = [columns ?? [], ...rows].map((row) => Array.from({ length: count }, (_, at) => cellText(row[at])));
  const limits = limitsFor(cells, style);
  const [head = [], ...body] = cells.map((row) => row.map((text, at) => broken(text, limits[at])));
  const table = new Table({
    chars: noLines,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colAligns: Array.from({ length: count }, (_, at) => (columns !== undefined && isNumeric(at) ? "right" : "left")),
  });
  if (columns !== undefined) table.push(...rowLines(head, colors.bold));
  table.push(...body.flatMap((row) => rowLines(row)));
  return table
    .toString()
    .split("\n")
    .map((text) => `${text.trimEnd()}\n`)
    .join("");
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

/** Removes empty columns. */
function withoutEmpty(parts: TableParts): TableParts {
  const { columns, rows } = parts;
  const isFilled = (at: number): boolean => at === 0 || rows.some((row) => row[at] !== undefined && row[at] !== "");
  return columns === undefined ? parts : withColumns(parts, [...columns.keys()].filter(isFilled));
}

function withColumns({ columns = [], rows, numeric, ...parts }: TableParts, kept: readonly number[]): TableParts {
  return {
    ...parts,
    columns: kept.map((at) => columns[at] ?? ""),
    rows: rows.map((row) => kept.map((at) => row[at])),
    ...(numeric === undefined ? {} : { numeric: new Set(kept.flatMap((at, now) => (numeric.has(at) ? [now] : []))) }),
  };
}

/** A table with too many columns in several tables, each with the first column, so that no short word is broken. */
function inParts(parts: TableParts, width: number | undefined): TableParts[] {
  const { columns, rows } = parts;
  if (columns === undefined || width === undefined) return [parts];
  const [first = 0, ...words] = longestWords([columns, ...rows.map((row) => row.map(cellText))]);
  const groups: number[][] = [];
  let left = 0;
  for (const [index, word] of words.entries()) {
    if (groups.length === 0 || GAP + word > left) {
      groups.push([0]);
      left = width - first;
    }
    groups.at(-1)?.push(index + 1);
    left -= GAP + word;
  }
  return groups.length < 2 ? [parts] : groups.map((kept) => withColumns(parts, kept));
}

const address = /^\d{1,3}(?:\.\d{1,3}){3}$/u;

/** Sorts rows that begin with an address in the order of addresses, not of text. */
function sorted(parts: TableParts): TableParts {
  const isSortable =
    parts.isOrdered !== true && parts.rows.length > 1 && parts.rows.every(([first]) => address.test(String(first)));
  if (!isSortable) return parts;
  const numberOf = ([first]: readonly Cell[]): number => {
    return String(first)
      .split(".")
      .reduce((number, part) => number * 256 + Number(part), 0);
  };
  return { ...parts, rows: [...parts.rows].sort((one, other) => numberOf(one) - numberOf(other)) };
}

/** Minimum width of a column. */
const NARROWEST = 8;
/** Longer words may be broken to leave space for other columns. */
const LONGEST_WORD = 24;

/** Length of the longest word in each column that should not be broken. */
function longestWords(cells: readonly (readonly string[])[]): number[] {
  const longest = (texts: readonly string[]): number =>
    Math.max(...texts.flatMap((text) => text.split(" ")).map(({ length }) => length));
  return (cells[0] ?? []).map((_, at) => Math.min(LONGEST_WORD, longest(cells.map((row) => row[at] ?? ""))));
}

/** Maximum width of each column: the widest are reduced until all fit. */
function limitsFor(cells: readonly (readonly string[])[], { width, isWide }: TableStyle): readonly number[] {
  const widths = (cells.at(-1) ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  if (width === undefined || isWide === true) return widths;
  const total = (): number => widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1));
  // First without breaking words, and only then further.
  for (const floors of [longestWords(cells), widths.map(() => NARROWEST)]) {
    while (total() > width) {
      const wider = widths.map((one, at) => (one > (floors[at] ?? NARROWEST) ? one : 0));
      const widest = Math.max(...wider);
      if (widest === 0) break;
      widths[wider.indexOf(widest)] = widest - 1;
    }
  }
  return widths;
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
