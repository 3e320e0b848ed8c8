import Table from "cli-table3";
import type { Colors } from "picocolors/types";
import { printable } from "./text";
import type { Cell, View } from "./view";

/** How tables are drawn. */
export interface TableStyle {
  readonly colors: Colors;
  /** Columns of the terminal; undefined: no limit, a pipe or a file has none. */
  readonly width?: number | undefined;
  /** Every column, and no line that is broken. */
  readonly isWide?: boolean;
}

export type TableParts = Pick<Extract<View, { kind: "table" }>, "rows" | "numeric" | "isOrdered"> & {
  columns?: readonly string[];
};

const GAP = 2;

/** Columns two blanks apart, without lines: it reads well, and a script can still cut it. */
export function tableText(parts: TableParts, style: TableStyle): string {
  const { colors } = style;
  const { columns, rows, numeric } = sorted(style.isWide === true ? parts : withoutEmpty(parts));
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
  if (columns !== undefined) table.push(...linesOf(head, colors.bold));
  table.push(...body.flatMap((row) => linesOf(row)));
  return table
    .toString()
    .split("\n")
    .map((text) => `${text.trimEnd()}\n`)
    .join("");
}

/** A row for each line of its cells: the library goes through the whole text of a cell again for each of its lines. */
function linesOf(row: readonly string[], drawn: (text: string) => string = (text) => text): string[][] {
  const cells = row.map((text) => text.split("\n"));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    cells.map(({ [at]: line }) => (line === undefined ? "" : drawn(line))),
  );
}

function cellText(cell: Cell): string {
  return cell === undefined ? "-" : printable(String(cell));
}

/** An empty column says nothing. */
function withoutEmpty(parts: TableParts): TableParts {
  const { columns, rows, numeric } = parts;
  if (columns === undefined) return parts;
  const isFilled = (at: number): boolean => at === 0 || rows.some((row) => row[at] !== undefined && row[at] !== "");
  const kept = columns.flatMap((_, at) => (isFilled(at) ? [at] : []));
  return {
    ...parts,
    columns: kept.map((at) => columns[at] ?? ""),
    rows: rows.map((row) => kept.map((at) => row[at])),
    ...(numeric === undefined ? {} : { numeric: new Set(kept.flatMap((at, now) => (numeric.has(at) ? [now] : []))) }),
  };
}

const address = /^\d{1,3}(?:\.\d{1,3}){3}$/u;

/** Rows that begin with an address stand in the order of addresses, not in that of their text. */
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

/** No column gets narrower than this. */
const NARROWEST = 8;
/** A longer word may be broken to leave room for other columns. */
const LONGEST_WORD = 24;

/** How wide each column may be: the widest ones give way until all fit. */
function limitsFor(cells: readonly (readonly string[])[], { width, isWide }: TableStyle): readonly number[] {
  const widths = (cells.at(-1) ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  if (width === undefined || isWide === true) return widths;
  const total = (): number => widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1));
  const wordsIn = (at: number): string[] => cells.flatMap((row) => (row[at] ?? "").split(" "));
  const words = widths.map((_, at) => Math.min(LONGEST_WORD, Math.max(...wordsIn(at).map(({ length }) => length))));
  // First as far as no word is broken, and only then further.
  for (const floors of [words, widths.map(() => NARROWEST)]) {
    while (total() > width) {
      const wider = widths.map((one, at) => (one > (floors[at] ?? NARROWEST) ? one : 0));
      const widest = Math.max(...wider);
      if (widest === 0) break;
      widths[wider.indexOf(widest)] = widest - 1;
    }
  }
  return widths;
}

/** Text in lines of a width: between words, in a long word after a sign, and only else anywhere. */
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
