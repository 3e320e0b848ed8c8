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
} from "../../lib/output/markdown";
import type { Summary } from "./findings";
import { placeNoun } from "./entries";
import { columnsOf, countsBy, type Column } from "./words";

/** From more places than this on, the table is folded. */
const MOST_PLACES = 6;

/** Number of objects per kind and action. Kinds that do not change share a row. Zero is an empty cell. */
export function kindTable(summary: Summary): Block {
  const columns = columnsOf(summary);
  const counts = [...countsBy(summary, ({ kind }) => kind)];
  const isChanging = ([, own]: (typeof counts)[number]): boolean => [...own.keys()].some((one) => one !== "unchanged");
  const rows = counts.filter(isChanging).map(([kind, own]) => row([code(kind), ...cellsOf(columns, own)]));
  const others = counts.filter((one) => !isChanging(one));
  const unchanged = others.reduce((sum, [, own]) => sum + (own.get("unchanged") ?? 0), summary.unnamed);
  const names = joined(
    others.map(([kind]) => code(kind)),
    prose`, `,
  );
  const title = summary.unnamed === 0 ? names : prose`others (\`--show-sames\` names them)`;
  const rest = [title, ...columns.slice(1).map(() => prose``)];
  return {
    head: tableHead([prose``, ...headsOf(columns)], columns.length),
    rows: [...rows, ...(unchanged === 0 ? [] : [row([...rest, prose`${amount(unchanged)}`])])],
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
  const rows = places.map((place) => {
    const cells = cellsOf(columns, counts.get(keyOf(place)) ?? new Map<Column, number>());
    return row([
      code(place.stack),
      ...sites.map(() => (place.site === undefined ? prose`` : code(place.site))),
      ...cells,
    ]);
  });
  return {
    head: isFolded
      ? joined([detailsBegin(prose`${places.length} ${words(placeNoun(summary, places.length))}`), head])
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
