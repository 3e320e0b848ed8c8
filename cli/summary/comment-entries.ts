import { amount, code, codeInTags, codes, detailsBegin, DETAILS_END, DIFF_BEGIN, DIFF_END } from "../output/markdown";
import { diffLine, inTags, joined, prose, words, type Block, type Markdown } from "../output/markdown";
import { signs } from "../actions";
import { compactLinesOf, cutTo, diffLinesOf, spanOf } from "./diff-text";
import type { FindingAtPlaces, Group } from "./entries";
import { isSevere, shownName, signOf, type Finding, type Tried } from "./findings";
import { isRename, nounMarkdown } from "./title";
import { isKind, nounOf } from "../site/label";

/** With more objects than this, a group is a line and a folded list, unless it is severe. */
const MOST_OPEN = 20;

/**
 * A group as a fenced block of differences, and the number of lines that it leaves out.
 *
 * @param most maximum number of items of a set per object; with 0, objects have a title and no values
 */
export function groupBlock({ entries, isSingle }: Group, most: number): { block: Block; cut: number } {
  const [first] = entries;
  if (first.finding.action === "untried") return { block: untriedBlock(entries), cut: 0 };
  if (!isSingle) {
    const isOpen = entries.length <= MOST_OPEN || isSevere(first.finding);
    const compact = entries.map((entry) => compactLinesOf(entry, most));
    // The lines of an entry stay together.
    const rows = compact.map(({ lines }) => joined(lines.map(diffLine)));
    const block = fenced(isOpen ? prose`${groupTitle(entries)}\n\n` : detailsBegin(groupTitle(entries)), rows, isOpen);
    return { block, cut: compact.reduce((sum, one) => sum + one.cut, 0) };
  }
  const { lines, cut } = cutTo(diffLinesOf(first.finding), most);
  const head = entryTitle(first);
  if (lines.length === 0) return { block: { head: prose``, rows: [prose`${head}\n`], more: moreLine }, cut };
  return { block: fenced(prose`${head}\n\n`, lines.map(diffLine), true), cut };
}

function fenced(begin: Markdown, rows: readonly Markdown[], isOpen: boolean): Block {
  const end = isOpen ? DIFF_END : prose`${DIFF_END}${DETAILS_END}`;
  return { head: prose`${begin}${DIFF_BEGIN}`, rows, more: moreLine, end };
}

function moreLine(count: number): Markdown {
  return count === 0 ? prose`` : prose`! … and ${amount(count)} more\n`;
}

/** Maximum number of names to list. */
const MOST_NAMES = 10;

/** Objects of a kind that an update which failed has not come to. */
function untriedBlock(entries: Group["entries"]): Block {
  const [{ finding }] = entries;
  const names = entries.flatMap((one) => one.names.map(() => shownName(one.finding)));
  const shown = codes(names.slice(0, MOST_NAMES));
  const more = names.length > MOST_NAMES ? prose`, …` : prose``;
  const change = finding.tried === "delete" ? prose`deletion of ` : prose``;
  const what = prose`${change}${amount(names.length)} ${nounMarkdown(finding.kind, names.length)} (${shown}${more})`;
  const text = prose`**${words(signs.untried)} not done**: ${what}\n`;
  return { head: prose``, rows: [text], more: moreLine };
}

function groupTitle(entries: Group["entries"]): Markdown {
  const [{ finding }] = entries;
  const count = entries.length;
  const noun = isKind(finding.kind) ? inTags(nounOf(finding.kind, count)) : codeInTags(finding.kind);
  const title = prose`<b>${words(signOf(finding))} ${amount(count)} ${noun}</b>`;
  return prose`${title}${count > MOST_OPEN ? rangeText(entries) : prose``}${notesText(notesOf(finding))}`;
}

/** The first and last of many names, e.g. `Branch 10 … Branch 99`, and the addresses that they cover. */
function rangeText(entries: Group["entries"]): Markdown {
  const [first = "", last = ""] = [entries[0], entries.at(-1)].map((one) => one && shownName(one.finding));
  const lines = entries.flatMap(({ finding }) => finding.lines);
  const span = spanOf(lines.map(({ before, after }) => after ?? before ?? ""));
  return prose`: ${codeInTags(first)} … ${codeInTags(last)}${span === undefined ? prose`` : prose` (${inTags(span)})`}`;
}

function entryTitle({ finding, names, where, followers }: FindingAtPlaces): Markdown {
  const title = shownName(finding);
  const name = names.length === 1 && names[0] !== title ? prose` (${code(names[0] ?? "")})` : prose``;
  const who = prose`**${words(signOf(finding))} ${nounMarkdown(finding.kind, 1)} ${code(title)}**${name}`;
  const notes = [
    ...notesOf(finding),
    ...(finding.kind === "ReplicatorProfile" && isRename(finding) ? [prose`renamed in place`] : []),
    ...(finding.action === "replace" ? [reasonOf(finding)] : []),
  ];
  const others = followers.size === 0 ? prose`` : prose`; ${followersText(followers)}`;
  const at = where === undefined ? prose`` : prose` at ${code(where)}`;
  return prose`${who}${at}${notesText(notes)}${others}`;
}

function notesText(notes: readonly Markdown[]): Markdown {
  return notes.length === 0 ? prose`` : prose`: ${joined(notes, prose`, `)}`;
}

const failures = {
  create: "could not be created",
  update: "could not be changed as declared",
  delete: "could not be deleted",
  replace: "could not be replaced",
  leave: "failed",
  move: "failed",
  follow: "failed",
} as const satisfies Readonly<Record<Tried, string>>;
const orders = {
  "goes first": "deleted and created again",
  "goes last": "created, then the old one is deleted",
  stays: "created, and the old one stays on the appliance",
} as const;
const hands = {
  changed: "changed by hand",
  missing: "missing on the appliance",
  "put back": "changed by hand, put back",
  "made again": "was missing, made again",
} as const;

/** What a preview cannot know, the object that existed before, changes by hand, and failures. */
function notesOf({ adoption, action, tried, byHand, movedFrom }: Finding): Markdown[] {
  const adopted = action === "delete" ? prose`it was there before and was adopted` : prose`adopted`;
  return [
    ...(movedFrom === undefined ? [] : [prose`moves from ${code(movedFrom)}, and stays on the appliance`]),
    ...(action === "leave" ? [prose`no longer managed, stays on the appliance`] : []),
    ...(action !== "failed" || tried === undefined ? [] : [words(failures[tried])]),
    ...(byHand === undefined ? [] : [words(hands[byHand])]),
    ...(adoption === "possible" && tried === undefined ? [prose`create or adopt`] : []),
    ...(adoption === "equal" && tried === undefined ? [prose`create, or adopt what is equal`] : []),
    ...(adoption === "done" ? [adopted] : []),
  ];
}

function reasonOf({ because, old }: Finding): Markdown {
  const why = because.length === 0 ? prose`what it refers to is replaced` : prose`of ${codes(because)}`;
  return prose`${words(orders[old ?? "goes first"])}, because ${why}`;
}

function followersText(followers: ReadonlyMap<string, number>): Markdown {
  const parts = [...followers].map(([kind, count]) => prose`${amount(count)} ${nounMarkdown(kind, count)}`);
  const total = [...followers.values()].reduce((sum, count) => sum + count, 0);
  const all = [joined(parts.slice(0, -1), prose`, `), ...parts.slice(-1)].filter((text) => text !== "");
  return prose`${joined(all, prose` and `)} ${total === 1 ? prose`follows` : prose`follow`} without a request`;
}
