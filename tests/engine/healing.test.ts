import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { holdingsOf } from "../support/held";
import { declare, oneStage, sentDuring, stateOf } from "./support";

const flows = `new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056, enabled: false, description: "Flows" });`;
const branches = (more = ""): string => `new IpGroup("branches", { rules: [rule.ip("10.0.0.1")]${more} });`;

/**
 * Writes the process id of the dynamic provider to a file: the engine starts this process but does not report its id.
 */
const preload = `
if (process.argv.join(" ").includes("dynamic-provider")) require("fs").writeFileSync(__dirname + "/provider.pid", String(process.pid));
`;

describe("an up that fails halfway", () => {
  const stage = oneStage({ simulator: { foreign: false }, engine: { keepProcesses: true } });

  describe("with a profile that was added but not disabled, and an IP group whose answer was lost", () => {
    let output: string;

    beforeAll(async () => {
      const { sim, engine } = stage;
      sim.faults.add({ match: "profile/disable", times: 1, kind: { refuse: "the service is busy" } });
      sim.faults.add({ match: "ipgroups/saveRule", times: 1, kind: "resetAfterApply" });
      await engine.program(declare(branches(), flows));
      ({ output } = await engine.up({ args: ["--continue-on-error"], fails: true }));
    });

    test("the error names the profile and the failed action, and quotes the appliance", () => {
      expect(output).toMatch(/ReplicatorProfile "flows" on 127\.0\.0\.1:\d+: [\w ]+ failed: .*the service is busy/u);
    });

    test("the state keeps the profile as it is on the appliance", async () => {
      const profile = (await stateOf(stage.engine)).find(({ type }) => type.endsWith(":ReplicatorProfile"));
      expect(profile).toMatchObject({ id: "flows", outputs: { name: "flows", enabled: true } });
      expect(profile?.initErrors).toHaveLength(1);
    });

    test("the appliance holds the group once, and it belongs to the stack", async () => {
      const { sim, engine } = stage;
      const groups = sim.gateway.store.ipGroupsNamed("branches");
      expect(groups).toHaveLength(1);
      const resource = (await stateOf(engine)).find(({ type }) => type.endsWith(":IpGroup"));
      expect(resource?.id).toBe(String(groups[0]?.id));
    });

    test("the next up sends only what is missing", async () => {
      const { sim, engine } = stage;
      await sentDuring(sim, () => engine.up());
      expect(sim.requests.verbs({ kind: "write" })).toEqual(["profile/disable", "notate/profile", "rebuild"]);
      expect(holdingsOf(sim).profiles["flows"]).toMatchObject({
        facts: "2055 -> 2056, disabled",
        description: "Flows",
      });
    });
  });

  describe("with a provider that is killed after the appliance created a group and before the engine knows", () => {
    const other = (more = ""): string => `new IpGroup("other", { rules: [rule.ip("10.0.0.2")]${more} });`;

    beforeAll(async () => {
      const { sim, engine } = stage;
      await writeFile(join(engine.folder, "preload.js"), preload);
      // Runs after the group was created and before the answer is sent.
      const rewrite = (answer: unknown): unknown => {
        process.kill(Number(readFileSync(join(engine.folder, "provider.pid"), "utf8")), "SIGKILL");
        return answer;
      };
      sim.faults.add({ match: "ipgroups/saveRule", times: 1, kind: { rewrite } });
      await engine.program(declare(branches(), flows, other()));
      const env = { NODE_OPTIONS: `--require ${join(engine.folder, "preload.js")}` };
      await engine.up({ env, fails: true, newProcesses: true });
    });

    test("the next up fails with an error that names the group and the line to add, and creates no second group", async () => {
      const { sim, engine } = stage;
      const again = await engine.up({ fails: true });
      expect(again.output).toMatch(/IpGroup "other" on 127\.0\.0\.1:\d+: it already exists .* onExisting: "adopt"/u);
      expect(sim.gateway.store.ipGroupsNamed("other")).toHaveLength(1);
    });

    test("with that line, up adopts the group and changes nothing else", async () => {
      const { sim, engine } = stage;
      await engine.program(declare(branches(), flows, other(', onExisting: "adopt"')));
      const { changes } = await engine.up();
      expect(changes).toEqual({ create: 1, same: 3 });
      expect(sim.gateway.store.ipGroupsNamed("other")).toHaveLength(1);
    });
  });
});
