import { kinds } from "../../provider/registry";
import { samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import { startProvider } from "../support/provider-process";
import { temporaryFolder } from "../support/temporary-folder";

describe("the rules of the dynamic host", () => {
  const world = oneWorld();

  test("outputs hold the inputs, the computed values and the appliance, and no undefined values", async () => {
    const kind = () => world.provider.kind("ReplicatorProfile");
    const inputs = { name: "plain", listeningPort: 2055, sendingPort: 2056, enabled: true, singularity: false };
    const { id, outputs } = await kind().create(inputs);
    expect(outputs).toEqual({ ...inputs, appliance: `${world.sim.replicator.url}/` });
    await world.nextRun();
    expect(await kind().update(id, outputs, { ...inputs, sendingPort: 2057 })).toEqual({
      ...outputs,
      sendingPort: 2057,
    });
  });

  test("the host prints the error of a deletion without a stack", async () => {
    const { id, outputs } = await world.provider.kind("IpGroup").create({ name: "ours", rules: [{ type: "all" }] });
    world.sim.mutate.renameIpGroup("ours", "theirs");
    await world.nextRun();
    await expect(world.provider.kind("IpGroup").delete(id, outputs)).rejects.toThrow('renamed to "theirs" by hand');
    expect(world.provider.stderr).toContain('renamed to "theirs" by hand');
    expect(world.provider.stderr).not.toMatch(/^\s+at /mu);
  });

  test("if the package is missing from the program's folder, the error names it", async () => {
    const provider = await startProvider({ folder: temporaryFolder() });
    const deletion = provider.kind("IpGroup").delete("101", { name: "A", rules: [] });
    await expect(deletion).rejects.toThrow("Cannot find module 'pulumi-flowgate/provider'");
    await provider.close();
  });
});

describe("a state that another host or another provider text wrote", () => {
  const world = oneWorld({ simulator: { switches: { repeatedLink: "failure", repeatedChange: "error" } } });

  const texts = { "the plugin": undefined, "another text": 'exports.handler = () => require("elsewhere")' };

  test.each(kinds)("takes an update of %s that sends nothing and rebuilds nothing", async (name) => {
    await world.nextRun();
    const { inputs } = await world.provider.kind(name).check({ ...samples[name].minimal });
    const { id, outputs } = await world.provider.kind(name).create(inputs);
    await world.nextRun();
    const kind = world.provider.kind(name);
    for (const text of Object.values(texts)) {
      const state = { ...outputs, __provider: text };
      if (text === undefined) expect(await kind.diff(id, state, inputs)).toMatchObject({ changes: true, replaces: [] });
      world.sim.requests.clear();
      expect(await kind.update(id, state, inputs)).toEqual(outputs);
      expect(world.sim.requests.verbs()).toEqual([]);
    }
    await world.nextRun();
    await world.provider.kind(name).delete(id, outputs);
  });
});
