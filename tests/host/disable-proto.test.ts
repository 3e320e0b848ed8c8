import { Resource } from "../lifecycle/resource";
import { oneWorld } from "../support/lifecycle";

describe("in a process that forbids access to __proto__", () => {
  const world = oneWorld({ env: { NODE_OPTIONS: "--disable-proto=throw" } });

  test("resources of both appliances can be created, refreshed and destroyed, even with the name __proto__", async () => {
    const before = world.sim.snapshot();
    const programs = [
      ["IpGroup", { name: "__proto__", rules: [{ type: "ip", address: "10.0.0.1" }] }],
      ["ReplicatorProfile", { name: "__proto__", listeningPort: 2055, sendingPort: 9995 }],
      ["Collector", { address: "10.0.0.1", profiles: ["__proto__"] }],
    ] as const;
    const made: Resource[] = [];
    for (const [kind, program] of programs) {
      const resource = new Resource(world, kind);
      expect(await resource.up(program)).toBe("create");
      expect(await resource.refresh()).toBe("same");
      made.push(resource);
    }
    expect([...(world.sim.replicator.store.profiles.get("__proto__")?.collectors ?? [])]).toEqual(["10.0.0.1"]);
    for (const resource of made.reverse()) await resource.destroy();
    expect(world.sim.snapshot()).toBe(before);
  });
});
