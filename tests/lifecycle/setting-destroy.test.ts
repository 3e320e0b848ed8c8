import type { Properties } from "../support/provider-calls";
import { Bench } from "./bench";

interface Facts {
  readonly value?: string;
  readonly enabled?: boolean;
}

/** The value that is declared, the value at the time of destroy, and the value after destroy. */
interface DestroyRow {
  readonly title: string;
  readonly found: Facts;
  readonly inputs: Properties;
  readonly byHand?: Facts;
  readonly sends: readonly string[];
  readonly leaves: Facts;
  readonly says?: RegExp;
}

const on = (value: string): Facts => ({ value, enabled: true });
const off = (value: string): Facts => ({ value, enabled: false });

const rows: readonly DestroyRow[] = [
  {
    title: "restores value and state by default",
    found: off("70"),
    inputs: { value: 45, enabled: true },
    sends: ["setting/set", "setting/disable", "rebuild"],
    leaves: off("70"),
  },
  {
    title: "with restore, leaves a value that was changed since, and restores the state",
    found: off("70"),
    inputs: { value: 45, enabled: true, onDestroy: "restore" },
    byHand: { value: "50" },
    sends: ["setting/disable", "rebuild"],
    leaves: off("50"),
  },
  {
    title: "with restore, leaves a state that was changed since, and restores the value",
    found: off("70"),
    inputs: { value: 45, enabled: true, onDestroy: "restore" },
    byHand: { enabled: false },
    sends: ["setting/set", "rebuild"],
    leaves: off("70"),
  },
  {
    title: "with restore, leaves what was not declared",
    found: on("70"),
    inputs: { value: 45, onDestroy: "restore" },
    byHand: { enabled: false },
    sends: ["setting/set", "rebuild"],
    leaves: off("70"),
  },
  {
    title: "with restore, sends nothing if the old value was already put back by hand",
    found: on("70"),
    inputs: { value: 45, onDestroy: "restore" },
    byHand: { value: "70" },
    sends: [],
    leaves: on("70"),
  },
  {
    title: "with restore, says that a value that was empty before cannot be restored",
    found: on(""),
    inputs: { value: 45, onDestroy: "restore" },
    sends: [],
    leaves: on("45"),
    says: /^warning: Setting "Setting row \d+" on .*its value was empty before, which the API cannot set: the current value stays/u,
  },
  {
    title: "with leave, leaves value and state as they are",
    found: on("70"),
    inputs: { value: 45, enabled: false, onDestroy: "leave" },
    sends: [],
    leaves: off("45"),
  },
  {
    title: "with disable, disables the setting and leaves the value",
    found: on("70"),
    inputs: { value: 45, onDestroy: "disable" },
    sends: ["setting/disable", "rebuild"],
    leaves: off("45"),
  },
  {
    title: "with disable, sends nothing if the setting is already disabled",
    found: off("70"),
    inputs: { value: 45, onDestroy: "disable" },
    sends: [],
    leaves: off("45"),
  },
];

describe("destroy of a Setting", () => {
  const bench = new Bench({ kind: "Setting", held: () => undefined });
  beforeAll(() => bench.start());
  afterAll(() => bench.world.close());

  test.each(rows)("$title", async ({ title, found, inputs, byHand, sends, leaves, says }) => {
    const { resource, unique } = bench.begin({ title });
    const { name } = unique;
    bench.sim.mutate.setSetting(name, found);
    await bench.world.nextRun();
    await resource.up({ name, ...inputs });
    if (byHand !== undefined) bench.sim.mutate.setSetting(name, byHand);
    // Like `pulumi destroy`: the process has read nothing before.
    await bench.world.nextRun();
    bench.listen();
    await resource.destroy();
    expect(bench.changes()).toEqual(sends);
    expect(bench.sim.replicator.store.settings.get(name)).toEqual(leaves);
    expect(bench.infoLines()).toEqual(says === undefined ? [] : [expect.stringMatching(says)]);
  });

  test("restores the value it found first, even if the declared value was repaired in between", async () => {
    const { resource, unique } = bench.begin({ title: "repaired" });
    const { name } = unique;
    bench.sim.mutate.setSetting(name, on("70"));
    await bench.world.nextRun();
    await resource.up({ name, value: 45 });
    bench.sim.mutate.setSetting(name, { value: "1" });
    await bench.world.nextRun();
    expect(await resource.refresh()).toBe("changed");
    expect(await resource.up({ name, value: 45 })).toBe("update");
    await resource.destroy();
    expect(bench.sim.replicator.store.settings.get(name)).toEqual(on("70"));
  });

  test("fails on an appliance that became secondary, and keeps the setting in the state", async () => {
    const { resource, unique } = bench.begin({ title: "secondary" });
    const { name } = unique;
    bench.sim.mutate.setSetting(name, on("70"));
    await bench.world.nextRun();
    await resource.up({ name, value: 45 });
    bench.sim.mutate.setRole("secondary");
    const error = await bench.faultOf(resource.destroy(), resource);
    expect(error.message).toMatch(/secondary/iu);
    expect(resource.exists).toBe(true);
    bench.sim.mutate.setRole("primary");
    await resource.destroy();
    expect(bench.sim.replicator.store.settings.get(name)).toEqual(on("70"));
  });
});
