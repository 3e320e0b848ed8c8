import type { z } from "#zod";
import { rule, type CanonicalRule } from "../../provider/values/rule";
import { schemaBehind } from "./named";
import { emptyBranch, scalar, type TreeEntry, type Tree } from "./tree";

/** True for the schema of a rule of an IP group, with or without wrappers. */
export function isRule(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && schemaBehind(schema) === rule;
}

/**
 * Expands a rule that a layer writes as text to its object: an address, a network, or a range with a hyphen. Other
 * trees stay unchanged.
 */
export function longRule(tree: Tree): Tree {
  if (tree.kind !== "scalar" || typeof tree.value !== "string") return tree;
  const fields = fieldsOf(tree.value.trim());
  if (fields === undefined) return tree;
  const entries = Object.entries(fields).map(([key, value]): [string, TreeEntry] => {
    return [key, { place: tree.place, tree: scalar(value, tree.place) }];
  });
  return { ...emptyBranch(tree.place), entries: new Map(entries) };
}

/** Decides by the form alone; the schema checks the addresses. */
function fieldsOf(text: string): Readonly<Record<string, string>> | undefined {
  if (text.includes("/")) return { type: "network", cidr: text };
  const [start = "", end, ...rest] = text.split("-").map((part) => part.trim());
  if (end !== undefined && rest.length === 0) return { type: "range", start, end };
  return /^\d[\d.]*$/u.test(text) ? { type: "ip", address: text } : undefined;
}

/** A rule as a layer writes it: as text if its type has a short form. */
export function shortRule(rule: CanonicalRule): string | CanonicalRule {
  switch (rule.type) {
    case "ip":
      return rule.address;
    case "network":
      return rule.cidr;
    case "range":
      return `${rule.start}-${rule.end}`;
    default:
      return rule;
  }
}

/** The valid forms, for messages about an invalid text. */
export const ruleForms =
  'must be an address (10.1.2.3), a network (10.1.0.0/16), a range (10.1.0.1-10.1.0.9), or an object with "type"';
