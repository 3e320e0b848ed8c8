import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "../support/clone";
import { stateText } from "../support/engine";
import { configFor } from "../support/configuration";
import { stopped } from "../support/kills";
import { declare, oneStage } from "../engine/support";

const warning = (answer: unknown): unknown => ({ ...(answer as object), warnings: ["overlaps Multicast"] });

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
    sim.requests.clear();
    expect(Object.keys((await engine.up()).changes)).toEqual(["same"]);
    expect(sim.requests.verbs()).toEqual([]);
    await engine.destroy();
    for (const one of Object.values(sims)) expect([...one.replicator.store.profiles.keys()]).not.toContain("flows");
  });
});

describe("a stack that uses the plugin", () => {
  const stage = oneStage({ plugin: true });

  test("finds one that a person started, and shows its warnings", async () => {
    const { engine, sim } = stage;
    const plugin = spawn(process.execPath, [join(root, "plugin/pulumi-resource-flowgate")], { env: engine.env });
    try {
      const [port] = (await once(plugin.stdout, "data")) as [Buffer];
      const env = { PULUMI_DEBUG_PROVIDERS: `flowgate:${String(port).trim()}` };
      sim.faults.add({ match: "ipgroups/saveRule", kind: { rewrite: warning } });
      await engine.program(declare('new IpGroup("attached");'));
      expect((await engine.up({ env })).output).toContain("overlaps Multicast");
      expect(sim.gateway.store.ipGroupsNamed("attached")).toHaveLength(1);
      await engine.destroy({ env });
    } finally {
      plugin.kill("SIGKILL");
      sim.faults.clear();
    }
  });

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
