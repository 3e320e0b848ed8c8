import "../support/plugin-host.cjs";
import { setTimeout } from "node:timers/promises";
import { oneWorld, startWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";

/**
 * A program of each readable kind and the ways in which a person may name its object. The groups that it uses are
 * separate.
 */
const programs: readonly [kind: string, program: Properties, names: (id: string) => string[]][] = [
  ["IpGroup", { name: "Imported", rules: [{ type: "network", cidr: "10.9.0.0/16" }] }, () => ["Imported"]],
  ["IpGroupRule", { rule: { type: "ip", address: "10.9.9.9" } }, (id) => [id.replace(/^\d+/u, "Others")]],
  [
    "ReplicatorProfile",
    { name: "imported", listeningPort: 2055, sendingPort: 2056, enabled: false, description: "d" },
    () => [],
  ],
  ["Collector", { address: "10.9.0.1", profiles: ["base"], threshold: 9, description: "note" }, () => []],
  ["Exporter", { address: "10.9.0.2", profiles: ["base"] }, () => []],
  ["Policy", { kind: "include", cidr: "10.9.0.0/16", profile: "base" }, () => ["include|10.9.0.0/16|base"]],
  ["Setting", { name: "flowStopAlert", value: "7" }, () => []],
];

describe("an import", () => {
  const world = oneWorld();
  let others: string;
  beforeAll(async () => {
    const base = { name: "base", listeningPort: 3055, sendingPort: 3056, enabled: true, singularity: false };
    await world.provider.kind("ReplicatorProfile").create(base);
    others = (await world.provider.kind("IpGroup").create({ name: "Others", rules: [] })).id;
  });

  const checked = async (kind: string, program: Properties): Promise<Properties> => {
    const all = kind === "IpGroupRule" ? { ...program, groupId: others } : program;
    const { inputs, failures } = await world.provider.kind(kind).check(all);
    expect(failures).toEqual([]);
    return inputs;
  };

  test.each(programs)(
    "of a %s by id or name reads all its inputs: the next up finds no change and sends nothing",
    async (kind, program, names) => {
      const inputs = await checked(kind, program);
      const { id, outputs: made } = await world.provider.kind(kind).create(inputs);
      for (const reference of [id, ...names(id)]) {
        await world.nextRun();
        const read = await world.provider.kind(kind).read(reference, {}, {});
        expect(read.id).toBe(id);
        expect(read.outputs["appliance"]).toBe(made["appliance"]);
        world.sim.requests.clear();
        const again = await checked(kind, read.inputs);
        const { changes, replaces } = await world.provider.kind(kind).diff(id, read.outputs, again, read.inputs);
        expect({ changes, replaces }).toEqual({ changes: false, replaces: [] });
        const ofProgram = await world.provider.kind(kind).diff(id, read.outputs, inputs, read.inputs);
        // The read also returns whether a setting is on. A program need not declare that, so a difference is allowed.
        if (kind !== "Setting") expect(ofProgram.changes).toBe(false);
        expect(ofProgram.replaces).toEqual([]);
        expect(world.sim.requests.verbs()).toEqual([]);
      }
    },
  );

  test.each(programs)("of a %s that does not exist is refused", async (kind) => {
    const absent: Record<string, string> = { IpGroupRule: `${others}/99999`, Policy: "exclude|10.200.0.0/16|base" };
    const reading = world.provider.kind(kind).read(absent[kind] ?? "absent", {}, {});
    await expect(reading).rejects.toThrow(/^\w+ "[^"]+" on [\d.:]+: it does not exist\.$/u);
  });

  test.each([
    ["User", "13", "it cannot be imported: the API has no action that reads a User."],
    ["Permission", "4/device/1", "it cannot be imported"],
    ["IpGroups", "all", "it cannot be imported as one resource."],
    ["IpGroupRule", "12", "write the IP group and the id of the rule: <id or name of the group>/<rule id>."],
    ["Policy", "10.0.0.0/8", "write the policy as <include or exclude>|<network>|<profile>."],
  ])("of a %s by %s is refused with the reason", async (kind, reference, sentence) => {
    await expect(world.provider.kind(kind).read(reference, {}, {})).rejects.toThrow(sentence);
  });

  test("by a name that several IP groups have is refused", async () => {
    const ids = await Promise.all(
      ["One", "Two"].map(async (name) => (await world.provider.kind("IpGroup").create({ name, rules: [] })).id),
    );
    world.sim.mutate.renameIpGroup("Two", "One");
    await world.nextRun();
    await expect(world.provider.kind("IpGroup").read("One", {}, {})).rejects.toThrow(
      `several IP groups have this name (ids ${ids.join(", ")})`,
    );
  });

  test("at a site returns the site as an input", async () => {
    const { gateway } = world.sim;
    const own = { url: gateway.url, token: gateway.token, allowHttp: true };
    await world.nextRun({ onlyConfig: { sites: { paris: { gateway: own } } } });
    const { id, inputs } = await world.provider.kind("IpGroup").read("site=paris/Others", {}, {});
    expect({ id, inputs }).toMatchObject({ id: others, inputs: { name: "Others", site: "paris" } });
  });
});

test("the end of a run closes the session after the operation in progress has ended", async () => {
  const world = await startWorld();
  const profile = { name: "late", listeningPort: 2055, sendingPort: 2056, enabled: true, singularity: false };
  world.sim.setLatency(100);
  const creation = world.provider.kind("ReplicatorProfile").create(profile);
  while (world.sim.requests.verbs().length === 0) await setTimeout(10);
  await world.provider.cancel();
  expect((await creation).id).toBe("late");
  expect(world.sim.requests.verbs().at(-1)).toBe("logout");
  await world.close();
});
