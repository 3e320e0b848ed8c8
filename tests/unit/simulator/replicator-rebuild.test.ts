import { eachTest, refused, success } from "./support";

const context = eachTest();

beforeEach(async () => {
  await context.probe.login();
});

const send = (...segments: (string | number)[]): Promise<unknown> => context.probe.command(...segments);

test("a change takes effect when a rebuild that began after it has ended", async () => {
  const { store } = context.sim.replicator;
  expect(store.dirty).toBe(false);
  await send("profile", "add", "x", 3000, 3000);
  await send("notate", "profile", "x", "text");
  expect(store.dirty).toBe(true);
  expect(store.running.profiles.has("x")).toBe(false);
  expect(await send("rebuild")).toEqual(success);
  expect(store.dirty).toBe(false);
  expect(store.running.profiles.get("x")?.description).toBe("text");
  expect(store.changes.map(({ verb, coveredBy }) => [verb, coveredBy])).toEqual([
    ["profile/add", 1],
    ["notate/profile", 1],
  ]);
});

test("a change during a rebuild is not covered by it", async () => {
  context.sim.switches.rebuildMs = 60;
  await send("profile", "add", "before", 3000, 3000);
  const rebuild = send("rebuild");
  while (context.sim.replicator.store.rebuilds.length === 0) await new Promise(setImmediate);
  await send("profile", "add", "during", 3001, 3001);
  await rebuild;
  const { store } = context.sim.replicator;
  expect(store.uncoveredChanges().map(({ detail }) => detail)).toEqual(["during 3001 3001"]);
  expect([...store.running.profiles.keys()]).toEqual(["legacy-netops", "before"]);
  const [first] = store.rebuilds;
  expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBeGreaterThanOrEqual(55);
});

test("overlapping rebuilds never restore an older configuration", async () => {
  const { store } = context.sim.replicator;
  await send("profile", "add", "a", 3000, 3000);
  const endOlder = store.beginRebuild(false);
  await send("profile", "add", "b", 3001, 3001);
  store.beginRebuild(false)();
  endOlder();
  expect(store.dirty).toBe(false);
  expect(store.running.profiles.has("b")).toBe(true);
  expect(store.changes.map(({ coveredBy }) => coveredBy)).toEqual([2, 2]);
});

test("refused requests and acknowledgements do not count as changes", async () => {
  expect(await send("profile", "remove", "absent")).toEqual(refused(/absent/));
  context.sim.mutate.raiseAlarm("collector", "192.0.2.10", 9996);
  await send("acknowledge", "collector", "192.0.2.10:9996");
  expect(context.sim.replicator.store.changes).toEqual([]);
});

test("an automatic rebuild happens after the time that the switch automaticRebuildMs says", async () => {
  context.sim.switches.automaticRebuildMs = 120_000;
  await send("profile", "add", "x", 3000, 3000);
  context.sim.advanceClock(119_000);
  await send("version");
  expect(context.sim.replicator.store.dirty).toBe(true);
  context.sim.advanceClock(2_000);
  await send("version");
  expect(context.sim.replicator.store.dirty).toBe(false);
  expect(context.sim.replicator.store.rebuilds).toMatchObject([{ number: 1, automatic: true }]);
});

test("changes by hand take effect at once, unless changes through the API are still waiting", async () => {
  context.sim.mutate.addProfile("by hand", 4000, 4000);
  expect(context.sim.replicator.store.running.profiles.has("by hand")).toBe(true);
  await send("profile", "add", "x", 3000, 3000);
  context.sim.mutate.disableProfile("by hand");
  expect(context.sim.replicator.store.running.profiles.get("by hand")?.enabled).toBe(true);
  expect(context.sim.replicator.store.dirty).toBe(true);
});

test("show may include a change only after a delay", async () => {
  const { sim } = context;
  sim.switches.visibleAfterMs = 60_000;
  await send("profile", "add", "x", 3000, 3000);
  const seen = async (): Promise<boolean> => JSON.stringify(await send("show", "profile", 0)).includes('"x"');
  sim.advanceClock(59_000);
  expect(await seen()).toBe(false);
  sim.advanceClock(2000);
  expect(await seen()).toBe(true);
});
