import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { flowgateIn, oneStage } from "../engine/support";

const stage = oneStage();
const flowgate = (...args: readonly string[]): ReturnType<typeof flowgateIn> => flowgateIn(stage, ...args);

/** The verbs of the changes that were sent. */
const sentChanges = (): string[] => stage.sim.requests.verbs({ kind: "write" });

beforeAll(() => {
  const { gateway, replicator } = stage.sim;
  const lille = gateway.store.addIpGroup("Lille servers", [{ type: "network", address: "10.20.0.0", mask: "16" }]);
  gateway.store.addIpGroup("Zürich & Genève", [
    { type: "child", child_id: lille.id },
    { type: "ip", address: "10.9.9.9" },
  ]);
  replicator.store.settings.set("flowStopAlert", { value: "55", enabled: true });
});

test("the tutorial works: doctor, export, import, an edited rule, preview, up and drift", async () => {
  const { sim, engine } = stage;
  expect((await flowgate("doctor")).stdout).toContain("Gateway");
  const dry = await flowgate("export", "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("On the appliance") as string]);
  const exported = await flowgate("export", "site");
  expect(exported.code).toBe(0);
  await engine.program('import "./site";\n', "typescript");

  const wrong = JSON.parse(await readFile(join(engine.folder, "site/import.json"), "utf8")) as {
    appliances: Record<string, string>;
    resources: { id: string; kind: string }[];
  };
  const [first, ...others] = wrong.resources;
  await writeFile(
    join(engine.folder, "wrong.json"),
    JSON.stringify({ ...wrong, resources: [{ ...first, id: "4711" }, ...others] }),
  );
  const refused = await flowgate("import", "wrong.json");
  expect([refused.code, refused.stderr]).toEqual([
    3,
    expect.stringContaining("no object of the gateway has this id") as string,
  ]);
  const elsewhere = { ...wrong, appliances: { ...wrong.appliances, gateway: "https://other.example.net/" } };
  await writeFile(join(engine.folder, "other.json"), JSON.stringify(elsewhere));
  const foreign = await flowgate("import", "other.json");
  expect([foreign.code, foreign.stderr]).toEqual([3, expect.stringContaining("is for another site") as string]);
  expect(await engine.resources()).toEqual([]);

  const imported = await flowgate("import", "site/import.json");
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining("imported") as string]);
  const count = wrong.resources.length;
  expect(imported.stdout).toBe(`${count} imported, 0 differences. Nothing was sent to the appliances.\n`);
  expect(sentChanges()).toEqual([]);
  const again = await flowgate("import", "site/import.json");
  expect(again.stdout).toBe(
    `0 imported, ${count} were in the state already, 0 differences. Nothing was sent to the appliances.\n`,
  );

  const index = join(engine.folder, "site/index.ts");
  const text = await readFile(index, "utf8");
  await writeFile(index, text.replace("10.20.0.0/16", "10.20.0.0/17"));
  const preview = await engine.preview();
  expect(preview.changes).toEqual({ same: count, update: 1 });
  await engine.up();
  expect(sentChanges()).toEqual(["ipgroups/update"]);

  await writeFile(join(engine.folder, ".flowgateignore"), "IpGroup:Nothing\nSetting:*\n");
  const clean = await flowgate("drift");
  expect([clean.code, clean.stdout]).toEqual([0, expect.stringContaining("No drift") as string]);
  sim.mutate.addRules("Lille servers", [{ type: "ip", address: "10.1.2.3" }]);
  const drifted = await flowgate("drift");
  expect(drifted.code).toBe(9);
  expect(drifted.stdout).toContain("      + rules: ip 10.1.2.3\n");
  expect(drifted.stdout).toContain("1 of ");
  const comment = await flowgate("drift", "--markdown");
  expect(comment.code).toBe(9);
  expect(comment.stdout).toMatch(
    /^<!-- flowgate drift: program\/test -->\n\n### `test`: drift: \*\*⚠ 1 changed by hand\*\*\n/u,
  );
  expect(comment.stdout).toContain("+ on the appliance only: rules ip 10.1.2.3\n");
}, 600_000);
