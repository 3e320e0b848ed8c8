import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { kinds } from "../../provider/registry";
import { stateText } from "../support/engine";
import { configFor } from "../support/configuration";
import { plugins, prepareFull } from "../engine/full";
import { holdingsOf } from "../support/held";
import { stopped } from "../support/kills";
import { declare, oneStage, sentDuring, silentUp } from "../engine/support";

describe("a stack with every kind of resource in the plugin", () => {
  const stage = oneStage({ example: "full" });
  beforeAll(async () => {
    await prepareFull(stage, "correct horse");
    await appendFile(join(stage.engine.folder, "Pulumi.yaml"), `\n${plugins}`);
    await stage.engine.config({ plugin: true });
    await stage.engine.up();
  });

  test("moves to a provider that its program declares, and back, without any request", async () => {
    const { sim, engine } = stage;
    const held = holdingsOf(sim);
    const index = join(engine.folder, "index.ts");
    const program = await readFile(index, "utf8");
    const ofProvider = `const provider = new flowgate.Provider("own", ${JSON.stringify(configFor(sim))});
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type.startsWith("flowgate:index:") ? { props, opts: { ...opts, provider } } : undefined);
`;
    const after = 'import * as flowgate from "pulumi-flowgate";\n';
    expect(program).toContain(after);
    const providers = async (): Promise<string[]> => {
      const { deployment } = JSON.parse((await engine.pulumi(["stack", "export"])).stdout) as {
        deployment: { resources: { provider?: string; type: string }[] };
      };
      const ours = deployment.resources.filter(({ type }) => kinds.some((kind) => type === `flowgate:index:${kind}`));
      expect(new Set(ours.map(({ type }) => type)).size).toBe(kinds.length);
      return [...new Set(ours.map(({ provider = "" }) => provider.split("::").at(-2) ?? ""))];
    };
    const sent = await sentDuring(sim, async () => {
      await writeFile(index, program.replace(after, after + ofProvider));
      expect(Object.keys((await engine.up()).changes).filter((step) => /delete|replace/u.test(step))).toEqual([]);
      expect(await providers()).toEqual(["own"]);
      await writeFile(index, program);
      expect(Object.keys((await engine.up()).changes).filter((step) => /replace/u.test(step))).toEqual([]);
    });
    expect(await providers()).toEqual([expect.stringMatching(/^default/u)]);
    expect(sent).toEqual([]);
    expect(holdingsOf(sim)).toEqual(held);
  });
});

describe("providers that a program declares", () => {
  const stage = oneStage({ sites: ["paris", "oslo"], engine: { plugin: true } });

  test("each serve one site, do not treat equal objects of two sites as duplicates, and keep credentials encrypted", async () => {
    const { engine, sim, sims } = stage;
    const sites = { paris: configFor(sims.paris), oslo: configFor(sims.oslo) };
    await engine.program(
      declare(
        `const sites = ${JSON.stringify(sites)};`,
        "for (const [site, args] of Object.entries(sites)) {",
        "  const provider = new flowgate.Provider(site, args);",
        '  new IpGroup(site + "-offices", { name: "Offices", rules: [rule.ip("10.0.0.1")] }, { provider });',
        '  new Policy(site + "-policy", { cidr: "10.0.0.0/8", kind: "include", profile: new ReplicatorProfile(site + "-flows",',
        '    { name: "flows", listeningPort: 2055, sendingPort: 2056 }, { provider }) }, { provider });',
        "}",
      ),
    );
    await engine.up();
    for (const one of Object.values(sims)) expect([...one.replicator.store.profiles.keys()]).toContain("flows");
    expect(await stateText(engine)).not.toContain(sim.gateway.token);
    expect(await silentUp(stage)).toEqual(["same"]);
    await engine.destroy();
    for (const one of Object.values(sims)) expect([...one.replicator.store.profiles.keys()]).not.toContain("flows");
  });
});

describe("a stack that uses the plugin", () => {
  const stage = oneStage({ plugin: true });

  test("previews only the one rule that changes out of 3,000", async () => {
    const { engine } = stage;
    const program = (changed: string): string =>
      declare(
        `const address = (n) => n === 1234 ? ${JSON.stringify(changed)} : "10." + (n >> 8) + "." + (n & 255) + ".1";`,
        "const rules = Array.from({ length: 3000 }, (_, n) => rule.ip(address(n)));",
        'const group = new IpGroup("many", { rules });',
        "exports.count = group.ruleCount;",
      );
    await engine.program(program("10.99.0.1"));
    await engine.up();
    await engine.program(program("10.99.0.2"));
    const { output } = await engine.preview({ args: ["--diff"] });
    expect(output.match(/10\.\d+\.\d+\.\d+/gu)).toEqual(["10.99.0.1", "10.99.0.2"]);
    await engine.destroy();
  });

  test.each(["SIGINT", "SIGKILL"] as const)(
    "recovers from %s during an up: after refresh and up, every profile exists",
    async (signal) => {
      const { sim, engine } = stage;
      const names = ["one", "two", "three"].map((name) => `${name} ${signal}`);
      const profiles = names.map((name, n) => {
        const ports = `listeningPort: ${4000 + 2 * n}, sendingPort: ${4001 + 2 * n}`;
        // No state contains what a killed engine has created.
        return `new ReplicatorProfile("${name}", { ${ports}, onExisting: "adoptIfEqual" });`;
      });
      await engine.program(declare(...profiles));
      sim.requests.clear();
      sim.setLatency(300);
      const isTime = (): boolean => sim.requests.verbs().includes("profile/add");
      const over = await stopped(engine, ["up", "--parallel", "1"], isTime, (pid) => process.kill(pid, signal));
      expect(over).toBeUndefined();
      sim.setLatency(0);
      // The plugin of a killed engine ends too. After this time its requests are answered.
      await setTimeout(1000);
      if (signal === "SIGINT") expect(sim.replicator.openSessions).toBe(0);
      await engine.pulumi(["cancel", "--yes"], { fails: "perhaps" });
      await engine.refresh();
      await engine.up({ args: ["--refresh"], fails: "perhaps" });
      await engine.up();
      const held = [...sim.replicator.store.profiles.keys()].filter((name) => name.endsWith(signal));
      expect(held.sort()).toEqual([...names].sort());
      await engine.program(declare());
      await engine.up();
    },
  );
});
