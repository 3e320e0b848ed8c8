import type { GatewaySettings } from "../config/configuration";
import { ApplianceError, isRefused, mayBeDone, type Details, type ToSet } from "../errors/errors";
import { AlreadyExists, assertSpelling, Refusal, TO_FREE } from "../errors/refusal";
import { accountNumber, idByName } from "../values/numbers";
import { quoted } from "../values/quoted";
import type { GatewayClient } from "./client";
import { FACTORY_GROUPS, accountMissingIn, saysSo, type Ends } from "./link-texts";
import type { GatewayAction, GatewayFields, UserRef, UsergroupRef } from "./actions";

/** What became of a link: it was made or removed, or the gateway says that this was not needed. */
export type Done = "done" | "existed";

/** A user in a user group; each is a name, or the number of an account that the program does not manage. */
export interface MembershipLink {
  readonly user: string;
  readonly userGroup: string;
}

export interface PermissionLink {
  readonly userGroup: string;
  readonly permissionType: string;
  readonly seccode: string;
}

/** An account that was just created. */
export interface Account {
  readonly id: number;
  readonly name: string;
  /** The members of a user group, if the answer lists them. */
  readonly members: readonly string[] | null | undefined;
}

const NO_ACCOUNT = /\bno such user(?:group)?\b/iu;
/** "A usergroup already exists with that name" (field notes, "Gateway: users", 1). */
const NAME_TAKEN = /\balready exists\b/iu;

/**
 * Users, user groups and their links. No action reads them: the answer to a change is all that is known. A request names
 * accounts by name, because another account may have a known number after a restoration. It holds one entry, and it is
 * never sent again: a text that is none of the documented ones leaves its outcome unknown.
 */
export class Accounts {
  /** Numbers of the user groups that this run has created, by name. */
  readonly #groupNumbers = new Map<string, number>();

  constructor(
    private readonly client: GatewayClient,
    private readonly settings: Pick<GatewaySettings, "already" | "tokenUser">,
  ) {}

  /** The number with which a creation can name a user group: one that the program wrote or this run was answered. */
  groupNumber(reference: string): number | undefined {
    return accountNumber(reference) ?? this.#groupNumbers.get(reference);
  }

  /** Creates a user in groups that are given by number. `made` gets it as soon as it exists; a later step may fail. */
  createUser(
    name: string,
    pass: string,
    membership: readonly number[],
    made: (user: Account) => void,
  ): Promise<Account> {
    return this.#create("user_api/createUser", { users: [{ name, pass, membership }] }, name, made);
  }

  /** Creates a user group with users, each by name or number. */
  createUserGroup(
    name: string,
    template: number,
    members: readonly string[],
    made: (group: Account) => void,
  ): Promise<Account> {
    const group = { name, template_usergroup: template, users: members.map((one) => accountNumber(one) ?? one) };
    return this.#create("user_api/createUsergroup", { usergroups: [group] }, name, (created) => {
      this.#groupNumbers.set(created.name, created.id);
      made(created);
    });
  }

  /** Deletes a user by name; *theirs* for the user that the token belongs to, which stays. */
  async removeUser(name: string): Promise<"gone" | "theirs" | undefined> {
    if (name === this.settings.tokenUser) return "theirs";
    return this.#delete("user_api/delUsers", { delUsers: [name] });
  }

  /** Deletes a user group by name; *theirs* for the two that every gateway has, which stay. */
  async removeUserGroup(name: string): Promise<"gone" | "theirs" | undefined> {
    if (FACTORY_GROUPS.includes(name)) return "theirs";
    this.#groupNumbers.delete(name);
    return this.#delete("user_api/delUsergroups", { delUsergroups: [name] });
  }

  /** The name of a user that may have got another one. Refuses if both exist: either may be of others. */
  async userName(before: string, tried = before): Promise<string> {
    if (tried === before || !(await this.isUser(tried))) return before;
    if (!(await this.isUser(before))) return tried;
    const words = `${quoted(before)} and ${quoted(tried)} both exist, and the outcome of a renaming is unknown`;
    throw new Refusal(`${words}. Rename or delete the user that is not yours, then repeat the command.`);
  }

  /** Renames a user. If only the new name exists, a run renamed it and ended before its state was written. */
  async renameUser(before: string, name: string, info: (text: string) => void): Promise<string> {
    const text = await this.#renamed(before, name);
    const [, shown] = RENAMED.exec(text) ?? [];
    if (shown !== undefined) return shown;
    if (NO_ACCOUNT.test(text) && (await this.isUser(name))) {
      info(`no user has the name ${quoted(before)} any more, so ${quoted(name)} is it.`);
      return name;
    }
    const isRefused = NO_ACCOUNT.test(text) || NAME_TAKEN.test(text);
    if (isRefused) throw this.#refused("user_api/changeUsername", text, { advice: TO_FREE });
    const advice = "To see which of the two names exists, run again: pulumi up";
    throw this.#unclear("user_api/changeUsername", text, { advice });
  }

  /** Sets preferences of a user in one request: each sets an absolute value. */
  async setPreferences(user: number, preferences: Readonly<Record<string, string | number>>): Promise<void> {
    const prefs = Object.entries(preferences).map(([pref, setting]) => ({ pref, setting }));
    const { updated, errors } = await this.client.call("user_api/prefs", { user_id: user, prefs });
    if (errors.length > 0) throw this.#refused("user_api/prefs", errors.join("; "));
    if (updated.length !== prefs.length) throw this.#unclear("user_api/prefs", updated.join("; "));
    for (const text of updated) {
      const [, pref = "", value] = /^(\S+) updated to (.*) for user_id \d+$/su.exec(text) ?? [];
      const sent = preferences[pref];
      if (sent === undefined || value === String(sent)) continue;
      throw new Refusal(`the gateway set ${pref} to ${quoted(value ?? "")} instead of ${quoted(String(sent))}.`);
    }
  }

  /** Adds a user to a user group, or removes it. Removing succeeds if one of the two does not exist. */
  async link(isAdd: boolean, { user, userGroup }: MembershipLink): Promise<Done> {
    const isSo = (text: string): boolean => this.#isSo(text, isAdd, { member: user, userGroup });
    const membership = addOrRemove(isAdd, { ...userField(user), ...userGroupField(userGroup) });
    const reply = await unlessSo(isSo, () => this.client.call("user_api/membership", { membership }));
    if (reply === "existed") return reply;
    const { added, removed } = reply;
    const [text = "", ...others] = isAdd ? added : removed;
    if (others.length > 0) throw this.#unclear("user_api/membership", [text, ...others].join("; "));
    if (isSaid(text, isAdd ? "added to" : "removed from", user, userGroup)) return "done";
    if (isSo(text)) return "existed";
    throw NO_ACCOUNT.test(text)
      ? this.#refused("user_api/membership", text)
      : this.#unclear("user_api/membership", text);
  }

  /** Grants a permission to a user group, or revokes it. Revoking succeeds if the group does not exist. */
  async grant(isAdd: boolean, { userGroup, permissionType, seccode }: PermissionLink): Promise<Done> {
    const isSo = (text: string): boolean => this.#isSo(text, isAdd, { member: seccode, userGroup });
    const permissions = addOrRemove(isAdd, { ...userGroupField(userGroup), permission_type: permissionType, seccode });
    const reply = await unlessSo(isSo, () => this.client.call("user_api/permissions", { permissions }));
    if (reply === "existed") return reply;
    const { updated, errors } = reply;
    const text = errors.join("; ");
    if (errors.length === 0 && updated.length > 0) return "done";
    if (errors.length === 0 || updated.length > 0) throw this.#unclear("user_api/permissions", JSON.stringify(reply));
    if (isSo(text)) return "existed";
    throw this.#refused("user_api/permissions", text, permissionType === "app" ? knownTypes : {});
  }

  async #create<Action extends "user_api/createUser" | "user_api/createUsergroup">(
    action: Action,
    fields: GatewayFields[Action],
    name: string,
    made: (account: Account) => void,
  ): Promise<Account> {
    const entries = await this.client.call(action, fields).catch((error: unknown) => {
      throw mayBeDone(error) ? unseen(error) : error;
    });
    const [entry, ...others] = entries;
    if (entry === undefined || others.length > 0) throw this.#unclear(action, JSON.stringify(entries));
    const { id, error, members, name: shown } = entry;
    if (typeof id !== "number") {
      const text = error ?? "";
      if (NAME_TAKEN.test(text) || this.#isAlready(text)) throw new AlreadyExists(text, idByName(name));
      throw this.#refused(action, text);
    }
    const account = { id, name: shown, members };
    made(account);
    assertSpelling(shown, name);
    return account;
  }

  /** Sends a deletion. Its one text says how many accounts matched. */
  async #delete<Action extends "user_api/delUsers" | "user_api/delUsergroups">(
    action: Action,
    fields: GatewayFields[Action],
  ): Promise<"gone" | undefined> {
    const texts = await this.client.call(action, fields);
    const [text = "", ...others] = texts;
    const [, matched] = /\((\d+) matched\)/u.exec(text) ?? [];
    if (matched === undefined || others.length > 0) throw this.#unclear(action, texts.join("; "));
    return matched === "0" ? "gone" : undefined;
  }

  /** Whether a user exists: renaming it to its own name changes nothing, and succeeds only then. */
  async isUser(name: string): Promise<boolean> {
    const text = await this.#renamed(name, name);
    // A gateway may look first whether the new name is free.
    if (RENAMED.test(text) || NAME_TAKEN.test(text)) return true;
    if (NO_ACCOUNT.test(text)) return false;
    throw this.#unclear("user_api/changeUsername", text, { advice: undefined });
  }

  /** The text of the gateway about a renaming. */
  async #renamed(oldname: string, newname: string): Promise<string> {
    try {
      return (await this.client.call("user_api/changeUsername", { changeUsername: { oldname, newname } })).message;
    } catch (error) {
      if (isRefused(error) && NO_ACCOUNT.test(error.words)) return error.words;
      throw error;
    }
  }

  /** Whether a text says that a change of a link was not needed: it is so already, or an end of what goes is gone. */
  #isSo(text: string, isAdd: boolean, ends: Ends): boolean {
    return this.#isAlready(text) || (!isAdd && NO_ACCOUNT.test(text)) || saysSo(text, isAdd, ends);
  }

  /** The beginning of a text is enough, and limits the time that a pattern takes. */
  #isAlready(text: string): boolean {
    return this.settings.already?.test(text.slice(0, 200)) === true;
  }

  /** An answer that says in its documented list that nothing was done. */
  #refused(action: GatewayAction, text: string, more: Details = {}): ApplianceError {
    const lacks = accountMissingIn(text);
    // What is missing was not so before.
    const found = lacks === undefined ? { ...knownWords, ...more } : { lacks };
    return new ApplianceError(this.client.place(action), "none", text, { refused: true, ...found });
  }

  #unclear(action: GatewayAction, text: string, more: Details = knownWords): ApplianceError {
    const words = `the gateway answered ${text === "" ? "nothing about it" : quoted(text)}`;
    return new ApplianceError(this.client.place(action), "unknown", words, { arrived: true, ...more });
  }
}

/** The error of a creation without an answer: nothing shows whether the account exists. */
function unseen({ place, effect, words, details }: ApplianceError): ApplianceError {
  const advice =
    'No action of the API shows it: check on the gateway whether it exists. If it does, add: onExisting: "adopt"';
  return new ApplianceError(place, effect, words, { ...details, advice });
}

function addOrRemove<Entry>(isAdd: boolean, entry: Entry): { add: Entry[]; remove: Entry[] } {
  return { add: isAdd ? [entry] : [], remove: isAdd ? [] : [entry] };
}

/** A gateway may refuse a whole request because its only change was not needed. */
async function unlessSo<Reply>(
  isSo: (text: string) => boolean,
  send: () => Promise<Reply>,
): Promise<Reply | "existed"> {
  try {
    return await send();
  } catch (error) {
    if (isRefused(error) && isSo(error.words)) return "existed";
    throw error;
  }
}

/** What helps if a text says in other words than the documents' that a change was not needed. */
const knownWords = {
  advice: (toSet: ToSet) =>
    `If it says that this was so before, set a pattern that matches these words:\n${toSet("already", "")}`,
};

/** As {@link knownWords}, for a permission whose type has another word on some gateways. */
const knownTypes = {
  advice: (toSet: ToSet) =>
    `If the gateway has another word for the type app:\n${toSet("staticPermissionType", "")}\n` +
    knownWords.advice(toSet),
};

const RENAMED = /\bsuccessfully renamed to (.*)$/su;

/** Whether a text is the documented one about a link. It may name an account by name or by number. */
function isSaid(text: string, verb: string, user: string, userGroup: string): boolean {
  const [, shownUser = "", shownGroup = ""] = new RegExp(`^User (.+) ${verb} usergroup (.+)$`, "su").exec(text) ?? [];
  const isOf = (shown: string, sent: string): boolean => shown === sent || /^\d+$/u.test(shown);
  return isOf(shownUser, user) && isOf(shownGroup, userGroup);
}

function userField(reference: string): UserRef {
  const number = accountNumber(reference);
  return number === undefined ? { user_name: reference } : { user_id: number };
}

function userGroupField(reference: string): UsergroupRef {
  const number = accountNumber(reference);
  return number === undefined ? { usergroup_name: reference } : { usergroup_id: number };
}
