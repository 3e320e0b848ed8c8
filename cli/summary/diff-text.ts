import { alike } from "../../provider/values/collections";
import { amountText } from "../output/text";
import { compareAddresses, networkBounds } from "../../provider/values/addresses";
import type { Line } from "../site/differences";
import type { FindingAtPlaces } from "./entries";
import { isExclusion, shownName, type Finding } from "./findings";

/** One line of a diff: only before, only after, or in both. */
export interface DiffLine {
  readonly sign: "+" | "-" | "!" | " ";
  readonly text: string;
  /** The set that the line is an item of, e.g. `rules`. */
  readonly set?: string;
}

/** The sign of what is new. What failed does not exist as declared, and an exclude is a loss: neither is green. */
function plusOf(finding: Finding): DiffLine["sign"] {
  return finding.action === "failed" ? " " : isExclusion(finding) ? "!" : "+";
}

/** All differences of a finding: what is removed, what is added, and the old and new size of a set. */
export function diffLinesOf(finding: Finding): DiffLine[] {
  const [minus, plus] = [finding.action === "failed" ? (" " as const) : ("-" as const), plusOf(finding)];
  const isWhole = isOfWhole(finding);
  // Of a change that failed, nothing is so or not so: its direction is a part of the text.
  const [less, more] = minus === " " && !isWhole ? ["- ", "+ "] : ["", ""];
  const lines = isWhole ? finding.lines.filter((line) => !isInTitle(finding, line)) : finding.lines;
  return lines.flatMap((line, index): DiffLine[] => {
    const { property, before, after, sizes } = line;
    const isFirst = lines[index - 1]?.property !== property;
    const head = sizes === undefined || isWhole || !isFirst ? [] : [headOf(property, sizes)];
    // A member of a set has a line of its own, below that of the set.
    const name = sizes === undefined || isWhole ? `${property} ` : "";
    const set = sizes === undefined ? {} : { set: property };
    if (before === undefined && after === undefined) return [...head, { sign: " ", text: property }];
    return [
      ...head,
      ...(before === undefined ? [] : [{ sign: minus, text: `${less}${name}${before}`, ...set }]),
      ...(after === undefined ? [] : [{ sign: plus, text: `${more}${name}${after}`, ...set }]),
    ];
  });
}

/** Whether an object is created or deleted, so that all its values are in the lines. */
function isOfWhole({ action, tried }: Finding): boolean {
  return ["create", "delete"].includes(tried ?? action);
}

function headOf(property: string, { before, after }: NonNullable<Line["sizes"]>): DiffLine {
  const text = before === after ? amountText(after) : `${amountText(after)}, was ${amountText(before)}`;
  return { sign: " ", text: `${property} (${text})` };
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
  const span = spanOf(lines.map(({ text }) => text));
  const where = span === undefined ? "" : `, ${span}`;
  return { sign: isOneSign ? sign : " ", text: `… and ${amountText(lines.length)} more ${set}${where}` };
}

/** The first and last address of rules in words, e.g. `10.0.0.0-10.0.0.255`; undefined if they name none. */
export function spanOf(texts: readonly string[]): string | undefined {
  const bounds = texts
    .flatMap((text) => (/(?:^|\s)(?:ip|network|range) ([\d./ -]+)$/u.exec(text)?.[1] ?? "").split(" - "))
    .flatMap((word) => (word.includes("/") ? [...networkBounds(word)] : word === "" ? [] : [word]))
    .sort(compareAddresses);
  return bounds.length === 0 ? undefined : `${bounds[0] ?? ""}-${bounds.at(-1) ?? ""}`;
}

/** Properties that a title can show. */
const titled = new Set(["name", "address", "cidr", "kind", "permissionType", "seccode", "userGroup", "user", "userId"]);

/** Whether the title of an object already says a value. */
function isInTitle(finding: Finding, { property, before, after }: Line): boolean {
  return titled.has(property) && shownName(finding).includes(after ?? before ?? "");
}

/** A finding among many of its kind: one line if the whole object is created or deleted, else each difference. */
export function compactLinesOf({ finding, where }: FindingAtPlaces, most: number): { lines: DiffLine[]; cut: number } {
  const title = `${shownName(finding)}${where === undefined ? "" : ` at ${where}`}`;
  if (!isOfWhole(finding)) {
    const { lines, cut } = cutTo(diffLinesOf(finding), most);
    return { lines: [{ sign: " ", text: title }, ...lines], cut };
  }
  const sign = finding.action === "delete" ? "-" : plusOf(finding);
  const values = most === 0 ? "" : valuesText(finding);
  return { lines: [{ sign, text: values === "" ? title : `${title}: ${values}` }], cut: 0 };
}

/** Maximum number of members of a set in a line. */
const MOST_MEMBERS = 6;

/** The values of an object, without those in its title. False is the default of a flag. */
function valuesText(finding: Finding): string {
  const valueOf = ({ before, after }: Line): string => after ?? before ?? "";
  const lines = finding.lines.filter((line) => !isInTitle(finding, line) && valueOf(line) !== "false");
  const parts = alike(lines, ({ property }) => property).map((same) => {
    const shown = same.slice(0, MOST_MEMBERS).map(valueOf).join(", ");
    const more = same.length > MOST_MEMBERS ? `, … (${amountText(same.length)})` : "";
    return `${same[0].property} ${shown}${more}`;
  });
  return parts.join("; ");
}
