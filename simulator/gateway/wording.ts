import type { GatewaySwitches } from "./switches";

type Id = string | number;
type Account = "user" | "usergroup";

/** Subject of a sentence about a link. */
export type Subject =
  { kind: "membership"; user: Id; group: Id } | { kind: "permission"; type: string; seccode: string; group: Id };

/** The words of a sentence about a link. */
interface Words {
  /** What is added or removed, and the same with quotes and a capital. */
  readonly object: string;
  readonly quoted: string;
  readonly verb: string;
  readonly past: string;
  readonly to: string;
}

type LinkSentence = (words: Words, subject: Subject, why: string, add: boolean) => string;

/** Everything that a gateway says about single changes. */
interface Sentences {
  readonly linkDone: LinkSentence;
  readonly linkFailed: LinkSentence;
  readonly deletion: (what: Account, which: Id, isMatch: boolean) => string;
  /** Another object has the name. */
  readonly nameTaken: (what: Account, name: string) => string;
  readonly renamed: (before: Id, after: string) => string;
  readonly notRenamed: (before: Id, why: string) => string;
  readonly preferenceSet: (pref: string, user: number, setting: Id) => string;
  readonly preferenceNotSet: (pref: string, user: number, why: string) => string;
}

/** The documented texts are literal: field notes, users 1. */
const documented: Sentences = {
  linkDone: ({ object, past, to }, subject, _why, add) =>
    subject.kind === "membership"
      ? `User ${subject.user} ${past} ${to} usergroup ${subject.group}`
      : `${add ? "Added" : "Removed"} ${object} ${to} usergroup ${subject.group}`,
  linkFailed: ({ object, past, to }, subject, why, add) =>
    subject.kind === "membership"
      ? `User ${subject.user} could not be ${past} ${to} usergroup ${subject.group}: ${why}`
      : `Could not ${add ? "add" : "remove"} ${object} ${to} usergroup ${subject.group}: ${why}`,
  deletion: (what, which, isMatch) =>
    `Deleting ${what} ${typeof which === "number" ? `id ${which}` : `named '${which}'`} (${isMatch ? 1 : 0} matched)`,
  nameTaken: (what) => `A ${what} already exists with that name`,
  renamed: (before, after) => `User ${before} successfully renamed to ${after}`,
  notRenamed: (before, why) => `User ${before} could not be renamed: ${why}`,
  preferenceSet: (pref, user, setting) => `${pref} updated to ${setting} for user_id ${user}`,
  preferenceNotSet: (pref, user, why) => `${pref} not updated for user_id ${user}: ${why}`,
};

const passive: Sentences = {
  linkDone: ({ object, past, to }, { group }) => `The ${object} has been ${past} ${to} usergroup ${group}.`,
  linkFailed: ({ object, past, to }, { group }, why) =>
    `The ${object} was not ${past} ${to} usergroup ${group}: ${why}.`,
  deletion: (what, which, isMatch) => `${capital(what)} ${which} was ${isMatch ? "deleted" : "not found"}`,
  nameTaken: () => "The name is already taken",
  renamed: (before, after) => `The user ${before} has been renamed to ${after}.`,
  notRenamed: (before, why) => `The user ${before} was not renamed: ${why}.`,
  preferenceSet: (pref, user, setting) => `The preference ${pref} of user ${user} has been set to ${setting}.`,
  preferenceNotSet: (pref, user, why) => `The preference ${pref} of user ${user} was not set: ${why}.`,
};

const terse: Sentences = {
  linkDone: ({ object, past, to }, { group }) => `${past} ${object} ${to} group ${group}`,
  linkFailed: ({ object, verb, to }, { group }, why) => `cannot ${verb} ${object} ${to} group ${group}: ${why}`,
  deletion: (what, which, isMatch) => `deleted ${what} ${which}: ${isMatch ? "1 match" : "0 matches"}`,
  nameTaken: () => "duplicate name",
  renamed: (before, after) => `renamed user ${before} to ${after}`,
  notRenamed: (before, why) => `cannot rename user ${before}: ${why}`,
  preferenceSet: (pref, user, setting) => `set ${pref} to ${setting} for user ${user}`,
  preferenceNotSet: (pref, user, why) => `cannot set ${pref} for user ${user}: ${why}`,
};

const verbose: Sentences = {
  linkDone: ({ object, past, to }, { group }) =>
    `Success: the ${object} was successfully ${past} ${to} the user group ${group}.`,
  linkFailed: ({ object, past, to }, { group }, why) =>
    `The ${object} could not be ${past} ${to} the user group ${group} because: ${why}.`,
  deletion: (what, which, isMatch) =>
    isMatch ? `Success: the ${what} ${which} was successfully deleted.` : `The ${what} ${which} does not exist.`,
  nameTaken: (what, name) => `The ${what} was not created because the name ${name} is in use.`,
  renamed: (before, after) => `Success: the name of user ${before} was changed to ${after}.`,
  notRenamed: (before, why) => `The user ${before} could not be renamed because: ${why}.`,
  preferenceSet: (pref, user, setting) => `Success: the preference ${pref} was changed to ${setting} for user ${user}.`,
  preferenceNotSet: (pref, user, why) =>
    `The preference ${pref} could not be changed for user ${user} because: ${why}.`,
};

const quoted: Sentences = {
  linkDone: (words, { group }) => `${words.quoted} was ${words.past} ${words.to} user group "${group}"`,
  linkFailed: (words, { group }, why) =>
    `${words.quoted} can't be ${words.past} ${words.to} user group "${group}" (${why})`,
  deletion: (what, which, isMatch) =>
    isMatch ? `${capital(what)} "${which}" has been removed` : `No such ${what}: "${which}"`,
  nameTaken: (_what, name) => `The name "${name}" must be unique`,
  renamed: (before, after) => `User "${before}" is now called "${after}"`,
  notRenamed: (before, why) => `User "${before}" can't be renamed (${why})`,
  preferenceSet: (pref, user, setting) => `Preference "${pref}" is now "${setting}" for user "${user}"`,
  preferenceNotSet: (pref, user, why) => `Preference "${pref}" can't be set for user "${user}" (${why})`,
};

const all: Readonly<Record<GatewaySwitches["wording"], Sentences>> = { documented, passive, terse, verbose, quoted };

/** What a gateway with this wording says. */
export function sentences(wording: GatewaySwitches["wording"]) {
  const { linkDone, linkFailed, ...others } = all[wording];
  return {
    ...others,
    /** A link was added or removed. */
    linkDone: (subject: Subject, add: boolean) => linkDone(wordsOf(subject, add), subject, "", add),
    /** A link was not added or removed. */
    linkFailed: (subject: Subject, add: boolean, why: string) => linkFailed(wordsOf(subject, add), subject, why, add),
  };
}

const verbs = {
  membership: [
    { verb: "add", past: "added", to: "to" },
    { verb: "remove", past: "removed", to: "from" },
  ],
  permission: [
    { verb: "grant", past: "granted", to: "to" },
    { verb: "revoke", past: "revoked", to: "from" },
  ],
} as const;

function wordsOf(subject: Subject, add: boolean): Words {
  const object = (quote: string): string =>
    subject.kind === "membership"
      ? `user ${quote}${subject.user}${quote}`
      : `${subject.type} permission ${quote}${subject.seccode}${quote}`;
  return { ...verbs[subject.kind][add ? 0 : 1], object: object(""), quoted: capital(object('"')) };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
