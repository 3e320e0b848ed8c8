import { quoted, someOf } from "../../provider/values/quoted";
import { deletionsIn, shownName, type Finding, type Summary } from "./findings";
import { nounOf } from "../site/label";

/** A number of objects, or a share of all. */
export type Size = number | `${number}%`;

/** A limit for deletions: a number of objects, or a share of those that there are. */
export interface DeletionLimit {
  readonly most: Size;
  /** The option that sets it, for the advice. */
  readonly option: string;
}

/** Maximum number of names in the sentence. */
const MOST_NAMED = 10;

/** The sentence that refuses what some reports would delete; undefined if they delete no more than allowed. */
export function overLimit(
  summaries: readonly Summary[],
  { most, option }: DeletionLimit,
  where = "This",
): string | undefined {
  const lost = summaries.flatMap(deletionsIn);
  const all = summaries.reduce((sum, one) => sum + heldIn(one), 0);
  const allowed = typeof most === "number" ? most : Math.floor(shareOf(most, all));
  if (lost.length <= allowed) return undefined;
  const names = someOf(
    lost.map((one) => quoted(nounAndName(one))),
    MOST_NAMED,
  );
  const share = typeof most === "number" ? "" : ` (${most} of ${String(all)})`;
  return (
    `${where} would delete ${String(lost.length)} objects: ${names}, and ${option} allows ${String(allowed)}${share}. Nothing was sent. ` +
    `To allow it once, run it with ${option} ${String(lost.length)}.`
  );
}

/** Number of objects before the change. */
function heldIn({ changes, unchanged, unnamed }: Summary): number {
  return changes.filter(({ action }) => action !== "create").length + unchanged.length + unnamed;
}

function shareOf(share: `${number}%`, all: number): number {
  return (Number.parseFloat(share) * all) / 100;
}

/** Its kind and name, e.g. `IP group Lille`. */
function nounAndName(one: Finding): string {
  return `${nounOf(one.kind, 1)} ${shownName(one)}`;
}
