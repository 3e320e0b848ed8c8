import { holdingsOf } from "../support/held";
import { type Simulator, startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { oneWorld } from "../support/lifecycle";
import { opened } from "../support/opened";
import type { Properties } from "../support/provider-calls";
import { samples } from "../kinds/samples";
import { failureOf, newResource, Resource } from "./resource";

interface Site {
  /** Its name in the configuration. */
  readonly name: string;
  readonly sim: Simulator;
}

const world = oneWorld();
const paris: Site = {
  name: "paris",
  get sim() {
    return world.sim;
  },
};
const oslo: Site = { name: "oslo", sim: opened(() => startSimulator({ https: false })) };
beforeAll(nextRun);

function nextRun(): Promise<void> {
  // The provider waits for an appliance that does not answer, but not for half a minute.
  const impatient = { timeouts: { headers: 5_000 } };
  const sites = {
    paris: configFor(paris.sim),
    oslo: configFor(oslo.sim, { gateway: impatient, replicator: impatient }),
  };
  return world.nextRun({ onlyConfig: { sites } });
}

const at = (site: Site, program: Properties): Properties => ({ ...program, site: site.name });
const store = ({ sim }: Site): string => sim.snapshot({ withoutNotesAndPreferences: true });

test.each(Object.entries(samples))(
  "a %s that moves to another site is created there first, then deleted on the old one",
  async (kind, sample) => {
    const program = sample.minimal;
    const before = store(paris);
    const resource = await newResource(world, kind, at(paris, program));
    const made = paris.sim.snapshot();
    const { outputs } = resource;
    const diff = await world.provider
      .kind(kind)
      .diff(resource.id, outputs, await resource.check(at(oslo, program)), resource.inputs);
    expect(diff).toMatchObject({ replaces: ["site"], deleteBeforeReplace: false });
    expect(await resource.up(at(oslo, program))).toBe("replace");
    expect(store(paris)).toBe(before);
    expect(oslo.sim.snapshot()).toBe(made);
    expect(resource.outputs["appliance"]).not.toBe(outputs["appliance"]);
    await resource.destroy();
  },
);

test("a refused token stops only the resources of its own site, and the error names the site", async () => {
  await nextRun();
  const { token } = oslo.sim.gateway;
  oslo.sim.gateway.setToken("another token");
  const [good, bad] = [new Resource(world, "IpGroup"), new Resource(world, "IpGroup")];
  const [done, refused] = await Promise.all([
    good.up(at(paris, { name: "Offices" })),
    failureOf(bad.up(at(oslo, { name: "Offices" }))),
  ]);
  oslo.sim.gateway.setToken(token);
  expect(done).toBe("create");
  expect(refused).toMatch(
    new RegExp(`^IpGroup "Offices" on 127\\.0\\.0\\.1:\\d+ \\(site ${oslo.name}\\): .*token`, "u"),
  );
  await good.destroy();
});

test("a site that does not answer does not delay another site, however many resources wait for it", async () => {
  await nextRun();
  const fault = oslo.sim.faults.add({ kind: "hang" });
  const waiting = Array.from({ length: 12 }, (_, index) => {
    const kind = index % 2 === 0 ? "IpGroup" : "ReplicatorProfile";
    const own = { name: `n${index}`, ...(kind === "IpGroup" ? {} : { listeningPort: 3000 + index, sendingPort: 9 }) };
    return failureOf(new Resource(world, kind).up(at(oslo, own)));
  });
  const kinds = ["IpGroup", "ReplicatorProfile"] as const;
  const resources = kinds.map((kind) => new Resource(world, kind));
  for (const [index, kind] of kinds.entries()) {
    expect(await resources[index]?.up(at(paris, samples[kind].minimal))).toBe("create");
  }
  const pending = Promise.resolve("pending" as const);
  expect(await Promise.race([...waiting, pending.then(() => pending)])).toBe("pending");
  expect(holdingsOf(paris.sim).profiles).toHaveProperty("edge");
  for (const resource of resources) await resource.destroy();
  fault.remove();
  await nextRun();
  await Promise.all(waiting);
});
