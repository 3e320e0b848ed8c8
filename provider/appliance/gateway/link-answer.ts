import type { Direction, Verdict } from "../../gateway/judge";
import type { UpdateReply } from "../../gateway/user-api";
import { bounded, type Judge } from "../../gateway/wording";
import { escaped } from "../../http/patterns";
import { RefusedError } from "../../errors/errors";
import { Refusal, UnclearError } from "../../errors/refusal";

/** A change of one link, a membership or a permission, or of one preference. */
export interface LinkChange {
  readonly change: Direction | "set";
  /** Names that a text about it contains, which distinguish it from others. */
  readonly names: readonly string[];
  /** Names that a text about it may contain too. */
  readonly more?: readonly string[];
}

/** *existed*: an added link existed before, or a removed one did not. */
export type LinkOutcome = "done" | "existed";

/** A text of a response. */
export interface Said {
  readonly text: string;
  /** The direction that its list is about, if that is known. */
  readonly direction?: Direction;
  /** What its list says about every change in it. */
  readonly as?: "done" | "failed";
}

/** What a response says about changes: the outcomes of those that it is clear about, and what is wrong with it. */
export interface LinkAnswer<Change> {
  readonly outcomes: ReadonlyMap<Change, LinkOutcome>;
  readonly problem?: Refusal;
}

interface Finding {
  readonly verdict: Verdict;
  readonly text: string;
}

/** If several texts are about one change, the verdict that comes first here wins. */
const order: readonly Verdict[] = ["refused", "unknown", "already", "done"];

/** Finds the outcome of each change. A change without a text of its own is not done: nothing proves it. */
export function linkAnswer<Change extends LinkChange>(
  changes: readonly Change[],
  said: readonly Said[],
  judge: Judge,
): LinkAnswer<Change> {
  const findings = new Map<Change, Finding>();
  const strays: Said[] = [];
  for (const one of said) {
    const change = subjectOf(one, changes, said);
    if (change === undefined) {
      strays.push(one);
      continue;
    }
    const finding = { verdict: verdictOf(one, change, judge), text: one.text };
    const former = findings.get(change);
    if (former === undefined || order.indexOf(finding.verdict) < order.indexOf(former.verdict))
      findings.set(change, finding);
  }
  const outcomes = new Map<Change, LinkOutcome>();
  for (const [change, { verdict }] of findings) {
    if (verdict === "done") outcomes.set(change, "done");
    else if (verdict === "already") outcomes.set(change, "existed");
  }
  const failures = strays.filter((one) => isFailure(one, judge));
  if (outcomes.size === changes.length && failures.length === 0) return { outcomes };
  return { outcomes, problem: problemOf(changes, findings, failures.length === 0 ? strays : failures, judge) };
}

/** Whether a text that identifies no change reports a failure. In a list of errors, every text does. */
function isFailure({ text, as }: Said, judge: Judge): boolean {
  const verdict = judge.verdict("add", text, []);
  return as === "failed" ? verdict !== "already" : verdict === "refused";
}

/** What a response says that has counts instead of texts; undefined if they do not show that all was done. */
export function countedAnswer<Change extends LinkChange>(
  changes: readonly Change[],
  { counts, errors }: { counts: UpdateReply["counts"] | undefined; errors: readonly string[] },
  expected: Readonly<Record<string, number>>,
): LinkAnswer<Change> | undefined {
  if (counts === undefined || errors.length > 0) return undefined;
  const isAll = Object.entries({ ...expected, errors: 0 }).every(([key, count]) => (counts[key] ?? 0) === count);
  return isAll ? { outcomes: new Map(changes.map((change) => [change, "done"])) } : undefined;
}

/** What a response says that lists what was done and what was not, or that has counts of both. */
export function updateAnswer<Change extends LinkChange>(
  changes: readonly Change[],
  { updated, errors, counts, repeated }: UpdateReply,
  judge: Judge,
): LinkAnswer<Change> {
  const counted = countedAnswer(changes, { counts, errors }, { updated: changes.length });
  if (counted !== undefined) return counted;
  const said: Said[] = [
    ...updated.map((text) => ({ text, as: "done" as const })),
    ...errors.map((text) => ({ text, as: "failed" as const })),
  ];
  return inDoubtWhere(repeated, linkAnswer(changes, said, judge));
}

/**
 * Sends the change of one link. A gateway may refuse the whole request because the link is as requested, so the words
 * of the refusal are judged like any text about the link. Several changes are then sent one by one.
 */
export async function judgingRefusal<Change extends LinkChange>(
  changes: readonly Change[],
  judge: Judge,
  send: () => Promise<LinkAnswer<Change>>,
): Promise<LinkAnswer<Change>> {
  try {
    return await send();
  } catch (error) {
    const [change, ...others] = changes;
    if (change === undefined || others.length > 0) throw error;
    if (!(error instanceof RefusedError) || !error.answered || error.isForAll) throw error;
    const answer = linkAnswer(changes, [{ text: error.words, as: "failed" }], judge);
    if (answer.problem !== undefined && !judge.isOpen(change.change, error.words)) throw error;
    return inDoubtWhere(error.repeated, answer);
  }
}

/**
 * After a lost response, a link that exists proves nothing: the first request may have added it, so it counts as ours.
 */
export function inDoubtWhere<Change>(isRepeated: boolean | undefined, answer: LinkAnswer<Change>): LinkAnswer<Change> {
  if (isRepeated !== true) return answer;
  return { ...answer, outcomes: new Map([...answer.outcomes].map(([change]) => [change, "done"])) };
}

function problemOf<Change extends LinkChange>(
  changes: readonly Change[],
  findings: ReadonlyMap<Change, Finding>,
  strays: readonly Said[],
  judge: Judge,
): Refusal {
  const all = [...findings];
  const refused = all.find(([, { verdict }]) => verdict === "refused");
  if (refused !== undefined) {
    const [{ change, names, more = [] }, { text }] = refused;
    return new Refusal(judge.refused(change, text, [...names, ...more]));
  }
  const unknown = all.find(([, { verdict }]) => verdict === "unknown");
  const text = unknown?.[1].text ?? strays[0]?.text;
  if (text === undefined || text === "") {
    return new UnclearError("outcome unknown: the answer does not report on every change. Run pulumi up again.");
  }
  return new UnclearError(judge.unclear(text, unknown?.[0].names ?? changes.flatMap(({ names }) => names)));
}

function verdictOf({ text, as }: Said, { change, names, more = [] }: LinkChange, judge: Judge): Verdict {
  const verdict = judge.verdict(change, text, [...names, ...more]);
  if (as === undefined || judge.worded(text) !== undefined) return verdict;
  if (as === "failed") return verdict === "already" ? "already" : "refused";
  // The list itself says that it was done, if the text contains the requested names and no negation.
  const isTakenBack = /\b(?:not|no|never|nothing|skip\w*|ignor\w*|unchanged)\b/iu.test(text);
  return verdict === "unknown" && !isTakenBack && namedIn(text, names) === new Set(names).size ? "done" : verdict;
}

/** The change that a text is about: the one whose names it contains, or the one at its position. */
function subjectOf<Change extends LinkChange>(
  one: Said,
  changes: readonly Change[],
  said: readonly Said[],
): Change | undefined {
  const among = changes.filter(({ change }) => one.direction === undefined || one.direction === change);
  if (among.length === 1) return among[0];
  const ofList = said.filter(({ direction, as }) => direction === one.direction && as === one.as);
  const inPlace =
    one.direction !== undefined && ofList.length === among.length ? among[ofList.indexOf(one)] : undefined;
  const whole = among.filter(({ names }) => namedIn(one.text, names) === new Set(names).size);
  if (inPlace !== undefined && (whole.length === 0 || whole.includes(inPlace))) return inPlace;
  const most = Math.max(...whole.map(({ names }) => new Set(names).size));
  const [best, ...others] = whole.filter(({ names }) => new Set(names).size === most);
  return others.length === 0 ? best : undefined;
}

/** How many of these distinct names a text contains. */
function namedIn(text: string, names: readonly string[]): number {
  return [...new Set(names)].filter((name) => new RegExp(bounded(escaped(name)), "iu").test(text)).length;
}
