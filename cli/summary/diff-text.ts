import type { Line } from "../../provider/values/differences";
import type { FindingAtPlaces } from "./entries";
import { titleOf } from "./entries";
import type { Finding } from "./findings";

/** One line of a diff: only before, only after, or in both. */
export interface DiffLine {
  readonly sign: "+" | "-" | " ";
  readonly text: string;
}

/** All differences of a finding: what is removed, what is added, and the old and new size of a set. */
export function diffLinesOf({ action, byHand, lines }: Finding): DiffLine[] {
  if (byHand !== undefined) return lines.flatMap((line) => byHandLines(line, byHand === "changed"));
  const isWhole = action === "create" || action === "delete";
  return lines.flatMap((line, index) => {
    const { property, before, after, sizes } = line;
    const isFirst = lines[index - 1]?.property !== property;
    const head = sizes === undefined || isWhole || !isFirst ? [] : [headOf(property, sizes)];
    // A member of a set has a line of its own, below that of the set.
    const name = sizes === undefined || isWhole ? `${property} ` : "";
    if (before === undefined && after === undefined) return [...head, { sign: " ", text: property }];
    return [
      ...head,
      ...(before === undefined ? [] : [{ sign: "-" as const, text: `${name}${before}` }]),
      ...(after === undefined ? [] : [{ sign: "+" as const, text: `${name}${after}` }]),
    ];
  });
}

function headOf(property: string, { before, after }: NonNullable<Line["sizes"]>): DiffLine {
  return { sign: " ", text: before === after ? `${property} (${after})` : `${property} (${after}, was ${before})` };
}

function byHandLines({ property, before, after, sizes }: Line, isPart: boolean): DiffLine[] {
  const only = !isPart || sizes === undefined || (before === undefined) === (after === undefined) ? "" : " only";
  return [
    ...(after === undefined ? [] : [{ sign: "-" as const, text: `declared${only}: ${property} ${after}` }]),
    ...(before === undefined ? [] : [{ sign: "+" as const, text: `on the appliance${only}: ${property} ${before}` }]),
  ];
}

/** Properties that the title already shows. */
const inTitle = new Set(["name", "address", "cidr", "kind"]);

/** A finding among many of its kind: one line if the whole object is created or deleted, else each difference. */
export function compactLinesOf({ finding, places }: FindingAtPlaces): DiffLine[] {
  const title = `${titleOf(finding)}${placesText(places)}`;
  if (finding.byHand === undefined && (finding.action === "create" || finding.action === "delete")) {
    const sign = finding.action === "create" ? "+" : "-";
    const values = valuesText(finding);
    return [{ sign, text: values === "" ? title : `${title}: ${values}` }];
  }
  return [{ sign: " ", text: title }, ...diffLinesOf(finding)];
}

/** The values of an object, without those in its title. */
function valuesText(finding: Finding): string {
  const values = new Map<string, string[]>();
  for (const { property, before, after } of finding.lines) {
    const value = after ?? before ?? "";
    const isSaid = inTitle.has(property) && titleOf(finding).includes(value);
    // False is the default of a flag.
    if (isSaid || value === "false") continue;
    values.set(property, [...(values.get(property) ?? []), value]);
  }
  return [...values].map(([property, all]) => `${property} ${listText(all)}`).join("; ");
}

/** Maximum number of members of a set in a line. */
const MOST_MEMBERS = 6;

function listText(all: readonly string[]): string {
  const shown = all.slice(0, MOST_MEMBERS).join(", ");
  return all.length > MOST_MEMBERS ? `${shown}, … (${all.length})` : shown;
}

/** Maximum number of places to list. */
const MOST_PLACES = 3;

/** E.g. ` (at 20 places: lyon, paris, rome, …)`. */
function placesText(places: readonly string[]): string {
  if (places.length === 0) return "";
  const shown = places.slice(0, MOST_PLACES).join(", ");
  if (places.length === 1) return ` (${shown})`;
  return ` (at ${places.length} places: ${shown}${places.length > MOST_PLACES ? ", …" : ""})`;
}
