import { Refusal } from "../../errors/refusal";
import type { Snapshot } from "../snapshot";
import { assertListed, lackOf } from "./config-lines";
import type { ConfigList, ReplicatorState } from "./state";

/** Whether the lists of `show/config` are whole: only a whole list shows that something is not there. */
export class WholeLists {
  constructor(private readonly state: Snapshot<ReplicatorState>) {}

  /** Why something that is missing from a list may exist; undefined if the list is whole. */
  async lackOf(list: ConfigList): Promise<string | undefined> {
    const lack = lackOf(await this.state.get(), list);
    // The next reading may be whole.
    if (lack !== undefined) this.state.expire();
    return lack;
  }

  /**
   * Whether something that is missing from a list may be among the lines that are not understood, and says so. Throws a
   * Refusal if there is no such list at all.
   */
  async mayHide(list: ConfigList, info: (message: string) => void): Promise<boolean> {
    const state = await this.state.get();
    const lack = await this.lackOf(list);
    assertListed(state, list);
    if (lack !== undefined) info(`${lack}. It is not treated as removed.`);
    return lack !== undefined;
  }

  /** Throws unless the list is whole: what is missing from it may exist. */
  async assertWhole(list: ConfigList): Promise<void> {
    await this.mayHide(list, (why) => {
      throw new Refusal(why);
    });
  }
}
