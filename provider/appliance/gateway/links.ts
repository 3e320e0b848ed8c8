import type { Thing } from "../../values/things";
import type { Ledger } from "../ledger";
import type { LinkOutcome } from "./link-answer";

/** The links of one resource as far as the state knows them. */
export interface Linked<Item> {
  readonly items: readonly Item[];
  /** Those of them that were there before they were declared: they stay when the resource gives them up. */
  readonly existed: readonly Item[];
  /** Others that a request without a clear answer may have added. */
  readonly inDoubt: readonly Item[];
}

/**
 * What memberships and permissions have in common: links of user groups, which the ledger gives away or keeps. A group or
 * a user has a number and a name, so a link that one resource gives up may be the one that another resource declares.
 */
export class Links<Link extends Thing> {
  constructor(
    private readonly ledger: Ledger,
    private readonly isOne: (thing: Thing) => thing is Link,
    private readonly add: (link: Link) => Promise<unknown>,
  ) {}

  /**
   * Takes links away that no other resource holds; `send` is given those, and is not called where there are none. Then
   * adds once more what another resource declares in another spelling: what this run has just taken away may be that one,
   * and what it keeps may have been taken away by a run that ended before it was added again.
   */
  async release(links: readonly Link[], send: (free: readonly Link[]) => Promise<void>): Promise<Link[]> {
    const removed = await this.ledger.release(links, send);
    for (const link of links) {
      for (const other of this.ledger.spelledOtherwise(link)) await this.add(other);
    }
    return removed;
  }

  /** The same together with additions, which are sent also where everything is kept. */
  async exchange(
    missing: number,
    surplus: readonly Link[],
    send: (free: readonly Link[]) => Promise<void>,
  ): Promise<void> {
    const removed = await this.release(surplus, send);
    // What was to go is kept, so that nothing was sent yet.
    if (removed.length === 0 && missing > 0) await send([]);
  }

  /** Whether an addition met a link that no resource of this stack had put there. */
  wasThere(link: Link, outcome: LinkOutcome): boolean {
    return outcome === "existed" && !this.ledger.isOwn(link);
  }

  /** Puts back what went with a user or user group that was replaced, and what other resources declare. */
  async putBack(container: Thing): Promise<void> {
    for (const link of this.ledger.removedWith(container)) {
      if (!this.isOne(link)) continue;
      await this.add(link);
      this.ledger.removals.restored([link]);
    }
  }
}
