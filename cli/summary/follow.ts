import { differenceOf, isMove, isOfName, type Line } from "../site/differences";
import type { ObjectPair } from "../site/parts";
import { kept, present } from "../../provider/values/collections";
import type { Step } from "../engine/preview";
import { placeKey, shownName, type Finding } from "./findings";

/**
 * Marks changes that only follow a rename. A renamed profile keeps its collectors, exporters and policies on the
 * appliance: resources that refer to it only learn the new name and send nothing.
 */
export function withFollowers(changes: readonly Finding[]): Finding[] {
  const renames = new Map<string, Map<string, Rename>>();
  for (const change of changes) {
    const rename = renameOf(change);
    if (rename === undefined) continue;
    kept(renames, placeKey(change), () => new Map<string, Rename>()).set(rename.before, rename);
  }
  return changes.map((change) => {
    const here = renames.get(placeKey(change));
    if (here === undefined || change.action !== "update" || change.byHand !== undefined) return change;
    const { lines, follows } = withoutRenamed(change.lines, here);
    if (follows === undefined) return change;
    // What else changes is no part of the rename.
    return lines.length === 0 ? { ...change, action: "follow", follows } : { ...change, lines };
  });
}

/**
 * Replaces a deletion and a creation of the same object by its move to another resource, with what else changes. Of a
 * resource that another process handles, that process knows nothing, and deletes the object.
 */
export function withMoves(
  changes: readonly Finding[],
  pairOf: (one: Finding) => ObjectPair | undefined,
  stepOf: (one: Finding) => Step | undefined,
): Finding[] {
  const gone = new Map<string, Finding[]>();
  for (const one of changes) {
    if (one.action !== "delete" && one.action !== "leave") continue;
    kept(gone, placeKey(one) + shownName(one), (): Finding[] => []).push(one);
  }
  const left = new Set<Finding>();
  const lost = new Set<Finding>();
  const found = changes.map((one): Finding => {
    const to = one.action === "create" ? pairOf(one) : undefined;
    if (to === undefined) return one;
    const former = gone.get(placeKey(one) + shownName(one))?.find((other) => {
      const from = pairOf(other);
      return (
        !left.has(other) && !lost.has(other) && from !== undefined && isMove(from, to, stepOf(other)?.op === "delete")
      );
    });
    const from = former === undefined ? undefined : pairOf(former)?.before;
    if (former === undefined || from === undefined) return one;
    (former.action === "leave" || hostOf(stepOf(former)) === hostOf(stepOf(one)) ? left : lost).add(former);
    if (lost.has(former)) return one;
    const lines = differenceOf({ ...to, before: from });
    const { adoption: _, ...rest } = one;
    return { ...rest, action: lines.length === 0 ? "move" : "update", movedFrom: former.name, lines };
  });
  return found.flatMap((one) =>
    left.has(one) ? [] : [lost.has(one) ? { ...one, isOfOtherHost: true as const } : one],
  );
}

/** What handles a resource in a step: an instance of a provider. */
const hostOf = (step?: Step): string | undefined => (step?.newState ?? step?.oldState)?.provider;

type Rename = Readonly<Record<"key" | "before" | "after", string>>;

function renameOf({ key, kind, action, lines }: Finding): Rename | undefined {
  if (kind !== "ReplicatorProfile" || action !== "update") return undefined;
  const { before, after } = lines.find(isOfName) ?? {};
  return before === undefined || after === undefined ? undefined : { key, before, after };
}

/** The differences without those that only give a profile its new name, and the key of such a profile. */
function withoutRenamed(
  lines: readonly Line[],
  renames: ReadonlyMap<string, Rename>,
): { lines: Line[]; follows?: string } {
  const explained = new Set<Line>();
  let follows: string | undefined;
  for (const line of lines.filter(({ property }) => property === "profile" || property === "profiles")) {
    const rename = renames.get(line.before ?? "");
    const came = lines.find(({ property, after }) => property === line.property && after === rename?.after);
    if (rename === undefined || came === undefined) continue;
    explained.add(line).add(came);
    follows ??= rename.key;
  }
  return { lines: lines.filter((line) => !explained.has(line)), ...present({ follows }) };
}
