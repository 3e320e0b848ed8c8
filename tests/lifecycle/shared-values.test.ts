import { freshWorld } from "../support/lifecycle";
import { type Properties, ProviderFault } from "../support/provider-calls";
import { expectKept, newResource, Resource } from "./resource";

const address = "10.0.0.1";
const world = freshWorld(({ mutate }) => {
  mutate.addProfile("ours", 3000, 9);
  mutate.addCollector(address, "legacy-netops");
  mutate.addExporter(address, "legacy-netops");
  mutate.setThreshold(address, 500);
  mutate.setNote(address, "Theirs (50%)");
});

const declared: Properties = { address, profiles: ["ours"], threshold: 100, description: "Ours" };
const noted: Properties = { address, profiles: ["ours"], description: "Ours" };
const plain: Properties = { address, profiles: ["ours"] };

const held = (): unknown[] => {
  const { thresholds, notes } = world.sim.replicator.store;
  return [thresholds.get(address) ?? 0, notes.get(address)];
};

const foundBy = ({ outputs }: Resource): unknown => (outputs["origin"] as Properties | undefined)?.["threshold"];

describe.each(["Collector", "Exporter"])("a %s on an address that others use", (kind) => {
  const program = kind === "Collector" ? declared : noted;
  const original = kind === "Collector" ? 500 : undefined;

  test("says what it overwrites, remembers the threshold, and restores it on destroy", async () => {
    const resource = new Resource(world, kind);
    const said = await world.printed(() => resource.up(program));
    if (kind === "Collector") expect(said).toContain("threshold 500 -> 100; destroy restores the old value.");
    expect(said).toContain('description "Theirs (50%)" -> "Ours"; the API cannot restore the old value.');
    expect(foundBy(resource)).toBe(original);
    expect(held()).toEqual([kind === "Collector" ? 100 : 500, "Ours"]);
    await expectKept(world, resource);
    await resource.up({ ...program, description: "Ours too" });
    expect(foundBy(resource)).toBe(original);
    await world.nextRun();
    await resource.destroy();
    expect(held()).toEqual([500, "Ours too"]);
  });

  test("leaves alone what others have set since", async () => {
    const resource = await newResource(world, kind, program);
    world.sim.mutate.setThreshold(address, 7);
    world.sim.mutate.setNote(address, "theirs again");
    await world.nextRun();
    await resource.destroy();
    expect(held()).toEqual([7, "theirs again"]);
  });

  test("remembers the old value when an update declares a new one", async () => {
    const resource = new Resource(world, kind);
    expect(await world.printed(() => resource.up(plain))).toBe("");
    expect(foundBy(resource)).toBeUndefined();
    expect(held()).toEqual([500, "Theirs (50%)"]);
    expect(await world.printed(() => resource.up(program))).toContain("restore");
    expect(foundBy(resource)).toBe(original);
    await world.nextRun();
    await resource.destroy();
    expect(held()).toEqual([500, "Ours"]);
  });

  test("does not restore a value that is no longer declared", async () => {
    const resource = await newResource(world, kind, program);
    await resource.up(plain);
    expect(foundBy(resource)).toBeUndefined();
    await resource.destroy();
    expect(held()).toEqual([kind === "Collector" ? 100 : 500, "Ours"]);
  });

  test.each([
    ["created", undefined],
    ["updated", plain],
  ] as const)("does not remember its own values as old ones after it was partly %s", async (_title, first) => {
    const resource = new Resource(world, kind);
    if (first !== undefined) await resource.up(first);
    const match = kind === "Collector" ? /collector\/threshold/u : /notate\/ip/u;
    const fault = world.sim.faults.add({ kind: { status: 500, body: "{}" }, match });
    await expect(resource.up(program)).rejects.toThrow(ProviderFault);
    fault.remove();
    await world.nextRun();
    await resource.up(program);
    expect(foundBy(resource)).toBe(original);
    await resource.destroy();
    expect(held()).toEqual([500, "Ours"]);
  });
});

test("an adopted collector restores what others had set", async () => {
  world.sim.mutate.addCollector(address, "ours");
  const resource = await newResource(world, "Collector", { ...declared, onExisting: "adopt" });
  expect(held()).toEqual([100, "Ours"]);
  await world.nextRun();
  await resource.destroy();
  expect(held()).toEqual([500, "Ours"]);
});

test("a threshold that already had the declared value stays for others", async () => {
  const before = world.sim.snapshot();
  const resource = new Resource(world, "Collector");
  expect(await world.printed(() => resource.up({ ...plain, threshold: 500 }))).toBe("");
  expect(foundBy(resource)).toBe(500);
  await resource.destroy();
  expect(world.sim.snapshot()).toBe(before);
});

test("a note that cannot be restored is overwritten, a line shows it escaped, and destroy succeeds", async () => {
  world.sim.mutate.setNote(address, "caf\u00e9 \u001b[2J");
  const resource = new Resource(world, "Exporter");
  const said = await world.printed(() => resource.up(noted));
  expect(said).toContain('\\u001b[2J" -> "Ours"; the API cannot restore the old value.');
  expect(said).not.toContain("\u001b");
  await resource.destroy();
  expect(held()).toEqual([500, "Ours"]);
});

test.each(["Collector", "Exporter"])(
  "destroy of a %s on an address of others succeeds after it was removed by hand",
  async (kind) => {
    const { mutate } = world.sim;
    const program = { ...noted, address: "10.0.0.78" };
    mutate.addCollector(program.address, "legacy-netops");
    mutate.setNote(program.address, "Theirs");
    const resource = await newResource(world, kind, program);
    mutate.removeCollector(program.address);
    mutate.removeExporter(program.address);
    await world.nextRun();
    await resource.destroy();
    expect(resource.exists).toBe(false);
    expect(world.sim.requests.verbs({ kind: "write" })).toEqual([]);
  },
);
