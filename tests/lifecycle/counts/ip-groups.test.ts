import { oneWorld, realTime } from "../../support/lifecycle";
import type { Properties } from "../../support/provider-calls";
import { earlierResource } from "../resource";
import { countsOf, sizes, Stack, unique } from "./stage";

const list = { "ipgroups/loadTreeRootFast": 1 };

describe("the request counts of IP groups", () => {
  const world = oneWorld(realTime);

  describe.each(sizes)("N = %d", (n) => {
    let groups: Stack;
    const program =
      (word: string, changed: string) =>
      (index: number): Properties => ({
        name: `${word} ${index}${changed}`,
        rules: [
          { type: "ip", address: "10.0.0.1" },
          { type: "ip", address: changed === "" ? "10.0.0.2" : "10.0.0.3" },
          { type: "network", cidr: changed === "" ? "10.1.0.0/16" : "10.2.0.0/16" },
        ],
      });

    test("creating N IP groups sends N + 2 requests: one list, one search, and one saveRule for each", async () => {
      const word = unique();
      groups = new Stack(world, "IpGroup", n, program(word, ""));
      await world.nextRun();
      await groups.up();
      expect(countsOf(world)).toEqual({ ...list, "ipgroups/search": 1, "ipgroups/saveRule": n });
    });

    test("refreshing N IP groups sends N + 1 requests: one list, and one loadRules for each", async () => {
      await world.nextRun();
      await groups.refresh();
      expect(countsOf(world)).toEqual({ ...list, "ipgroups/loadRules": n });
    });

    test("changing the rules and names of N groups sends one shared list, and one update between two loadRules for each", async () => {
      groups.edit(program(unique(), " changed"));
      await world.nextRun();
      await groups.up();
      expect(countsOf(world)).toEqual({ ...list, "ipgroups/loadRules": 2 * n, "ipgroups/update": n });
    });

    test("deleting N IP groups sends one list and N delete requests", async () => {
      await world.nextRun();
      await groups.destroy();
      expect(countsOf(world)).toEqual({ ...list, "ipgroups/delete": n });
    });
  });

  test("deleting the 201 groups of one IpGroups sends one list and 3 delete requests", async () => {
    const groups = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${unique()} ${String(index)}`, {}]));
    const resource = await earlierResource(world, "IpGroups", { groups });
    await resource.destroy();
    expect(countsOf(world)).toEqual({ ...list, "ipgroups/delete": 3 });
  });
});
