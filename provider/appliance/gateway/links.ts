import { user, userGroup, type Thing } from "../../values/things";
import type { Ledger } from "../ledger";
import type { LinkOutcome } from "./link-answer";

/** The links of one resource as far as the state knows them. */
export interface Linked<Item> {
  readonly items: readonly Item[];
  /** Those that existed before they were declared: they stay when the resource gives them up. */
  readonly existed: readonly Item[];
  /** Other links that a request without a clear response may have added. */
  readonly inDoubt: readonly Item[];
}

/**
 * What memberships and permissions have in common: links of user groups, which the ledger hands over or keeps. A group
 * or a user has a number and a name, so a link that one resource gives up may be the one that another resource
 * declares.
 */
export class Links<Link extends Thing> {
  constructor(
    private readonly ledger: Ledger,
    private readonly isOne: (thing: Thing) => thing is Link,
    private readonly add: (link: Link) => Promise<unknown>,
  ) {}

  /**
   * Removes links that no other resource holds, and that were not lost with their user or user group. `send` gets those, and is not called if there are none. Then adds what
   * another resource declares in another spelling: this run may just have removed that link, or an earlier run removed
   * it and ended before it was added again.
   */
  async release(links: readonly Link[], send: (free: readonly Link[]) => Promise<void>): Promise<Link[]> {
    const removed = await this.ledger.release(
      links.filter((link) => !this.#hasLostAnEnd(link)),
      send,
    );
    for (const link of links) {
      for (const other of this.ledger.spelledOtherwise(link)) await this.add(other);
    }
    return removed;
  }

  /** As `release`, together with additions. The additions are sent even if every link to remove is kept. */
  async exchange(
    missing: number,
    surplus: readonly Link[],
    send: (free: readonly Link[]) => Promise<void>,
  ): Promise<void> {
    const removed = await this.release(surplus, send);
    // All links to remove are kept, so nothing was sent yet.
    if (removed.length === 0 && missing > 0) await send([]);
  }

  /** Whether this run removed a link, or the user or user group without which it cannot exist. */
  isGone(link: Link): boolean {
    return this.ledger.removals.isRemoved(link) || this.#hasLostAnEnd(link);
  }

  #hasLostAnEnd(link: Link): boolean {
    return endsOf(link).some((end) => this.ledger.removals.isGone(end));
  }

  /** Whether an addition found a link that no resource of this stack had added. */
  wasThere(link: Link, outcome: LinkOutcome): boolean {
    return outcome === "existed" && !this.ledger.isOwn(link);
  }

  /** Adds again the links that were lost with a replaced user or user group, if other resources declare them. */
  async putBack(container: Thing): Promise<void> {
    for (const link of this.ledger.removedWith(container)) {
      if (!this.isOne(link)) continue;
      await this.add(link);
      this.ledger.removals.restored([link]);
    }
  }
}

/** The user and the user group of a link. */
function endsOf({ parts }: Thing): Thing[] {
  return parts.flatMap((part) => {
    if (typeof part === "string" || "profile" in part) return [];
    return "user" in part ? user(part.user) : userGroup(part.userGroup);
  });
}
