import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { declare, oneStage } from "./support";
import { addressesOf, credentialsOf } from "../support/configuration";

const declared = (address: string): string =>
  declare(
    `new IpGroup("group", { rules: [rule.ip("${address}")] });`,
    `new ReplicatorProfile("profile", { listeningPort: 2055, sendingPort: 2056 });`,
  );

describe("configuration and inputs", () => {
  const stage = oneStage({ configured: false, engine: { keepProcesses: true } });

  beforeAll(async () => {
    await stage.engine.config({ gateway: { allowHttp: true }, replicator: { allowHttp: true } });
  });
  beforeEach(() => stage.sim.requests.clear());

  /** All settings except the gateway's token. */
  const environment = (): Record<string, string> => {
    const { FLOWGATE_GATEWAY_TOKEN: _, ...others } = { ...addressesOf(stage.sim), ...credentialsOf(stage.sim) };
    return others;
  };

  test("preview reports all mistakes in a resource at once, each with its path in the program, and sends nothing", async () => {
    const { sim, engine } = stage;
    await engine.program(
      declare(`
new IpGroup("group", {
  rulez: [],
  rules: [
    rule.network("10.0.0.1/8"),
    rule.ip("010.0.0.1"),
    rule.range("10.0.0.9", "10.0.0.1"),
    rule.wildcard("10.0.0.1", "0.0.0.254"),
    { type: "child" },
  ],
});
`),
    );
    const { output } = await engine.preview({ fails: true });
    const faults = [...output.matchAll(/^ +error: .* resource 'group' has a problem: (.*)$/gmu)].map(
      ([, fault]) => fault,
    );
    expect(faults.sort()).toEqual([
      'rules[0].cidr: "10.0.0.1/8" has host bits set; the network is 10.0.0.0/8',
      expect.stringMatching(/^rules\[1\]\.address: "010\.0\.0\.1" .*10\.0\.0\.1$/u),
      "rules[2]: start 10.0.0.9 is after end 10.0.0.1",
      expect.stringMatching(/^rules\[3\]\.mask: "0\.0\.0\.254" /u),
      expect.stringMatching(/^rules\[4\]\.groupId: is required/u),
      'unknown key "rulez", did you mean "rules"?',
    ]);
    expect(sim.requests.count()).toBe(0);
  });

  test("up without URLs and credentials names each key, its environment variable and the command that sets it", async () => {
    const { sim, engine } = stage;
    await engine.program(declared("10.0.0.1"));
    const { output } = await engine.up({ args: ["--continue-on-error"], fails: true });
    const ways = [
      ["gateway.url", "", "FLOWGATE_GATEWAY_URL"],
      ["gateway.token", "--secret ", "FLOWGATE_GATEWAY_TOKEN"],
      ["replicator.url", "", "FLOWGATE_REPLICATOR_URL"],
      ["replicator.user", "", "FLOWGATE_REPLICATOR_USER"],
      ["replicator.password", "--secret ", "FLOWGATE_REPLICATOR_PASSWORD"],
    ] as const;
    for (const [key, secret, variable] of ways) {
      const command = `pulumi config set --path ${secret}flowgate:${key} <value>`;
      expect(output).toContain(`flowgate:${key} (${command}, or ${variable})`);
    }
    expect(sim.requests.count()).toBe(0);
  });

  test("up works with a token in the configuration and everything else in the environment", async () => {
    const { sim, engine } = stage;
    await engine.config({ gateway: { token: sim.gateway.token } });
    const { changes } = await engine.up({ env: environment() });
    expect(changes).toMatchObject({ create: 2 });
  });

  describe("with a configured URL that differs from the one in the state", () => {
    let empty: Simulator;
    beforeAll(async () => {
      empty = await startSimulator({ https: false });
    });
    afterAll(() => empty.close());

    test.each([
      ["preview", "without a change", "10.0.0.1"],
      ["preview", "with a change", "10.0.0.2"],
      ["up", "without a change", "10.0.0.1"],
      ["up", "with a change", "10.0.0.2"],
    ] as const)("%s %s fails with one sentence and sends nothing to either appliance", async (command, _, address) => {
      const { sim, engine } = stage;
      await engine.program(declared(address));
      const env = { ...environment(), FLOWGATE_GATEWAY_URL: empty.gateway.url };
      const { output } = await engine[command]({ env, fails: true });
      expect(output).toContain(
        `IpGroup "group" on ${new URL(empty.gateway.url).host}: it was created on ${sim.gateway.url}/, but the configured ` +
          `URL is ${empty.gateway.url}/. Configure the former URL again, or list it in formerUrls if the same ` +
          "appliance has moved.",
      );
      expect([sim.requests.count(), empty.requests.count()]).toEqual([0, 0]);
    });
  });

  test("preview reports all mistakes in the configuration at once and sends nothing", async () => {
    const { sim, engine } = stage;
    await engine.config({ gateway: { tokn: "x", allowHttp: false }, replicator: { concurrency: 0 } });
    const { output } = await engine.preview({ env: environment(), fails: true });
    expect(output).toContain('configuration flowgate:gateway: unknown key "tokn", did you mean "token"?');
    expect(output).toContain("configuration flowgate:replicator.concurrency: must be ");
    expect(output).toMatch(/FLOWGATE_GATEWAY_URL: .*http:\/\/.*allowHttp/u);
    expect(sim.requests.count()).toBe(0);
  });

  describe("refresh and destroy without the program", () => {
    // Refresh and destroy use the settings that were saved in the state, so a corrected configuration would not help
    // them.
    beforeAll(async () => {
      await rm(join(stage.engine.folder, "index.js"));
      stage.sim.gateway.setToken("rotated-token");
    });
    const rotated = (): Record<string, string> => ({ ...environment(), FLOWGATE_GATEWAY_TOKEN: "rotated-token" });

    test("refresh with an outdated token fails, and the error names the environment variable and --run-program", async () => {
      const { output } = await stage.engine.refresh({ env: environment(), fails: true });
      expect(output).toMatch(/IpGroup "group" on \S+: .*FLOWGATE_GATEWAY_TOKEN.*--run-program/u);
    });

    test("the token in the environment takes precedence over the one in the configuration", async () => {
      const { sim, engine } = stage;
      const { changes } = await engine.refresh({ env: rotated() });
      expect(changes).toEqual({ same: 3 });
      expect(sim.requests.count({ result: "error" })).toBe(0);
    });

    test("destroy needs no program", async () => {
      const { sim, engine } = stage;
      const { changes } = await engine.destroy({ env: rotated() });
      expect(changes).toEqual({ delete: 3 });
      expect(sim.gateway.store.ipGroupsNamed("group")).toEqual([]);
    });
  });
});
