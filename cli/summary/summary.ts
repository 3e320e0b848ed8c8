import { changesOf } from "./changes";
import { reportOf, type Summary } from "./findings";
import { messagesOf, onlyCountedOf } from "./messages";
import { namedBy } from "../engine/urn";
import { type Preview } from "../engine/preview";

/** Combines previews: one of many sites, or several of one site each. */
export function summaryOf(previews: readonly Preview[]): Summary {
  const found = previews.map(changesOf);
  const changes = found.flatMap((one) => one.changes);
  const isApplied = previews.length > 0 && previews.every(({ applied }) => applied);
  const isDrift = previews.every(({ steps }) => steps.some(({ op }) => op === "refresh"));
  return reportOf({
    mode: isApplied ? "applied" : isDrift ? "drift" : "preview",
    stacks: [...new Set(previews.map(stackOf))],
    changes,
    drawn: found.flatMap((one) => one.drawn),
    unchanged: found.flatMap((one) => one.unchanged),
    unnamed: found.reduce((sum, { unnamed }) => sum + unnamed, 0),
    onlyCounted: previews.reduce((sum, preview) => sum + onlyCountedOf(preview), 0),
    unmanaged: 0,
    messages: previews.flatMap(messagesOf),
  });
}

/** `project/stack`, as the engine writes it. */
function stackOf({ stack, steps }: Preview): string {
  const [first] = steps;
  return first === undefined ? stack : `${namedBy(first.urn).project}/${stack}`;
}
