import Table from "cli-table3";
import type { Colors } from "picocolors/types";
import { printable } from "./text";
import type { Cell, View } from "./view";

/** The views as text, an empty line between those that have a title. */
export function viewsText(views: readonly View[], colors: Colors): string {
  return views.map((view, index) => (index > 0 && "title" in view ? "\n" : "") + viewText(view, colors)).join("");
}

function viewText(view: View, colors: Colors): string {
  const title = "title" in view ? `${colors.bold(printable(view.title))}\n` : "";
  switch (view.kind) {
    case "line":
      return `${toned(printable(view.text), view.tone, colors)}\n`;
    case "table":
      if (view.rows.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + tableText(view, colors);
    case "fields":
      return title + tableText({ rows: view.fields }, colors);
    case "list":
      if (view.items.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + view.items.map((item) => `${printable(item)}\n`).join("");
  }
}

function toned(text: string, tone: "good" | "bad" | undefined, colors: Colors): string {
  if (tone === undefined) return text;
  return tone === "good" ? colors.green(text) : colors.red(text);
}

type TableParts = Pick<Extract<View, { kind: "table" }>, "rows" | "numeric"> & { columns?: readonly string[] };

/** Columns two blanks apart, without lines: it reads well, and a script can still cut it. */
function tableText({ columns, rows, numeric }: TableParts, colors: Colors): string {
  const width = columns?.length ?? 2;
  const isNumeric = (column: number): boolean =>
    numeric?.has(column) === true ||
    (rows.some((row) => typeof row[column] === "number") &&
      rows.every((row) => row[column] === undefined || typeof row[column] === "number"));
  const table = new Table({
    ...(columns === undefined ? {} : { head: columns.map((name) => colors.bold(printable(name))) }),
    chars: noLines,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colAligns: Array.from({ length: width }, (_, column) =>
      columns !== undefined && isNumeric(column) ? "right" : "left",
    ),
  });
  table.push(...rows.map((row) => Array.from({ length: width }, (_, column) => cellText(row[column]))));
  return table
    .toString()
    .split("\n")
    .map((text) => `${text.trimEnd()}\n`)
    .join("");
}

function cellText(cell: Cell): string {
  return cell === undefined ? "-" : printable(String(cell));
}

const borders = [
  ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
  ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
];
const noLines = { ...Object.fromEntries(borders.map((name) => [name, ""])), middle: "  " };
