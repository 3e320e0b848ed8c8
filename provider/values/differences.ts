import { isDeepStrictEqual } from "node:util";
import { type z } from "#zod";
import { Inputs, picked, type Values } from "./inputs";
import { quoted, someOf } from "./quoted";
import { SECRET_SIGNATURE, SIGNATURE_KEY, UNKNOWN_TEXT } from "./marks";
import { wordsOf as ruleWords } from "./rule";
import { seccodeText } from "./seccode";
import { present } from "./collections";
import { hasUnknown } from "./schema";

/** One difference between two values of a kind: a value (undefined if not set), or an item that only one of two sets has. */
export interface Difference {
  readonly input: string;
  /** What differs in it: the input itself, or a part such as `preferences.language`. */
  readonly property: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly isItem?: true;
  /** If this is an item of a whole input, the number of items in that set. */
  readonly sizes?: Readonly<Record<"before" | "after", number>>;
}

/** What the comparison needs of the definition of a kind. */
interface ComparedKind {
  readonly inputs: z.ZodType;
  readonly secrets?: readonly string[];
}

/**
 * Everything that differs between two values of a kind, by the equality of the kind: order and spelling do not count.
 * This is the only code that answers this question for messages, reports and drift. `onExisting` is never a difference.
 *
 * @param named inputs that the engine reports as different: nothing else shows a changed secret
 */
export function differencesOf(
  kind: ComparedKind,
  before: Values,
  after: Values,
  named: readonly string[] = [],
): Difference[] {
  const inputs = new Inputs(kind.inputs);
  const compared = inputs.keys.filter((input) => input !== "onExisting");
  return compared.flatMap((input): Difference[] => {
    const [old, now] = [before[input], after[input]];
    const isConcealed = kind.secrets?.includes(input) === true || isSecret(old) || isSecret(now);
    if (!isConcealed) return differencesIn(inputs, input, old, now);
    return named.includes(input) ? [difference(input, input, masked(old), masked(now))] : [];
  });
}

/** What differs in an input that is not secret. */
function differencesIn(inputs: Inputs, input: string, old: unknown, now: unknown): Difference[] {
  if (Array.isArray(old ?? now) && Array.isArray(now ?? old)) {
    return itemsOf(inputs, input, (old ?? []) as unknown[], (now ?? []) as unknown[]);
  }
  const isKnown = [old, now].every((one) => typeof (one ?? {}) === "object");
  if (inputs.isRecord(input) && isKnown) return membersOf(input, (old ?? {}) as Values, (now ?? {}) as Values);
  const isSame = isDeepStrictEqual(canonical(inputs, input, old), canonical(inputs, input, now));
  return isSame ? [] : [difference(input, input, old, now)];
}

/** As {@link differencesOf}, of a live object from what is declared: of the inputs that are declared and can be read. */
export function differencesFromDeclared(kind: ComparedKind, live: Values, declared: Values): Difference[] {
  const keys = Object.keys(live).filter((key) => declared[key] !== undefined);
  return differencesOf(kind, picked(live, keys), picked(declared, keys));
}

const MOST_LISTED = 20;

/** Differences in one sentence, for an info line or an error: `rules - all, rules + ip 10.0.0.1, name "a" -> "b"`. */
export function differencesText(differences: readonly Difference[]): string {
  const texts = differences.map(({ property, before, after, isItem }) => {
    if (isItem !== true) return `${property} ${valueText(before)} -> ${valueText(after)}`;
    return `${property} ${before === undefined ? `+ ${textOf(after)}` : `- ${textOf(before)}`}`;
  });
  return someOf(texts, MOST_LISTED);
}

export function valueText(value: unknown): string {
  if (value === undefined) return "not set";
  return typeof value === "string" ? quoted(value) : textOf(value);
}

/** An item of a set, with its position in the list as it is written. */
export interface Placed {
  readonly index: number;
  readonly item: unknown;
}

/** How a value of the program relates to the one in the state. */
export type Change = "add" | "delete" | "update";

/** The paths of values that differ, as Pulumi writes them: `rules[2]`, `name`. */
export type Detail = ReadonlyMap<string, Change>;

/**
 * The paths at which some inputs differ, as a person wrote them. Of a set, only the items that are added or removed: a
 * removed one by its position in the old list, an added one by its position in the new list.
 */
export function detailOf(inputs: Inputs, olds: Values, news: Values, keys: readonly string[]): Detail {
  const places = new Map<string, Change>();
  for (const key of keys) {
    const [old, now] = [olds[key], news[key]];
    const isSet = Array.isArray(old) && Array.isArray(now) && !hasUnknown(now);
    if (!isSet) places.set(key, now === undefined ? "delete" : old === undefined ? "add" : "update");
    const { removed, added } = isSet ? itemsThatDiffer(inputs, key, old, now) : { removed: [], added: [] };
    for (const { index } of removed) places.set(`${key}[${String(index)}]`, "delete");
    for (const { index } of added) {
      const place = `${key}[${String(index)}]`;
      places.set(place, places.has(place) ? "update" : "add");
    }
  }
  return places;
}

/** The items that only one of two sets has, in the order in which they are written. A repeated item counts once. */
export function itemsThatDiffer(inputs: Inputs, input: string, before: readonly unknown[], after: readonly unknown[]) {
  const [old, now] = [byMeaning(inputs, input, before), byMeaning(inputs, input, after)];
  const without = (items: ReadonlyMap<string, Placed>, others: ReadonlyMap<string, Placed>): Placed[] =>
    [...items].flatMap(([meaning, item]) => (others.has(meaning) ? [] : [item]));
  return { removed: without(old, now), added: without(now, old), sizes: { before: old.size, after: now.size } };
}

function itemsOf(inputs: Inputs, input: string, before: readonly unknown[], after: readonly unknown[]): Difference[] {
  const { removed, added, sizes } = itemsThatDiffer(inputs, input, before, after);
  const itemOf = (old: unknown, now: unknown): Difference => ({
    ...difference(input, input, old, now),
    isItem: true,
    sizes,
  });
  return [...removed.map(({ item }) => itemOf(item, undefined)), ...added.map(({ item }) => itemOf(undefined, item))];
}

function byMeaning(inputs: Inputs, input: string, items: readonly unknown[]): Map<string, Placed> {
  const found = new Map<string, Placed>();
  for (const [index, item] of items.entries()) {
    // Two unknown values count as different.
    const meaning = inputs.itemText(input, item) + (isUnknown(item) ? ` ${String(index)}` : "");
    if (!found.has(meaning)) found.set(meaning, { index, item });
  }
  return found;
}

function membersOf(input: string, before: Values, after: Values): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const different = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return different.map((name) => difference(input, `${input}.${name}`, before[name], after[name]));
}

function difference(input: string, property: string, before: unknown, after: unknown): Difference {
  return { input, property, ...present({ before, after }) };
}

function masked(value: unknown): unknown {
  return value === undefined ? undefined : SECRET;
}

function canonical(inputs: Inputs, input: string, value: unknown): unknown {
  return value === undefined ? undefined : inputs.canonicalEach({ [input]: value })[input];
}

const SECRET = "[secret]";

const UNKNOWN_WORDS = "(known after up)";

/** Whether a value is a secret, whether the engine has masked it or not. */
function isSecret(value: unknown): boolean {
  if (value === SECRET) return true;
  return typeof value === "object" && value !== null && (value as Fields)[SIGNATURE_KEY] === SECRET_SIGNATURE;
}

/** Whether a value, or a part of it, is unknown until the resource that it comes from is created. */
export function isUnknown(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes(UNKNOWN_TEXT);
}

type Fields = Readonly<Record<string, unknown>>;

/** A value in one line for people: a rule or a permission in words, everything else as JSON. */
export function textOf(value: unknown): string {
  if (isSecret(value)) return SECRET;
  if (typeof value === "string") return value === "" ? '""' : value.replaceAll(UNKNOWN_TEXT, UNKNOWN_WORDS);
  if (typeof value !== "object" || value === null) return String(value);
  const fields = value as Fields;
  const words = itemWords(fields);
  if (words !== undefined) return words.map(textOf).join(" ");
  const plain = (_key: string, member: unknown): unknown => (isSecret(member) ? SECRET : member);
  return JSON.stringify(value, plain).replaceAll(UNKNOWN_TEXT, UNKNOWN_WORDS);
}

/** The words of a rule or permission, in the order in which people say them. */
function itemWords(fields: Fields): readonly unknown[] | undefined {
  const { permissionType, seccode } = fields;
  if (typeof permissionType !== "string") return ruleWords(fields);
  return [permissionType, typeof seccode === "string" ? seccodeText(permissionType, seccode) : seccode];
}
