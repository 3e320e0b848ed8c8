type Id = string | number;
type Account = "user" | "usergroup";

/** Subject of a sentence about a link. */
export type Subject =
  { kind: "membership"; user: Id; group: Id } | { kind: "permission"; type: string; seccode: string; group: Id };

/**
 * What the gateway says about single changes. The texts of successes are literal: field notes, users 1. No document
 * shows the texts of failures, so these are one guess.
 */
export const sentences = {
  /** A link was added or removed. */
  linkDone: (subject: Subject, add: boolean): string =>
    subject.kind === "membership"
      ? `User ${subject.user} ${add ? "added to" : "removed from"} usergroup ${subject.group}`
      : `${add ? "Added" : "Removed"} ${permission(subject)} ${add ? "to" : "from"} usergroup ${subject.group}`,
  /** A link was not added or removed. */
  linkFailed: (subject: Subject, add: boolean, why: string): string =>
    subject.kind === "membership"
      ? `User ${subject.user} could not be ${add ? "added to" : "removed from"} usergroup ${subject.group}: ${why}`
      : `Could not ${add ? "add" : "remove"} ${permission(subject)} ${add ? "to" : "from"} usergroup ${subject.group}: ${why}`,
  /** Why a link is not added that exists, or not removed that does not. */
  repeated: ({ kind }: Subject, add: boolean): string =>
    `${add ? "already" : "not"} ${kind === "membership" ? "a member" : "there"}`,
  deletion: (what: Account, which: Id, isMatch: boolean): string =>
    `Deleting ${what} ${typeof which === "number" ? `id ${which}` : `named '${which}'`} (${isMatch ? 1 : 0} matched)`,
  /** Another object has the name. */
  nameTaken: (what: Account): string => `A ${what} already exists with that name`,
  renamed: (before: Id, after: string): string => `User ${before} successfully renamed to ${after}`,
  notRenamed: (before: Id, why: string): string => `User ${before} could not be renamed: ${why}`,
  preferenceSet: (pref: string, user: number, setting: Id): string =>
    `${pref} updated to ${setting} for user_id ${user}`,
  preferenceNotSet: (pref: string, user: number, why: string): string =>
    `${pref} not updated for user_id ${user}: ${why}`,
};

function permission({ type, seccode }: Subject & { kind: "permission" }): string {
  return `${type} permission ${seccode}`;
}
