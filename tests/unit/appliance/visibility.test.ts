import { UnseenCommands } from "../../../provider/appliance/replicator/visibility";
import type { Command } from "../../../provider/replicator/commands";
import { gate } from "./support";

const commandOf = (name: string): Command => ({ verb: "profile/remove", name });

describe("commands that an appliance may not show yet", () => {
  let unseen: UnseenCommands<string[]>;
  let kept: string[];

  beforeEach(() => {
    unseen = new UnseenCommands((state, command) => {
      if ("name" in command) state.push(command.name);
    });
    kept = [];
  });

  /** Sends a command, and applies it to the kept state. */
  function send(name: string): void {
    unseen.add(commandOf(name), kept);
    kept.push(name);
  }
  /**
   * The result of reading these names. They are cloned, because jest's arrays come from another realm than those of
   * structuredClone.
   */
  const complete = (...names: string[]): Promise<string[]> =>
    unseen.complete(() => Promise.resolve(structuredClone(names)));
  const rebuild = (): void => unseen.rebuilding()();

  test("are applied to a read that does not show them yet, even if rebuilds came in between", async () => {
    send("first");
    rebuild();
    send("second");
    expect(await complete("first")).toEqual(["first", "second"]);
    expect(await complete("first", "second")).toEqual(["first", "second"]);
    rebuild();
    send("third");
    expect(await complete("first", "second")).toEqual(["first", "second", "third"]);
  });

  test("are applied even if other clients have changed something else", async () => {
    send("first");
    rebuild();
    kept = ["first", "of others"];
    send("second");
    expect(await complete("first", "of others")).toEqual(["first", "of others", "second"]);
    expect(await complete("first")).toEqual(["first", "second"]);
    expect(await complete("first", "second", "of others too")).toEqual(["first", "second", "of others too"]);
  });

  test("are applied individually, because the appliance may carry them out in another order than it answers", async () => {
    send("first");
    send("second");
    expect(await complete("second")).toEqual(["second", "first"]);
  });

  test("are applied to a read that began before the end of the rebuild that makes them effective", async () => {
    send("first");
    const answer = gate();
    const reading = unseen.complete(() => answer.opened.then(() => structuredClone<string[]>([])));
    rebuild();
    send("second");
    answer.open();
    expect(await reading).toEqual(["first", "second"]);
    // This read began after the rebuild, so someone else has removed the first name.
    expect(await complete()).toEqual(["second"]);
  });

  // tests/unit/appliance/replicator-unseen.test.ts has rebuilds that overlap.
  test("are forgotten even if a read fails", async () => {
    send("first");
    const failed = unseen.complete(() => Promise.reject(new Error("no answer")));
    rebuild();
    await expect(failed).rejects.toThrow("no answer");
    expect(await complete()).toEqual([]);
  });

  test("do not change the cached state", async () => {
    send("first");
    expect(kept).toEqual(["first"]);
    expect(await complete()).toEqual(["first"]);
    expect(kept).toEqual(["first"]);
  });
});
