import type { Line } from "../../provider/values/differences";
import type { Finding } from "./findings";

/**
 * Marks changes that only follow a rename. A renamed profile keeps its collectors, exporters and policies on the
 * appliance: resources that refer to it only learn the new name and send nothing.
 */
export function withFollowers(changes: readonly Finding[]): Finding[] {
  const renames = new Map<string, Map<string, Rename>>();
  for (const change of changes) {
    const rename = renameOf(change);
    if (rename === undefined) continue;
    const here = renames.get(placeOf(change)) ?? new Map<string, Rename>();
    renames.set(placeOf(change), here.set(rename.before, rename));
  }
  return changes.map((change) => {
    const rename = followedBy(change, renames.get(placeOf(change)));
    return rename === undefined ? change : { ...change, action: "follow", follows: rename.key };
  });
}

interface Rename {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

function renameOf({ key, kind, action, lines }: Finding): Rename | undefined {
  if (kind !== "ReplicatorProfile" || action !== "update") return undefined;
  const { before, after } = lines.find(({ property }) => property === "name") ?? {};
  return before === undefined || after === undefined ? undefined : { key, before, after };
}

/** The rename that explains all differences of a change; undefined if there are others. */
function followedBy(
  { action, byHand, lines }: Finding,
  renames: ReadonlyMap<string, Rename> | undefined,
): Rename | undefined {
  if (renames === undefined || action !== "update" || byHand !== undefined || lines.length === 0) return undefined;
  if (lines.some(({ property }) => property !== "profile" && property !== "profiles")) return undefined;
  const left = lines.flatMap(({ before }) => before ?? []);
  const came = new Set(lines.flatMap(({ after }: Line) => after ?? []));
  const explained = left.map((name) => renames.get(name));
  const isWhole = explained.every((rename) => rename !== undefined && came.delete(rename.after)) && came.size === 0;
  return isWhole ? explained[0] : undefined;
}

function placeOf({ stack, site }: Finding): string {
  return JSON.stringify([stack, site]);
}
