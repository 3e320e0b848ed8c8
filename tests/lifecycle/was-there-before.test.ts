import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

const world = oneWorld();

const policy = { cidr: "10.0.0.0/8", profile: "legacy-netops", kind: "include" };
const add = (profile = "legacy-netops"): void =>
  world.sim.mutate.addPolicy(profile, { network: "10.0.0.0", prefixLength: 8, kind: "include" });
const remove = (): void => world.sim.mutate.removePolicy("legacy-netops", "10.0.0.0", 8);

describe("F167: a policy that existed before it was declared", () => {
  test("stays on destroy even if another program added it between the read and the request", async () => {
    await world.nextRun();
    const resource = new Resource(world, "Policy");
    // Another program adds the policy between the provider's read and its request.
    await new Resource(world, "Policy").up({ ...policy, cidr: "10.1.0.0/16", onExisting: "adopt" });
    add();
    await resource.up(policy);
    expect(resource.outputs).toHaveProperty("origin.existed", true);
    await resource.destroy();
    expect(world.sim.replicator.store.profiles.get("legacy-netops")?.policies.has("10.0.0.0/8 include")).toBe(true);
    remove();
    world.sim.mutate.removePolicy("legacy-netops", "10.1.0.0", 16);
  });

  test("that moves to another profile stays in the old one", async () => {
    world.sim.mutate.addProfile("other", 4000, 4001);
    add();
    await world.nextRun();
    const resource = new Resource(world, "Policy");
    await resource.up(policy);
    const before = world.store();
    await resource.up({ ...policy, profile: "other" });
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    await resource.destroy();
    expect(world.store()).toBe(before);
    remove();
    world.sim.mutate.removeProfile("other");
  });

  test("that was removed by hand and created again by the program is removed by destroy", async () => {
    const before = world.store();
    add();
    await world.nextRun();
    const resource = new Resource(world, "Policy");
    await resource.up(policy);
    remove();
    await world.nextRun();
    expect(await resource.refresh()).toBe("gone");
    await resource.up(policy);
    await resource.destroy();
    expect(world.store()).toBe(before);
  });
});

test("a policy whose resource is renamed in a run that refreshes first keeps its owner", async () => {
  for (const [isForeign, outcome] of [
    [true, { existed: true }],
    [false, undefined],
  ] as const) {
    const before = world.store();
    if (isForeign) add();
    await world.nextRun();
    const former = new Resource(world, "Policy");
    await former.up(policy);
    await world.nextRun();
    await former.refresh();
    const latter = new Resource(world.oneCommand, "Policy");
    await latter.up(policy);
    expect(latter.outputs["origin"]).toEqual(outcome);
    await former.remove();
    await world.nextRun();
    await latter.destroy();
    if (isForeign) remove();
    expect(world.store()).toBe(before);
  }
});

describe.each([
  ["Collector", "collectors"],
  ["Exporter", "exporters"],
] as const)("F167: a profile membership that another program created for a declared %s", (kind, set) => {
  const address = "10.3.3.3";
  const inOther = (): boolean => world.sim.replicator.store.profiles.get("legacy-netops")?.[set].has(address) === true;
  const own = (...profiles: string[]): Properties => ({ address, profiles });
  const join = (): void =>
    kind === "Collector"
      ? world.sim.mutate.addCollector(address, "legacy-netops")
      : world.sim.mutate.addExporter(address, "legacy-netops");

  beforeEach(async () => {
    world.sim.mutate.addProfile("own", 4000, 4001);
    await world.nextRun();
  });
  afterEach(() => world.sim.mutate.removeProfile("own"));

  test("stays on destroy, even after it was declared", async () => {
    const before = world.store();
    const resource = new Resource(world, kind);
    await resource.up(own("own"));
    join();
    await world.nextRun();
    const lines = await world.printed(() => resource.up(own("own", "legacy-netops")));
    expect(lines).toMatch(/was in profile "legacy-netops" already; destroy leaves it there/u);
    expect(resource.outputs).toHaveProperty("origin.existed", ["legacy-netops"]);
    await world.nextRun();
    expect(await resource.refresh()).toBe("same");
    expect(await world.printed(() => resource.destroy())).toMatch(
      /stays in profile "legacy-netops": it was there before/u,
    );
    expect(inOther()).toBe(true);
    if (kind === "Collector") world.sim.mutate.removeCollector(address);
    else world.sim.mutate.removeExporter(address);
    expect(world.store()).toBe(before);
  });

  test("stays if the program no longer declares it", async () => {
    const resource = new Resource(world, kind);
    await resource.up(own("own"));
    join();
    await world.nextRun();
    await resource.up(own("own", "legacy-netops"));
    await resource.up(own("own"));
    expect(resource.outputs).not.toHaveProperty("origin.existed");
    expect(inOther()).toBe(true);
    await resource.destroy();
    expect(inOther()).toBe(true);
    if (kind === "Collector") world.sim.mutate.removeCollector(address);
    else world.sim.mutate.removeExporter(address);
  });

  test("is removed by destroy if the program adopted it", async () => {
    const before = world.store();
    const resource = new Resource(world, kind);
    await resource.up(own("own"));
    join();
    await world.nextRun();
    await resource.up({ ...own("own", "legacy-netops"), onExisting: "adopt" });
    await resource.destroy();
    expect(world.store()).toBe(before);
  });
});
