import { holdingsOf } from "../support/held";
import { startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { oneWorld } from "../support/lifecycle";
import { opened } from "../support/opened";
import type { Properties } from "../support/provider-calls";
import { samples } from "../kinds/samples";
import { failureOf, newResource, Resource } from "./resource";

/** The appliances of Paris are those of the world. */
const world = oneWorld();
const oslo = opened(() => startSimulator({ https: false }));
beforeAll(nextRun);

function nextRun(): Promise<void> {
  // The provider waits for an appliance that does not answer, but not for half a minute.
  const impatient = { timeouts: { headers: 5_000 } };
  const sites = {
    paris: configFor(world.sim),
    oslo: configFor(oslo, { gateway: impatient, replicator: impatient }),
  };
  return world.nextRun({ onlyConfig: { sites } });
}

const at = (site: "paris" | "oslo", program: Properties): Properties => ({ ...program, site });

test.each(Object.entries(samples))(
  "a %s that moves to another site is created there first, then deleted on the old one",
  async (kind, sample) => {
    const program = sample.minimal;
    const before = world.store();
    const resource = await newResource(world, kind, at("paris", program));
    const made = world.sim.snapshot();
    const { outputs } = resource;
    const diff = await world.provider
      .kind(kind)
      .diff(resource.id, outputs, await resource.check(at("oslo", program)), resource.inputs);
    expect(diff).toMatchObject({ replaces: ["site"], deleteBeforeReplace: false });
    expect(await resource.up(at("oslo", program))).toBe("replace");
    expect(world.store()).toBe(before);
    expect(oslo.snapshot()).toBe(made);
    expect(resource.outputs["appliance"]).not.toBe(outputs["appliance"]);
    await resource.destroy();
  },
);

test("a refused token stops only the resources of its own site, and the error names the site", async () => {
  await nextRun();
  const { token } = oslo.gateway;
  oslo.gateway.setToken("another token");
  const [good, bad] = [new Resource(world, "IpGroup"), new Resource(world, "IpGroup")];
  const [done, refused] = await Promise.all([
    good.up(at("paris", { name: "Offices" })),
    failureOf(bad.up(at("oslo", { name: "Offices" }))),
  ]);
  oslo.gateway.setToken(token);
  expect(done).toBe("create");
  expect(refused).toMatch(/^IpGroup "Offices" on 127\.0\.0\.1:\d+ \(site oslo\): .*token/u);
  await good.destroy();
});

test("a site that does not answer does not delay another site, however many resources wait for it", async () => {
  await nextRun();
  const fault = oslo.faults.add({ kind: "hang" });
  const waiting = Array.from({ length: 12 }, (_, index) => {
    const kind = index % 2 === 0 ? "IpGroup" : "ReplicatorProfile";
    const own = { name: `n${index}`, ...(kind === "IpGroup" ? {} : { listeningPort: 3000 + index, sendingPort: 9 }) };
    return failureOf(new Resource(world, kind).up(at("oslo", own)));
  });
  const kinds = ["IpGroup", "ReplicatorProfile"] as const;
  const resources = kinds.map((kind) => new Resource(world, kind));
  for (const [index, kind] of kinds.entries()) {
    expect(await resources[index]?.up(at("paris", samples[kind].minimal))).toBe("create");
  }
  const pending = Promise.resolve("pending" as const);
  expect(await Promise.race([...waiting, pending.then(() => pending)])).toBe("pending");
  expect(holdingsOf(world.sim).profiles).toHaveProperty("edge");
  for (const resource of resources) await resource.destroy();
  fault.remove();
  await nextRun();
  await Promise.all(waiting);
});
