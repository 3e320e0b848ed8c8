import {
  code,
  DETAILS_END,
  detailsBegin,
  joined,
  prose,
  row,
  tableHead,
  words,
  type Block,
  type Markdown,
} from "../../lib/output/markdown";
import type { Summary } from "./findings";
import { columnsOf, countsBy, type Column } from "./words";

/** From more places than this on, the table is folded. */
const MOST_PLACES = 6;

/** Number of resources per kind and action. Zero is an empty cell. */
export function kindTable(summary: Summary): Block {
  const columns = columnsOf(summary);
  const rows = [...countsBy(summary, ({ kind }) => kind)].map(([kind, counts]) => {
    return row([code(kind), ...cellsOf(columns, counts)]);
  });
  const { unnamed } = summary;
  const rest = [prose`of kinds that only \`--show-sames\` names`, ...columns.slice(1).map(() => prose``)];
  return {
    head: tableHead([prose``, ...headsOf(columns)], columns.length),
    rows: [...rows, ...(unnamed === 0 ? [] : [row([...rest, prose`${unnamed}`])])],
    more: (count) => moreRow(count, columns.length),
  };
}

/** The same per stack and site, if there are several. */
export function placeTable(summary: Summary): Block {
  const { places } = summary;
  const columns = columnsOf(summary);
  const isFolded = places.length > MOST_PLACES;
  const head = tableHead([prose`Stack`, prose`Site`, ...headsOf(columns)], columns.length);
  const keyOf = ({ stack, site }: { stack: string; site?: string }): string => JSON.stringify([stack, site]);
  const counts = countsBy(summary, keyOf);
  const rows = places.map((place) => {
    const cells = cellsOf(columns, counts.get(keyOf(place)) ?? new Map<Column, number>());
    return row([code(place.stack), place.site === undefined ? prose`` : code(place.site), ...cells]);
  });
  return {
    head: isFolded ? joined([detailsBegin(prose`${places.length} places`), head]) : head,
    rows: places.length > 1 ? rows : [],
    more: (count) => moreRow(count, columns.length + 1),
    ...(isFolded ? { end: DETAILS_END } : {}),
  };
}

const headsOf = (columns: readonly Column[]): Markdown[] => columns.map((column) => words(column));

function cellsOf(columns: readonly Column[], counts: ReadonlyMap<Column, number>): Markdown[] {
  return columns.map((column) => {
    const count = counts.get(column);
    return count === undefined ? prose`` : prose`${count}`;
  });
}

function moreRow(count: number, columns: number): Markdown {
  const rest = Array<Markdown>(columns).fill(prose``);
  return count === 0 ? prose`` : row([prose`… and ${count} more`, ...rest]);
}
