import { code, fitted, hidden, joined, link, prose, words, type Block, type Markdown } from "../../lib/output/markdown";
import { groupBlock, nounMarkdown } from "./comment-entries";
import { kindTable, placeTable } from "./comment-tables";
import { diagram } from "./diagram";
import { entriesOf, groupsOf } from "./entries";
import { actions, type Summary } from "./findings";
import type { Message } from "./messages";
import { pictureOf } from "./picture";
import { phrasesOf, takesAway, type Phrase } from "./words";

export interface CommentOptions {
  /** Title in place of the names of the stacks. */
  readonly title?: string;
  /** The commit that the report is about. */
  readonly commit?: string;
  /** Link to the whole report. */
  readonly link?: URL;
  /** Maximum number of characters of the comment. */
  readonly longest: number;
  /** The command that writes the whole report. Default `summary`. */
  readonly command?: "summary" | "drift";
}

/** Characters reserved for the sentence about what was left out. */
const FOOT = 400;

/**
 * A report as Markdown for a comment: title, points that need attention, counts, each change, a picture. If something
 * does not fit, whole lines are left out and counted, and the last sentence says where they can be read.
 */
export function commentOf(summary: Summary, options: CommentOptions): Markdown {
  const entries = entriesOf(summary);
  const groups = groupsOf(entries);
  const begin = prose`${markOf(summary)}\n\n### ${titleOf(summary, options)}\n`;
  let left = options.longest - begin.length - FOOT - (options.link?.href.length ?? 0) * 3;
  let leftOut = 0;
  /** Renders a part in at most its share of the remaining space, and counts what it leaves out. */
  const part = (block: Block, share: number, size = block.rows.length): Markdown => {
    let missing = 0;
    const counting = { ...block, more: (count: number) => ((missing = count), block.more(count)) };
    const text = fitted(counting, Math.floor(left * share) - 1);
    leftOut += text === "" ? size : missing;
    if (text === "") return text;
    left -= text.length + 1;
    return prose`\n${text}`;
  };
  const errors = part(list(prose`**Errors**`, summary.errors), 0.3);
  const warnings = part(list(prose`**Warnings**`, summary.warnings), 0.2);
  const kinds = part(kindTable(summary), 0.4, 0);
  const places = part(placeTable(summary), 0.3, 0);
  const picture = diagram(pictureOf(summary), Math.min(Math.floor(left * 0.3), 12_000));
  left -= picture.length + 1;
  const blocks = groups.map((group) => part(groupBlock(group), 1, group.entries.length));
  const foot = footOf(leftOut, summary, options);
  const end = picture === "" ? picture : prose`\n${picture}`;
  return joined([begin, errors, warnings, kinds, places, ...blocks, end, foot]);
}

/** The marker in every comment, by which a script finds the comment of these stacks again to edit it. */
export function markOf({ mode, stacks }: Pick<Summary, "mode" | "stacks">): Markdown {
  const what = { preview: "summary", applied: "deployment", drift: "drift" } as const;
  return hidden(`flowgate ${what[mode]}: ${[...stacks].sort().join(",")}`);
}

function titleOf(summary: Summary, { title, commit }: CommentOptions): Markdown {
  const stacks = summary.stacks.map((stack) => stack.replace(/^[^/]*\//u, ""));
  const shown =
    stacks.length > 3
      ? prose`${stacks.length} stacks`
      : joined(
          stacks.map((stack) => code(stack)),
          prose`, `,
        );
  const name = title === undefined ? shown : code(title);
  const of = commit === undefined ? prose`` : prose` · commit ${code(commit.slice(0, 12))}`;
  return prose`${name}: ${headline(summary)}${of}`;
}

function headline(summary: Summary): Markdown {
  const { mode, errors, changes, places, untold } = summary;
  if (mode === "applied" && errors.length > 0) return prose`**not everything was applied**: ${phrasesText(summary)}`;
  if (errors.length > 0) return prose`**the preview failed**, so what would change is not known in full`;
  if (mode === "drift" && changes.length + untold === 0) return prose`**no drift**`;
  if (changes.length + untold === 0)
    return mode === "applied" ? prose`**nothing had to change**` : prose`**no changes**`;
  const mood = { preview: prose``, applied: prose`applied: `, drift: prose`drift: ` }[mode];
  const safe = mode === "drift" || takesAway(summary) ? prose`` : prose` · nothing is deleted`;
  const changed = places.filter(({ counts }) => actions.some((action) => counts[action] > 0));
  const where = places.length === 1 ? prose`` : prose` · at ${changed.length} of ${places.length} places`;
  return prose`${mood}${phrasesText(summary)}${where}${safe}`;
}

function phrasesText(summary: Summary): Markdown {
  return prose`**${joined(phrasesOf(summary).map(phraseText), prose`, `)}**`;
}

function phraseText({ before, count, adjective, noun, after, isDangerous }: Phrase): Markdown {
  const parts = [
    ...(isDangerous === true ? [prose`⚠`] : []),
    ...(before === undefined ? [] : [words(before)]),
    prose`${count}`,
    ...(adjective === undefined ? [] : [words(adjective)]),
    ...(noun === undefined ? [] : [nounMarkdown(noun)]),
    ...(after === undefined ? [] : [words(after)]),
  ];
  return joined(parts, prose` `);
}

function list(title: Markdown, messages: readonly Message[]): Block {
  return {
    head: prose`${title}\n\n`,
    rows: alike(messages).map((same) => prose`- ${messageLine(same)}\n`),
    more: (count) => (count === 0 ? prose`` : prose`- … and ${count} more\n`),
  };
}

/** Messages with the same text about different resources, which are shown once. */
function alike(messages: readonly Message[]): [Message, ...Message[]][] {
  const groups = new Map<string, [Message, ...Message[]]>();
  for (const message of messages) {
    // Messages of this package begin with the resource.
    const text = message.text.replace(/^\w+ "(?:[^"\\]|\\.)*" /u, "");
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [message]);
    else group.push(message);
  }
  return [...groups.values()];
}

function messageLine([{ stack, about, text }, ...others]: readonly [Message, ...Message[]]): Markdown {
  const where = about === undefined ? prose`stack ${code(stack)}` : prose`${code(about)} (stack ${code(stack)})`;
  const first = prose`${where}: ${code(text, LONGEST_MESSAGE)}`;
  if (others.length === 0) return first;
  const names = joined(
    others.slice(0, MOST_NAMED).map((other) => code(other.about ?? other.stack)),
    prose`, `,
  );
  const more = others.length > MOST_NAMED ? prose` and ${others.length - MOST_NAMED} more` : prose``;
  return prose`${first}. The same of ${names}${more}.`;
}

const MOST_NAMED = 10;

const LONGEST_MESSAGE = 600;

/** The sentence that says where the rest is. */
function footOf(
  leftOut: number,
  { changes }: Summary,
  { link: address, command = "summary" }: CommentOptions,
): Markdown {
  const report = address === undefined ? prose`` : link(prose`The whole report`, address);
  if (leftOut === 0) return address === undefined || changes.length === 0 ? report : prose`\n${report}\n`;
  const where =
    address === undefined
      ? prose`\`flowgate ${words(command)} --html report.html\` writes the whole report.`
      : prose`${report} has all.`;
  return prose`\n**This comment is too short for ${leftOut} of its lines.** ${where}\n`;
}
