import { UnseenCommands } from "../../../provider/appliance/replicator/visibility";
import type { Command } from "../../../provider/replicator/commands";

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

  /** Sends a command, as it is followed in the kept state. */
  function send(name: string): void {
    unseen.add(commandOf(name), kept);
    kept.push(name);
  }
  /** What a reading of these gives; cloned, because jest's arrays are of another realm than those of structuredClone. */
  const complete = (...names: string[]): string[] => unseen.complete(structuredClone(names));
  const rebuild = (): void => unseen.rebuilding()();

  test("are applied to a reading that is as it was before them, also where rebuilds came between", () => {
    send("first");
    rebuild();
    send("second");
    expect(complete("first")).toEqual(["first", "second"]);
    expect(complete("first", "second")).toEqual(["first", "second"]);
    rebuild();
    send("third");
    expect(complete("first", "second")).toEqual(["first", "second", "third"]);
  });

  test("are told from what others have changed by the state that was read last", () => {
    send("first");
    rebuild();
    kept = ["first", "of others"];
    send("second");
    expect(complete("first", "of others")).toEqual(["first", "of others", "second"]);
    expect(complete("first")).toEqual(["first"]);
  });

  test("do not change the state that was kept", () => {
    send("first");
    expect(kept).toEqual(["first"]);
    expect(complete()).toEqual(["first"]);
    expect(kept).toEqual(["first"]);
  });
});
