import type { GatewayClient } from "../../gateway/client";
import { judge } from "../../gateway/judge";
import type { NewUser } from "../../gateway/user-api";
import { renameSucceeded } from "../../gateway/user-messages";
import { Refusal } from "../../refusal";
import { accountNameOf } from "../../values/numbers";
import { Batcher, type Settled } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { mayBeApplied } from "../retry";
import { user as userThing } from "../../values/things";
import { namesOf, numberOrName, userGroupRef } from "./accounts";
import { creationOutcome, deletionOutcomes } from "./item-outcomes";
import { eitherSpelling } from "./spelling";

/** A user as its creation tells it; the number is unknown where the answer was lost and the name exists now. */
export interface CreatedUser {
  id: number | undefined;
}

type Outcomes = ReadonlyMap<string, Settled<CreatedUser>>;

/** A user to create, with a group that it is to be in (id or `name:<name>`), by which it can be looked for. */
interface Creation {
  user: NewUser;
  userGroup: string | undefined;
}

/** Users and their preferences: no action reads them, so nothing is kept. `rm=user_api`. */
export class Users {
  readonly #creations: Batcher<Creation, CreatedUser>;
  readonly #deletions: Batcher<number | string, number | undefined>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
  ) {
    const whenFree = <T>(operation: () => Promise<T>): Promise<T> => limiter.run(operation);
    this.#creations = new Batcher(
      ({ user }) => user.name,
      whenFree,
      (creations) => this.#create(creations),
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
    return this.#creations.add({ user: { name, pass: password, membership }, userGroup: userGroups[0] });
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

  async #create(creations: readonly Creation[]): Promise<Outcomes> {
    try {
      return await this.#send(creations);
    } catch (error) {
      if (!mayBeApplied(error)) throw error;
      return this.#settle(creations, error);
    }
  }

  async #send(creations: readonly Creation[]): Promise<Outcomes> {
    const entries = await this.client.userApi.createUser(creations.map(({ user }) => user));
    return new Map(creations.map(({ user: { name } }) => [name, creationOutcome<CreatedUser>(name, entries)]));
  }

  /** Settles each user of a lost answer by itself; those that were not made are sent once more. */
  async #settle(creations: readonly Creation[], cause: unknown): Promise<Outcomes> {
    const outcomes = new Map<string, Settled<CreatedUser>>();
    const absent: Creation[] = [];
    for (const creation of creations) {
      const exists = await this.#exists(creation);
      if (exists === false) absent.push(creation);
      else outcomes.set(creation.user.name, exists ? { ok: { id: undefined } } : { error: unsettled(cause) });
    }
    return absent.length === 0 ? outcomes : new Map([...outcomes, ...(await this.#send(absent))]);
  }

  /**
   * No action reads users, so it is put once more into a group that it is to be in anyway, which succeeds only if it
   * exists. Undefined where it is to be in none, or where the answer is no clear one.
   */
  async #exists({ user: { name }, userGroup }: Creation): Promise<boolean | undefined> {
    if (userGroup === undefined) return undefined;
    const entry = { user_name: name, ...userGroupRef(userGroup) };
    const [message] = (await this.client.userApi.membership({ add: [entry] })).added;
    if (message === undefined) return undefined;
    const verdict = judge("add", message, namesOf(entry));
    return verdict === "unknown" ? undefined : verdict !== "refused";
  }
}

function unsettled(cause: unknown): Refusal {
  const words =
    "outcome unknown: the answer to its creation was lost, and the API has no action that reads users. See on the " +
    'gateway whether it exists, and if so add: onExisting: "adopt".';
  return new Refusal(words, { cause });
}
