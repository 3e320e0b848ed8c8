import type { Switches } from "../../simulator";
import { storedProfileName } from "../../simulator/replicator/profiles";
import { startWorld, type World } from "../support/lifecycle";
import { Resource } from "./resource";

let world: World | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const name = "Edge <North> & core, third floor of Paris";
const description = "R&D, 2nd rack";
const profile = { name, listeningPort: 12055, sendingPort: 12056, description };
const links = [
  ["Collector", { address: "10.50.0.20", profiles: [name], description: "R&D" }],
  ["Exporter", { address: "10.50.0.1", profiles: [name] }],
  ["Policy", { cidr: "10.50.0.0/16", profile: name, kind: "include" }],
] as const;

const boxes: readonly [Partial<Switches>, string][] = [
  [{ profileNameStored: "htmlEscaped" }, "Edge &lt;North&gt; &amp; core, third floor of Paris"],
  [{ profileNameStored: "lowerCase" }, "edge <north> & core, third floor of paris"],
  [{ profileNameStored: "first31" }, "Edge <North> & core, third floo"],
];
const positions = boxes.flatMap(([switches, stored]) => [
  [switches, stored] as const,
  [{ ...switches, profileNameInPath: "asStored" } as const, stored] as const,
  [{ ...switches, showReads: "running" } as const, stored] as const,
]);

describe.each(positions)("a replicator with %j", (switches, stored) => {
  async function start(): Promise<World> {
    world = await startWorld();
    Object.assign(world.sim.switches, switches);
    return world;
  }

  test("keeps one profile, with the links to it, through several runs", async () => {
    const here = await start();
    const { sim } = here;
    const before = sim.snapshot({ withoutNotesAndPreferences: true });
    const own = new Resource(here, "ReplicatorProfile");
    await own.up(profile);
    expect(storedProfileName(name, sim.switches)).toBe(stored);
    expect([...sim.replicator.store.profiles.keys()]).toEqual(["legacy-netops", stored]);
    const linked = links.map(([kind, inputs]) => ({ resource: new Resource(here, kind), inputs }));
    for (const { resource, inputs } of linked) await resource.up(inputs);
    const kept = sim.replicator.store.profiles.get(stored);
    expect([...(kept?.collectors ?? [])]).toEqual(["10.50.0.20"]);
    expect([...(kept?.exporters ?? [])]).toEqual(["10.50.0.1"]);
    expect(kept?.policies.size).toBe(1);

    await here.nextRun();
    expect(await own.refresh()).toBe("same");
    for (const { resource } of linked)
      expect([resource.kind, await resource.refresh()]).toEqual([resource.kind, "same"]);
    expect(own.inputs["name"]).toBe(name);

    await here.nextRun();
    sim.requests.clear();
    expect(await own.up(profile)).toBe("same");
    for (const { resource, inputs } of linked) expect(await resource.up(inputs)).toBe("same");
    expect(sim.requests.verbs()).toEqual([]);

    await own.up({ ...profile, sendingPort: 12066, enabled: false });
    expect(sim.replicator.store.profiles.get(stored)).toMatchObject({ sendingPort: 12066, enabled: false });
    await here.nextRun();
    await own.up({ ...profile, name: "Centre", sendingPort: 12066, enabled: false });
    expect([...sim.replicator.store.profiles.keys()].sort()).toEqual(
      [storedProfileName("Centre", sim.switches), "legacy-netops"].sort(),
    );
    for (const { resource } of [...linked].reverse()) await resource.destroy();
    await own.destroy();
    expect(sim.snapshot({ withoutNotesAndPreferences: true })).toBe(before);
  });
});
