import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SiteModel } from "../../lib/model/schema";
import { flowgate } from "../unit/cli/support";
import { hosts, oneStage, sentDuring, stateOf } from "../engine/support";

const model: SiteModel = {
  ipGroups: [
    {
      name: "Site",
      rules: [{ type: "network", cidr: "10.0.0.0/8" }],
      children: ["Shared", { name: "Branch", children: ["Shared"] }],
    },
    { name: "Shared", rules: [{ type: "ip", address: "10.1.1.1" }] },
  ],
};

const template = (more: string): string =>
  `const { SiteTemplate } = require("pulumi-flowgate");
   const site = new SiteTemplate("paris", { model: ${JSON.stringify(model)}${more} });
   exports.branch = site.ipGroupIds.Branch;`;

describe.each(hosts)("moving groups between IpGroup and IpGroups in a stack of %s", (_what, plugin) => {
  const stage = oneStage({ plugin });
  let held: string;
  const moved = async (...args: string[]): Promise<string> => {
    const { engine } = stage;
    await engine.pulumi(["stack", "export", "--file", "state.json"]);
    expect(await flowgate(["state", ...args], { cwd: engine.folder })).toMatchObject({ code: 0, stderr: "" });
    await engine.pulumi(["stack", "import", "--file", "state.json"]);
    return readFile(join(engine.folder, "state.json"), "utf8");
  };
  const kinds = async (): Promise<string[]> =>
    (await stateOf(stage.engine)).map(({ type }) => type.replace(/^.*:/u, "")).sort();

  beforeAll(async () => {
    await stage.engine.program(template(""));
    await stage.engine.up();
    held = stage.sim.snapshot();
  });

  test("with to-bulk needs no request, and the following preview and up find no changes", async () => {
    const { engine, sim } = stage;
    const branch = await engine.outputs();
    await engine.program(template(", bulk: true"));
    const sent = await sentDuring(sim, async () => {
      await moved("to-bulk", "state.json", "--into", "paris/ip-groups");
      await engine.preview({ args: ["--expect-no-changes"] });
      await engine.up({ args: ["--expect-no-changes"] });
    });
    expect(sent).toEqual([]);
    expect(await kinds()).toEqual(["IpGroups", "SiteTemplate"]);
    const types = (await stateOf(engine)).map(({ type }) => type.startsWith("flowgate:index:"));
    expect(types).toEqual([true, plugin]);
    expect(await engine.outputs()).toEqual(branch);
    expect(sim.snapshot()).toBe(held);
    // The state matches what the appliances hold.
    await engine.refresh({ args: ["--expect-no-changes"] });
  });

  test("back with to-single needs no request, and destroy then removes the groups", async () => {
    const { engine, sim } = stage;
    await engine.program(template(""));
    const sent = await sentDuring(sim, async () => {
      await moved("to-single", "state.json", "--from", "paris/ip-groups", "--prefix", "paris/");
      await engine.up({ args: ["--expect-no-changes"] });
    });
    expect(sent).toEqual([]);
    expect(await kinds()).toEqual(["IpGroup", "IpGroup", "IpGroup", "SiteTemplate"]);
    expect(sim.snapshot()).toBe(held);
    await engine.refresh({ args: ["--expect-no-changes"] });
    await engine.destroy();
    expect(sim.gateway.store.ipGroupsNamed("Site")).toEqual([]);
  });
});
