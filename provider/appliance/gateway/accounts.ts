import { sentence } from "../../values/quoted";
import { changeEach, type Outcomes } from "../../change/change-each";
import { createEach, type Creation } from "../../change/create-each";
import { usualPatience } from "../../change/change";
import { ApplianceError, CredentialsError, type RequestTarget, UnnamedError } from "../../errors/errors";
import { failed, type Made, madeOf, type Outcome, resultOf } from "../../errors/outcome";
import { AlreadyExistsError, Refusal } from "../../errors/refusal";
import type { GatewayClient } from "../../gateway/client";
import { isFactoryUserGroup, type DeletionReply, type NewUser, type NewUsergroup } from "../../gateway/user-api";
import { accountNameOf, idByName } from "../../values/numbers";
import { type Thing, user as userThing, userGroup as userGroupThing } from "../../values/things";
import type { Judge } from "../../wording/judge";
import { Batcher, type Run } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../client-layer";
import { answered, type CreationEntry, creationOutcomes, type ItemChange, type ItemReply } from "./answers";
import { eitherSpelling } from "./spelling";

/** A user as the response to its creation describes it. */
export interface CreatedUser {
  id: number;
  /** The name that the gateway keeps. */
  name: string;
}

/** A user group as the response to its creation describes it. */
interface CreatedUserGroup extends CreatedUser {
  /** The members that the gateway lists. */
  members: readonly string[];
  /** Number of members, if the gateway only counts them. */
  count?: number;
}

/** What gateways do with one kind of accounts. */
interface AccountKind<New, Created> {
  /** How messages name them. */
  readonly what: string;
  /** Where they are created. */
  readonly place: RequestTarget;
  create(accounts: readonly New[]): Promise<CreationEntry<Omit<Created, "name">>[]>;
  delete(references: (number | string)[]): Promise<DeletionReply>;
  thingOf(reference: string): Thing;
  /** Whether an account exists, if an action shows it; undefined if the response is not clear. */
  exists?(name: string): Promise<boolean | undefined>;
}

/** *existed*: it was already gone. *kept*: another resource holds it, and nothing was sent. */
export type Removal = Made | "kept";

/** Users or user groups. No action reads them, so nothing is cached. `rm=user_api`. */
class Accounts<New extends { readonly name: string }, Created extends { name: string }> {
  readonly #creations: Batcher<New, Created>;
  readonly #deletions: Batcher<number | string, undefined>;

  constructor(
    protected readonly limiter: Limiter,
    protected readonly ledger: Ledger,
    protected readonly judge: Judge,
    private readonly kind: AccountKind<New, Created>,
  ) {
    const whenFree: Run = (request) => limiter.execute(request);
    this.#creations = new Batcher(
      ({ name }) => name,
      whenFree,
      (accounts, run) => this.#create(accounts, run),
    );
    this.#deletions = new Batcher<number | string, undefined>(String, whenFree, (references, run) =>
      this.change(
        references.map((reference) => ({ change: "delete", names: [String(reference)], reference })),
        (some) => run(() => kind.delete(some.map(({ reference }) => reference))),
      ),
    );
  }

  /** Creates an account. Throws an AlreadyExistsError for a name that exists. */
  protected async add(account: New): Promise<Created> {
    return resultOf(await this.#creations.add(account));
  }

  /** Deletes an account, given by its id or `name:<name>`, that no other resource holds. */
  protected async delete(account: string): Promise<Removal> {
    let removal: Removal = "kept";
    await this.ledger.release([this.kind.thingOf(account)], async () => {
      removal = madeOf(await this.#deletions.add(accountNameOf(account) ?? Number(account)));
    });
    return removal;
  }

  /** Sends changes that the gateway answers with texts. The outcomes are by the first name of each. */
  protected change<Change extends ItemChange>(
    changes: readonly Change[],
    send: (changes: readonly Change[]) => Promise<ItemReply>,
  ): Promise<Outcomes> {
    const keyOf = ({ names: [first = ""] }: Change): string => first;
    return changeEach(changes, keyOf, (some) => answered(some, this.judge, () => send(some)));
  }

  /**
   * Creates accounts. Names are unique, so a creation whose response was lost, or does not name an account, can be sent
   * again without creating a second one. If the name exists then, the first request or others created it: no action
   * shows which.
   */
  #create(accounts: readonly New[], run: Run): Promise<Outcomes<Created>> {
    const { create, exists, what, place } = this.kind;
    const creation: Creation<New, Created> = {
      place,
      nameOf: ({ name }) => name,
      send: async (some) => {
        const entries = await run(() => create(some));
        return creationOutcomes<Omit<Created, "name">>(
          some,
          entries,
          this.judge,
          place,
        ) as unknown as Outcomes<Created>;
      },
      ...(exists === undefined ? {} : { lookFor: ({ name }, cause) => this.#lookFor(name, cause, run) }),
      inDoubt: outcomeInDoubt,
      // What an action has shown not to exist is in doubt only if the second response was lost too.
      unsettled: (cause, second) => {
        if (second instanceof CredentialsError || (exists !== undefined && failed(second).is === "refused"))
          return second;
        return exists === undefined
          ? unsettled(what, cause, " The second try failed:", second)
          : unsettled(what, second);
      },
    };
    return createEach(accounts, creation, usualPatience);
  }

  /** Looks for one account after a lost response: that it exists, or that this cannot be known; undefined if it does not exist. */
  async #lookFor(name: string, cause: unknown, run: Run): Promise<Outcome<Created> | undefined> {
    try {
      const exists = await run(async () => this.kind.exists?.(name));
      if (exists === false) return undefined;
      const error = exists === true ? new AlreadyExistsError("it exists", idByName(name), { cause }) : undefined;
      return failed(error ?? unsettled(this.kind.what, cause));
    } catch (error) {
      return failed(unsettled(this.kind.what, cause, " Looking for it failed:", error));
    }
  }
}

/** Users and their preferences. */
export class Users extends Accounts<NewUser, CreatedUser> {
  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
    ledger: Ledger,
    judge: Judge,
    private readonly tokenUser: string | undefined,
  ) {
    const { userApi } = client;
    super(limiter, ledger, judge, {
      what: "users",
      place: { appliance: "gateway", host: client.host, action: "user_api/createUser" },
      create: (users) => userApi.createUser(users),
      delete: eitherSpelling(
        (users: (number | string)[]) => userApi.delUsers(users),
        (users) => userApi.delUser(users),
      ),
      thingOf: userThing,
      /** Renames the user to its own name: that changes nothing, and succeeds only if a user of that name exists. */
      exists: async (name) => {
        const verdict = judge.verdict("find", await userApi.changeUsername({ oldname: name, newname: name }), [name]);
        return verdict === "done" ? true : verdict === "already" ? false : undefined;
      },
    });
  }

  /** Creates a user in those of its groups (ids or `name:<name>`) that are given by number. */
  create(name: string, password: string, userGroups: readonly string[]): Promise<CreatedUser> {
    const membership = userGroups.filter((group) => accountNameOf(group) === undefined).map(Number);
    return this.add({ name, pass: password, membership });
  }

  /** Renames a user, given by number: given by name, a second try after a lost response would not find it. */
  async rename(userId: number, before: string, name: string): Promise<void> {
    const change: ItemChange = { change: "rename", names: [name, before, String(userId)] };
    await this.#make([change], async () => {
      return { renamed: [await this.client.userApi.changeUsername({ user_id: userId, newname: name })] };
    });
    this.ledger.names.renamed({ user: idByName(before) }, name);
  }

  /** Sets preferences in one request. */
  async setPreferences(userId: number, preferences: Readonly<Record<string, string | number>>): Promise<void> {
    const changes = Object.entries(preferences).map(([pref, setting]) => {
      return { change: "set" as const, names: [pref], more: [String(setting), String(userId)], pref, setting };
    });
    await this.#make(changes, (some) => {
      const prefs = some.map(({ pref, setting }) => ({ pref, setting }));
      return this.client.userApi.prefs({ user_id: userId, prefs });
    });
  }

  /** Deletes a user; "theirs" for the user that the token belongs to. */
  async remove(user: string, name: string): Promise<Removal | "theirs"> {
    return [user, name].includes(this.tokenUser ?? "") ? "theirs" : await this.delete(user);
  }

  /** Makes changes that belong together; throws the first failure. */
  async #make<Change extends ItemChange>(
    changes: readonly Change[],
    send: (changes: readonly Change[]) => Promise<ItemReply>,
  ): Promise<void> {
    const outcomes = await this.change(changes, (some) => this.limiter.execute(() => send(some)));
    for (const outcome of outcomes.values()) resultOf(outcome);
  }
}

/** User groups. */
export class UserGroups extends Accounts<NewUsergroup, CreatedUserGroup> {
  constructor({ userApi, host }: GatewayClient, limiter: Limiter, ledger: Ledger, judge: Judge) {
    super(limiter, ledger, judge, {
      what: "user groups",
      place: { appliance: "gateway", host, action: "user_api/createUsergroup" },
      create: (groups) => userApi.createUsergroup(groups),
      delete: (groups) => userApi.delUsergroups(groups),
      thingOf: userGroupThing,
    });
  }

  /** Creates a group with its members (ids or `name:<name>`). */
  create(name: string, templateUserGroupId: string, members: readonly string[]): Promise<CreatedUserGroup> {
    const users = members.map((one) => accountNameOf(one) ?? Number(one));
    return this.add({ name, template_usergroup: Number(templateUserGroupId), users });
  }

  /** Deletes a group; "theirs" for a group that every appliance has. */
  async remove(userGroup: string, name: string): Promise<Removal | "theirs"> {
    const isTheirs = isFactoryUserGroup(accountNameOf(userGroup) ?? Number(userGroup)) || isFactoryUserGroup(name);
    return isTheirs ? "theirs" : await this.delete(userGroup);
  }
}

/**
 * The outcome of an account that was sent once more after its response was lost. A number proves that it is ours. A name
 * that exists does not show who created it: the first request may have, and so may others.
 */
function outcomeInDoubt<Created>(outcome: Outcome<Created>, cause: unknown): Outcome<Created> {
  if (!("error" in outcome && outcome.error instanceof AlreadyExistsError)) return outcome;
  const { message, existingId } = outcome.error;
  return failed(new AlreadyExistsError(message, existingId, { cause }));
}

/** The error about an account if no response says whether it was created, with the step that failed after that response. */
function unsettled(what: string, cause: unknown, step = "", error?: unknown): Refusal {
  const failed = error instanceof ApplianceError ? `${step} ${sentence(error.words, error.advice)}` : "";
  const lost = `outcome unknown: the answer to its creation was lost, and the API has no action that reads ${what}.`;
  const words = cause instanceof UnnamedError ? `outcome unknown: ${cause.words}.` : lost;
  const advice = 'Check on the gateway whether it exists. If it does, add: onExisting: "adopt".';
  return new Refusal(`${words}${failed} ${advice}`, { cause });
}
