import { judge } from "./judge";

/**
 * The texts in which `rm=user_api` reports on single items. Their exact wording is not documented, so they are trimmed
 * and matched loosely. A text that is neither success nor failure gives `undefined`, and its reader must pass it on. If
 * the change that a text is about is known, use `judge` instead.
 */

/** One message of `delUsers` or `delUsergroups`, e.g. `Deleting user id 11 (1 matched)`. */
export interface DeletionMessage {
  message: string;
  /** The id in the message, if any. */
  id: number | undefined;
  /** The name in the message, if any. */
  name: string | undefined;
  /** Number of objects that matched; 0 means that nothing was deleted. */
  matched: number | undefined;
}

export function deletionMessage(text: string): DeletionMessage {
  const message = text.trim();
  const matched = /\((\d+) matched\)\s*$/u.exec(message)?.[1];
  const subject = message.replace(/\(\d+ matched\)\s*$/u, "");
  const name = /\bnamed '(.*)'\s*$/su.exec(subject)?.[1];
  const id = name === undefined ? /\bid '?(\d+)'?\s*$/u.exec(subject)?.[1] : undefined;
  return { message, id: numberOf(id), name, matched: numberOf(matched) };
}

/**
 * Whether a `membership` message reports success: `User 13 added to usergroup 1`, `User 15 removed from usergroup 4`.
 */
export function membershipSucceeded(message: string): boolean | undefined {
  return succeeded(message);
}

/** Whether a message of `permissions` reports success: `Added gadget permission lLabelCPU to usergroup 26 `. */
export function permissionSucceeded(message: string): boolean | undefined {
  return succeeded(message);
}

/** Whether the message of `changeUsername` reports success: `User myUser successfully renamed to OpSCT`. */
export function renameSucceeded(message: string): boolean | undefined {
  const verdict = judge("rename", message);
  return verdict === "unknown" ? undefined : verdict === "done";
}

function succeeded(message: string): boolean | undefined {
  const verdicts = [judge("add", message), judge("remove", message)];
  if (verdicts.includes("done")) return true;
  return verdicts.every((verdict) => verdict === "unknown") ? undefined : false;
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
