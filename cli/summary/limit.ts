import { quoted, someOf } from "../../provider/values/quoted";
import { deletionsIn, shownName, type Finding, type Summary } from "./findings";
import { nounOf } from "../site/label";

/** Maximum number of names in the sentence. */
const MOST_NAMED = 10;

/** The sentence that refuses what some reports would delete; undefined if they delete no more than allowed. */
export function overLimit(summaries: readonly Summary[], most: number, where = "This"): string | undefined {
  const lost = summaries.flatMap(deletionsIn);
  if (lost.length <= most) return undefined;
  const names = someOf(
    lost.map((one) => quoted(nounAndName(one))),
    MOST_NAMED,
  );
  return (
    `${where} would delete ${String(lost.length)} objects: ${names}, and --max-deletes allows ${String(most)}. Nothing was sent. ` +
    `To allow it once, run it with --max-deletes ${String(lost.length)}.`
  );
}

/** Its kind and name, e.g. `IP group Lille`. */
function nounAndName(one: Finding): string {
  return `${nounOf(one.kind, 1)} ${shownName(one)}`;
}
