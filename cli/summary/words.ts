import { kinds, nounsOf, type Kind, type KindNoun } from "../../provider/registry";
import { byText, type Action, type Finding, type Resource, type Summary } from "./findings";
import { isDangerous } from "./entries";

const general = {
  rename: ["rename", "renames"],
  rule: ["rule", "rules"],
  change: ["change", "changes"],
  resource: ["resource", "resources"],
} as const;

/** A noun of the program, or the name of an unknown kind. */
export type Noun =
  { readonly known: KindNoun | (typeof general)[keyof typeof general][number] } | { readonly foreign: string };

export function nounOf(kind: string, count: number): Noun {
  const isKind = (kinds as readonly string[]).includes(kind);
  return isKind ? { known: nounsOf(kind as Kind)[count === 1 ? 0 : 1] } : { foreign: kind };
}

/** A number and the noun that it counts: `2 updated collectors`. */
export interface Phrase {
  readonly before?: "deletes" | "replaces" | "deleted" | "replaced";
  readonly count: number;
  readonly adjective?: "new" | "changed" | "other";
  readonly noun?: Noun;
  readonly after?: "changed by hand" | "missing" | "not declared" | "to be applied" | "different" | "failed";
  readonly isDangerous?: true;
}

/** A phrase as plain text. */
export function phraseWords({ before, count, adjective, noun, after }: Phrase): string {
  const name = noun === undefined ? undefined : "known" in noun ? noun.known : noun.foreign;
  return [before, String(count), adjective, name, after].filter((part) => part !== undefined).join(" ");
}

/** Maximum number of phrases in a title. */
const MOST_PHRASES = 6;

/** The phrases of a report's title, the dangerous first. */
export function phrasesOf(summary: Summary): Phrase[] {
  const { mode, changes } = summary;
  if (mode === "drift") return driftPhrases(summary);
  const phrases: Phrase[] = [];
  const failed = changes.filter((change) => change.failed === true).length;
  if (failed > 0) phrases.push({ count: failed, after: "failed", isDangerous: true });
  const done = mode === "applied";
  const losses = [
    ["delete", done ? "deleted" : "deletes"],
    ["replace", done ? "replaced" : "replaces"],
  ] as const;
  for (const [action, before] of losses) {
    phrases.push(
      ...lossPhrases(
        before,
        changes.filter((change) => change.action === action),
      ),
    );
  }
  const updates = changes.filter(({ action }) => action === "update");
  const renames = updates.filter(isRename);
  if (renames.length > 0) phrases.push(phraseOf("rename", renames.length));
  const rules = updates.filter((change) => change.kind === "IpGroup").flatMap(({ lines }) => lines);
  const ruleCount = rules.filter(({ property }) => property === "rules").length;
  if (ruleCount > 0) phrases.push(phraseOf("rule", ruleCount));
  const others = updates.filter((change) => !isRename(change) && !isOfRulesOnly(change));
  phrases.push(...phrasesBy(others, "changed"));
  phrases.push(
    ...phrasesBy(
      changes.filter(({ action }) => action === "create"),
      "new",
    ),
  );
  return shortenedTo(phrases);
}

/** Combines phrases that do not fit into the title into their count. */
function shortenedTo(phrases: readonly Phrase[]): Phrase[] {
  if (phrases.length <= MOST_PHRASES) return [...phrases];
  const rest = phrases.slice(MOST_PHRASES - 1).reduce((sum, { count }) => sum + count, 0);
  return [...phrases.slice(0, MOST_PHRASES - 1), { adjective: "other", ...phraseOf("change", rest) }];
}

function driftPhrases({ changes, untold }: Summary): Phrase[] {
  const words = { changed: "changed by hand", missing: "missing", undeclared: "not declared" } as const;
  const count = (byHand: Finding["byHand"]): number => changes.filter((change) => change.byHand === byHand).length;
  const found = (["missing", "changed", "undeclared"] as const).map((byHand): Phrase => {
    return { count: count(byHand), after: words[byHand], isDangerous: true };
  });
  const rest: Phrase[] = [
    { count: count(undefined), after: "to be applied" },
    { count: untold, after: "different" },
  ];
  return [...found, ...rest].filter((phrase) => phrase.count > 0);
}

/** For several kinds only the number of resources: the table below lists them. */
function lossPhrases(before: NonNullable<Phrase["before"]>, changes: readonly Finding[]): Phrase[] {
  if (changes.length === 0) return [];
  const kinds = counted(changes);
  const [only] = kinds;
  const noun = kinds.length === 1 ? only?.[0] : phraseOf("resource", changes.length).noun;
  return [{ before, count: changes.length, ...(noun === undefined ? {} : { noun }), isDangerous: true }];
}

function phrasesBy(changes: readonly Finding[], adjective: "new" | "changed"): Phrase[] {
  return counted(changes).map(([noun, count]) => ({ count, adjective, noun }));
}

function counted(changes: readonly Finding[]): [Noun, number][] {
  const counts = new Map<string, number>();
  for (const { kind } of changes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => [nounOf(kind, count), count]);
}

function phraseOf(word: keyof typeof general, count: number): Pick<Phrase, "count" | "noun"> {
  return { count, noun: { known: general[word][count === 1 ? 0 : 1] } };
}

/** Whether an object gets another name and keeps its number or its members. */
export function isRename({ action, lines }: Finding): boolean {
  return (
    action === "update" &&
    lines.some(({ property, before, after }) => property === "name" && before !== undefined && after !== undefined)
  );
}

function isOfRulesOnly({ kind, lines }: Finding): boolean {
  return kind === "IpGroup" && lines.length > 0 && lines.every(({ property }) => property === "rules");
}

/** Whether the report removes anything. */
export function takesAway({ changes }: Summary): boolean {
  return changes.some(isDangerous);
}

const signs = {
  replace: "±",
  delete: "-",
  update: "~",
  create: "+",
  follow: "→",
} as const satisfies Readonly<Record<Action, string>>;
const handSigns = { changed: "≠", missing: "!", undeclared: "?" } as const;

/** The sign before the title of a finding. */
export function signOf({ action, byHand }: Pick<Finding, "action" | "byHand">): Sign {
  return byHand === undefined ? signs[action] : handSigns[byHand];
}
type Sign = (typeof signs)[Action] | (typeof handSigns)[keyof typeof handSigns];

const actionColumns = ["create", "update", "follows", "replace", "delete", "unchanged"] as const;
const handColumns = ["changed by hand", "missing", "not declared", "to be applied", "unchanged"] as const;
export type Column = (typeof actionColumns)[number] | (typeof handColumns)[number];

/** Heads of the count columns. A report of drift has its own. */
export function columnsOf({ mode }: Pick<Summary, "mode">): readonly Column[] {
  return mode === "drift" ? handColumns : actionColumns;
}

/** Number of resources per row and column. */
export function countsBy(summary: Summary, rowOf: (resource: Resource) => string): Map<string, Map<Column, number>> {
  const rows = new Map<string, Map<Column, number>>();
  const add = (resource: Resource, column: Column): void => {
    const row = rows.get(rowOf(resource)) ?? new Map<Column, number>();
    rows.set(rowOf(resource), row.set(column, (row.get(column) ?? 0) + 1));
  };
  for (const change of summary.changes) add(change, columnOf(change, summary));
  for (const resource of summary.unchanged) add(resource, "unchanged");
  return new Map([...rows].sort(([one], [other]) => byText(one, other)));
}

function columnOf({ action, byHand }: Finding, { mode }: Summary): Column {
  if (mode !== "drift") return action === "follow" ? "follows" : action;
  const columns = { changed: "changed by hand", missing: "missing", undeclared: "not declared" } as const;
  return byHand === undefined ? "to be applied" : columns[byHand];
}
