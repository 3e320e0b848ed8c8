import { alike } from "../../provider/values/alike";
import { amountText } from "../output/text";
import { compareAddresses, networkBounds } from "../../provider/values/addresses";
import type { Line } from "../../provider/values/differences";
import type { FindingAtPlaces } from "./entries";
import { isExclusion, shownName, type Finding } from "./findings";

/** One line of a diff: only before, only after, or in both. */
export interface DiffLine {
  readonly sign: "+" | "-" | "!" | " ";
  readonly text: string;
  /** The set that the line is an item of, e.g. `rules`. */
  readonly set?: string;
}

/** All differences of a finding: what is removed, what is added, and the old and new size of a set. */
export function diffLinesOf(finding: Finding): DiffLine[] {
  const lines = changedLinesOf(finding);
  // What failed does not exist as declared, and traffic that no longer arrives is a loss: neither is green.
  const plus = finding.action === "failed" ? " " : isExclusion(finding) ? "!" : "+";
  return lines.map(({ sign, ...one }) => ({ ...one, sign: sign === "+" ? plus : sign }));
}

function changedLinesOf(finding: Finding): DiffLine[] {
  const { action, tried, byHand } = finding;
  if (byHand === "changed") return finding.lines.flatMap((line) => byHandLines(line, true));
  const isWhole = byHand !== undefined || ["create", "delete"].includes(tried ?? action);
  const lines = isWhole ? finding.lines.filter((line) => !isInTitle(finding, line)) : finding.lines;
  if (byHand !== undefined) return lines.flatMap((line) => byHandLines(line, false));
  return lines.flatMap((line, index) => {
    const { property, before, after, sizes } = line;
    const isFirst = lines[index - 1]?.property !== property;
    const head = sizes === undefined || isWhole || !isFirst ? [] : [headOf(property, sizes)];
    // A member of a set has a line of its own, below that of the set.
    const name = sizes === undefined || isWhole ? `${property} ` : "";
    const set = sizes === undefined ? {} : { set: property };
    if (before === undefined && after === undefined) return [...head, { sign: " ", text: property }];
    return [
      ...head,
      ...(before === undefined ? [] : [{ sign: "-" as const, text: `${name}${before}`, ...set }]),
      ...(after === undefined ? [] : [{ sign: "+" as const, text: `${name}${after}`, ...set }]),
    ];
  });
}

function headOf(property: string, { before, after }: NonNullable<Line["sizes"]>): DiffLine {
  const text = before === after ? amountText(after) : `${amountText(after)}, was ${amountText(before)}`;
  return { sign: " ", text: `${property} (${text})` };
}

function byHandLines({ property, before, after, sizes }: Line, isPart: boolean): DiffLine[] {
  const only = !isPart || sizes === undefined || (before === undefined) === (after === undefined) ? "" : " only";
  const set = sizes === undefined ? {} : { set: property };
  return [
    ...(after === undefined ? [] : [{ sign: "-" as const, text: `declared${only}: ${property} ${after}`, ...set }]),
    ...(before === undefined
      ? []
      : [{ sign: "+" as const, text: `on the appliance${only}: ${property} ${before}`, ...set }]),
  ];
}

/** At most this many items of each set, and for the others a line that counts them. With 0, no lines at all. */
export function cutTo(lines: readonly DiffLine[], most: number): { lines: DiffLine[]; cut: number } {
  if (most === 0) return { lines: [], cut: lines.length };
  let cut = 0;
  // The lines of a set follow each other.
  const kept = alike(lines.entries(), ([at, { set }]) => set ?? String(at)).flatMap((same): DiffLine[] => {
    const own = same.map(([, line]) => line);
    const set = own[0]?.set;
    if (set === undefined || own.length <= most) return own;
    cut += own.length - most;
    return [...own.slice(0, most), restOf(set, own.slice(most))];
  });
  return { lines: kept, cut };
}

/** The items of a set that have no line: their number, and the addresses that they cover. */
function restOf(set: string, lines: readonly DiffLine[]): DiffLine {
  const [{ sign } = { sign: " " as const }] = lines;
  const isOneSign = lines.every((line) => line.sign === sign);
  const bounds = lines.flatMap(({ text }) => boundsIn(text)).sort(compareAddresses);
  const [low, high] = [bounds[0], bounds.at(-1)];
  const where = low === undefined || high === undefined ? "" : `, ${low}–${high}`;
  return { sign: isOneSign ? sign : " ", text: `… and ${amountText(lines.length)} more ${set}${where}` };
}

/** The first and last address of a rule in words. */
export function boundsIn(text: string): string[] {
  const rule = /(?:^|\s)(?:ip|network|range) (?<words>[\d./ -]+)$/u.exec(text)?.groups?.["words"] ?? "";
  return rule
    .split(" - ")
    .flatMap((word) => (word.includes("/") ? [...networkBounds(word)] : word === "" ? [] : [word]));
}

/** Properties that a title can show. */
const titled = new Set(["name", "address", "cidr", "kind", "permissionType", "seccode", "userGroup", "user", "userId"]);

/** Whether the title of an object already says a value. */
function isInTitle(finding: Finding, { property, before, after }: Line): boolean {
  return titled.has(property) && shownName(finding).includes(after ?? before ?? "");
}

/** A finding among many of its kind: one line if the whole object is created or deleted, else each difference. */
export function compactLinesOf({ finding, places }: FindingAtPlaces, most: number): { lines: DiffLine[]; cut: number } {
  const title = `${shownName(finding)}${placesText(places)}`;
  const { action, tried, byHand } = finding;
  const operation = tried ?? action;
  if (byHand === undefined && (operation === "create" || operation === "delete")) {
    const plus = isExclusion(finding) ? "!" : "+";
    const sign = action === "failed" ? " " : operation === "create" ? plus : "-";
    const values = most === 0 ? "" : valuesText(finding);
    return { lines: [{ sign, text: values === "" ? title : `${title}: ${values}` }], cut: 0 };
  }
  const { lines, cut } = cutTo(diffLinesOf(finding), most);
  return { lines: [{ sign: " ", text: title }, ...lines], cut };
}

/** The values of an object, without those in its title. */
function valuesText(finding: Finding): string {
  const values = new Map<string, string[]>();
  for (const line of finding.lines) {
    const { property, before, after } = line;
    const value = after ?? before ?? "";
    // False is the default of a flag.
    if (isInTitle(finding, line) || value === "false") continue;
    values.set(property, [...(values.get(property) ?? []), value]);
  }
  return [...values].map(([property, all]) => `${property} ${listText(all)}`).join("; ");
}

/** Maximum number of members of a set in a line. */
const MOST_MEMBERS = 6;

function listText(all: readonly string[]): string {
  const shown = all.slice(0, MOST_MEMBERS).join(", ");
  return all.length > MOST_MEMBERS ? `${shown}, … (${amountText(all.length)})` : shown;
}

/** Maximum number of places to list. */
const MOST_PLACES = 3;

/** E.g. ` (at 20 sites: lyon, paris, rome, …)`. */
function placesText(places: readonly string[]): string {
  if (places.length === 0) return "";
  const shown = places.slice(0, MOST_PLACES).join(", ");
  if (places.length === 1) return ` (${shown})`;
  return ` (at ${places.length} places: ${shown}${places.length > MOST_PLACES ? ", …" : ""})`;
}
