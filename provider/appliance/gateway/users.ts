import type { GatewayClient } from "../../gateway/client";
import type { NewUser } from "../../gateway/user-api";
import { renameSucceeded } from "../../gateway/user-messages";
import { AlreadyExistsError, Refusal } from "../../refusal";
import { accountNameOf, idByName } from "../../values/numbers";
import { Batcher, type Settled } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { user as userThing } from "../../values/things";
import { numberOrName } from "./accounts";
import { creationOutcome, deletionOutcomes, outcomeInDoubt, unsettled } from "./item-outcomes";
import { eitherSpelling } from "./spelling";

/** A user as its creation tells it. */
export interface CreatedUser {
  id: number;
}

/** Words about a user that does not exist, in the answer to a renaming. */
const ABSENT = /\bno such\b|\bnot found\b|\b(?:does not|doesn't) exist\b/iu;

type Outcomes = ReadonlyMap<string, Settled<CreatedUser>>;

/** Users and their preferences: no action reads them, so nothing is kept. `rm=user_api`. */
export class Users {
  readonly #creations: Batcher<NewUser, CreatedUser>;
  readonly #deletions: Batcher<number | string, number | undefined>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
  ) {
    const whenFree = <T>(operation: () => Promise<T>): Promise<T> => limiter.run(operation);
    this.#creations = new Batcher(
      ({ name }) => name,
      whenFree,
      (users) => this.#create(users),
    );
    const { userApi } = client;
    const del = eitherSpelling(
      (users: (number | string)[]) => userApi.delUsers(users),
      (users) => userApi.delUser(users),
    );
    this.#deletions = new Batcher<number | string, number | undefined>(String, whenFree, async (users) =>
      deletionOutcomes(users, await del(users)),
    );
  }

  /**
   * Creates a user in those of its groups (ids or `name:<name>`) that are given by number. Throws an AlreadyExistsError
   * for a name that exists.
   */
  create(name: string, password: string, userGroups: readonly string[]): Promise<CreatedUser> {
    const membership = userGroups.filter((group) => accountNameOf(group) === undefined).map(Number);
    return this.#creations.add({ name, pass: password, membership });
  }

  /** Renames a user, given by its number: by name, a second try after a lost answer would not find it. */
  async rename(userId: number, before: string, name: string): Promise<void> {
    const message = await this.limiter.run(() =>
      this.client.userApi.changeUsername({ user_id: userId, newname: name }),
    );
    if (renameSucceeded(message) !== true) {
      throw new Refusal(`the gateway did not rename it from "${before}": ${message}`);
    }
    this.ledger.users.renamed(before, name);
  }

  /** Sets preferences in one request. */
  async setPreferences(userId: number, preferences: Readonly<Record<string, string | number>>): Promise<void> {
    const prefs = Object.entries(preferences).map(([pref, setting]) => ({ pref, setting }));
    const reply = await this.limiter.run(() => this.client.userApi.prefs({ user_id: userId, prefs }));
    if (reply.errors.length > 0) throw new Refusal(`the gateway refused: ${reply.errors.join("; ")}`);
  }

  /**
   * Deletes a user that no other resource holds; gives how many matched: 0 where it was gone already, undefined where the
   * answer does not say, "kept" where it was not sent.
   */
  async remove(user: string): Promise<number | "kept" | undefined> {
    let matched: number | "kept" | undefined = "kept";
    await this.ledger.release([userThing(user)], async () => {
      matched = await this.#deletions.add(numberOrName(user));
    });
    return matched;
  }

  async #create(users: readonly NewUser[]): Promise<Outcomes> {
    try {
      return await this.#send(users);
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      return this.#settle(users, error);
    }
  }

  async #send(users: readonly NewUser[]): Promise<Outcomes> {
    const entries = await this.client.userApi.createUser(users);
    return new Map(users.map(({ name }) => [name, creationOutcome<CreatedUser>(name, entries)]));
  }

  /** Settles each user of a lost answer by itself; those that do not exist are sent once more. */
  async #settle(users: readonly NewUser[], cause: unknown): Promise<Outcomes> {
    const outcomes = new Map<string, Settled<CreatedUser>>();
    const absent: NewUser[] = [];
    for (const user of users) {
      const settled = await this.#lookFor(user.name, cause);
      if (settled === undefined) absent.push(user);
      else outcomes.set(user.name, settled);
    }
    return absent.length === 0 ? outcomes : new Map([...outcomes, ...(await this.#sendAgain(absent, cause))]);
  }

  async #sendAgain(users: readonly NewUser[], cause: unknown): Promise<Outcomes> {
    try {
      const second = await this.#send(users);
      return new Map([...second].map(([name, outcome]) => [name, outcomeInDoubt(outcome, cause)]));
    } catch (error) {
      // What was settled before stays so, whatever becomes of these.
      return new Map(users.map(({ name }) => [name, { error: mayBeApplied(error) ? lost(error) : error }]));
    }
  }

  /** What is known of a user whose answer was lost: that it exists or that it cannot be known; undefined for absent. */
  async #lookFor(name: string, cause: unknown): Promise<Settled<CreatedUser> | undefined> {
    try {
      const exists = await this.#exists(name);
      if (exists === false) return undefined;
      return { error: exists === true ? new AlreadyExistsError("it exists", idByName(name), { cause }) : lost(cause) };
    } catch (error) {
      return { error: mayBeApplied(error) ? lost(error) : error };
    }
  }

  /**
   * No action reads users, so it is given the name that it has, which changes nothing and succeeds only where a user of
   * that name exists. It says nothing about who made it. Undefined where the answer is no clear one.
   */
  async #exists(name: string): Promise<boolean | undefined> {
    const answer = await this.client.userApi.changeUsername({ oldname: name, newname: name });
    if (renameSucceeded(answer) === true) return true;
    // The name itself may hold words that answers are judged by.
    const message = answer.replaceAll(name, "");
    if (ABSENT.test(message)) return false;
    return /\bexists\b/iu.test(message) ? true : undefined;
  }
}

function lost(cause: unknown): Refusal {
  return unsettled("users", cause);
}
