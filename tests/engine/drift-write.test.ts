import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, root } from "../support/clone";
import { isLong } from "../support/long";
import { oneStage } from "./support";

jest.setTimeout(300_000);

const stage = oneStage({ sites: ["paris"] });

const LAYER = `ipGroups:
  - name: Offices # of the third floor
    rules: [10.20.0.0/16, 10.21.0.0/16]
    children: [Servers]
  - { name: Servers, rules: [10.20.0.10] }
profiles:
  netflow: { listeningPort: 2055, sendingPort: 2056, description: every office }
collectors:
  10.20.0.10: { profiles: [netflow], threshold: 5000 }
`;

async function drift(...args: string[]): Promise<number | null> {
  const { folder, env } = stage.engine;
  const all = [join(root, "dist/cli/main.js"), "drift", "--site", "paris", ...args];
  return (await launch(process.execPath, all, folder, env).ended).code;
}

test.each(isLong ? [false, true] : [true])(
  "changes by hand become a model without a difference (bulk: %s)",
  async (bulk) => {
    const { sim, engine } = stage;
    const file = join(engine.folder, "paris.yaml");
    writeFileSync(file, LAYER);
    const model = 'require("pulumi-flowgate").loadModel(["paris.yaml"])';
    const args = `{ site: "paris", bulk: ${String(bulk)}, model: ${model} }`;
    await engine.program(`new (require("pulumi-flowgate").SiteTemplate)("paris", ${args});`);
    await engine.up();
    sim.mutate.setThreshold("10.20.0.10", 7000);
    sim.mutate.setProfileDescription("netflow", "every branch");
    sim.mutate.addRules("Servers", [{ type: "ip", address: "10.20.0.11" }]);
    expect(await drift()).toBe(9);
    const held = sim.snapshot();
    expect(await drift("--write", "paris.yaml")).toBe(0);
    expect(readFileSync(file, "utf8").replaceAll("[ ", "[").replaceAll(" ]", "]")).toBe(
      LAYER.replace("5000", "7000")
        .replace("every office", "every branch")
        .replace("10.20.0.10]", "10.20.0.10, 10.20.0.11]"),
    );
    const { changes } = await engine.up({ args: ["--refresh"] });
    expect(Object.keys(changes)).toEqual(["same"]);
    expect(sim.snapshot()).toBe(held);
    if (!bulk) await engine.destroy();
  },
);
