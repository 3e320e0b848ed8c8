import { amount, code, DETAILS_END, detailsBegin, joined, prose, row, tableHead, words } from "../output/markdown";
import type { Block, Markdown } from "../output/markdown";
import { actions, type Action } from "../actions";
import type { Counts, Summary } from "./findings";
import { placeNoun } from "./entries";

/** From more places than this on, the table is folded. */
const MOST_PLACES = 6;

/** The heads of columns that are not called as the action. */
const heads: Readonly<Partial<Record<Action, "not done" | "stays" | "moves" | "follows">>> = {
  untried: "not done",
  leave: "stays",
  move: "moves",
  follow: "follows",
};

/** Number of objects per kind and action. */
export function kindTable({ kinds }: Summary): Block {
  return tableOf(
    [prose``],
    [...kinds].map(([kind, counts]) => [[code(kind)], counts] as const),
  );
}

/** The same per stack and site, if there are several. */
export function placeTable(summary: Summary): Block {
  const { places } = summary;
  const hasSites = places.some(({ site }) => site !== undefined);
  const rows = places.map(({ stack, site = "", counts }) => {
    return [[code(stack), ...(hasSites ? [code(site)] : [])], counts] as const;
  });
  const table = tableOf([prose`Stack`, ...(hasSites ? [prose`Site`] : [])], places.length > 1 ? rows : []);
  if (places.length <= MOST_PLACES) return table;
  const title = prose`${table.rows.length} ${words(placeNoun(summary, places.length))}`;
  return { ...table, head: prose`${detailsBegin(title)}${table.head}`, end: DETAILS_END };
}

/** A table of the rows with changes, without columns in which nothing is counted. Zero is an empty cell. */
function tableOf(first: readonly Markdown[], all: readonly (readonly [readonly Markdown[], Counts])[]): Block {
  const columns = actions.filter((action) => all.some(([, counts]) => counts[action] > 0));
  const changed = all.filter(([, counts]) => columns.some((action) => counts[action] > 0));
  const cellOf = (count: number): Markdown => (count === 0 ? prose`` : amount(count));
  const empty = Array<Markdown>(columns.length + first.length - 1).fill(prose``);
  return {
    head: tableHead([...first, ...columns.map((action) => words(heads[action] ?? action))], columns.length),
    rows: changed.map(([names, counts]) => row([...names, ...columns.map((action) => cellOf(counts[action]))])),
    more: (count) => (count === 0 ? joined([]) : row([prose`… and ${count} more`, ...empty])),
  };
}
