import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { declare, flowgateIn, hosts, oneStage, stateOf } from "../engine/support";

const office = `new IpGroup("office", { name: "Office", rules: [rule.ip("10.0.0.1")] });`;

/**
 * A program that has one group, adopts a second, finds an existing third, creates a fourth, and queries both
 * appliances.
 */
const program = declare(`
${office}
new IpGroup("private", { name: "Private networks", rules: [rule.network("10.0.0.0/8")], onExisting: "adopt" });
new IpGroup("met", { name: "Loopback", rules: [rule.all()] });
new IpGroup("lab", { name: "Lab", rules: [rule.ip("10.0.0.2")] });
new Policy("all", { profile: "legacy-netops", cidr: "0.0.0.0/0", kind: "include" });
module.exports = async () => ({
  profiles: (await flowgate.getProfiles()).map(({ name }) => name),
  loopback: (await flowgate.getIpGroup({ name: "Loopback" })).rules.length,
});`);

const file = "site.snapshot.json";

/** The lines of the last part of the output, in which each message appears once. */
function said(output: string): string[] {
  return output
    .slice(output.indexOf("Diagnostics:"))
    .split("\n")
    .map((line) => line.trim());
}

/** The distinct refusals of a run. The engine prints a provider's error for the stack too. */
function refusalsIn(output: string): string[] {
  const texts = said(output)
    .filter((line) => line.includes("can only be previewed"))
    .map((line) => line.replace(/^error: /iu, "").replace(/:$/u, ""));
  return [...new Set(texts)];
}

describe.each(hosts)("a stack of %s that is previewed from a snapshot", (_what, plugin) => {
  const stage = oneStage({ plugin });

  beforeAll(async () => {
    const { engine, sim } = stage;
    await engine.program(declare(office));
    await engine.up();
    await engine.program(program);
    expect(await flowgateIn(stage, "snapshot", file)).toMatchObject({ code: 0 });
    // From here on, there are no appliances and no credentials.
    await sim.close();
    await engine.pulumi(["config", "rm", "flowgate:gateway.token", "--path"]);
    await engine.pulumi(["config", "rm", "flowgate:replicator.password", "--path"]);
  });

  test("reports what already exists and what would be adopted, and answers functions, with the appliances off", async () => {
    const { engine } = stage;
    const { output, changes } = await engine.preview({ args: ["--config", `flowgate:snapshot=${file}`] });
    expect(changes).toMatchObject({ create: 4 });
    expect(said(output).filter((line) => line.includes("reads the snapshot"))).toHaveLength(1);
    expect(
      said(output)
        .filter((line) => line.includes("already exists"))
        .sort(),
    ).toEqual([
      expect.stringMatching(
        /IpGroup "Loopback" on [\d.:]+: already exists \(id 103\) in the snapshot, so pulumi up would refuse it\. With onExisting: "adopt", it would change: rules - ip 127\.0\.0\.1, \+ all\.$/u,
      ) as string,
      expect.stringMatching(
        /IpGroup "Private networks" on [\d.:]+: already exists \(id 101\) in the snapshot, and would be adopted and changed: rules - network 172\.16\.0\.0\/12, - network 192\.168\.0\.0\/16\.$/u,
      ) as string,
    ]);
    expect(output).toContain("legacy-netops");
    expect(output).toMatch(/loopback *: 1/u);
  });

  test("reports existing and adopted objects in the pull request comment", async () => {
    const { engine } = stage;
    const { stdout } = await engine.pulumi(["preview", "--json", "--show-sames"], { env: { FLOWGATE_SNAPSHOT: file } });
    await writeFile(join(engine.folder, "preview.json"), stdout);
    const { stdout: comment } = await flowgateIn(stage, "summary", "preview.json");
    for (const part of ["would be adopted and changed", "so pulumi up would refuse it", "reads the snapshot"]) {
      expect(comment).toContain(part);
    }
  });

  test("refuses up, refresh and destroy with one error each, and keeps the state", async () => {
    const { engine } = stage;
    await engine.pulumi(["config", "set", "flowgate:snapshot", file]);
    const held = async (): Promise<object[]> =>
      (await stateOf(engine)).map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
    const before = await held();
    const up = await engine.up({ args: ["--skip-preview"], fails: true });
    const program = ["--skip-preview", "--run-program"];
    const refresh = await engine.refresh({ args: program, fails: true });
    const destroy = await engine.destroy({ args: program, fails: true });
    for (const { output } of [up, refresh, destroy]) expect(refusalsIn(output)).toHaveLength(1);
    // Without the program, the engine passes the configuration of the last up and this environment to providers.
    const env = { FLOWGATE_SNAPSHOT: file };
    for (const operation of [engine.refresh, engine.destroy]) {
      const { output } = await operation({ args: ["--skip-preview"], env, fails: true });
      expect(refusalsIn(output)).toEqual([expect.stringContaining("environment FLOWGATE_SNAPSHOT is set") as string]);
    }
    expect(await held()).toEqual(before);
    expect(before).toHaveLength(1);
  });
});
