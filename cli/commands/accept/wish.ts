import type { Comparison } from "../../../lib/site/drift";
import type { Selection } from "../../../lib/site/selection";
import type { SiteObject } from "../../../lib/site/object";
import { inputsOf } from "../../../lib/site/parts";
import { definitionOf, type Kind } from "../../../provider/registry";
import { differencesOf, linesOf, valueText } from "../../../provider/values/differences";
import { listOf, type Values } from "../../../provider/values/inputs";
import { textOf } from "../../../provider/values/value-text";
import { present } from "../../../provider/values/collections";
import { someLines } from "../../../provider/values/quoted";

/** The difference in one input or in a part of it: its two values, or for a set the items that only one side has. */
export interface Change {
  /** The input, or the path of a part such as `preferences.language`. */
  readonly input: string;
  readonly declared?: unknown;
  readonly live?: unknown;
  /** Declared, but not on the appliance. */
  readonly missing?: readonly unknown[];
  /** On the appliance, but not declared. */
  readonly added?: readonly unknown[];
}

/** A difference that drift shows, which the code takes over. This file alone knows the form of drift's results. */
export interface Wish {
  readonly status: "changed" | "missing" | "new";
  readonly kind: Kind;
  readonly id: string;
  /** Name of the object in the program, or on the appliance if it is new. */
  readonly label: string;
  readonly site: string | undefined;
  /** Its resource; undefined if it is new. */
  readonly held?: { readonly kind: Kind; readonly urn: string };
  readonly changes: readonly Change[];
  /** Its values on the appliance; undefined if it is missing there. */
  readonly live?: Values;
  /** Why a missing object may be on the appliance under another name. */
  readonly doubt?: string;
}

/** The differences that can become code: not what could not be compared, or what another stack has. */
export function wishesOf(comparisons: readonly Comparison[], isNewWanted: boolean, isNamed: Selection): Wish[] {
  return comparisons.flatMap(({ finding, held, declared, live, doubt }): Wish[] => {
    const { status, kind, id, label, site } = finding;
    const isNew = status === "notManaged" && isNewWanted && live !== undefined && finding.why === undefined;
    if (!(status === "changed" || status === "missing" || isNew) || !isNamed({ kind, label })) return [];
    return [
      {
        status: status === "notManaged" ? "new" : status,
        kind,
        id,
        label,
        site,
        changes: declared === undefined || live === undefined ? [] : changesOf(kind, declared, live),
        ...(held === undefined ? {} : { held: { kind: held.kind, urn: held.owner.urn } }),
        ...present({ live, doubt }),
      },
    ];
  });
}

/** The differences of an object on the appliance from what is declared. */
function changesOf(kind: Kind, declared: Values, live: Values): Change[] {
  const differences = differencesOf(definitionOf(kind), declared, live).filter(({ input }) => input !== "site");
  return [...new Set(differences.map(({ property }) => property))].map((input) => {
    const own = differences.filter(({ property }) => property === input);
    if (!own.some(({ isItem }) => isItem === true)) {
      return { input, declared: own[0]?.before, live: own[0]?.after };
    }
    return {
      input,
      missing: own.flatMap(({ before }) => before ?? []),
      added: own.flatMap(({ after }) => after ?? []),
    };
  });
}

/** A change of rules as one of the rules themselves, and one of child groups, which a file may list by name. */
export function byChildren(change: Change, childOf: (rule: unknown) => string | undefined): Change[] {
  const { input, missing, added } = change;
  if (input !== "rules" || missing === undefined || added === undefined) return [change];
  const isRule = (rule: unknown): boolean => childOf(rule) === undefined;
  const childIn = (rule: unknown): string[] => [childOf(rule)].filter((one) => one !== undefined);
  const rules = { input, missing: missing.filter(isRule), added: added.filter(isRule) };
  const children = { input: "children", missing: missing.flatMap(childIn), added: added.flatMap(childIn) };
  return [rules, children].filter((one) => one.missing.length + one.added.length > 0);
}

/** A new object, as a reading of the site returns it. An up takes it over, since it exists. */
export function objectOf({ kind, id, label, live = {} }: Wish): SiteObject {
  const isAdoptable = inputsOf(kind).keys.includes("onExisting");
  return { kind, id, label, inputs: { ...live, ...(isAdoptable ? { onExisting: "adopt" } : {}) }, outputs: {} };
}

/** Maximum number of lines about a new object. */
const MOST_LINES = 20;

/** The title of a wish in messages. */
export function wishTitle({ kind, label }: Wish): string {
  return `${kind} "${label}"`;
}

/** A wish in words, one for each change. */
export function wordsOf({ status, kind, changes, live = {}, doubt }: Wish): string[] {
  if (status === "missing") {
    const isGone = doubt === undefined;
    return [
      isGone ? "take it out, since the appliance does not have it" : "declare what the appliance has, or take it out",
    ];
  }
  if (status === "new") {
    const lines = linesOf(definitionOf(kind), {}, live).filter(({ property }) => property !== "site");
    return [
      "add it",
      ...someLines(
        lines.map(({ property, after = "" }) => `${property}: ${after}`),
        MOST_LINES,
      ),
    ];
  }
  return changes.map(({ input, declared, live: now, missing, added }) => {
    if (missing === undefined || added === undefined) return `${input}: ${valueText(declared)} -> ${valueText(now)}`;
    return `${input}: ${[...missing.map((one) => `- ${textOf(one)}`), ...added.map((one) => `+ ${textOf(one)}`)].join(", ")}`;
  });
}

/** Values of a program with the changes of a wish. */
export function withChanges(values: Values, { kind, changes }: Wish): Values {
  const inputs = inputsOf(kind);
  return changes.reduce((result, { input, live, missing, added }) => {
    const [key = input, part] = input.split(/\.(.*)/su);
    if (missing === undefined || added === undefined) {
      const now = part === undefined ? live : { ...(result[key] as Values), [part]: live };
      return { ...result, [key]: now };
    }
    return { ...result, [key]: withItems(listOf(result[key]), missing, added, (item) => inputs.itemText(key, item)) };
  }, values);
}

/** A set without some items and with others. */
export function withItems(
  now: readonly unknown[],
  missing: readonly unknown[],
  added: readonly unknown[],
  itemText: (item: unknown) => string,
): unknown[] {
  const [gone, known] = [new Set(missing.map(itemText)), new Set(now.map(itemText))];
  return [...now.filter((one) => !gone.has(itemText(one))), ...added.filter((one) => !known.has(itemText(one)))];
}

/** Whether two values of a kind mean the same. */
export function isSame(kind: Kind, one: Values, other: Values): boolean {
  const differences = differencesOf(definitionOf(kind), one, other);
  return differences.every(({ input }) => input === "site");
}

/** The same text for wishes that change the same. */
export function changesText({ status, changes }: Wish): string {
  return JSON.stringify([status, changes.map(({ input, live, missing, added }) => [input, missing ?? live, added])]);
}

/** Whether a wish gives a parent to a new group. */
export function isParent({ changes, status, live }: Wish, { kind, id }: Wish): boolean {
  const rules = status === "new" ? listOf(live?.["rules"]) : changes.flatMap(({ added = [] }) => added);
  return (
    kind === "IpGroup" &&
    rules.some((one) => (one as Values)["type"] === "child" && String((one as Values)["groupId"]) === id)
  );
}
