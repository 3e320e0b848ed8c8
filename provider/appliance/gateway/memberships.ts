import type { GatewayClient } from "../../gateway/client";
import { judge, type Direction } from "../../gateway/judge";
import type { MembershipEntry } from "../../gateway/user-api";
import { accountNameOf, idByName } from "../../values/numbers";
import { Batcher } from "../batcher";
import type { FormerNames } from "../former-names";
import type { Limiter } from "../limiter";
import { keyOf, namesOf, userGroupRef, userRef } from "./accounts";
import { eachAlone } from "./each-alone";

interface MembershipChange {
  change: Direction;
  entry: MembershipEntry;
}

/** Users in user groups: no action reads them, so nothing is kept. `rm=user_api`, `membership`. */
export class Memberships {
  readonly #changes: Batcher<MembershipChange, undefined>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
    private readonly formerNames: FormerNames,
  ) {
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

  /** Takes a user out of a group; one that is not there is success. A user renamed in this run is found by its old name. */
  async remove(user: string, userGroup: string): Promise<void> {
    const name = accountNameOf(user);
    await this.#remove(name === undefined ? user : idByName(this.formerNames.now(name)), userGroup);
  }

  async #remove(user: string, userGroup: string): Promise<void> {
    await this.#changes.add({ change: "remove", entry: { ...userRef(user), ...userGroupRef(userGroup) } });
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
    const items = new Set(known);
    const change = async (item: string, wantedThere: boolean): Promise<void> => {
      const { user, userGroup } = pairOf(item);
      await (wantedThere ? this.add(user, userGroup) : this.#remove(user, userGroup));
      if (wantedThere) items.add(item);
      else items.delete(item);
    };
    const settled = await Promise.allSettled([
      ...wanted.filter((item) => !known.includes(item)).map((item) => change(item, true)),
      ...known.filter((item) => !wanted.includes(item)).map((item) => change(item, false)),
    ]);
    const failed = settled.find((one) => one.status === "rejected");
    if (failed === undefined) return;
    if (settled.some(({ status }) => status === "fulfilled")) report([...items].sort());
    throw failed.reason;
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
