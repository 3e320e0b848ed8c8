import type { Switches } from "../../simulator";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { expectKept, failureOf, newResource, Resource } from "./resource";

const world = oneWorld();

/** Runs something with other switch positions of the appliance, in a separate run. */
async function under(switches: Partial<Switches>, run: () => Promise<void>): Promise<void> {
  const before = { ...world.sim.switches };
  Object.assign(world.sim.switches, switches);
  await world.nextRun();
  try {
    await run();
  } finally {
    Object.assign(world.sim.switches, before);
    await world.nextRun();
  }
}

const alarm = { name: "flowStopAlert", value: 45 };

test('F162: a setting that cannot be read is set only with onDestroy: "leave", and otherwise refused before any change', () =>
  under({ settingsGiven: "notFound" }, async () => {
    const before = world.store();
    const resource = new Resource(world, "Setting");
    expect(await failureOf(resource.up(alarm))).toMatch(
      /show\/settings does not show its value, so destroy could not/u,
    );
    expect(world.store()).toBe(before);
    await resource.up({ ...alarm, onDestroy: "leave" });
    expect(world.sim.replicator.store.settings.get("flowStopAlert")?.value).toBe("45");
    await expectKept(world, resource);
    await resource.destroy();
    world.sim.mutate.setSetting("flowStopAlert", { value: "70" });
    expect(world.store()).toBe(before);
  }));

describe("F162: an adopted profile whose state show/config does not list", () => {
  const profile = { name: "shown", listeningPort: 3000, sendingPort: 9, onExisting: "adopt" };
  const withoutState = (body: unknown): unknown => {
    const { api, ...rest } = body as { api: { profile: string[] } };
    return { ...rest, api: { ...api, profile: api.profile.filter((line) => !line.includes("/profile/disable/")) } };
  };

  test.each(["all", "partly", "notFound"] as const)(
    "is enabled as declared, with show/profile available: %s",
    (showGiven) =>
      under({ showGiven }, async () => {
        world.sim.mutate.addProfile("shown", 3000, 9);
        world.sim.mutate.disableProfile("shown");
        const fault = world.sim.faults.add({ kind: { rewrite: withoutState }, match: /show\/config/u });
        const resource = await newResource(world, "ReplicatorProfile", profile);
        fault.remove();
        expect(world.sim.replicator.store.profiles.get("shown")?.enabled).toBe(true);
        await world.nextRun();
        await resource.destroy();
      }),
  );
});

describe("a collector that leaves its last declared profile", () => {
  test("restores the threshold of others who keep the collector, even if only show/collectors shows it", async () => {
    world.sim.mutate.addProfile("own", 4000, 4001);
    const withoutThreshold = (body: unknown): unknown => {
      const { api, ...rest } = body as { api: { collector: string[] } };
      return {
        ...rest,
        api: { ...api, collector: api.collector.filter((line) => !line.includes("/threshold/192.0.2.10/5000")) },
      };
    };
    const fault = world.sim.faults.add({ kind: { rewrite: withoutThreshold }, match: /show\/config/u });
    await world.nextRun();
    const resource = await newResource(world, "Collector", { address: "192.0.2.10", profiles: ["own"], threshold: 7 });
    expect(world.sim.replicator.store.thresholds.get("192.0.2.10")).toBe(7);
    await resource.destroy();
    fault.remove();
    expect(world.sim.replicator.store.thresholds.get("192.0.2.10")).toBe(5000);
    world.sim.mutate.removeProfile("own");
  });
});

describe("a policy with host bits", () => {
  const policy = (more: Properties = {}): Properties => ({
    cidr: "10.8.8.8/16",
    profile: "legacy-netops",
    kind: "include",
    ...more,
  });

  test.each(["verbatim", "canonical"] as const)(
    "is created, read and removed with verbatim if the appliance stores it as: %s",
    (policyHostBits) =>
      under({ policyHostBits }, async () => {
        const before = world.store();
        const resource = await newResource(world, "Policy", policy({ verbatim: true }));
        expect(world.store()).not.toBe(before);
        await expectKept(world, resource);
        await resource.destroy();
        expect(world.store()).toBe(before);
      }),
  );

  test("is adopted with verbatim", () =>
    under({ policyHostBits: "verbatim" }, async () => {
      const before = world.store();
      world.sim.mutate.addPolicy("legacy-netops", { network: "10.8.8.8", prefixLength: 16, kind: "include" });
      await world.nextRun();
      const resource = await newResource(world, "Policy", policy({ verbatim: true, onExisting: "adopt" }));
      await resource.destroy();
      expect(world.store()).toBe(before);
    }));
});

describe("an appliance that does not decode escapes in paths", () => {
  const profile = { name: "plain", listeningPort: 3000, sendingPort: 9 };

  test("is detected before a rename or a creation counts as done", () =>
    under({ pathEscapes: "literal" }, async () => {
      const before = world.store();
      const resource = await newResource(world, "ReplicatorProfile", profile);
      expect(await failureOf(resource.up({ ...profile, name: "a b" }))).toMatch(/it stored "a%20b" instead of "a b"/u);
      expect(world.sim.replicator.store.profiles.has("plain")).toBe(true);
      await world.nextRun();
      expect(await resource.up(profile)).toBe("same");
      await resource.destroy();
      const other = new Resource(world, "ReplicatorProfile");
      expect(await failureOf(other.up({ ...profile, name: "a b" }))).toMatch(/this change was undone/u);
      expect(other.exists).toBe(false);
      expect(world.store()).toBe(before);
    }));

  test("costs one read per run if names need escaping, and none otherwise, besides the first read and the one after each rebuild", async () => {
    await world.nextRun();
    const made: Resource[] = [];
    for (const [name, reads] of [
      ["plain", 2],
      ["a b", 2],
      ["c d", 1],
    ] as const) {
      world.sim.requests.clear();
      const resource = await newResource(world, "ReplicatorProfile", {
        name,
        listeningPort: 3000 + made.length,
        sendingPort: 9,
      });
      expect(world.sim.requests.verbs().filter((verb) => verb === "show/config")).toHaveLength(reads);
      made.push(resource);
    }
    for (const resource of made) await resource.destroy();
  });
});
