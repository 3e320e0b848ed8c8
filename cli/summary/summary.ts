import { changesOf } from "./changes";
import { reportOf, type Summary } from "./findings";
import { messagesOf } from "./messages";
import { namedBy } from "../engine/urn";
import { type Preview } from "../engine/preview";

/** Combines previews: one of many sites, or several of one site each. */
export function summaryOf(previews: readonly Preview[]): Summary {
  const found = previews.map(changesOf);
  const isApplied = previews.length > 0 && previews.every(({ applied }) => applied);
  return reportOf({
    mode: isApplied ? "applied" : "preview",
    stacks: [...new Set(previews.map(stackOf))],
    changes: found.flatMap(({ changes }) => changes),
    drawn: found.flatMap(({ drawn }) => drawn),
    unchanged: found.flatMap(({ unchanged }) => unchanged),
    unnamed: found.reduce((sum, { unnamed }) => sum + unnamed, 0),
    messages: previews.flatMap(messagesOf),
  });
}

/** `project/stack`, as the engine writes it. */
function stackOf({ stack, steps }: Preview): string {
  const [first] = steps;
  return first === undefined ? stack : `${namedBy(first.urn).project}/${stack}`;
}
