import type { GatewayClient } from "../../gateway/client";
import { judge, type Direction } from "../../gateway/judge";
import type { MembershipEntry } from "../../gateway/user-api";
import { accountNameOf, idByName } from "../../values/numbers";
import { Batcher } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { membership, type MembershipThing, type Thing } from "../../values/things";
import { keyOf, namesOf, userGroupRef, userRef } from "./accounts";
import { eachAlone } from "./each-alone";
import { Links } from "./links";

interface MembershipChange {
  change: Direction;
  entry: MembershipEntry;
}

/** Users in user groups: no action reads them, so nothing is kept. `rm=user_api`, `membership`. */
export class Memberships {
  readonly #changes: Batcher<MembershipChange, undefined>;
  readonly #links: Links<MembershipThing>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
    private readonly ledger: Ledger,
  ) {
    this.#links = new Links(ledger, isMembership, ({ member, group }) => this.add(member, group));
    this.#changes = new Batcher<MembershipChange, undefined>(
      keyOf,
      (operation) => limiter.run(operation),
      (changes) => eachAlone(changes, keyOf, (some) => this.#send(some)),
    );
  }

  /** Puts a user into a group; one that is there already is success. Both are ids or `name:<name>`. */
  async add(user: string, userGroup: string): Promise<void> {
    await this.#changes.add({ change: "add", entry: { ...userRef(user), ...userGroupRef(userGroup) } });
  }

  /**
   * Takes a user out of a group, unless another resource has put it there too; one that is not there is success. A user
   * that was renamed is found by its old name.
   */
  async remove(user: string, userGroup: string): Promise<void> {
    await this.#links.release([membership(user, userGroup)], () => this.#remove(user, userGroup));
  }

  /** Takes away what this run gave up under a name of a user that it had until just now. */
  async removeAgain(before: string, name: string): Promise<void> {
    const things = await this.ledger.givenUpBy({ user: idByName(before) });
    await Promise.all(things.filter(isMembership).map(({ group }) => this.remove(idByName(name), group)));
  }

  /** Takes away what an owner that is kept leaves behind: memberships that no other resource holds. */
  async giveUp(pairs: readonly { user: string; userGroup: string }[]): Promise<void> {
    await Promise.all(pairs.map(({ user, userGroup }) => this.remove(user, userGroup)));
  }

  /** Puts back what went with a user or user group that was replaced, and what other resources declare. */
  putBack(container: Thing): Promise<void> {
    return this.#links.putBack(container);
  }

  async #remove(user: string, userGroup: string): Promise<void> {
    const name = accountNameOf(user);
    if (name !== undefined && this.ledger.users.isPlanned(name)) await this.ledger.users.settled(name);
    const current = name === undefined ? user : idByName(this.ledger.users.now(name));
    await this.#changes.add({ change: "remove", entry: { ...userRef(current), ...userGroupRef(userGroup) } });
  }

  /**
   * Brings a set of memberships from what is known to what is wanted. Where some of it is done and some fails, reports
   * what is true; then throws the first failure.
   */
  async converge(
    known: readonly string[],
    wanted: readonly string[],
    pairOf: (item: string) => { user: string; userGroup: string },
    report: (members: string[]) => void,
  ): Promise<void> {
    // What another resource took away in this run is to be put there again.
    const isLost = (item: string): boolean => {
      const { user, userGroup } = pairOf(item);
      return this.ledger.isRemoved(membership(user, userGroup));
    };
    const there = known.filter((item) => !isLost(item));
    const items = new Set(there);
    const missing = wanted.filter((item) => !there.includes(item));
    const surplus = there.filter((item) => !wanted.includes(item));
    // Joined and left in one request.
    const send = async (free: readonly MembershipThing[]): Promise<void> => {
      const leave = surplus.filter((item) => free.some((thing) => isOf(thing, pairOf(item))));
      for (const item of surplus) if (!leave.includes(item)) items.delete(item);
      const settled = await Promise.allSettled([
        ...missing.map(async (item) => {
          await this.add(pairOf(item).user, pairOf(item).userGroup);
          items.add(item);
        }),
        ...leave.map(async (item) => {
          await this.#remove(pairOf(item).user, pairOf(item).userGroup);
          items.delete(item);
        }),
      ]);
      const failed = settled.find((one) => one.status === "rejected");
      if (failed === undefined) return;
      if (settled.some(({ status }) => status === "fulfilled")) report([...items].sort());
      throw failed.reason;
    };
    const things = surplus.map((item) => membership(pairOf(item).user, pairOf(item).userGroup));
    await this.#links.exchange(missing.length, things, send);
  }

  /** The words about a change that failed, or undefined where each of them is done. */
  async #send(changes: readonly MembershipChange[]): Promise<string | undefined> {
    const entries = (change: Direction): MembershipEntry[] =>
      changes.filter((one) => one.change === change).map(({ entry }) => entry);
    const reply = await this.client.userApi.membership({ add: entries("add"), remove: entries("remove") });
    const messages = [...reply.added, ...reply.removed];
    const unmade = (direction: Direction, texts: readonly string[]): string | undefined =>
      texts.find((text) => !["done", "already"].includes(judge(direction, text, entries(direction).flatMap(namesOf))));
    const failed = unmade("add", reply.added) ?? unmade("remove", reply.removed);
    if (failed !== undefined) return failed;
    return messages.length === changes.length ? undefined : "the answer does not report on every change";
  }
}

function isOf({ member, group }: MembershipThing, { user, userGroup }: { user: string; userGroup: string }): boolean {
  return member === user && group === userGroup;
}

function isMembership(thing: Thing): thing is MembershipThing {
  return thing.what === "membership";
}
