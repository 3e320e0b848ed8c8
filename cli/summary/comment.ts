import { actions, type Change } from "./changes";
import { diagram } from "./diagram";
import type { Line } from "./differences";
import { code, fitted, row, tableHead, type Block } from "./markdown";
import type { Message } from "./messages";
import type { Place, Summary } from "./summary";

export interface CommentOptions {
  /** First line. */
  readonly title: string;
  /** Most characters of the whole. */
  readonly longest: number;
}

/** Stands in every comment, so that a workflow finds its own one again and replaces it. */
export const MARK = "<!-- flowgate summary -->";

/**
 * A summary as Markdown for a comment: what needs attention, counts, each change, a diagram. What does not fit is left
 * out by whole rows, from the end of each part, and counted.
 */
export function commentOf(summary: Summary, { title, longest }: CommentOptions): string {
  const begin = `${MARK}\n\n## ${code(title)}\n\n${headline(summary)}\n`;
  let left = longest - begin.length;
  /** A part takes at most its share of what is left. */
  const part = (block: Block, share: number): string => {
    const text = fitted(block, Math.floor(left * share) - 1);
    if (text === "") return "";
    left -= text.length + 1;
    return `\n${text}`;
  };
  const errors = part(list("### Errors", summary.errors.map(messageLine)), 0.4);
  const attention = part(list("### Warnings", warningLines(summary)), 0.4);
  const counts = part(countTable(summary.places), 0.4);
  const picture = diagram(summary.changes, placeName(summary), Math.floor(left * 0.3) - 1);
  left -= picture.length + 1;
  const changes = part(changeTable(summary), 1);
  return [begin, errors, attention, counts, changes, picture === "" ? "" : `\n${picture}`].join("");
}

function headline({ errors, changes, places }: Summary): string {
  if (errors.length > 0) return "**The preview failed.** What it would change is not known in full.";
  if (changes.length === 0) return "No changes.";
  const counted = actions.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [`${String(count)} to ${action}`];
  });
  const changed = places.filter(({ counts }) => actions.some((action) => counts[action] > 0)).length;
  const where = places.length === 1 ? "" : ` at ${String(changed)} of ${String(places.length)} places`;
  return `${counted.join(", ")}${where}.`;
}

function list(title: string, lines: readonly string[]): Block {
  return {
    head: `${title}\n\n`,
    rows: lines.map((text) => `- ${text}\n`),
    more: (count) => (count === 0 ? "" : `- … and ${String(count)} more\n`),
  };
}

function messageLine({ stack, about, text }: Message): string {
  const where = about === undefined ? `stack ${code(stack)}` : `${code(about)} (stack ${code(stack)})`;
  return `${where}: ${code(text, LONGEST_MESSAGE)}`;
}

const LONGEST_MESSAGE = 600;

/** Replacements and deletions first: they take something away. */
function warningLines(summary: Summary): string[] {
  const nameOf = placeName(summary);
  const taken = (["replace", "delete"] as const).flatMap((action) =>
    summary.changes.filter((change) => change.action === action).map((change) => lossLine(change, nameOf(change))),
  );
  return [...taken, ...summary.warnings.map(messageLine)];
}

function lossLine({ action, kind, name, because }: Change, place: string): string {
  const what = `**${action}** ${code(kind)} ${code(name)} (${code(place)})`;
  if (action === "delete") return what;
  const why =
    because.length === 0 ? "what it refers to is replaced" : `because of ${because.map((one) => code(one)).join(", ")}`;
  return `${what}: deleted and created again, ${why}`;
}

function countTable(places: readonly Place[]): Block {
  return {
    head: `### Counts\n\n${tableHead(["Stack", "Site", "Create", "Update", "Replace", "Delete", "Unchanged"], 5)}`,
    rows: places.map(({ stack, site, counts }) => {
      const { create, update, replace, delete: deleted, unchanged } = counts;
      return row([
        code(stack),
        site === undefined ? "-" : code(site),
        ...[create, update, replace, deleted, unchanged].map(String),
      ]);
    }),
    more: moreRow(7),
  };
}

function changeTable(summary: Summary): Block {
  const nameOf = placeName(summary);
  return {
    head: `### Changes\n\n${tableHead(["Where", "Change", "Resource", "Property", "Before", "After"])}`,
    rows: summary.changes.flatMap((change) => changeRows(change, code(nameOf(change)))),
    more: moreRow(6),
  };
}

function moreRow(columns: number): Block["more"] {
  return (count) => (count === 0 ? "" : row([`… and ${String(count)} more`, ...Array<string>(columns - 1).fill("")]));
}

/** One row a line, each complete in itself; what is created has its single values in one row. */
function changeRows(change: Change, place: string): string[] {
  const { action, kind, name, label } = change;
  const resource = `${code(kind)} ${code(name)}${label === undefined ? "" : ` ${code(label)}`}`;
  const begin = [place, action === "replace" || action === "delete" ? `**${action}**` : action, resource];
  if (action === "create") {
    const told = change.lines.filter(({ property }) => property !== "site");
    const sets = told.filter(({ property }) => told.filter((other) => other.property === property).length > 1);
    const single = told.filter((line) => !sets.includes(line));
    const values = single.map(({ property, after = "" }) => `${code(property)} ${code(after)}`).join("<br>");
    return [row([...begin, "", "", values]), ...sets.map((line) => lineRow(begin, line))];
  }
  if (change.lines.length === 0) return [row([...begin, "", "", ""])];
  return change.lines.map((line) => lineRow(begin, line));
}

function lineRow(begin: readonly string[], { property, before, after }: Line): string {
  const cell = (text: string | undefined): string => (text === undefined ? "-" : code(text));
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
