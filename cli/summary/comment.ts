import type { Block, Markdown } from "../output/markdown";
import { amount, code, codes, fitted, hidden, joined, link, plainWord, prose, words } from "../output/markdown";
import { alike } from "../../provider/values/collections";
import { diagram, pictureOf } from "../picture";
import { groupBlock } from "./comment-entries";
import { kindTable, placeTable } from "./comment-tables";
import { entriesOf, groupsOf, placeNames, type FindingAtPlaces, type Group } from "./entries";
import type { Action } from "../actions";
import type { Message, Summary } from "./findings";
import { isRefused } from "./limit";
import { headline, nounMarkdown } from "./title";

export interface CommentOptions {
  /** Title in place of the names of the stacks. */
  readonly title?: string;
  /** The commit that the report is about. */
  readonly commit?: string;
  /** Link to the run with the whole report. */
  readonly link?: URL;
}

/** Maximum number of characters: GitHub takes 65,536 in a comment. */
export const LONGEST = 65_000;
/** Characters reserved for the sentence about what was left out. */
const FOOT = 900;
/** Maximum number of items of a set per object. The first of these numbers with which all objects fit is used. */
const detailLimits = [40, 20, 10, 5, 2, 0];

/**
 * A report as Markdown for a comment: title, points that need attention, counts, each change, a picture. Every changed
 * object has a line before any has its values. What does not fit is counted in the last sentence, by kind and operation.
 */
export function commentOf(summary: Summary, options: CommentOptions): Markdown {
  const begin = prose`${markOf(summary)}\n\n### ${commentTitle(summary, options)}\n`;
  let left = LONGEST - begin.length - FOOT - (options.link?.href.length ?? 0) * 3;
  let messages = 0;
  /** Renders a part in at most its share of the remaining space. */
  const part = (block: Block, share: number, whenLeftOut: (count: number) => void = () => undefined): Markdown => {
    const { text, missing } = bounded(block, Math.floor(left * share) - 1);
    whenLeftOut(missing);
    if (text === "") return text;
    left -= text.length + 1;
    return prose`\n${text}`;
  };
  const count = (missing: number): void => void (messages += missing);
  const errors = part(list(prose`**Errors**`, summary.errors), 0.3, count);
  const warnings = part(list(prose`**Warnings**`, summary.warnings), 0.2, count);
  const kinds = summary.changes.length <= 1 && summary.places.length <= 1 ? prose`` : part(kindTable(summary), 0.4);
  const places = part(placeTable(summary), 0.3);
  const scenes = pictureOf(summary.drawn, placeNames(summary), { onlyChanged: true });
  const drawn = diagram(scenes, Math.min(Math.floor(left * 0.3), 12_000));
  const picture = drawn === "" ? drawn : prose`\n${drawn}`;
  const changes = changesIn(groupsOf(entriesOf(summary)), left - picture.length);
  const missing = [
    ...changes.missing,
    ...(messages === 0 ? [] : [prose`${amount(messages)} ${messages === 1 ? prose`message` : prose`messages`}`]),
  ];
  const foot = footOf(missing, summary, options);
  const rest = [unchangedOf(summary), foot, nextOf(summary)];
  return joined([begin, errors, warnings, kinds, places, changes.text, picture, ...rest]);
}

/** A block, and the number of its rows that do not fit. */
function bounded(block: Block, longest: number): { text: Markdown; missing: number } {
  let missing = 0;
  const text = fitted({ ...block, more: (count) => ((missing = count), block.more(count)) }, longest);
  return { text, missing: text === "" ? block.rows.length : missing };
}

/** Every change, and what is missing in words. A small group keeps its values, however large the others are. */
function changesIn(groups: readonly Group[], room: number): { text: Markdown; missing: Markdown[] } {
  const [first = 0] = detailLimits;
  const whole = groups.map((group, at) => ({ at, group, length: textOfGroup(group, first).text.length + 1 }));
  let left = room;
  let open = whole.length;
  const texts = new Map<number, Markdown>();
  const cuts: { group: Group; cut: number; missing: number }[] = [];
  for (const { at, group } of whole.toSorted((one, other) => one.length - other.length)) {
    const { text, cut, missing } = groupIn(group, Math.floor(left / open) - 1);
    open -= 1;
    left -= text === "" ? 0 : text.length + 1;
    texts.set(at, text === "" ? text : prose`\n${text}`);
    cuts.push({ group, cut, missing });
  }
  const rest = cuts.flatMap(({ group, missing }) => missingWords(group.entries.slice(group.entries.length - missing)));
  return { text: joined(groups.map((_, at) => texts.get(at) ?? prose``)), missing: [...rest, ...cutWords(cuts)] };
}

/** A group in its share of the room: with as many values as fit, else only the titles that fit. */
function groupIn(group: Group, room: number): { text: Markdown; cut: number; missing: number } {
  for (const most of detailLimits) {
    const { text, cut } = textOfGroup(group, most);
    if (text.length <= room) return { text, cut, missing: 0 };
  }
  const { block, cut } = groupBlock(group, 0);
  return { ...bounded(block, room), cut };
}

function textOfGroup(group: Group, most: number): { text: Markdown; cut: number } {
  const { block, cut } = groupBlock(group, most);
  return { text: fitted(block, Number.MAX_SAFE_INTEGER), cut };
}

/** The lines of values that are missing, by kind, e.g. `2,959 lines of IP groups`. */
function cutWords(found: readonly { readonly group: Group; readonly cut: number }[]): Markdown[] {
  const cuts = found.map(({ group, cut }) => ({ kind: group.entries[0].finding.kind, cut }));
  return alike(cuts, ({ kind }) => kind).flatMap((same) => {
    const cut = same.reduce((sum, one) => sum + one.cut, 0);
    const lines = cut === 1 ? prose`line` : prose`lines`;
    return cut === 0 ? [] : [prose`${amount(cut)} ${lines} of ${nounMarkdown(same[0].kind, 2)}`];
  });
}

/** The operation on an object as an adjective. */
const operations = {
  failed: "failed",
  untried: "undone",
  delete: "deleted",
  replace: "replaced",
  update: "changed",
  create: "new",
  leave: "no longer managed",
  move: "moved",
  follow: "renamed",
} as const satisfies Readonly<Record<Action, string>>;

/** E.g. `50 deleted IP groups`; nothing for no entries. */
function missingWords(entries: readonly FindingAtPlaces[]): Markdown[] {
  const [first] = entries;
  if (first === undefined) return [];
  const count = entries.reduce((sum, { names }) => sum + names.length, 0);
  const { kind } = first.finding;
  return [prose`${amount(count)} ${words(operations[first.finding.action])} ${nounMarkdown(kind, count)}`];
}

/** What stays as it is, in one line. */
function unchangedOf({ unchanged, unnamed, changes }: Summary): Markdown {
  const count = unchanged.length + unnamed;
  if (count === 0 || changes.length === 0) return prose``;
  return count === 1 ? prose`\n1 object is unchanged.\n` : prose`\n${amount(count)} objects are unchanged.\n`;
}

/** The command to run next. A plain update would not see what was changed by hand. */
function nextOf(summary: Summary): Markdown {
  const { mode, changes, errors, renames, isOpen: rest } = summary;
  const aliases = [...new Set(renames.map(({ at, option }) => prose`- ${code(at)}: ${code(option)}\n`))];
  if (aliases.length > 0) return prose`\nTo keep what was renamed, add to\n\n${joined(aliases)}`;
  const stack = stackOption(summary);
  const isOpen = rest || changes.some(({ action }) => action === "failed" || action === "untried");
  const open = rest
    ? prose`\nWhat was not done is not known: a preview after the update shows it, with \`--then\`.\n`
    : prose``;
  const on = stack === undefined ? prose`` : prose`\nTo go on: \`pulumi up${stack}\`\n`;
  if (mode === "applied") return isOpen ? prose`${open}${on}` : prose``;
  if (errors.some(({ about }) => about !== undefined))
    return prose`\nThe engine stops at the first resource with a mistake. All of them, with their lines: \`npx flowgate check\`\n`;
  if (stack === undefined || errors.length > 0 || changes.length === 0 || isRefused(summary)) return prose``;
  const refresh = changes.some(({ byHand }) => byHand !== undefined) ? prose` --refresh` : prose``;
  return prose`\nTo apply this: \`pulumi up${refresh}${stack}\`\n`;
}

/** The option that names the stack; undefined for several stacks and a site of a fleet: no single command goes on. */
function stackOption({ stacks: [stack = "", ...more], isOfFleet }: Summary): Markdown | undefined {
  if (more.length > 0 || isOfFleet) return undefined;
  const name = stack.replace(/^.*\//u, "");
  return name === "" ? prose`` : prose` --stack ${plainWord(name)}`;
}

/** The marker in every comment, by which a script finds the comment of these stacks again to edit it. */
export function markOf({ mode, stacks }: Pick<Summary, "mode" | "stacks">): Markdown {
  const what = { preview: "summary", applied: "deployment" } as const;
  return hidden(`flowgate ${what[mode]}: ${[...stacks].sort().join(",")}`);
}

function commentTitle(summary: Summary, { title, commit }: CommentOptions): Markdown {
  const stacks = summary.stacks.map((stack) => stack.replace(/^[^/]*\//u, ""));
  const shown = stacks.length > 3 ? prose`${stacks.length} stacks` : codes(stacks);
  const name = title === undefined ? shown : code(title);
  const of = commit === undefined ? prose`` : prose` · commit ${code(commit.slice(0, 12))}`;
  return prose`${name}: ${headline(summary)}${of}`;
}

function list(title: Markdown, messages: readonly Message[]): Block {
  return {
    head: prose`${title}\n\n`,
    rows: alike(messages, textOf).map((same) => prose`- ${messageLine(same)}\n`),
    more: (count) => (count === 0 ? prose`` : prose`- … and ${count} more\n`),
  };
}

/** Messages of this package begin with the resource: those with the same text about different resources are one. */
const SUBJECT = /^(\w+ "(?:[^"\\]|\\.)*") /u;

function textOf({ text }: Message): string {
  return text.replace(SUBJECT, "");
}

function messageLine([{ stack, about, text }, ...others]: readonly [Message, ...Message[]]): Markdown {
  const where = about === undefined ? prose`stack ${code(stack)}` : prose`${code(about)} (stack ${code(stack)})`;
  const first = prose`${where}: ${code(text, LONGEST_MESSAGE)}`;
  if (others.length === 0) return first;
  const nameOf = ({ about, text, stack }: Message): string => about ?? SUBJECT.exec(text)?.[1] ?? stack;
  const names = codes(others.slice(0, MOST_NAMED).map(nameOf));
  const more = others.length > MOST_NAMED ? prose` and ${others.length - MOST_NAMED} more` : prose``;
  return prose`${first}. The same of ${names}${more}.`;
}

const MOST_NAMED = 10;

const LONGEST_MESSAGE = 600;

/** The sentence that says what is missing, and where it can be read. */
function footOf(missing: readonly Markdown[], { changes }: Summary, { link: address }: CommentOptions): Markdown {
  const report = address === undefined ? prose`` : link(prose`The whole report`, address);
  if (missing.length === 0) return address === undefined || changes.length === 0 ? report : prose`\n${report}\n`;
  const where = address === undefined ? prose`\`flowgate summary --json\` has all.` : prose`${report} has all.`;
  const shown = missing.slice(0, MOST_NAMED);
  const more = missing.length > MOST_NAMED ? prose`, …` : prose``;
  return prose`\n**Not in this comment: ${joined(shown, prose`, `)}${more}.** ${where}\n`;
}
