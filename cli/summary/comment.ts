import { code, fitted, joined, prose, row, tableHead, words, type Block, type Markdown } from "../../output/markdown";
import { actions, type Change } from "./changes";
import { diagram } from "./diagram";
import type { Line } from "./differences";
import type { Message } from "./messages";
import type { Place, Summary } from "./summary";

export interface CommentOptions {
  /** First line. */
  readonly title: string;
  /** Most characters of the whole. */
  readonly longest: number;
}

/** Stands in every comment, so that a workflow finds its own one again and replaces it. */
export const MARK = prose`<!-- flowgate summary -->`;

/**
 * A summary as Markdown for a comment: what needs attention, counts, each change, a diagram. What does not fit is left
 * out by whole rows, from the end of each part, and counted.
 */
export function commentOf(summary: Summary, { title, longest }: CommentOptions): Markdown {
  const begin = prose`${MARK}\n\n## ${code(title)}\n\n${headline(summary)}\n`;
  let left = longest - begin.length;
  /** A part takes at most its share of what is left. */
  const part = (block: Block, share: number): Markdown => {
    const text = fitted(block, Math.floor(left * share) - 1);
    if (text === "") return text;
    left -= text.length + 1;
    return prose`\n${text}`;
  };
  const errors = part(list(prose`### Errors`, summary.errors.map(messageLine)), 0.4);
  const attention = part(list(prose`### Warnings`, warningLines(summary)), 0.4);
  const counts = part(countTable(summary.places), 0.4);
  const picture = diagram(summary.changes, placeName(summary), Math.floor(left * 0.3) - 1);
  left -= picture.length + 1;
  const changes = part(changeTable(summary), 1);
  return joined([begin, errors, attention, counts, changes, picture === "" ? picture : prose`\n${picture}`]);
}

function headline({ errors, changes, places }: Summary): Markdown {
  if (errors.length > 0) return prose`**The preview failed.** What it would change is not known in full.`;
  if (changes.length === 0) return prose`No changes.`;
  const counted = actions.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [prose`${count} to ${words(action)}`];
  });
  const changed = places.filter(({ counts }) => actions.some((action) => counts[action] > 0)).length;
  const where = places.length === 1 ? prose`` : prose` at ${changed} of ${places.length} places`;
  return prose`${joined(counted, prose`, `)}${where}.`;
}

function list(title: Markdown, lines: readonly Markdown[]): Block {
  return {
    head: prose`${title}\n\n`,
    rows: lines.map((text) => prose`- ${text}\n`),
    more: (count) => (count === 0 ? prose`` : prose`- … and ${count} more\n`),
  };
}

function messageLine({ stack, about, text }: Message): Markdown {
  const where = about === undefined ? prose`stack ${code(stack)}` : prose`${code(about)} (stack ${code(stack)})`;
  return prose`${where}: ${code(text, LONGEST_MESSAGE)}`;
}

const LONGEST_MESSAGE = 600;

/** Replacements and deletions first: they take something away. */
function warningLines(summary: Summary): Markdown[] {
  const nameOf = placeName(summary);
  const taken = (["replace", "delete"] as const).flatMap((action) =>
    summary.changes.filter((change) => change.action === action).map((change) => lossLine(change, nameOf(change))),
  );
  return [...taken, ...summary.warnings.map(messageLine)];
}

/** What was there before this stack goes with it. */
function adopted(adoption: Change["adoption"]): Markdown {
  return adoption === "done" ? prose`, which was adopted` : prose``;
}

function lossLine({ action, kind, name, because, adoption }: Change, place: string): Markdown {
  const what = prose`**${words(action)}** ${code(kind)} ${code(name)} (${code(place)})${adopted(adoption)}`;
  if (action === "delete") return what;
  const reasons = because.map((one) => code(one));
  const why =
    reasons.length === 0 ? prose`what it refers to is replaced` : prose`because of ${joined(reasons, prose`, `)}`;
  return prose`${what}: deleted and created again, ${why}`;
}

const countHeads = (["Stack", "Site", "Create", "Update", "Replace", "Delete", "Unchanged"] as const).map((head) =>
  words(head),
);

function countTable(places: readonly Place[]): Block {
  return {
    head: prose`### Counts\n\n${tableHead(countHeads, 5)}`,
    rows: places.map(({ stack, site, counts }) => {
      const { create, update, replace, delete: deleted, unchanged } = counts;
      return row([
        code(stack),
        site === undefined ? prose`-` : code(site),
        ...[create, update, replace, deleted, unchanged].map((count) => prose`${count}`),
      ]);
    }),
    more: moreRow(7),
  };
}

const changeHeads = (["Where", "Change", "Resource", "Property", "Before", "After"] as const).map((head) =>
  words(head),
);

function changeTable(summary: Summary): Block {
  const nameOf = placeName(summary);
  return {
    head: prose`### Changes\n\n${tableHead(changeHeads)}`,
    rows: summary.changes.flatMap((change) => changeRows(change, code(nameOf(change)))),
    more: moreRow(6),
  };
}

function moreRow(columns: number): Block["more"] {
  const rest = Array<Markdown>(columns - 1).fill(prose``);
  return (count) => (count === 0 ? prose`` : row([prose`… and ${count} more`, ...rest]));
}

/** What would be done, with what a preview cannot know: whether the object exists. */
function adoptionWords({ action, adoption }: Change): Markdown {
  if (adoption === "possible") return prose`${words(action)} or adopt`;
  return adoption === "done" ? prose`${words(action)} (adopted)` : words(action);
}

/** One row a line, each complete in itself; what is created has its single values in one row. */
function changeRows(change: Change, place: Markdown): Markdown[] {
  const { action, kind, name, label } = change;
  const resource = joined(
    [kind, name, ...(label === undefined ? [] : [label])].map((text) => code(text)),
    prose` `,
  );
  const isLoss = action === "replace" || action === "delete";
  const begin = [place, isLoss ? prose`**${words(action)}**` : adoptionWords(change), resource];
  const none = prose``;
  if (action === "create") {
    const told = change.lines.filter(({ property }) => property !== "site");
    const sets = told.filter(({ property }) => told.filter((other) => other.property === property).length > 1);
    const single = told.filter((line) => !sets.includes(line));
    const values = single.map(({ property, after = "" }) => prose`${code(property)} ${code(after)}`);
    return [row([...begin, none, none, joined(values, prose`<br>`)]), ...sets.map((line) => lineRow(begin, line))];
  }
  if (change.lines.length === 0) return [row([...begin, none, none, none])];
  return change.lines.map((line) => lineRow(begin, line));
}

function lineRow(begin: readonly Markdown[], { property, before, after }: Line): Markdown {
  const cell = (text: string | undefined): Markdown => (text === undefined ? prose`-` : code(text));
  return row([...begin, code(property), cell(before), cell(after)]);
}

/** How a place is called where there is not only one: by its site, with the stack where there are several. */
function placeName({ places }: Summary): (of: { stack: string; site?: string }) => string {
  const stacks = new Set(places.map(({ stack }) => stack));
  return ({ stack, site }) => {
    if (site === undefined) return stack;
    return stacks.size > 1 ? `${stack} / ${site}` : site;
  };
}
