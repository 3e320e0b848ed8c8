import type { EachAnswer, Outcomes } from "../../change/change-each";
import { RefusedError, type RequestTarget, UnnamedError } from "../../errors/errors";
import { withKey } from "../../errors/keys";
import { failed, made, type Made, type Outcome } from "../../errors/outcome";
import { AlreadyExistsError, Refusal, UnclearError } from "../../errors/refusal";
import { idByName } from "../../values/numbers";
import { isCutSpellingOf } from "../../values/names";
import type { Action, Verdict } from "../../wording/forms";
import { bounded, type Judge } from "../../wording/judge";
import { escaped } from "../../wording/patterns";

/** A change that the gateway answers with a text: of a link, a preference or a name, or a deletion. */
export interface ItemChange {
  readonly change: Exclude<Action, "create" | "find">;
  /** Names that a text about it contains, which distinguish it from others. */
  readonly names: readonly string[];
  /** Names that a text about it may contain too. */
  readonly more?: readonly string[];
  /** The action of the API, for the key that a refusal names. */
  readonly action?: string;
}

/** What each list of a response is about. */
const lists = {
  added: { direction: "add" },
  removed: { direction: "remove" },
  deleted: { direction: "delete" },
  renamed: { direction: "rename" },
  updated: { as: "done" },
  errors: { as: "failed" },
} as const satisfies Record<string, Omit<Said, "text">>;

/** A response with texts, or with counts instead of them. */
export type ItemReply = Partial<Readonly<Record<keyof typeof lists, readonly string[]>>> & {
  readonly counts?: Readonly<Record<string, number>>;
  /** True if an earlier try of the same request may have been carried out. */
  readonly repeated?: true;
};

/** A text of a response. */
interface Said {
  readonly text: string;
  /** The changes that its list is about, if that is known. */
  readonly direction?: Action;
  /** What its list says about every change in it. */
  readonly as?: "done" | "failed";
}

interface Finding {
  readonly verdict: Verdict;
  readonly text: string;
}

/** If several texts are about one change, the verdict that comes first here wins. */
const order: readonly Verdict[] = ["refused", "unknown", "already", "done"];

/**
 * Sends changes and judges the response. A gateway may refuse the whole request because the only change of it is as
 * requested, so the words of that refusal are judged like any text about it.
 */
export async function answered<Change extends ItemChange>(
  changes: readonly Change[],
  judge: Judge,
  send: () => Promise<ItemReply>,
): Promise<EachAnswer<Change>> {
  try {
    return answerTo(changes, await send(), judge);
  } catch (error) {
    const [change, ...others] = changes;
    if (change === undefined || others.length > 0) throw error;
    if (!(error instanceof RefusedError) || !error.answered || error.isForAll) throw error;
    const { repeated } = error;
    const answer = answerTo(changes, { errors: [error.words], ...(repeated ? { repeated } : {}) }, judge);
    if (answer.problem !== undefined && !judge.isOpen(change.change, error.words)) throw error;
    return answer;
  }
}

function answerTo<Change extends ItemChange>(
  changes: readonly Change[],
  reply: ItemReply,
  judge: Judge,
): EachAnswer<Change> {
  if (isAllCounted(changes, reply)) return { proved: new Map(changes.map((change) => [change, "done"])) };
  const said = Object.entries(lists).flatMap(([list, about]) =>
    (reply[list as keyof typeof lists] ?? []).map((text): Said => ({ text, ...about })),
  );
  const answer = answerOf(changes, said, judge);
  if (reply.repeated !== true) return answer;
  // After a lost response, a link that exists proves nothing: the first request may have added it, so it is ours.
  return { ...answer, proved: new Map([...answer.proved].map(([change]) => [change, "done"])) };
}

/** Whether a response that has counts instead of texts shows that all was done. */
function isAllCounted(changes: readonly ItemChange[], reply: ItemReply): boolean {
  const { counts, errors = [] } = reply;
  if (counts === undefined || errors.length > 0) return false;
  const countOf = (direction: Action): number => changes.filter(({ change }) => change === direction).length;
  const expected =
    reply.updated === undefined ? { added: countOf("add"), removed: countOf("remove") } : { updated: changes.length };
  return Object.entries({ ...expected, errors: 0 }).every(([key, count]) => (counts[key] ?? 0) === count);
}

/** Finds the outcome of each change. A change without a text of its own is not done: nothing proves it. */
function answerOf<Change extends ItemChange>(
  changes: readonly Change[],
  said: readonly Said[],
  judge: Judge,
): EachAnswer<Change> {
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
  const open = changes.filter((change) => !findings.has(change));
  if (saysAlreadyOfEach(open, strays, judge)) {
    for (const change of open) findings.set(change, { verdict: "already", text: strays.shift()?.text ?? "" });
  }
  const proved = new Map<Change, Made>();
  for (const [change, { verdict }] of findings) {
    if (verdict === "done") proved.set(change, "done");
    else if (verdict === "already") proved.set(change, "existed");
  }
  const failures = strays.filter((one) => isFailure(one, judge));
  if (proved.size === changes.length && failures.length === 0) return { proved };
  return { proved, problem: problemOf(changes, findings, failures.length === 0 ? strays : failures, judge) };
}

/** Whether there are as many texts as changes, and each says the same of every change: then none is about another one. */
function saysAlreadyOfEach(open: readonly ItemChange[], strays: readonly Said[], judge: Judge): boolean {
  if (strays.length !== open.length) return false;
  const names = open.flatMap((one) => [...one.names, ...(one.more ?? [])]);
  return strays.every(({ text }) => open.every(({ change }) => judge.verdict(change, text, names) === "already"));
}

/** Whether a text that identifies no change reports a failure. In a list of errors, every text does. */
function isFailure({ text, as }: Said, judge: Judge): boolean {
  const verdict = judge.verdict("add", text, []);
  return as === "failed" ? verdict !== "already" : verdict === "refused";
}

/** What helps if a gateway never mentions a change that was not needed. Silence does not prove that it was made. */
const waysOut = {
  add: "If the answer stays the same, the gateway may have had it before: remove it there, then run the command again.",
  remove:
    "If the answer stays the same and the gateway does not have it any more, add it there, then run the command again.",
} as const;

function problemOf<Change extends ItemChange>(
  changes: readonly Change[],
  findings: ReadonlyMap<Change, Finding>,
  strays: readonly Said[],
  judge: Judge,
): Refusal {
  const all = [...findings];
  const refused = all.find(([, { verdict }]) => verdict === "refused");
  if (refused !== undefined) {
    const [{ change, names, more = [], action = "" }, { text }] = refused;
    const { advice } = withKey({ appliance: "gateway", host: "", action, words: text });
    const words = judge.refused(change, text, [...names, ...more]);
    return new Refusal(advice === undefined ? words : `${words}. ${advice}`);
  }
  const unknown = all.find(([, { verdict }]) => verdict === "unknown");
  const text = unknown?.[1].text ?? strays[0]?.text;
  if (text === undefined || text === "") {
    const open = changes.find((change) => !findings.has(change))?.change;
    const wayOut = (open === "add" || open === "remove") && waysOut[open];
    const words = "outcome unknown: the answer does not report on every change. Run the command again.";
    return new UnclearError(wayOut ? `${words} ${wayOut}` : words);
  }
  return new UnclearError(judge.unclear(text, unknown?.[0].names ?? changes.flatMap(({ names }) => names)));
}

function verdictOf({ text, as }: Said, { change, names, more = [] }: ItemChange, judge: Judge): Verdict {
  const verdict = judge.verdict(change, text, [...names, ...more]);
  if (as === undefined || judge.worded(text) !== undefined) return verdict;
  if (as === "failed") return verdict === "already" ? "already" : "refused";
  // The list itself says that it was done, if the text contains the requested names and no negation.
  const isTakenBack = /\b(?:not|no|never|nothing|skip\w*|ignor\w*|unchanged)\b/iu.test(text);
  return verdict === "unknown" && !isTakenBack && namedIn(text, names) === new Set(names).size ? "done" : verdict;
}

/** The change that a text is about: the one whose names it contains, or the one at its position. */
function subjectOf<Change extends ItemChange>(
  one: Said,
  changes: readonly Change[],
  said: readonly Said[],
): Change | undefined {
  const among = changes.filter(({ change }) => one.direction === undefined || one.direction === change);
  const [only] = among;
  if (only !== undefined && among.length === 1) return isAboutOther(one.text, only) ? undefined : only;
  const ofList = said.filter(({ direction, as }) => direction === one.direction && as === one.as);
  const inPlace =
    one.direction !== undefined && ofList.length === among.length ? among[ofList.indexOf(one)] : undefined;
  const whole = among.filter(({ names }) => namedIn(one.text, names) === new Set(names).size);
  if (inPlace !== undefined && (whole.length === 0 || whole.includes(inPlace))) return inPlace;
  const most = Math.max(...whole.map(({ names }) => new Set(names).size));
  const [best, ...others] = whole.filter(({ names }) => new Set(names).size === most);
  return others.length === 0 ? best : undefined;
}

/** The names in texts about one deletion or preference. Field notes, users 1. */
const named: Partial<Record<Action, RegExp>> = {
  delete: /\bid '?(\d+)|\bnamed '(.*)'/su,
  set: /^(\S+) updated to\b/u,
};

/** Whether a text has the name of another object than a change. */
function isAboutOther(text: string, { change, names }: ItemChange): boolean {
  const [, id, name] = named[change]?.exec(text) ?? [];
  const other = id ?? name;
  return other !== undefined && !names.includes(other);
}

/** How many of these distinct names a text contains. */
function namedIn(text: string, names: readonly string[]): number {
  return [...new Set(names)].filter((name) => new RegExp(bounded(escaped(name)), "iu").test(text)).length;
}

/** An entry of the response to a creation: the number and more, or why it failed. */
export type CreationEntry<Created> = { name: string } & (Created | { error: string });

/** The outcome of each object of a creation that the response names, by the name that was sent. */
export function creationOutcomes<Created extends object>(
  sent: readonly { readonly name: string }[],
  entries: readonly CreationEntry<Created>[],
  judge: Judge,
  place: RequestTarget,
): Outcomes<Created & { name: string }> {
  const names = sent.map(({ name }) => name);
  const outcomes = new Map<string, Outcome<Created & { name: string }>>();
  // The only entry about the only object that was sent, unless it names that object.
  const stray = names.length === 1 && entries.length === 1 ? entries[0] : undefined;
  for (const name of names) {
    const entry = entryOf(name, names, entries);
    if (entry === undefined) {
      if (stray !== undefined) outcomes.set(name, failed(new UnnamedError(place, stray.name)));
      continue;
    }
    if (!("error" in entry)) outcomes.set(name, made<Created & { name: string }>("done", entry));
    else if (judge.verdict("create", entry.error, [name]) !== "already")
      outcomes.set(name, failed(new Refusal(judge.refused("create", entry.error, [name]))));
    else outcomes.set(name, failed(new AlreadyExistsError(entry.error, idByName(name))));
  }
  return outcomes;
}

/**
 * The entry for a name. Entries are matched by name, never by position. A gateway may keep a name in another spelling.
 */
function entryOf<Entry extends { name: string }>(
  name: string,
  names: readonly string[],
  entries: readonly Entry[],
): Entry | undefined {
  const same = entries.find((one) => one.name === name) ?? entries.find((one) => one.name.trim() === name);
  if (same !== undefined) return same;
  const others = entries.filter((one) => !names.includes(one.name.trim()));
  const [respelled, ...more] = others.filter((one) => isCutSpellingOf(one.name, name));
  const isOfAnother = names.some(
    (other) => other !== name && respelled !== undefined && isCutSpellingOf(respelled.name, other),
  );
  return more.length > 0 || isOfAnother ? undefined : respelled;
}
