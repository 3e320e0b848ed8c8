import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, root } from "../support/clone";
import { oneStage } from "./support";

jest.setTimeout(300_000);

const stage = oneStage({ plugin: true });

/** Runs `flowgate export` in the folder of the program, over its own files. */
async function exported(...args: string[]): Promise<string> {
  const { engine } = stage;
  const all = [join(root, "dist/cli/main.js"), "export", "site", "--force", "--no-protect", ...args];
  const { code, stdout, stderr } = await launch(process.execPath, all, engine.folder, engine.env).ended;
  // What takes longer than a second shows its progress.
  expect([code, stderr.replace(/^.*\d+ of \d+.*\n/gmu, "")]).toEqual([0, ""]);
  return stdout;
}

const text = (name: string): string => readFileSync(join(stage.engine.folder, "site", name), "utf8");
const importsIn = (): unknown[] => (JSON.parse(text("import.json")) as { resources: unknown[] }).resources;

test("a live site becomes a program without a difference, and later exports show only what was changed by hand", async () => {
  const { sim, engine } = stage;
  const child = sim.mutate.addIpGroup("Servers", [{ type: "ip", address: "10.20.0.10" }]);
  sim.mutate.addIpGroup("Offices", [{ type: "child", child_id: child }]);
  sim.mutate.addProfile("netflow", 2055, 2056);
  sim.mutate.addCollector("10.20.0.10", "netflow");
  sim.mutate.setThreshold("10.20.0.10", 5000);
  const before = sim.snapshot();
  expect(await exported()).toContain("pulumi import --file site/import.json --generate-code=false --yes");
  await engine.program('import "./site";\n', "typescript");
  const flags = ["--generate-code=false", "--yes", "--protect=false", "--skip-preview"];
  await engine.pulumi(["import", "--file", "site/import.json", ...flags]);
  expect(Object.keys((await engine.preview()).changes)).toEqual(["same"]);
  expect(sim.snapshot()).toBe(before);
  const first = text("index.ts").split("\n");
  await exported();
  expect(text("index.ts").split("\n")).toEqual(first);
  expect(importsIn()).toEqual([]);
  sim.mutate.setThreshold("10.20.0.10", 7000);
  await exported();
  const second = text("index.ts").split("\n");
  expect(second.filter((line) => !first.includes(line))).toEqual([expect.stringContaining("7000")]);
  expect(second).toHaveLength(first.length);
});
