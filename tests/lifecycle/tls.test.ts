import { oneWorld } from "../support/lifecycle";
import { newResource } from "./resource";

// tests/engine/full.test.ts uses caCert, tests/unit/cli/simulate.test.ts certFingerprints, and tests/unit/http each form.
const world = oneWorld({ simulator: { https: true } });

test("insecureSkipVerify accepts any certificate, with a warning for each appliance", async () => {
  const keys = { caCert: undefined, insecureSkipVerify: true };
  await world.nextRun({ config: { gateway: keys, replicator: keys } });
  for (const [kind, program] of [
    ["IpGroup", { name: "Offices" }],
    ["ReplicatorProfile", { name: "edge", listeningPort: 2055, sendingPort: 9 }],
  ] as const) {
    const resource = await newResource(world.oneCommand, kind, program);
    expect(resource.outputs["appliance"]).toMatch(/^https:/u);
    await resource.destroy();
  }
  expect(world.provider.stderr.split("\n").filter((line) => line.includes("insecureSkipVerify"))).toEqual(
    ["gateway", "replicator"].map(
      (appliance) =>
        expect.stringMatching(
          new RegExp(`^warning: insecureSkipVerify is on for the ${appliance} 127\\.0\\.0\\.1:`, "u"),
        ) as string,
    ),
  );
});
