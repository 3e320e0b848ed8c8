import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorld, type World } from "../support/lifecycle";
import { startProvider } from "../support/provider-process";

describe("the rules of the dynamic host", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  test("check names the path of a wrong input in the text of its failure and leaves the property empty", async () => {
    const rules = [{ type: "ip", address: "1.2.3" }];
    const { failures } = await world.provider.kind("IpGroup").check({ name: "", rules });
    expect(failures.map(({ property }) => property)).toEqual(["", ""]);
    expect(failures.map(({ reason }) => reason.split(":")[0]).sort()).toEqual(["name", "rules[0].address"]);
  });

  test("outputs hold the inputs, the computed values and the appliance, and no undefined values", async () => {
    const kind = world.provider.kind("ReplicatorProfile");
    const inputs = { name: "plain", listeningPort: 2055, sendingPort: 2056, enabled: true, singularity: false };
    const { id, outputs } = await kind.create(inputs);
    expect(outputs).toEqual({ ...inputs, appliance: `${world.sim.replicator.url}/` });
    expect(await kind.update(id, outputs, { ...inputs, sendingPort: 2057 })).toEqual({ ...outputs, sendingPort: 2057 });
  });

  test("read returns id, outputs and inputs, and an empty id for an object that is gone", async () => {
    const kind = world.provider.kind("IpGroup");
    const { id, outputs } = await kind.create({ name: "to be read", rules: [] });
    expect(await kind.read(id, outputs, { name: "to be read", rules: [] })).toEqual({
      id,
      outputs,
      inputs: { name: "to be read", rules: [] },
    });
    world.sim.mutate.removeIpGroup("to be read");
    await world.nextRun();
    expect((await world.provider.kind("IpGroup").read(id, outputs)).id).toBe("");
  });

  test("a state that the plugin wrote needs one update, which changes nothing on the appliance", async () => {
    const kind = world.provider.kind("IpGroup");
    const { id, outputs } = await kind.create({ name: "from the plugin", rules: [] });
    const state = { ...outputs, __provider: undefined };
    const { changes, replaces } = await kind.diff(id, state, { name: "from the plugin", rules: [] });
    expect({ changes, replaces }).toEqual({ changes: true, replaces: [] });
    const held = world.sim.snapshot();
    await kind.update(id, outputs, { name: "from the plugin", rules: [] });
    expect(world.sim.snapshot()).toBe(held);
    await kind.delete(id, outputs);
  });

  test("the host prints the error of a deletion without a stack", async () => {
    const { id, outputs } = await world.provider.kind("IpGroup").create({ name: "ours", rules: [] });
    world.sim.mutate.renameIpGroup("ours", "theirs");
    await world.nextRun();
    await expect(world.provider.kind("IpGroup").delete(id, outputs)).rejects.toThrow('now called "theirs"');
    expect(world.provider.stderr).toContain('now called "theirs"');
    expect(world.provider.stderr).not.toMatch(/^\s+at /mu);
  });

  test("F142: if the package is missing from the program's folder, the error names it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "flowgate-empty-"));
    const provider = await startProvider({ folder });
    const deletion = provider.kind("IpGroup").delete("101", { name: "A", rules: [] });
    await expect(deletion).rejects.toThrow("Cannot find module 'pulumi-flowgate/provider'");
    await provider.close();
    await rm(folder, { recursive: true });
  });
});
