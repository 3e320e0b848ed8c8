import { isJsonObject } from "../http/json";
import { id, listing, type Listing, text, totalOf } from "../http/schemas";
import { z } from "zod";

/** One entry of a list, by the names of its fields. */
export type GatewayRecord = Readonly<Record<string, unknown>>;

/** Keys that are known to contain lists. */
const LISTS = ["results", "rules", "rows", "groups", "list", "items", "data", "tree"];
/** Keys that contain the column names for rows of cells. */
const HEADERS = ["columns", "header", "headers", "fields"];
/** Keys that contain the child nodes of a node in a tree. */
const CHILDREN = ["children", "nodes", "child"];

/** How to recognise the entries of one kind. */
export interface EntryForm {
  /**
   * Field names, first that of the id; every entry has one of them. They also distinguish a row of column names from a
   * row of values.
   */
  readonly keys: readonly [string, ...string[]];
  /** An entry of a map that is keyed by ids; undefined if the member is not an entry. */
  member(key: string, value: unknown): GatewayRecord | undefined;
}

/**
 * The entries of a list in any form that gateways are known to use, or undefined. The forms: a list at top level or
 * under a known key, with objects or with rows of cells below a header; a map; objects with child objects, which follow
 * their parent.
 */
export function entriesOf(answer: unknown, form: EntryForm): GatewayRecord[] | undefined {
  if (Array.isArray(answer)) return listed(answer, undefined, form);
  if (!isJsonObject(answer)) return undefined;
  const key = LISTS.find((name) => (answer[name] ?? undefined) !== undefined);
  if (key === undefined) return mapped(answer, form);
  const list = answer[key];
  if (Array.isArray(list)) return listed(list, headerOf(answer), form);
  if (!isJsonObject(list)) return undefined;
  // Some servers write a list of one entry as that entry.
  return list[form.keys[0]] === undefined ? mapped(list, form) : listed([list], undefined, form);
}

/** Describes the form of an answer, for the error about one that is not understood; never contains a value. */
export function formOf(answer: unknown): string {
  if (Array.isArray(answer))
    return `a list of ${[...new Set(answer.map(formOf))].slice(0, 3).join(" or ") || "nothing"}`;
  if (!isJsonObject(answer)) return answer === null ? "null" : `a ${typeof answer}`;
  const keys = Object.keys(answer)
    .slice(0, 6)
    .map((key) => key.slice(0, 30));
  return keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`;
}

/** Whether an entry is a node with child nodes: it may be a mere root without an id. */
function hasChildren(entry: GatewayRecord): boolean {
  return CHILDREN.some((key) => Array.isArray(entry[key]));
}

/** The fields of an entry, without its child nodes, which are entries of their own. */
export function ownOf(entry: GatewayRecord): GatewayRecord {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !CHILDREN.includes(key)));
}

function listed(
  list: readonly unknown[],
  header: readonly string[] | undefined,
  form: EntryForm,
): GatewayRecord[] | undefined {
  if (list.some(Array.isArray)) return tabled(list, header, form);
  const entries: GatewayRecord[] = [];
  for (const item of list) {
    if (!isJsonObject(item)) return undefined;
    entries.push(item);
    for (const key of CHILDREN) {
      const below = item[key];
      const inner = Array.isArray(below) ? listed(below, undefined, form) : [];
      if (inner === undefined) return undefined;
      entries.push(...inner);
    }
  }
  return entries;
}

/** Rows of cells; if they have no separate header, the first row must be one. */
function tabled(
  list: readonly unknown[],
  header: readonly string[] | undefined,
  form: EntryForm,
): GatewayRecord[] | undefined {
  if (!list.every(Array.isArray)) return undefined;
  const rows: readonly unknown[][] = list;
  const first = namesIn(rows[0] ?? [], form);
  const names = header ?? first;
  if (names === undefined) return undefined;
  const values = first === undefined ? rows : rows.slice(1);
  if (values.some((row) => row.length !== names.length)) return undefined;
  return values.map((row) => Object.fromEntries(names.map((name, index) => [name, plain(row[index])])));
}

function namesIn(row: readonly unknown[], { keys }: EntryForm): string[] | undefined {
  const names = row.map(nameOf);
  return names.every((name) => name !== undefined) && names.some((name) => keys.includes(name)) ? names : undefined;
}

function headerOf(answer: GatewayRecord): string[] | undefined {
  const header = HEADERS.map((key) => answer[key]).find(Array.isArray);
  const names = header?.map(nameOf);
  return names?.every((name) => name !== undefined) === true ? names : undefined;
}

/** The name of a column: a text, or an object that contains it. */
function nameOf(column: unknown): string | undefined {
  if (typeof column === "string") return column;
  if (!isJsonObject(column)) return undefined;
  return [column["elementName"], column["name"], column["label"]].find((name) => typeof name === "string");
}

/** The value of a cell, which may be an object around the value, as in reports. */
function plain(cell: unknown): unknown {
  return isJsonObject(cell) ? (cell["rawValue"] ?? cell["value"] ?? cell["label"]) : cell;
}

/** The entries of a map. An empty object may be an empty map or anything else, so it is not understood. */
function mapped(map: GatewayRecord, { member }: EntryForm): GatewayRecord[] | undefined {
  const entries = Object.entries(map).map(([key, value]) => member(key, value));
  return entries.length > 0 && entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** The number of an IP group or rule. The service counts from 1: 0, a negative number, null and "" identify nothing. */
export const objectId = id.refine((number) => number > 0, { error: "expected an id, which is at least 1" });

/** An id, or undefined for a value that is none. */
export function objectIdOf(value: unknown): number | undefined {
  const parsed = objectId.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

/** An IP group in a list. */
export interface IpGroupEntry {
  fc_id: number;
  fc_name: string;
}

const ID = ["fc_id", "id", "ipgroup_id"] as const;
const NAME = ["fc_name", "name", "text", "label", "title"];

const form: EntryForm = {
  keys: [...ID, ...NAME],
  member: (key: string, value: unknown): GatewayRecord | undefined => {
    if (objectIdOf(key) === undefined) return undefined;
    if (typeof value === "string") return { fc_id: key, fc_name: value };
    return isJsonObject(value) ? { fc_id: key, ...value } : undefined;
  },
};

/** IP groups in any form that lists, trees and searches are known to have, without duplicates. */
export const groupEntries: z.ZodType<Listing<IpGroupEntry>> = z.unknown().transform((answer, context) => {
  const page = pageOf(answer, context);
  if (page === undefined) return z.NEVER;
  return listing([...page.groups.values()], { what: "IP groups", unreadable: page.unreadable, total: missing(page) });
});

/** The number of groups that a list counts, if that is more than it has: a group below two parents is listed twice. */
function missing({ rows, total, groups, unreadable }: GroupPage): number | undefined {
  return total === undefined || total <= rows ? undefined : groups.size + unreadable.length + total - rows;
}

/** The groups of one answer. */
export interface GroupPage {
  readonly groups: ReadonlyMap<number, IpGroupEntry>;
  /** The number of its entries, including those that are listed twice or not understood. */
  readonly rows: number;
  /** Entries without a number or a name. */
  readonly unreadable: readonly unknown[];
  /** The number of groups on all pages, if the answer contains it. */
  readonly total: number | undefined;
}

/** One page of a search. */
export const groupPage: z.ZodType<GroupPage> = z
  .unknown()
  .transform((answer, context) => pageOf(answer, context) ?? z.NEVER);

function pageOf(answer: unknown, context: z.RefinementCtx): GroupPage | undefined {
  const entries = entriesOf(answer, form);
  const isForeign = entries?.some((entry) => form.keys.some((key) => entry[key] !== undefined)) === false;
  if (entries === undefined || (entries.length > 0 && isForeign)) {
    context.addIssue({ code: "custom", message: `expected a list of IP groups, got ${formOf(answer)}` });
    return undefined;
  }
  const groups = new Map<number, IpGroupEntry>();
  const unreadable: unknown[] = [];
  for (const entry of entries) {
    const fc_id = objectIdOf(valueOf(entry, ID));
    const name = text.safeParse(valueOf(entry, NAME));
    if (fc_id !== undefined && name.success && name.data !== "") groups.set(fc_id, { fc_id, fc_name: name.data });
    // The root of a tree is no group.
    else if (fc_id !== undefined || !hasChildren(entry)) unreadable.push(ownOf(entry));
  }
  return { groups, rows: entries.length, unreadable, total: totalOf(answer) };
}

function valueOf(entry: GatewayRecord, names: readonly string[]): unknown {
  return names.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
}
