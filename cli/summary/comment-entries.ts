import {
  amount,
  code,
  detailsBegin,
  DETAILS_END,
  DIFF_BEGIN,
  DIFF_END,
  diffLine,
  inTags,
  joined,
  prose,
  words,
  type Block,
  type Markdown,
} from "../output/markdown";
import { compareAddresses } from "../../provider/values/addresses";
import { boundsIn, compactLinesOf, cutTo, diffLinesOf, type DiffLine } from "./diff-text";
import { type FindingAtPlaces, type Group } from "./entries";
import { isSevere, shownName, type Finding } from "./findings";
import { isRename, notesOf, nounOf, signOf, type Noun } from "./words";

/** From this number of lines on, the values of one object are folded. */
const MOST_LINES = 16;

/** With more objects than this, a group is a line and a folded list. */
const MOST_OPEN = 20;

/** How to write a group of entries. */
export interface Shape {
  /** Maximum number of items of a set per object; with 0, objects have a title and no values. */
  readonly most: number;
  /** Whether long parts may be folded. What takes something away is never folded. */
  readonly isFolding: boolean;
}

/** A group as a fenced block of differences, and the number of lines that it leaves out. */
export function groupBlock({ entries, isSingle }: Group, { most, isFolding }: Shape): { block: Block; cut: number } {
  const [first] = entries;
  const isMany = entries.length > MOST_OPEN;
  const isOpen = !isMany && (!isFolding || isSevere(first.finding));
  if (first.finding.action === "untried") return { block: untriedBlock(entries), cut: 0 };
  if (isSingle) {
    const { lines, cut } = cutTo(diffLinesOf(first.finding), most);
    const head = entryTitle(first);
    if (lines.length === 0) return { block: { head: prose``, rows: [prose`${head}\n`], more: moreLine }, cut };
    const isShort = isOpen || lines.length <= MOST_LINES;
    const fence = isShort ? DIFF_BEGIN : prose`${detailsBegin(prose`${lines.length} lines`)}${DIFF_BEGIN}`;
    const end = isShort ? DIFF_END : prose`${DIFF_END}${DETAILS_END}`;
    return { block: { head: prose`${head}\n\n${fence}`, rows: lines.map(lineOf), more: moreLine, end }, cut };
  }
  const title = groupTitle(entries);
  const begin = isOpen ? prose`${title}\n\n` : detailsBegin(title);
  const compact = entries.map((entry) => compactLinesOf(entry, most));
  return {
    block: {
      head: prose`${begin}${DIFF_BEGIN}`,
      // The lines of an entry stay together.
      rows: compact.map(({ lines }) => joined(lines.map(lineOf))),
      more: moreLine,
      end: isOpen ? DIFF_END : prose`${DIFF_END}${DETAILS_END}`,
    },
    cut: compact.reduce((sum, one) => sum + one.cut, 0),
  };
}

const lineOf = ({ sign, text }: DiffLine): Markdown => diffLine(sign, text);

function moreLine(count: number): Markdown {
  return count === 0 ? prose`` : prose`! … and ${amount(count)} more\n`;
}

/** Resources that were not tried, in one line with their cause. */
function untriedBlock(entries: Group["entries"]): Block {
  const [{ finding }] = entries;
  const names = entries.flatMap((one) => one.names);
  const shown = joined(
    names.slice(0, MOST_PLACES).map((name) => code(name)),
    prose`, `,
  );
  const more = names.length > MOST_PLACES ? prose`, …` : prose``;
  const what = prose`${amount(names.length)} ${nounMarkdown(nounOf(finding.kind, names.length))} (${shown}${more})`;
  const text = prose`**○ not tried**, because ${code(finding.blockedBy ?? "")} failed: ${what}\n`;
  return { head: prose``, rows: [text], more: moreLine };
}

/** The first and last of many names, e.g. `Branch 10 … Branch 99`, and the addresses that they cover. */
function rangeText(entries: Group["entries"]): Markdown {
  const names = entries.map(({ finding }) => shownName(finding));
  const bounds = entries
    .flatMap(({ finding }) => finding.lines)
    .flatMap(({ before, after }) => boundsIn(after ?? before ?? ""))
    .sort(compareAddresses);
  const [low, high] = [bounds[0], bounds.at(-1)];
  const where = low === undefined || high === undefined ? prose`` : prose` (${inTags(`${low}-${high}`)})`;
  return prose`: ${inTags(names[0] ?? "")} … ${inTags(names.at(-1) ?? "")}${where}`;
}

function groupTitle(entries: Group["entries"]): Markdown {
  const [{ finding }] = entries;
  const count = entries.length;
  const range = count > MOST_OPEN ? rangeText(entries) : prose``;
  const noun = nounOf(finding.kind, count);
  const name = "known" in noun ? words(noun.known) : inTags(noun.foreign);
  const notes = notesMarkdown(finding);
  const rest = notes.length === 0 ? prose`` : prose`: ${joined(notes, prose`, `)}`;
  return prose`<b>${words(signOf(finding))} ${amount(count)} ${name}</b>${range}${rest}`;
}

function entryTitle(entry: FindingAtPlaces): Markdown {
  const { finding, names, places, followers } = entry;
  const title = shownName(finding);
  const isNamed = places.length <= 1 && names[0] !== title;
  const sign = words(signOf(finding));
  const who = prose`**${sign} ${nounMarkdown(nounOf(finding.kind, 1))} ${code(title)}**${isNamed ? prose` (${code(names[0] ?? "")})` : prose``}`;
  const notes = notesMarkdown(finding);
  if (finding.kind === "ReplicatorProfile" && isRename(finding)) notes.push(prose`renamed in place`);
  if (finding.action === "replace") notes.push(reasonOf(finding));
  const where = placesText(places);
  const rest = notes.length === 0 ? prose`` : prose`: ${joined(notes, prose`, `)}`;
  const others = followers.size === 0 ? prose`` : prose`; ${followersText(followers)}`;
  return prose`${who}${where}${rest}${others}`;
}

function notesMarkdown(finding: Finding): Markdown[] {
  const { movedFrom } = finding;
  const moved = movedFrom === undefined ? [] : [prose`moves from ${code(movedFrom)}, and stays on the appliance`];
  return [...moved, ...notesOf(finding).map((text) => words(text))];
}

function reasonOf({ because }: Finding): Markdown {
  const reasons = joined(
    because.map((one) => code(one)),
    prose`, `,
  );
  const why = because.length === 0 ? prose`what it refers to is replaced` : prose`of ${reasons}`;
  return prose`deleted and created again, because ${why}`;
}

function followersText(followers: ReadonlyMap<string, number>): Markdown {
  const parts = [...followers].map(([kind, count]) => prose`${amount(count)} ${nounMarkdown(nounOf(kind, count))}`);
  const total = [...followers.values()].reduce((sum, count) => sum + count, 0);
  const verb = total === 1 ? prose`follows` : prose`follow`;
  return prose`${sentence(parts)} ${verb} without a request`;
}

function sentence(parts: readonly Markdown[]): Markdown {
  const [last = prose``, ...others] = [...parts].reverse();
  return others.length === 0 ? last : prose`${joined(others.reverse(), prose`, `)} and ${last}`;
}

/** Maximum number of places to list. */
const MOST_PLACES = 5;

function placesText(places: readonly string[]): Markdown {
  if (places.length === 0) return prose``;
  const shown = joined(
    places.slice(0, MOST_PLACES).map((place) => code(place)),
    prose`, `,
  );
  if (places.length === 1) return prose` at ${shown}`;
  return prose` at ${places.length} places (${shown}${places.length > MOST_PLACES ? prose`, …` : prose``})`;
}

/** A noun as words, or an unknown kind as code. */
export function nounMarkdown(noun: Noun): Markdown {
  return "known" in noun ? words(noun.known) : code(noun.foreign);
}
