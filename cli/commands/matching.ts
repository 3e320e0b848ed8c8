import { line, type View } from "../../lib/output/view";
import type { Result } from "../result";

/**
 * The result of a listing that a word may filter. An empty result needs attention: a script must not read it as an
 * empty list.
 */
export function matching(found: Result, what: string, filter: string | undefined): Result {
  if (filter === undefined || found.views.some(hasEntries)) return found;
  return { data: found.data, views: [line(`Nothing in ${what} matches "${filter}".`)], ending: "attention" };
}

function hasEntries(view: View): boolean {
  if (view.kind === "table") return view.rows.length > 0;
  return view.kind === "list"
    ? view.items.length > 0
    : view.kind === "fields" && view.fields.some(([, one]) => one !== undefined);
}
