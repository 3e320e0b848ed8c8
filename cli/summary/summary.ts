import { alike, present } from "../../provider/values/collections";
import { byText } from "../site/order";
import { changesOf } from "./changes";
import { withRest } from "./rest";
import { refusalIn } from "./limit";
import { compare, countsBy, placeKey, shownName, subjectOf } from "./findings";
import type { Finding, Message, Summary } from "./findings";
import { messagesOf } from "./messages";
import { renamesIn, type Held, type Rename } from "../engine/renames";
import { knownKind, namedBy } from "../engine/urn";
import { type Preview } from "../engine/preview";

/**
 * Combines previews: one of many sites, or several of one site each.
 *
 * @param then previews that ran after an update which failed, of the same stacks
 */
export function summaryOf(previews: readonly Preview[], then: readonly Preview[] = []): Summary {
  const restOf = ({ applied, stack }: Preview): Preview | undefined =>
    applied ? then.find((one) => one.stack === stack) : undefined;
  const found = previews.map((one) => {
    const rest = restOf(one);
    return rest === undefined ? changesOf(one) : withRest(one, rest);
  });
  const refused = (one: Preview, at: number): Message[] => refusalIn(one, found[at]);
  const lost = found.flatMap((one) => one.changes.flatMap(lossOf));
  const said = [...[...previews, ...then].flatMap(messagesOf), ...previews.flatMap(refused), ...lost];
  // The engine works on several resources at once: the order of its events says nothing.
  const messages = alike(said, (one) => one)
    .map(([one]) => one)
    .sort((one, other) => byText(one.stack, other.stack) || byText(subjectOf(one), subjectOf(other)));
  const isApplied = previews.length > 0 && previews.every(({ applied }) => applied);
  const renames = [...previews, ...then].flatMap(renamesOf);
  const changes = found.flatMap((one) => one.changes.map((own) => reached(own, renames))).sort(compare);
  const unchanged = found.flatMap((one) => one.unchanged);
  const all = [...changes, ...unchanged];
  return {
    mode: isApplied ? "applied" : "preview",
    stacks: [...new Set(previews.map(({ stack, project }) => (project === undefined ? stack : `${project}/${stack}`)))],
    changes,
    drawn: found.flatMap(({ drawn }) => drawn),
    unchanged,
    outputs: found.reduce((sum, { outputs }) => sum + outputs, 0),
    hosted: found.reduce((sum, { hosted }) => sum + hosted, 0),
    unnamed: found.reduce((sum, { unnamed }) => sum + unnamed, 0),
    isOpen: previews.some((one) => one.applied && hasFailed(one) && restOf(one) === undefined),
    isOfFleet: previews.some((one) => one.isOfFleet),
    renames,
    places: countsBy(all, placeKey).map(([{ stack, site }, counts]) => ({ stack, ...present({ site }), counts })),
    kinds: new Map(countsBy(all, ({ kind }) => kind).map(([{ kind }, counts]) => [kind, counts])),
    errors: messages.filter(({ tone }) => tone === "error"),
    warnings: messages.filter(({ tone }) => tone === "warning"),
  };
}

/** A change as it comes; nothing moves to a resource that depends on one which cannot be created. */
function reached(one: Finding, renames: readonly Rename[]): Finding {
  if (one.action !== "move") return one;
  const isLost = renames.some(({ isRefused, urn }) => isRefused && one.dependsOn.includes(urn));
  return isLost ? { ...one, action: "untried", tried: "move" } : one;
}

/** A warning that an object is deleted although another resource takes it over. */
function lossOf({ stack, kind, isOfOtherHost, ...one }: Finding): Message[] {
  const text =
    "What takes it over is of another host or provider, so that it is deleted. Change that in an up of its own.";
  return isOfOtherHost ? [{ tone: "warning", stack, about: `${kind} ${shownName(one)}`, text }] : [];
}

function hasFailed({ steps, diagnostics }: Preview): boolean {
  return steps.some(({ failed }) => failed === true) || diagnostics.some(({ severity }) => severity === "error");
}

/** What leaves and comes in a preview. */
function renamesOf({ applied, steps }: Preview): Rename[] {
  const of = (wanted: string): Held[] =>
    steps.flatMap(({ op, urn, oldState, newState }) => {
      const [kind, state] = [knownKind(namedBy(urn).type), newState ?? oldState];
      if (op !== wanted || kind === undefined || state === undefined) return [];
      return [{ kind, urn, parent: state.parent, inputs: state.inputs ?? {} }];
    });
  const left = new Set(steps.filter(({ op }) => op === "delete").map(({ urn }) => urn));
  return applied ? [] : renamesIn(of("create"), of("delete"), (urn) => left.has(urn));
}
