import { oneWorld, type World } from "../support/lifecycle";
import { Resource } from "./resource";

const programs = [
  ["IpGroup", { name: "Offices" }],
  ["ReplicatorProfile", { name: "edge", listeningPort: 2055, sendingPort: 9 }],
] as const;

describe("an appliance with a self-signed certificate", () => {
  const world = oneWorld({ simulator: { https: true } });
  beforeEach(() => {
    world.sim.requests.clear();
  });

  test.each([
    ["caCert", (sim: World["sim"]) => ({ caCert: sim.caCert })],
    ["certFingerprints", (sim: World["sim"]) => ({ caCert: undefined, certFingerprints: [sim.caFingerprint] })],
    ["insecureSkipVerify", () => ({ caCert: undefined, insecureSkipVerify: true })],
  ])("is accepted with %s", async (_option, keysOf) => {
    const keys = keysOf(world.sim);
    const before = world.sim.snapshot();
    await world.nextRun({ config: { gateway: keys, replicator: keys } });
    for (const [kind, program] of programs) {
      const resource = new Resource(world, kind);
      await resource.up(program);
      expect(resource.outputs["appliance"]).toMatch(/^https:/u);
      await resource.destroy();
    }
    expect(world.sim.snapshot()).toBe(before);
  });

  test("causes a warning for each appliance in a run with insecureSkipVerify, and in no other run", async () => {
    const warnings = (): string[] =>
      world.provider.stderr.split("\n").filter((line) => /insecureSkipVerify/u.test(line));
    for (const insecureSkipVerify of [true, false]) {
      const keys = insecureSkipVerify ? { caCert: undefined, insecureSkipVerify } : {};
      await world.nextRun({ config: { gateway: keys, replicator: keys } });
      for (const [kind, program] of programs) {
        const resource = new Resource(world, kind);
        await resource.up(program);
        await resource.destroy();
      }
      const warning = (appliance: string): unknown =>
        expect.stringMatching(
          new RegExp(`^warning: insecureSkipVerify is on for the ${appliance} 127\\.0\\.0\\.1:`, "u"),
        );
      expect(warnings()).toEqual(insecureSkipVerify ? [warning("gateway"), warning("replicator")] : []);
    }
  });

  test("leaves no credential in any state, output, log or error", async () => {
    expect(await world.leaks()).toEqual([]);
  });
});
