import { sentence } from "../../values/quoted";
import { ApplianceError, CredentialsError, RefusedError, ReplyError } from "../../errors/errors";
import { mayBeMade, type Made } from "../../errors/outcome";
import { Refusal } from "../../errors/refusal";
import type { ActionReply } from "../../replicator/caller";
import { commandRow, type Command } from "../../replicator/commands";
import { judgeCommand } from "../../wording/judge";
import { escaped } from "../../wording/patterns";
import { change, type Visibility } from "../../change/change";
import type { ReplicatorState } from "./state";

/** Reads a state, and whether it shows what a command asks for; newly if the outcome is unclear. */
export type Look = (isUnclear: boolean) => Promise<{ readonly state: ReplicatorState; readonly isShown: boolean }>;

export interface HowToSend {
  /** Whether a refusal may mean that what the command asks for is the case. */
  readonly mayBeSo: boolean;
  /** How long to look for the change after a failure. */
  readonly patience: (failure: Error | undefined) => Visibility;
  /** Whether a command whose change a reading does not show is sent again. Default: never. */
  again?(state: ReplicatorState): boolean;
}

/** Makes one change. Its evidence: a believable response, or a reading that shows what the command asks for. */
export function changeByCommand(send: () => Promise<true>, looks: () => Look, how: HowToSend): Promise<Made> {
  let look = looks();
  /** How long the state was read after a try whose outcome is unclear. */
  let unclear: Visibility | undefined;
  return change<true, Awaited<ReturnType<Look>>, Made>(
    {
      mayBeSo: how.mayBeSo,
      send: () => {
        look = looks();
        return send();
      },
      proves: () => "done",
      read: (tried) =>
        look(!isPlain(tried?.failure)).catch((error: unknown) => {
          throw tried?.failure instanceof ApplianceError ? notRead(tried.failure, error) : error;
        }),
      shows: ({ isShown }, { failure }) => (!isShown ? undefined : isPlainRefusal(failure) ? "existed" : "done"),
      otherwise({ failure }, reading) {
        if (!(failure instanceof ApplianceError)) return undefined;
        if (isPlain(failure))
          return unclear && failure instanceof RefusedError ? notConverged(failure, unclear) : undefined;
        if (failure instanceof DoubtfulSuccess) return asRefused(failure);
        unclear = how.patience(failure);
        if (reading !== undefined && how.again?.(reading.state) === true) return undefined;
        return notConverged(failure, unclear);
      },
    },
    how.patience,
  );
}

/** Whether a failure says for certain that the command was not carried out. */
function isPlain(failure: unknown): boolean {
  return failure instanceof ApplianceError && !mayBeMade(failure);
}

/** Whether the response to the first try refused: if what it asks for is the case, it was so before. */
function isPlainRefusal(error: unknown): boolean {
  if (error instanceof DoubtfulSuccess) return error.saysAlready && !error.repeated;
  return error instanceof RefusedError && !error.repeated && !/^\s*success/iu.test(error.words);
}

/** Whether an answer refuses the command itself, in whatever form. */
export function isRefusal(error: unknown): error is RefusedError | DoubtfulSuccess {
  return (error instanceof RefusedError && !(error instanceof CredentialsError)) || error instanceof DoubtfulSuccess;
}

/** A success whose text contradicts it, and whose change no reading shows. */
function asRefused({ appliance, host, action, description, words }: DoubtfulSuccess): RefusedError {
  const advice = `The answer says "success", but no read shows the change`;
  return new RefusedError({ appliance, host, action, words: description, advice, answered: true, cause: words });
}

/** A failed command for which the reading failed too that should have shown whether it was carried out. */
function notRead(error: ApplianceError, failure: unknown): Refusal {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const failed = sentence(`${error.operation} failed: ${error.words}`, error.advice);
  return new Refusal(`${failed} Whether it was carried out could not be checked: ${reason}`, { cause: error });
}

function notConverged(error: ApplianceError, { patienceMs }: Visibility): Refusal {
  const words = `${error.operation} failed: ${error.words}. Not converged: an earlier attempt may have been applied`;
  const advice = "Check what is on the replicator, then run pulumi up again.";
  const text =
    patienceMs === 0
      ? `${words}, but the configuration does not show it. ${advice}`
      : `${words}, but the configuration did not show it for ${patienceMs / 1000} s. ${advice}`;
  return new Refusal(text, { cause: error });
}

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
  const { verb: _verb, ...sent } = command;
  const values = Object.values(sent).map((value) => String(value).toLowerCase());
  const names = values.filter((value) => !/^\w+$/u.test(value) || judgeCommand(kind, value) === "unknown");
  // Answers contain few of the values, and building a pattern takes longer than using it.
  const longestFirst = names.filter((name) => text.includes(name)).sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return text;
  return text.replace(new RegExp(String.raw`(?<!\w)(?:${longestFirst.map(escaped).join("|")})(?!\w)`, "gu"), " ");
}
