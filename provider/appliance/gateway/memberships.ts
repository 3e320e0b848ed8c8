import type { GatewayClient } from "../../gateway/client";
import type { Direction } from "../../gateway/judge";
import type { MembershipEntry } from "../../gateway/user-api";
import { accountNameOf, idByName } from "../../values/numbers";
import type { Judge } from "../../gateway/wording";
import { isInDoubt } from "../../errors/refusal";
import { Batcher } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { membership, type MembershipThing, type Thing, user as userThing } from "../../values/things";
import { keyOf, namesOf, userGroupRef, userRef } from "./accounts";
import { changeEach } from "../../change/change-each";
import {
  countedAnswer,
  inDoubtWhere,
  judgingRefusal,
  linkAnswer,
  type LinkAnswer,
  type LinkChange,
  type LinkOutcome,
  type Said,
} from "./link-answer";
import { Links, type Linked } from "./links";

interface MembershipChange extends LinkChange {
  change: Direction;
  entry: MembershipEntry;
}

interface Pair {
  user: string;
  userGroup: string;
}

/** Users in user groups. No action reads them, so nothing is cached. `rm=user_api`, `membership`. */
export class Memberships {
  readonly #changes: Batcher<MembershipChange, LinkOutcome>;
  readonly #links: Links<MembershipThing>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
    private readonly ledger: Ledger,
    private readonly judge: Judge,
  ) {
    this.#links = new Links(ledger, isMembership, ({ member, group }) => this.add(member, group));
    this.#changes = new Batcher<MembershipChange, LinkOutcome>(
      keyOf,
      (operation) => limiter.run(operation),
      (changes) => changeEach(changes, keyOf, (some) => this.#send(some)),
    );
  }

  /**
   * Adds a user to a group; succeeds if it is already there. Both are ids or `name:<name>`. Returns whether it was
   * there before, as far as the gateway says so.
   */
  async add(user: string, userGroup: string): Promise<boolean> {
    const outcome = await this.#changes.add(changeOf("add", user, userGroup));
    return this.#links.wasThere(membership(user, userGroup), outcome);
  }

  /**
   * Removes a user from a group, unless another resource holds that membership too; succeeds if it is not there. A user
   * that was renamed is found by its old name.
   */
  async remove(user: string, userGroup: string): Promise<void> {
    await this.#links.release([membership(user, userGroup)], () => this.#remove(user, userGroup));
  }

  /** Removes what this run gave up under a former name of a user. */
  async removeLeft(user: string, name: string): Promise<void> {
    const things = await this.ledger.removals.leftIn(userThing(user, name));
    await Promise.all(things.filter(isMembership).map(({ group }) => this.remove(idByName(name), group)));
  }

  /** Removes the memberships that a kept owner leaves behind, unless another resource holds them. */
  async giveUp(pairs: readonly Pair[]): Promise<void> {
    await Promise.all(pairs.map(({ user, userGroup }) => this.remove(user, userGroup)));
  }

  /** Adds again what was lost with a replaced user or user group, if other resources declare it. */
  putBack(container: Thing): Promise<void> {
    return this.#links.putBack(container);
  }

  async #remove(user: string, userGroup: string): Promise<void> {
    const name = accountNameOf(user);
    if (name !== undefined && this.ledger.users.isPlanned(name)) await this.ledger.users.settled(name);
    const current = name === undefined ? user : idByName(this.ledger.users.now(name));
    await this.#changes.add(changeOf("remove", current, userGroup));
  }

  /**
   * Brings a set of memberships from the known to the wanted ones. Keeps a membership that existed before, unless
   * `isOurs` is set. If some changes succeed and some fail, reports the resulting memberships and then throws the first
   * failure.
   */
  async converge(
    known: Linked<string>,
    { wanted, isOurs }: { wanted: readonly string[]; isOurs: boolean },
    pairOf: (item: string) => Pair,
    report: (members: Linked<string>) => void,
  ): Promise<Linked<string>> {
    const thingOf = (item: string): MembershipThing => membership(pairOf(item).user, pairOf(item).userGroup);
    // What this run removed is sent again, and needs no removal.
    const isThere = (item: string): boolean => !this.#links.isGone(thingOf(item));
    const there = known.items.filter(isThere);
    const items = new Set(there);
    const existed = new Set(isOurs ? [] : known.existed);
    const inDoubt = new Set(known.inDoubt.filter(isThere));
    const so = (): Linked<string> => ({
      items: [...items].sort(),
      existed: [...existed].filter((item) => items.has(item)).sort(),
      inDoubt: [...inDoubt].sort(),
    });
    const missing = wanted.filter((item) => !there.includes(item));
    const dropped = [...new Set([...there, ...inDoubt])].filter((item) => !wanted.includes(item));
    for (const item of dropped.filter((one) => existed.has(one))) items.delete(item);
    const surplus = dropped.filter((item) => !existed.has(item));
    // Additions and removals go in one request.
    const send = async (free: readonly MembershipThing[]): Promise<void> => {
      const leave = surplus.filter((item) => free.some((thing) => isOf(thing, pairOf(item))));
      for (const item of surplus) if (!leave.includes(item)) items.delete(item);
      const settled = await Promise.allSettled([
        ...missing.map(async (item) => {
          const wasThere = await this.add(pairOf(item).user, pairOf(item).userGroup).catch((error: unknown) => {
            if (isInDoubt(error)) inDoubt.add(item);
            throw error;
          });
          if (wasThere && !isOurs && !known.items.includes(item) && !known.inDoubt.includes(item)) existed.add(item);
          inDoubt.delete(item);
          items.add(item);
        }),
        ...leave.map(async (item) => {
          await this.#remove(pairOf(item).user, pairOf(item).userGroup);
          inDoubt.delete(item);
          items.delete(item);
        }),
      ]);
      const failed = settled.find((one) => one.status === "rejected");
      if (failed === undefined) return;
      if (settled.some(({ status }) => status === "fulfilled") || inDoubt.size > 0) report(so());
      throw failed.reason;
    };
    await this.#links.exchange(missing.length, surplus.map(thingOf), send);
    return so();
  }

  #send(changes: readonly MembershipChange[]): Promise<LinkAnswer<MembershipChange>> {
    return judgingRefusal(changes, this.judge, () => this.#sendAll(changes));
  }

  async #sendAll(changes: readonly MembershipChange[]): Promise<LinkAnswer<MembershipChange>> {
    const entries = (direction: Direction): MembershipEntry[] =>
      changes.filter(({ change }) => change === direction).map(({ entry }) => entry);
    const [add, remove] = [entries("add"), entries("remove")];
    const { repeated, counts, ...reply } = await this.client.userApi.membership({ add, remove });
    const expected = { added: add.length, removed: remove.length };
    const counted = countedAnswer(changes, { counts, errors: reply.errors }, expected);
    if (counted !== undefined) return counted;
    const said: Said[] = [
      ...reply.added.map((text) => ({ text, direction: "add" as const })),
      ...reply.removed.map((text) => ({ text, direction: "remove" as const })),
      ...reply.errors.map((text) => ({ text, as: "failed" as const })),
    ];
    return inDoubtWhere(repeated, linkAnswer(changes, said, this.judge));
  }
}

function changeOf(change: Direction, user: string, userGroup: string): MembershipChange {
  const entry = { ...userRef(user), ...userGroupRef(userGroup) };
  return { change, entry, names: namesOf(entry) };
}

function isOf({ member, group }: MembershipThing, { user, userGroup }: Pair): boolean {
  return member === user && group === userGroup;
}

function isMembership(thing: Thing): thing is MembershipThing {
  return thing.what === "membership";
}
