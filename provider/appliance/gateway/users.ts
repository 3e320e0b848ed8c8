import type { GatewayClient } from "../../gateway/client";
import { saysAbsent } from "../../gateway/judge";
import type { NewUser } from "../../gateway/user-api";
import { AlreadyExistsError, isInDoubt, Refusal, UnclearError } from "../../errors/refusal";
import { accountNameOf, idByName } from "../../values/numbers";
import type { Judge } from "../../gateway/wording";
import type { Settled } from "../../change/change-each";
import { createEach, type Creation, type Outcomes } from "../../change/create-each";
import { usualPatience } from "../../change/patience";
import { Batcher, type Run } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { user as userThing } from "../../values/things";
import { numberOrName } from "./accounts";
import { creationOutcomes, deletionOutcomes, outcomeInDoubt, unsettled } from "./item-outcomes";
import { updateAnswer } from "./link-answer";
import { eitherSpelling } from "./spelling";

/** A user as the response to its creation describes it. */
export interface CreatedUser {
  id: number;
  /** The name that the gateway keeps. */
  name: string;
}

/** Users and their preferences. No action reads them, so nothing is cached. `rm=user_api`. */
export class Users {
  readonly #creations: Batcher<NewUser, CreatedUser>;
  readonly #deletions: Batcher<number | string, number>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
    private readonly judge: Judge,
    private readonly tokenUser: string | undefined,
  ) {
    const whenFree: Run = (request) => limiter.run(request);
    this.#creations = new Batcher(
      ({ name }) => name,
      whenFree,
      (users, run) => this.#create(users, run),
    );
    const { userApi } = client;
    const del = eitherSpelling(
      (users: (number | string)[]) => userApi.delUsers(users),
      (users) => userApi.delUser(users),
    );
    this.#deletions = new Batcher<number | string, number>(String, whenFree, async (users, run) =>
      deletionOutcomes(users, await run(() => del(users)), judge),
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

  /** Renames a user, given by number: given by name, a second try after a lost response would not find it. */
  async rename(userId: number, before: string, name: string): Promise<void> {
    const message = await this.limiter.run(() =>
      this.client.userApi.changeUsername({ user_id: userId, newname: name }),
    );
    const names = [before, name, userId];
    const verdict = this.judge.verdict("rename", message, names);
    if (verdict === "refused") throw new Refusal(`the gateway did not rename it from "${before}": ${message}`);
    if (verdict === "unknown") throw new UnclearError(this.judge.unclear(message, names));
    this.ledger.users.renamed(before, name);
  }

  /** Sets preferences in one request. */
  async setPreferences(userId: number, preferences: Readonly<Record<string, string | number>>): Promise<void> {
    const prefs = Object.entries(preferences).map(([pref, setting]) => ({ pref, setting }));
    const reply = await this.limiter.run(() => this.client.userApi.prefs({ user_id: userId, prefs }));
    const changes = prefs.map(({ pref, setting }) => {
      return { change: "set" as const, names: [pref], more: [String(setting), String(userId)] };
    });
    const { problem } = updateAnswer(changes, reply, this.judge);
    if (problem !== undefined) throw problem;
  }

  /**
   * Deletes a user that no other resource holds. Returns how many users matched: 0 if it was already gone, "kept" if
   * nothing was sent, "own" for the user that the token belongs to.
   */
  async remove(user: string, name: string): Promise<number | "kept" | "own"> {
    if ([user, name].some((one) => one === this.tokenUser)) return "own";
    let matched: number | "kept" = "kept";
    await this.ledger.release([userThing(user)], async () => {
      matched = await this.#deletions.add(numberOrName(user));
    });
    return matched;
  }

  #create(users: readonly NewUser[], run: Run): Promise<Outcomes<CreatedUser>> {
    const { client, judge } = this;
    const creation: Creation<NewUser, CreatedUser> = {
      nameOf: ({ name }) => name,
      send: async (some) => {
        const entries = await run(() => client.userApi.createUser(some));
        return creationOutcomes<Omit<CreatedUser, "name">>(some, entries, judge);
      },
      lookFor: ({ name }, cause) => this.#lookFor(name, cause, run),
      inDoubt: outcomeInDoubt,
      // It did not exist before the second try.
      unsettled: (_cause, second) => lostOr(second),
    };
    return createEach(users, creation, usualPatience);
  }

  /**
   * Looks for a user after a lost response: that it exists, or that this cannot be known; undefined if it does not
   * exist.
   */
  async #lookFor(name: string, cause: Error, run: Run): Promise<Settled<CreatedUser> | undefined> {
    try {
      const exists = await run(() => this.#exists(name));
      if (exists === false) return undefined;
      return { error: exists === true ? new AlreadyExistsError("it exists", idByName(name), { cause }) : lost(cause) };
    } catch (error) {
      return { error: lostOr(error) };
    }
  }

  /**
   * Whether a user exists. No action reads users, so this renames the user to its own name. That changes nothing, and
   * succeeds only if a user of that name exists. It does not show who created the user. Undefined if the response is
   * not clear.
   */
  async #exists(name: string): Promise<boolean | undefined> {
    const answer = await this.client.userApi.changeUsername({ oldname: name, newname: name });
    if (["done", "already"].includes(this.judge.verdict("rename", answer, [name]))) return true;
    if (saysAbsent(answer, [name])) return false;
    return this.judge.verdict("create", answer, [name]) === "already" ? true : undefined;
  }
}

function lostOr(error: unknown): unknown {
  return isInDoubt(error) ? lost(error) : error;
}

function lost(cause: unknown): Refusal {
  return unsettled("users", cause);
}
