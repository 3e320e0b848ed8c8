import type { GatewaySwitches } from "./switches";

type Position = GatewaySwitches["wording"];
type Id = string | number;

/** Subject of a sentence. */
export type Subject =
  { kind: "membership"; user: Id; group: Id } | { kind: "permission"; type: string; seccode: string; group: Id };

interface Verbs {
  readonly verb: string;
  readonly past: string;
  readonly to: string;
}

const verbs: Readonly<Record<Subject["kind"], readonly [add: Verbs, remove: Verbs]>> = {
  membership: [
    { verb: "add", past: "added", to: "to" },
    { verb: "remove", past: "removed", to: "from" },
  ],
  permission: [
    { verb: "grant", past: "granted", to: "to" },
    { verb: "revoke", past: "revoked", to: "from" },
  ],
};

function objectOf(subject: Subject, quote = ""): string {
  return subject.kind === "membership"
    ? `user ${quote}${subject.user}${quote}`
    : `${subject.type} permission ${quote}${subject.seccode}${quote}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function verbsOf({ kind }: Subject, add: boolean): Verbs {
  return verbs[kind][add ? 0 : 1];
}

/** Message of a link that was added or removed. The documented texts are literal: field notes, users 1. */
export function linkDone(position: Position, subject: Subject, add: boolean): string {
  const { past, to } = verbsOf(subject, add);
  const object = objectOf(subject);
  switch (position) {
    case "documented":
      return subject.kind === "membership"
        ? `User ${subject.user} ${past} ${to} usergroup ${subject.group}`
        : `${add ? "Added" : "Removed"} ${object} ${to} usergroup ${subject.group}`;
    case "passive":
      return `The ${object} has been ${past} ${to} usergroup ${subject.group}.`;
    case "terse":
      return `${past} ${object} ${to} group ${subject.group}`;
    case "verbose":
      return `Success: the ${object} was successfully ${past} ${to} the user group ${subject.group}.`;
    case "quoted":
      return `${capital(objectOf(subject, '"'))} was ${past} ${to} user group "${subject.group}"`;
  }
}

/** Message of a link that was not added or removed. */
export function linkFailed(position: Position, subject: Subject, add: boolean, why: string): string {
  const { verb, past, to } = verbsOf(subject, add);
  const object = objectOf(subject);
  switch (position) {
    case "documented":
      return subject.kind === "membership"
        ? `User ${subject.user} could not be ${past} ${to} usergroup ${subject.group}: ${why}`
        : `Could not ${add ? "add" : "remove"} ${object} ${to} usergroup ${subject.group}: ${why}`;
    case "passive":
      return `The ${object} was not ${past} ${to} usergroup ${subject.group}: ${why}.`;
    case "terse":
      return `cannot ${verb} ${object} ${to} group ${subject.group}: ${why}`;
    case "verbose":
      return `The ${object} could not be ${past} ${to} the user group ${subject.group} because: ${why}.`;
    case "quoted":
      return `${capital(objectOf(subject, '"'))} can't be ${past} ${to} user group "${subject.group}" (${why})`;
  }
}

/** Message of a deletion: kind (id or name), value, and the number of matches if the text has it. */
export function deletion(position: Position, what: "user" | "usergroup", which: Id, count: 0 | 1): string {
  const isMatch = count === 1;
  switch (position) {
    case "documented":
      return `Deleting ${what} ${typeof which === "number" ? `id ${which}` : `named '${which}'`} (${count} matched)`;
    case "passive":
      return `${capital(what)} ${which} was ${isMatch ? "deleted" : "not found"}`;
    case "terse":
      return `deleted ${what} ${which}: ${isMatch ? "1 match" : "0 matches"}`;
    case "verbose":
      return isMatch
        ? `Success: the ${what} ${which} was successfully deleted.`
        : `The ${what} ${which} does not exist.`;
    case "quoted":
      return isMatch ? `${capital(what)} "${which}" has been removed` : `No such ${what}: "${which}"`;
  }
}

/** Message for a name that another object has. */
export function nameTaken(position: Position, what: "user" | "usergroup", name: string): string {
  switch (position) {
    case "documented":
      return `A ${what} already exists with that name`;
    case "passive":
      return "The name is already taken";
    case "terse":
      return "duplicate name";
    case "verbose":
      return `The ${what} was not created because the name ${name} is in use.`;
    case "quoted":
      return `The name "${name}" must be unique`;
  }
}

export function renamed(position: Position, before: Id, after: string): string {
  switch (position) {
    case "documented":
      return `User ${before} successfully renamed to ${after}`;
    case "passive":
      return `The user ${before} has been renamed to ${after}.`;
    case "terse":
      return `renamed user ${before} to ${after}`;
    case "verbose":
      return `Success: the name of user ${before} was changed to ${after}.`;
    case "quoted":
      return `User "${before}" is now called "${after}"`;
  }
}

export function notRenamed(position: Position, before: Id, why: string): string {
  switch (position) {
    case "documented":
      return `User ${before} could not be renamed: ${why}`;
    case "passive":
      return `The user ${before} was not renamed: ${why}.`;
    case "terse":
      return `cannot rename user ${before}: ${why}`;
    case "verbose":
      return `The user ${before} could not be renamed because: ${why}.`;
    case "quoted":
      return `User "${before}" can't be renamed (${why})`;
  }
}

export function preferenceSet(position: Position, pref: string, setting: Id, user: number): string {
  switch (position) {
    case "documented":
      return `${pref} updated to ${setting} for user_id ${user}`;
    case "passive":
      return `The preference ${pref} of user ${user} has been set to ${setting}.`;
    case "terse":
      return `set ${pref} to ${setting} for user ${user}`;
    case "verbose":
      return `Success: the preference ${pref} was changed to ${setting} for user ${user}.`;
    case "quoted":
      return `Preference "${pref}" is now "${setting}" for user "${user}"`;
  }
}

export function preferenceNotSet(position: Position, pref: string, user: number, why: string): string {
  switch (position) {
    case "documented":
      return `${pref} not updated for user_id ${user}: ${why}`;
    case "passive":
      return `The preference ${pref} of user ${user} was not set: ${why}.`;
    case "terse":
      return `cannot set ${pref} for user ${user}: ${why}`;
    case "verbose":
      return `The preference ${pref} could not be changed for user ${user} because: ${why}.`;
    case "quoted":
      return `Preference "${pref}" can't be set for user "${user}" (${why})`;
  }
}
