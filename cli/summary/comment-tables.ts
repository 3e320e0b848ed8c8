import {
  amount,
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
} from "../output/markdown";
import type { Summary } from "./findings";
import { placeNoun } from "./entries";
import { columnsOf, countsBy, type Column } from "./words";

/** From more places than this on, the table is folded. */
const MOST_PLACES = 6;

/** Number of objects per kind and action. Zero is an empty cell. */
export function kindTable(summary: Summary): Block {
  const columns = columnsOf(summary);
  const counts = [...countsBy(summary, ({ kind }) => kind)];
  const rows = counts.map(([kind, own]) => row([code(kind), ...cellsOf(columns, own)]));
  return {
    head: tableHead([prose``, ...headsOf(columns)], columns.length),
    rows,
    more: (count) => moreRow(count, columns.length),
  };
}

/** The same per stack and site, if there are several. */
export function placeTable(summary: Summary): Block {
  const { places } = summary;
  const columns = columnsOf(summary);
  const isFolded = places.length > MOST_PLACES;
  const sites = places.some(({ site }) => site !== undefined) ? [prose`Site`] : [];
  const head = tableHead([prose`Stack`, ...sites, ...headsOf(columns)], columns.length);
  const keyOf = ({ stack, site }: { stack: string; site?: string }): string => JSON.stringify([stack, site]);
  const counts = countsBy(summary, keyOf);
  const changed = places.filter((place) => counts.has(keyOf(place)));
  const rows = changed.map((place) => {
    const cells = cellsOf(columns, counts.get(keyOf(place)) ?? new Map<Column, number>());
    return row([
      code(place.stack),
      ...sites.map(() => (place.site === undefined ? prose`` : code(place.site))),
      ...cells,
    ]);
  });
  return {
    head: isFolded
      ? joined([detailsBegin(prose`${changed.length} ${words(placeNoun(summary, places.length))}`), head])
      : head,
    rows: places.length > 1 ? rows : [],
    more: (count) => moreRow(count, columns.length + sites.length),
    ...(isFolded ? { end: DETAILS_END } : {}),
  };
}

const headsOf = (columns: readonly Column[]): Markdown[] => columns.map((column) => words(column));

function cellsOf(columns: readonly Column[], counts: ReadonlyMap<Column, number>): Markdown[] {
  return columns.map((column) => {
    const count = counts.get(column);
    return count === undefined ? prose`` : prose`${amount(count)}`;
  });
}

function moreRow(count: number, columns: number): Markdown {
  const rest = Array<Markdown>(columns).fill(prose``);
  return count === 0 ? prose`` : row([prose`… and ${count} more`, ...rest]);
}
