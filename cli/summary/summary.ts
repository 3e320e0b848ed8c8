import { changesOf } from "./changes";
import { reportOf, type Summary } from "./findings";
import { messagesOf } from "./messages";
import { renamesIn, type Held, type Rename } from "../engine/renames";
import { knownKind, namedBy } from "../engine/urn";
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
    renames: previews.flatMap(renamesOf),
    messages: previews.flatMap(messagesOf),
  });
}

/** What leaves and comes in a preview. */
function renamesOf({ applied, steps }: Preview): Rename[] {
  const of = (wanted: string): Held[] =>
    steps.flatMap(({ op, urn, oldState, newState }) => {
      const [kind, state] = [knownKind(namedBy(urn).type), newState ?? oldState];
      if (op !== wanted || kind === undefined || state === undefined) return [];
      return [{ kind, urn, parent: state.parent, inputs: state.inputs ?? {} }];
    });
  return applied ? [] : renamesIn(of("create"), of("delete"));
}

/** `project/stack`, as the engine writes it. */
function stackOf({ stack, steps }: Preview): string {
  const [first] = steps;
  return first === undefined ? stack : `${namedBy(first.urn).project}/${stack}`;
}
