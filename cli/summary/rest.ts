import type { Drawn } from "../picture";
import type { Preview } from "../engine/preview";
import { changesOf, type Changes } from "./changes";
import type { Finding, Tried } from "./findings";

/**
 * The objects of an update that failed, with what it has not done: what a preview after it would still change. The engine
 * does not report what it skips.
 */
export function withRest(applied: Preview, then: Preview): Changes {
  const failed = new Set(applied.steps.flatMap(({ urn, failed }) => (failed === true ? [urn] : [])));
  const done = changesOf(applied);
  const rest = changesOf({ ...then, steps: then.steps.filter(({ urn }) => !failed.has(urn)) });
  const known = new Set(done.changes.map(({ key }) => key));
  const left = rest.changes.filter(({ key }) => !known.has(key));
  const drawn = rest.drawn.map(({ action, changes: _, ...one }): Drawn => {
    return { ...one, ...(action === undefined ? {} : { action: "untried" }) };
  });
  return {
    ...done,
    changes: [...done.changes, ...left.map((one): Finding => ({ ...one, action: "untried", tried: triedIn(one) }))],
    unchanged: rest.unchanged.filter(({ key }) => !known.has(key)),
    unnamed: rest.unnamed,
    drawn: [...new Map([...drawn, ...done.drawn].map((one) => [one.key, one])).values()],
  };
}

function triedIn({ action, tried }: Finding): Tried {
  return tried ?? (action === "failed" || action === "untried" ? "create" : action);
}
