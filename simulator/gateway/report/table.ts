import type { Switches } from "../../switches";
import type { Cell, Column } from "./columns";
import type { Flow } from "./flows";
import { type Amount, type Row, summed } from "./rows";

/** Inputs of a table. */
export interface TableParts {
  readonly rows: readonly Row[];
  readonly keys: readonly Column<Flow>[];
  readonly computed: readonly Column<Amount>[];
  readonly window: { readonly offset: number; readonly max_num_rows: number };
  readonly switches: Readonly<Switches>;
}

/** `table.<direction>`. Management gateway, "`rm=report_api`"; field notes, reports 4. */
export function table({ rows, keys, computed, window, switches }: TableParts): Record<string, unknown> {
  const { reportMaxRows, rankColumn, reportValues } = switches;
  const { offset, max_num_rows } = window;
  const end = offset + Math.min(max_num_rows, reportMaxRows || max_num_rows);
  const columns: readonly Heading[] = [
    ...(rankColumn ? [{ label: "#", format: { type: "rank" } }] : []),
    ...keys,
    ...computed,
  ];
  const cellsOf = (first: readonly Cell[], amount: Amount): unknown[] =>
    [...first, ...computed.map(({ cellOf }) => cellOf(amount))].map((cell) => wireCell(cell, switches));
  const heads = reportValues === "documented" ? columns.slice(computed.length) : [];
  const footerRow = (name: string, amount: Amount): unknown[] => {
    const texts = heads.map((_, index) => (index === 0 ? name : ""));
    return cellsOf(
      texts.map((text) => ({ rawValue: text, label: text })),
      amount,
    );
  };
  return {
    totalRowCount: reportValues === "seen" ? String(rows.length) : rows.length,
    columns: columns.map(({ elementName, label, format }) => ({ elementName, format, label })),
    rows: rows.slice(offset, end).map((row, index) => {
      const rank = offset + index + 1;
      return cellsOf([...(rankColumn ? [{ rawValue: rank, label: String(rank) }] : []), ...row.cells], row);
    }),
    footer: [
      footerRow("Others", summed([...rows.slice(0, offset), ...rows.slice(end)])),
      footerRow("Total", summed(rows)),
    ],
  };
}

/** What the answer says about a column. */
type Heading = Pick<Column<never>, "label" | "format"> & { readonly elementName?: string };

/** A value in the answer. A value with a label only has no raw value in the database, which may then be null. */
function wireCell({ rawValue, label }: Cell, { reportValues }: Readonly<Switches>): unknown {
  if (reportValues === "documented") return { rawValue, label };
  return { rawValue: typeof rawValue === "string" ? null : String(rawValue), label };
}
