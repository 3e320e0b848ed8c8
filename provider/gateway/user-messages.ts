/**
 * The texts in which `rm=user_api` reports on single items. Their exact wording is not documented, so they are matched
 * loosely and trimmed; a text that is neither success nor failure is `undefined`, and its reader must pass it on.
 */

/** One message of `delUsers` or `delUsergroups`, e.g. `Deleting user id 11 (1 matched)`. */
export interface DeletionMessage {
  message: string;
  /** The id that the message names, if any. */
  id: number | undefined;
  /** The name that the message names, if any. */
  name: string | undefined;
  /** How many matched; 0 means that nothing was deleted. */
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

/** Whether a message of `membership` tells of success: `User 13 added to usergroup 1`, `User 15 removed from usergroup 4`. */
export function membershipSucceeded(message: string): boolean | undefined {
  return judge(message, /^user .*\b(?:added to|removed from) usergroup\b/isu);
}

/** Whether a message of `permissions` tells of success: `Added gadget permission lLabelCPU to usergroup 26 `. */
export function permissionSucceeded(message: string): boolean | undefined {
  return judge(message, /^(?:added|removed) \S+ permission\b/isu);
}

/** Whether the message of `changeUsername` tells of success: `User myUser successfully renamed to OpSCT`. */
export function renameSucceeded(message: string): boolean | undefined {
  return judge(message, /\bsuccessfully renamed to\b/isu);
}

/** How a refusal begins the part that a success would have: "could not be added", "not renamed", "cannot add". */
const denied =
  /\b(?:not(?: yet)?(?: been| be)?|never|cannot|can't|couldn't|unable to(?: be)?|failed to(?: be)?) (?:successfully )?(?:add|remov|renam)/iu;
const failed =
  /\b(?:no such|fail(?:ed|ure)|error|invalid|unknown|denied|already|(?:does|do) not exist|doesn't exist|not found|not an?)\b/iu;

function judge(text: string, success: RegExp): boolean | undefined {
  const message = text.trim();
  if (denied.test(message)) return false;
  if (success.test(message)) return true;
  return failed.test(message) ? false : undefined;
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
