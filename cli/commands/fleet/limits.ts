import type { Fleet, Size } from "../../../lib/fleet/fleet";
import { overLimit, type Summary } from "../../summary";

/** Options that replace the limits of the fleet file. */
export interface LimitOptions {
  readonly maxDeletes?: Size;
  readonly maxDeletesInAll?: Size;
}

/** Whether a run must know in advance what it would delete. */
export function isLimited(fleet: Fleet, options: LimitOptions): boolean {
  const limits = { ...fleet, ...options };
  return limits.maxDeletes !== undefined || limits.maxDeletesInAll !== undefined;
}

/** Why previews of sites must not be carried out; undefined if they delete no more than allowed. */
export function refusalOf(
  sites: readonly Summary[],
  failed: number,
  fleet: Fleet,
  options: LimitOptions,
): string | undefined {
  if (!isLimited(fleet, options)) return undefined;
  const { maxDeletes, maxDeletesInAll } = { ...fleet, ...options };
  if (failed > 0) {
    const count = failed === 1 ? "1 site" : `${String(failed)} sites`;
    return `The preview of ${count} failed, so it is not known what an update would delete. Nothing was sent.`;
  }
  const ofSites = sites.flatMap((site) => {
    const limit = { most: maxDeletes ?? Number.MAX_SAFE_INTEGER, option: "--max-deletes" };
    return overLimit([site], limit, site.stacks.join(", ")) ?? [];
  });
  const limit = { most: maxDeletesInAll ?? Number.MAX_SAFE_INTEGER, option: "--max-deletes-in-all" };
  const all = [...ofSites, overLimit(sites, limit, "All sites together") ?? []].flat();
  return all.length === 0 ? undefined : all.join(" ");
}
