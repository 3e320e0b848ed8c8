import { oneWorld, type World } from "../support/lifecycle";
import { newResource } from "./resource";

const programs = [
  ["IpGroup", { name: "Offices" }],
  ["ReplicatorProfile", { name: "edge", listeningPort: 2055, sendingPort: 9 }],
] as const;

describe("an appliance with a self-signed certificate", () => {
  const world = oneWorld({ simulator: { https: true } });
  const warning = (appliance: string): unknown =>
    expect.stringMatching(new RegExp(`^warning: insecureSkipVerify is on for the ${appliance} 127\\.0\\.0\\.1:`, "u"));

  test.each([
    ["caCert", (sim: World["sim"]) => ({ caCert: sim.caCert }), []],
    ["certFingerprints", (sim: World["sim"]) => ({ caCert: undefined, certFingerprints: [sim.caFingerprint] }), []],
    [
      "insecureSkipVerify, with a warning for each appliance",
      () => ({ caCert: undefined, insecureSkipVerify: true }),
      [warning("gateway"), warning("replicator")],
    ],
  ])("is accepted with %s", async (_option, keysOf, warnings) => {
    const keys = keysOf(world.sim);
    const before = world.sim.snapshot();
    await world.nextRun({ config: { gateway: keys, replicator: keys } });
    for (const [kind, program] of programs) {
      const resource = await newResource(world, kind, program);
      expect(resource.outputs["appliance"]).toMatch(/^https:/u);
      await resource.destroy();
    }
    expect(world.sim.snapshot()).toBe(before);
    expect(world.provider.stderr.split("\n").filter((line) => line.includes("insecureSkipVerify"))).toEqual(warnings);
  });
});
