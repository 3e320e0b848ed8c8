import { changeEach } from "../../change/change-each";
import { made, madeOf, type Outcome, resultOf } from "../../errors/outcome";
import type { GatewayClient } from "../../gateway/client";
import type { Changes } from "../../gateway/user-api";
import type { Limiter } from "../client-layer";
import { spelled, type Thing, user as userThing, userGroup as userGroupThing } from "../../values/things";
import type { Direction } from "../../wording/forms";
import type { Judge } from "../../wording/judge";
import { Batcher } from "../batcher";
import type { Ledger } from "../ledger";
import { answered, type ItemChange, type ItemReply } from "./answers";

/** The links of one resource as far as the state knows them. */
export interface Linked<Item> {
  readonly items: readonly Item[];
  /** Those that existed before they were declared: they stay when the resource gives them up. */
  readonly existed: readonly Item[];
  /** Other links that a request without a clear response may have added. */
  readonly inDoubt: readonly Item[];
}

/** What a resource declares. With `isOurs`, also what existed before belongs to it. */
export interface Declared<Item> {
  readonly wanted: readonly Item[];
  readonly isOurs: boolean;
}

export interface LinkChange<Entry> extends ItemChange {
  readonly change: Direction;
  readonly entry: Entry;
}

/**
 * Links of user groups, which no action reads, so that nothing is cached. The ledger hands them over or keeps them. A
 * group or a user has a number and a name, so a link that one resource gives up may be the one that another resource
 * declares.
 */
export abstract class Links<Link extends Thing, Entry extends object> {
  readonly #changes: Batcher<LinkChange<Entry>, undefined>;

  constructor(
    protected readonly client: GatewayClient,
    limiter: Limiter,
    protected readonly ledger: Ledger,
    judge: Judge,
  ) {
    const keyOf = ({ change, entry }: LinkChange<Entry>): string => JSON.stringify([change, entry]);
    const send = (changes: readonly LinkChange<Entry>[]): ReturnType<typeof answered<LinkChange<Entry>>> => {
      const entries = (direction: Direction): Entry[] =>
        changes.filter(({ change }) => change === direction).map(({ entry }) => entry);
      return answered(changes, judge, () => this.send({ add: entries("add"), remove: entries("remove") }));
    };
    this.#changes = new Batcher(
      keyOf,
      (operation) => limiter.execute(operation),
      (changes) => changeEach(changes, keyOf, send),
    );
  }

  protected abstract readonly isOne: (thing: Thing) => thing is Link;
  protected abstract readonly send: (changes: Changes<Entry>) => Promise<ItemReply>;
  protected abstract changeOf(link: Link): Omit<LinkChange<Entry>, "change">;

  /** Adds a link: it *existed* if the gateway says so, and no resource of this program holds it. */
  async add(link: Link): Promise<Outcome> {
    const outcome = await this.#changes.add({ change: "add", ...this.changeOf(link) });
    return outcome.is === "existed" && this.ledger.isOwn(link) ? made("done") : outcome;
  }

  /** Removes a link, unless another resource holds it too; succeeds if it does not exist. */
  async remove(link: Link): Promise<void> {
    await this.#release([link], () => this.takeOut(link));
  }

  /** Sends the removal of a link. */
  protected async takeOut(link: Link): Promise<void> {
    const was = madeOf(await this.#changes.add({ change: "remove", ...this.changeOf(link) }));
    if (was === "existed") this.ledger.info(`${link.title} was already gone.`);
  }

  /** Adds again the links that were lost with a replaced user or user group, if other resources declare them. */
  async putBack(container: Thing): Promise<void> {
    for (const link of this.ledger.removedWith(container)) {
      if (!this.isOne(link)) continue;
      resultOf(await this.add(link));
      this.ledger.removals.restored([link]);
    }
  }

  /**
   * Brings links from the known to the wanted ones, in one request. Keeps a link that existed before, unless `isOurs`
   * is set. If some changes succeed and some fail, reports the resulting links and then throws the first failure.
   */
  async converge<Item>(
    known: Linked<Item>,
    { wanted, isOurs }: Declared<Item>,
    linkOf: (item: Item) => Link,
    report: (soFar: Linked<Item>) => void,
  ): Promise<Linked<Item>> {
    const keyOf = (item: Item): string => spelled(linkOf(item));
    const without = (some: readonly Item[], others: readonly Item[]): Item[] => {
      const keys = new Set(others.map(keyOf));
      return some.filter((item) => !keys.has(keyOf(item)));
    };
    const among = (some: readonly Item[], others: readonly Item[]): Item[] => without(some, without(some, others));
    const declared = new Set(wanted.map(keyOf));
    const isThere = (item: Item): boolean => !this.#isGone(linkOf(item), declared.has(keyOf(item)));
    let items = known.items.filter(isThere);
    let inDoubt = known.inDoubt.filter(isThere);
    const existed = isOurs ? [] : [...known.existed];
    const missing = without(wanted, items);
    const dropped = without([...items, ...without(inDoubt, items)], wanted);
    const surplus = without(dropped, existed);
    items = without(items, among(dropped, existed));
    const so = (): Linked<Item> => {
      return { items: [...among(wanted, items), ...without(items, wanted)], existed: among(existed, items), inDoubt };
    };
    const addOne = async (item: Item): Promise<void> => {
      const outcome = await this.add(linkOf(item));
      if (outcome.is === "inDoubt") inDoubt = [...without(inDoubt, [item]), item];
      const wasThere = madeOf(outcome) === "existed";
      const isFound = among([item], [...known.items, ...known.inDoubt]).length === 0;
      if (wasThere && !isOurs && isFound) existed.push(item);
      inDoubt = without(inDoubt, [item]);
      items.push(item);
    };
    const removeOne = async (item: Item): Promise<void> => {
      await this.takeOut(linkOf(item));
      inDoubt = without(inDoubt, [item]);
      items = without(items, [item]);
    };
    const send = async (free: readonly Link[]): Promise<void> => {
      const keys = new Set(free.map(spelled));
      const leaving = surplus.filter((item) => keys.has(keyOf(item)));
      items = without(items, without(surplus, leaving));
      // Additions and removals go in one request.
      const settled = await Promise.allSettled([...missing.map(addOne), ...leaving.map(removeOne)]);
      const failed = settled.find((one) => one.status === "rejected");
      if (failed === undefined) return;
      if (settled.some(({ status }) => status === "fulfilled") || inDoubt.length > 0) report(so());
      throw failed.reason;
    };
    const removed = await this.#release(surplus.map(linkOf), send);
    // All links to remove are kept, so nothing was sent yet.
    if (removed.length === 0 && missing.length > 0) await send([]);
    return so();
  }

  /**
   * Removes links that no other resource holds, and that were not lost with their user or user group. `send` gets those,
   * and is not called if there are none. Then adds what another resource declares in another spelling: this run may just
   * have removed that link, or an earlier run removed it and ended before it was added again.
   */
  async #release(links: readonly Link[], send: (free: readonly Link[]) => Promise<void>): Promise<Link[]> {
    const own = links.filter((link) => !this.#hasLostAnEnd(link));
    const removed = await this.ledger.release(own, send);
    for (const link of links) {
      for (const other of this.ledger.spelledOtherwise(link)) resultOf(await this.add(other));
    }
    return removed;
  }

  /**
   * Whether this run removed a link, or the user or user group without which it cannot exist. If the link that it removed
   * is only perhaps the same, because one has a number and the other a name, a declared link is sent again, and one that
   * is given up is still removed: both are safe.
   */
  #isGone(link: Link, isDeclared: boolean): boolean {
    const { removals } = this.ledger;
    return (isDeclared ? removals.isRemoved(link) : removals.isCertainlyRemoved(link)) || this.#hasLostAnEnd(link);
  }

  #hasLostAnEnd({ parts }: Link): boolean {
    return parts.some((part) => {
      if (typeof part === "string" || "profile" in part) return false;
      return this.ledger.removals.isGone("user" in part ? userThing(part.user) : userGroupThing(part.userGroup));
    });
  }
}
