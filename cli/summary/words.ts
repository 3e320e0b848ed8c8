import { isOfName } from "../site/differences";
import { kinds, nounsOf, type Kind, type KindNoun } from "../../provider/registry";
import { alike } from "../../provider/values/alike";
import { byText } from "../site/order";
import type { Line } from "../../provider/values/differences";
import {
  deletionsIn,
  isExclusion,
  type Action,
  type Finding,
  type Resource,
  type Summary,
  type Tried,
} from "./findings";

const general = {
  rename: ["rename", "renames"],
  rule: ["rule", "rules"],
  change: ["change", "changes"],
  object: ["object", "objects"],
} as const;

/** A noun of the program, or the name of an unknown kind. */
export type Noun =
  { readonly known: KindNoun | (typeof general)[keyof typeof general][number] } | { readonly foreign: string };

export function nounOf(kind: string, count: number): Noun {
  const isKind = (kinds as readonly string[]).includes(kind);
  return isKind ? { known: nounsOf(kind as Kind)[count === 1 ? 0 : 1] } : { foreign: kind };
}

/** A number and the noun that it counts: `2 changed collectors`. */
export interface Phrase {
  readonly before?: "deletes" | "replaces" | "withdraws" | "deleted" | "replaced" | "withdrew";
  readonly count: number;
  readonly adjective?: "new" | "changed" | "moved" | "other" | "new exclude";
  readonly noun?: Noun;
  readonly after?:
    | "changed by hand"
    | "missing"
    | "not managed"
    | "to be applied"
    | "different"
    | "failed"
    | "not tried"
    | "added"
    | "removed"
    | "changed";
  readonly isDangerous?: true;
  /** Whether the verb of a phrase before it is about this one too. */
  readonly isContinued?: true;
}

/** Phrases in the form of an output. A semicolon ends what a verb is about: `deletes 1 user, 1 policy; 2 new users`. */
export function listed<T>(phrases: readonly Phrase[], textOf: (phrase: Phrase) => T): (T | ", " | "; ")[] {
  return phrases.flatMap((phrase, at) => {
    const { before, isContinued } = phrases[at - 1] ?? {};
    const isEnd = phrase.isContinued !== true && (before !== undefined || isContinued === true);
    return [...(at === 0 ? [] : [isEnd ? ("; " as const) : (", " as const)]), textOf(phrase)];
  });
}

/** Maximum number of phrases in a title. Phrases about what is lost are always there. */
const MOST_PHRASES = 6;

/** The phrases of a report's title: what fails and what is lost first. */
export function phrasesOf(summary: Summary): Phrase[] {
  const { mode, changes } = summary;
  if (mode === "drift") return driftPhrases(summary);
  const done = mode === "applied";
  const of = (action: Action): Finding[] => changes.filter((one) => one.action === action && !isExclusion(one));
  const updates = of("update");
  const lost = deletionsIn(summary).filter((one) => !isExclusion(one));
  const lostBy = (action: Action): Finding[] => lost.filter((one) => one.action === action);
  const failed = changes.filter(({ action }) => action === "failed").length;
  const untried = of("untried").length;
  const losses: Phrase[] = [
    ...(failed === 0 ? [] : [{ count: failed, after: "failed", isDangerous: true } as const]),
    ...(untried === 0 ? [] : [{ count: untried, after: "not tried", isDangerous: true } as const]),
    ...lossPhrases(
      done ? "deleted" : "deletes",
      lostBy("delete").filter(({ kind }) => !isRight(kind)),
    ),
    ...lossPhrases(
      done ? "withdrew" : "withdraws",
      lostBy("delete").filter(({ kind }) => isRight(kind)),
    ),
    ...lossPhrases(done ? "replaced" : "replaces", lostBy("replace")),
    ...exclusionPhrases(changes.filter(isExclusion)),
  ];
  // An object that changes otherwise too counts as changed: a new name alone is harmless.
  const [renames, others] = [
    updates.filter(isRenameOnly),
    updates.filter((one) => !isRenameOnly(one) && !isOfRulesOnly(one)),
  ];
  const rest = [
    ...(renames.length === 0 ? [] : [phraseOf("rename", renames.length)]),
    ...rulePhrases(updates),
    ...phrasesBy(others, "changed"),
    ...phrasesBy(of("create"), "new"),
    ...phrasesBy(of("move"), "moved"),
  ];
  rest.sort((one, other) => other.count - one.count);
  return [...losses, ...shortenedTo(rest, Math.max(MOST_PHRASES - losses.length, 1))];
}

const operations = {
  failed: "failed",
  untried: "untried",
  delete: "deleted",
  replace: "replaced",
  update: "changed",
  create: "new",
  move: "moved",
  follow: "renamed",
} as const satisfies Readonly<Record<Action, string>>;

/** The operation on an object as an adjective. */
export function operationOf({ action, byHand }: Finding): (typeof operations)[Action] | "missing" | "unmanaged" {
  if (byHand === "missing") return "missing";
  return byHand === "undeclared" ? "unmanaged" : operations[action];
}

/** Objects that give access to something. Their deletion withdraws it. */
function isRight(kind: string): boolean {
  return kind === "Permission" || kind === "Membership";
}

function exclusionPhrases({ length: count }: readonly Finding[]): Phrase[] {
  return count === 0 ? [] : [{ count, adjective: "new exclude", noun: nounOf("Policy", count), isDangerous: true }];
}

/** Rules that changed groups gain, lose, or have in another form. */
function rulePhrases(updates: readonly Finding[]): Phrase[] {
  const lines = updates.filter(({ kind }) => kind === "IpGroup").flatMap((one) => one.lines);
  const rules = lines.filter(({ property }) => property === "rules");
  const removed = rules.filter(({ after }) => after === undefined).length;
  const added = rules.filter(({ before }) => before === undefined).length;
  const counts = [
    [removed, "removed"],
    [added, "added"],
    [rules.length - removed - added, "changed"],
  ] as const;
  return counts.flatMap(([count, after]) => (count === 0 ? [] : [{ ...phraseOf("rule", count), after }]));
}

/** Combines phrases that do not fit into the title into their count. */
function shortenedTo(phrases: readonly Phrase[], most: number): Phrase[] {
  if (phrases.length <= most) return [...phrases];
  const rest = phrases.slice(most - 1).reduce((sum, { count }) => sum + count, 0);
  return [...phrases.slice(0, most - 1), { adjective: "other", ...phraseOf("change", rest) }];
}

function driftPhrases({ changes, onlyCounted }: Summary): Phrase[] {
  const count = (byHand: Finding["byHand"]): number => changes.filter((change) => change.byHand === byHand).length;
  const found: Phrase[] = [
    { count: count("missing"), after: "missing", isDangerous: true },
    { count: count("changed"), after: "changed by hand", isDangerous: true },
    { count: count("undeclared"), after: "not managed" },
    { count: count(undefined), after: "to be applied" },
    { count: onlyCounted, after: "different" },
  ];
  return found.filter((phrase) => phrase.count > 0);
}

/** Maximum number of kinds that a title names for one operation. */
const MOST_KINDS = 3;

function lossPhrases(before: NonNullable<Phrase["before"]>, changes: readonly Finding[]): Phrase[] {
  const kinds = counted(changes);
  if (kinds.length > MOST_KINDS) return [{ before, ...phraseOf("object", changes.length), isDangerous: true }];
  return kinds.map(([noun, count], at) =>
    at === 0 ? { before, count, noun, isDangerous: true } : { count, noun, isContinued: true },
  );
}

function phrasesBy(changes: readonly Finding[], adjective: "new" | "changed" | "moved"): Phrase[] {
  return counted(changes).map(([noun, count]) => ({ count, adjective, noun }));
}

function counted(changes: readonly Finding[]): [Noun, number][] {
  return alike(changes, ({ kind }) => kind).map(({ 0: { kind }, length }) => [nounOf(kind, length), length]);
}

function phraseOf(word: keyof typeof general, count: number): Pick<Phrase, "count" | "noun"> {
  return { count, noun: { known: general[word][count === 1 ? 0 : 1] } };
}

/** Whether an object gets another name and keeps its number or its members. */
export function isRename({ action, lines }: Finding): boolean {
  return action === "update" && lines.some(isOfName);
}

/** Whether only the name changes. A title counts the rules of a group by themselves. */
function isRenameOnly(finding: Finding): boolean {
  const isRule = ({ property }: Line): boolean => finding.kind === "IpGroup" && property === "rules";
  return isRename(finding) && finding.lines.every((line) => isOfName(line) || isRule(line));
}

function isOfRulesOnly({ kind, lines }: Finding): boolean {
  return kind === "IpGroup" && lines.length > 0 && lines.every(({ property }) => property === "rules");
}

/** Whether the report takes anything away: an object, or an item of a set. */
export function takesAway({ changes }: Summary): boolean {
  return changes.some(
    (change) =>
      change.action === "failed" ||
      change.action === "untried" ||
      change.action === "delete" ||
      change.action === "replace" ||
      (change.action === "update" &&
        change.lines.some(({ sizes, after }) => sizes !== undefined && after === undefined)),
  );
}

const signs = {
  failed: "✗",
  untried: "○",
  replace: "±",
  delete: "-",
  update: "~",
  create: "+",
  move: "→",
  follow: "→",
} as const satisfies Readonly<Record<Action, string>>;
const handSigns = { changed: "≠", missing: "!", undeclared: "?" } as const;

/** The sign before the title of a finding. */
export function signOf({ action, byHand }: Pick<Finding, "action" | "byHand">): Sign {
  return byHand === undefined ? signs[action] : handSigns[byHand];
}
type Sign = (typeof signs)[Action] | (typeof handSigns)[keyof typeof handSigns];

const actionColumns = ["failed", "not tried", "delete", "replace", "update", "create", "moves", "follows"] as const;
const handColumns = ["missing", "changed by hand", "not managed", "to be applied"] as const;
export type Column = (typeof actionColumns)[number] | (typeof handColumns)[number];

/** Heads of the count columns that are not empty. A report of drift has its own. */
export function columnsOf(summary: Summary): readonly Column[] {
  const used = new Set([...countsBy(summary, () => "").values()].flatMap((counts) => [...counts.keys()]));
  return (summary.mode === "drift" ? handColumns : actionColumns).filter((column) => used.has(column));
}

/** Number of resources per row and column. */
export function countsBy(summary: Summary, rowOf: (resource: Resource) => string): Map<string, Map<Column, number>> {
  const rows = new Map<string, Map<Column, number>>();
  const add = (resource: Resource, column: Column): void => {
    const row = rows.get(rowOf(resource)) ?? new Map<Column, number>();
    rows.set(rowOf(resource), row.set(column, (row.get(column) ?? 0) + 1));
  };
  for (const change of summary.changes) add(change, columnOf(change, summary));
  return new Map([...rows].sort(([one], [other]) => byText(one, other)));
}

function columnOf({ action, byHand }: Finding, { mode }: Summary): Column {
  const names = { follow: "follows", move: "moves", untried: "not tried" } as const;
  if (mode !== "drift") return action in names ? names[action as keyof typeof names] : (action as Column);
  const columns = { changed: "changed by hand", missing: "missing", undeclared: "not managed" } as const;
  return byHand === undefined ? "to be applied" : columns[byHand];
}

const hands = {
  changed: "changed by hand",
  missing: "missing on the appliance",
  undeclared: "on the appliance, but in no state",
} as const;
const failures = {
  create: "could not be created",
  update: "could not be changed as declared",
  delete: "could not be deleted",
  replace: "could not be replaced",
  move: "failed",
  follow: "failed",
} as const satisfies Readonly<Record<Tried, string>>;

/** Notes of a finding: what a preview cannot know, the object that existed before, changes by hand, and failures. */
export function notesOf({ adoption, action, tried, byHand }: Finding) {
  return [
    ...(tried === undefined ? [] : [failures[tried]]),
    ...(byHand === undefined ? [] : [hands[byHand]]),
    ...(adoption === "possible" && tried === undefined ? (["create or adopt"] as const) : []),
    ...(adoption === "done"
      ? ([action === "delete" ? "it was there before and was adopted" : "adopted"] as const)
      : []),
  ];
}
