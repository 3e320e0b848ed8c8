import type { Switches } from "../../switches";
import type { ComputedColumn } from "./amounts";
import type { Amount, ReportData } from "./data";
import type { Cell, KeyColumn } from "./kinds";

/** Inputs of a table. */
export interface TableParts {
  readonly data: ReportData;
  readonly keys: readonly KeyColumn[];
  readonly computed: readonly ComputedColumn[];
  readonly window: { readonly offset: number; readonly max_num_rows: number };
  readonly switches: Readonly<Switches>;
}

/** `table.<direction>`. Management gateway, "`rm=report_api`"; field notes, reports 4. */
export function table({ data, keys, computed, window, switches }: TableParts): Record<string, unknown> {
  const { reportMaxRows, totalRowCountType, rankColumn } = switches;
  const limit = reportMaxRows === 0 ? window.max_num_rows : Math.min(window.max_num_rows, reportMaxRows);
  const rows = data.window(window.offset, limit);
  const amounts = (of: Amount): Cell[] => computed.map(({ cell }) => cell(of));
  const ranked = (rank: number, cells: readonly Cell[]): readonly Cell[] =>
    rankColumn ? [{ rawValue: rank, label: String(rank) }, ...cells] : cells;
  const heads = switches.footerCells === "all" ? keys.length + (rankColumn ? 1 : 0) : 0;
  const footerRow = (name: string, of: Amount): unknown[] => {
    const texts = Array.from({ length: heads }, (_, index) => (index === 0 ? name : ""));
    return [...texts.map((text): Cell => ({ rawValue: text, label: text })), ...amounts(of)].map(wire);
  };
  const wire = (cell: Cell): unknown => wireCell(cell, switches);
  const heading = columns(keys, computed, switches);
  return {
    totalRowCount: totalRowCountType === "string" ? String(data.size) : data.size,
    columns: heading,
    rows: rows.map((row, index) => {
      const cells = ranked(window.offset + index + 1, [...row.cells, ...amounts(row)]).map(wire);
      return switches.reportRows === "lists" ? cells : byElement(cells, heading);
    }),
    footer: [footerRow("Others", data.without(rows)), footerRow("Total", data.total)],
  };
}

/** Cells by the names of their elements, which are not names of fields. */
function byElement(cells: readonly unknown[], heading: readonly Heading[]): ReadonlyMap<string, unknown> {
  return new Map(cells.map((cell, index) => [heading[index]?.elementName ?? heading[index]?.label ?? "", cell]));
}

interface Heading {
  readonly elementName?: string | undefined;
  readonly label: string;
  readonly format: unknown;
}

function columns(
  keys: readonly KeyColumn[],
  computed: readonly ComputedColumn[],
  switches: Readonly<Switches>,
): Heading[] {
  const format = (type: string, unit?: string): unknown => {
    if (switches.columnFormat === "text") return unit ?? type;
    return { type, ...(unit === undefined ? {} : { unit }) };
  };
  return [
    ...(switches.rankColumn ? [{ format: format("rank"), label: "#" }] : []),
    ...keys.map(({ elementName, label, content }) => ({ elementName, format: format(content), label })),
    ...computed.map(({ elementName, label, unit }) => ({ elementName, format: format("number", unit), label })),
  ];
}

/** A value with a label only has no raw value in the database, which may then be null. */
function wireCell({ rawValue, label }: Cell, { rawValues }: Readonly<Switches>): unknown {
  if (rawValues === "string") return { rawValue: String(rawValue), label };
  if (rawValues === "null" && typeof rawValue === "string") return { rawValue: null, label };
  return { rawValue, label };
}
