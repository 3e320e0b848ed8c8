import { differencesOfGroups, type Changes, type GroupDifference } from "../../provider/values/groups/differences";
import type { Line } from "./findings";
import { textOf } from "./value-text";

/**
 * The differences in the groups of an `IpGroups`, per group and per rule and child; undefined if the groups cannot be
 * compared one by one.
 */
export function groupLines(before: unknown, after: unknown): Line[] | undefined {
  return differencesOfGroups(before, after)?.flatMap(linesOf);
}

function linesOf({ group, change, formerName, rules, children }: GroupDifference): Line[] {
  const name = `groups.${group}`;
  return [
    ...(change === "create" ? [{ property: "groups", after: group }] : []),
    ...(change === "delete" ? [{ property: "groups", before: group }] : []),
    ...(formerName === undefined ? [] : [{ property: "groups", before: formerName, after: group }]),
    ...memberLines(`${name}.rules`, rules),
    ...memberLines(`${name}.children`, children),
  ];
}

function memberLines(property: string, { added, removed }: Changes<unknown>): Line[] {
  return [
    ...removed.map((one) => ({ property, before: textOf(one) })),
    ...added.map((one) => ({ property, after: textOf(one) })),
  ];
}
