import { ReplyError } from "../errors/errors";
import { judgeCommand } from "../wording/judge";
import { escaped } from "../wording/patterns";
import type { ActionReply } from "./caller";
import type { Command } from "./commands";
import { commandRow } from "./commands";

/** An answer of success whose text contradicts it. A reading decides whether the change was made. */
export class DoubtfulSuccess extends ReplyError {
  constructor(
    command: Command,
    host: string,
    /** The text of the appliance. */
    readonly description: string,
    /** Whether an earlier try of the request may have made the change. */
    repeated: boolean | undefined,
    /** Whether it says that what was requested was the case before. */
    readonly saysAlready: boolean,
  ) {
    const words = `the answer says "success", but its text does not: ${description}`;
    super({ appliance: "replicator", host, action: commandRow(command).template, words, repeated });
  }
}

/**
 * Throws {@link DoubtfulSuccess} for a success whose text does not fit the command that was sent. `result` decides,
 * because its text has no fixed wording. But a text that says "already", "not" or "failed", or mentions another action,
 * is no evidence. Names may contain such words, so those that were sent are removed first.
 */
export function assertBelievable(command: Command, { description, repeated }: ActionReply, host: string): void {
  if (description === undefined) return;
  const text = description.toLowerCase().replaceAll("\u2019", "'");
  const [, deed] = /\/(add|remove|enable|disable)$/u.exec(command.verb) ?? [];
  const kind = deed === undefined ? "to do" : (`to ${deed}` as "to add");
  const verdict = judgeCommand(kind, withoutValues(command, text, kind));
  if (verdict !== "unknown") {
    throw new DoubtfulSuccess(command, host, description, repeated, verdict === "already");
  }
}

/** The text without the values of a command. A value that is itself a word of doubt stays: a reading then decides. */
function withoutValues(command: Command, text: string, kind: Parameters<typeof judgeCommand>[0]): string {
  const values = Object.entries(command).flatMap(([key, value]) =>
    key === "verb" ? [] : [String(value).toLowerCase()],
  );
  const names = values.filter((value) => !/^\w+$/u.test(value) || judgeCommand(kind, value) === "unknown");
  const longestFirst = names.sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, name) => {
    // Answers contain few of the values, and building a pattern takes longer than using it.
    if (!rest.includes(name)) return rest;
    return rest.replace(new RegExp(String.raw`(?<!\w)${escaped(name)}(?!\w)`, "gu"), " ");
  }, text);
}
