import { z } from "zod";
import { MOST_FAULTS } from "../http/answer";
import { isJsonObject } from "../http/json";
import { text } from "../http/schemas";
import { objectIdOf } from "./group-ids";
import { type GatewayRecord, entriesOf, formOf, hasChildren } from "./records";

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
export const groupEntries: z.ZodType<IpGroupEntry[]> = z.unknown().transform(groupsIn);

/** One page of a search, with the number of groups on all pages if the answer contains it. */
export const groupPage: z.ZodType<{ groups: IpGroupEntry[]; total: number | undefined }> = z
  .unknown()
  .transform((answer, context) => ({ groups: groupsIn(answer, context), total: totalOf(answer) }));

function groupsIn(answer: unknown, context: z.RefinementCtx): IpGroupEntry[] {
  const entries = entriesOf(answer, form);
  if (entries === undefined) {
    context.addIssue({ code: "custom", message: `expected a list of IP groups, got ${formOf(answer)}` });
    return z.NEVER;
  }
  const groups = new Map<number, IpGroupEntry>();
  for (const [index, entry] of entries.entries()) {
    if (context.issues.length >= MOST_FAULTS) break;
    const fc_id = objectIdOf(valueOf(entry, ID));
    const name = text.safeParse(valueOf(entry, NAME));
    // A group below two parents is listed twice.
    if (fc_id !== undefined && name.success) groups.set(fc_id, { fc_id, fc_name: name.data });
    // The root of a tree is no group.
    else if (fc_id !== undefined || !hasChildren(entry)) {
      const message = `expected an IP group with an id and a name, got ${formOf(entry)}`;
      context.addIssue({ code: "custom", message, path: [index] });
    }
  }
  return [...groups.values()];
}

function totalOf(answer: unknown): number | undefined {
  if (!isJsonObject(answer)) return undefined;
  const total = valueOf(answer, ["total", "totalCount", "totalRowCount", "count"]);
  const number = typeof total === "string" && /^\d+$/u.test(total) ? Number(total) : total;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function valueOf(entry: GatewayRecord, names: readonly string[]): unknown {
  return names.map((name) => entry[name]).find((value) => value !== undefined && value !== null);
}
