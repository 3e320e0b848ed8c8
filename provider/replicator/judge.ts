import { ReplyError } from "../errors/errors";
import { escaped } from "../http/patterns";
import type { ActionReply } from "./caller";
import type { Command, Verb } from "./commands";
import { commandRow } from "./commands";

/** Words that show that what was requested was the case before. */
const ALREADY = /\b(?:already|exist(?:s|ed|ing)?|duplicate|taken|in use)\b/u;
/** Words that show that something was not done, or is not as it should be. */
const AGAINST =
  /\b(?:not|no|never|none|nothing|un(?:able|known|changed|supported|authori[sz]ed)|can't|cannot|\w+n't|err|errors?|erroneous|fail\w*|refus\w*|reject\w*|den(?:y|ied|ies)|forbidden|invalid|illegal|malformed|missing|ignored|skipped|aborted|impossible|instead|only|secondary|standby|read-only|expired|absent|lacks?|without|warning|conflicts?)\b/u;

/** Words for what a command does not do: a text that contains them belongs to another request. */
const otherDeeds: Partial<Record<Verb, RegExp>> = {
  "profile/add": /\b(?:remov|delet|disabl|renam)/u,
  "profile/enable": /\b(?:disabl|remov|delet)/u,
  "profile/disable": /\b(?:enabl|remov|delet)/u,
  "profile/remove": /\b(?:added|adds|creat|enabl|disabl|renam)/u,
  "collector/add": /\b(?:remov|delet)/u,
  "collector/remove": /\b(?:added|adds|creat)/u,
  "exporter/add": /\b(?:remov|delet)/u,
  "exporter/remove": /\b(?:added|adds|creat)/u,
  "policies/add": /\b(?:remov|delet)/u,
  "policies/remove": /\b(?:added|adds|creat)/u,
  "setting/enable": /\bdisabl/u,
  "setting/disable": /\benabl/u,
};

/** An answer of success whose text contradicts it. A reading decides whether the change was made. */
export class DoubtfulSuccess extends ReplyError {
  constructor(
    command: Command,
    host: string,
    /** The text of the appliance. */
    readonly description: string,
    /** Whether it says that what was requested was the case before. */
    readonly saysAlready: boolean,
  ) {
    const words = `the answer says "success", but its text does not: ${description}`;
    super({ appliance: "replicator", host, action: commandRow(command).template, words });
  }
}

/**
 * Throws {@link DoubtfulSuccess} for a success whose text does not fit the command that was sent. `result` decides,
 * because its text has no fixed wording. But a text that says "already", "not" or "failed", or mentions another action,
 * is no evidence. Names may contain such words, so those that were sent are removed first.
 */
export function assertBelievable(command: Command, { description }: ActionReply, host: string): void {
  if (description === undefined) return;
  const text = withoutValues(command, description.toLowerCase().replaceAll("\u2019", "'"));
  const saysAlready = ALREADY.test(text);
  if (saysAlready || AGAINST.test(text) || otherDeeds[command.verb]?.test(text) === true) {
    throw new DoubtfulSuccess(command, host, description, saysAlready);
  }
}

/** The text without the values of a command. A value that is itself a word of doubt stays: a reading then decides. */
function withoutValues(command: Command, text: string): string {
  const values = Object.entries(command).flatMap(([key, value]) =>
    key === "verb" ? [] : [String(value).toLowerCase()],
  );
  const names = values.filter((value) => !/^\w+$/u.test(value) || !(AGAINST.test(value) || ALREADY.test(value)));
  const longestFirst = names.sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, name) => {
    // Answers contain few of the values, and building a pattern takes longer than using it.
    if (!rest.includes(name)) return rest;
    return rest.replace(new RegExp(String.raw`(?<!\w)${escaped(name)}(?!\w)`, "gu"), " ");
  }, text);
}
