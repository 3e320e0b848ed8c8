import { z } from "zod";
import { isJsonObject } from "../http/json";
import { listing, totalOf, text, type Listing } from "../http/schemas";
import { entriesOf, formOf, hasChildren, objectIdOf, ownOf, type GatewayRecord } from "./records";

/** An IP group in a list. */
export interface IpGroupEntry {
  fc_id: number;
  fc_name: string;
}

const ID = ["fc_id", "id", "ipgroup_id"];
const NAME = ["fc_name", "name", "text", "label", "title"];

const form = {
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
export const groupPage: z.ZodType<GroupPage> = z.unknown().transform(pageOf);

function pageOf(answer: unknown, context: z.RefinementCtx): GroupPage {
  const entries = entriesOf(answer, form);
  const isForeign = entries?.some((entry) => form.keys.some((key) => entry[key] !== undefined)) === false;
  if (entries === undefined || (entries.length > 0 && isForeign)) {
    context.addIssue({ code: "custom", message: `expected a list of IP groups, got ${formOf(answer)}` });
    return z.NEVER;
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
