import type { FaultKind, Simulator } from "../../simulator";
import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, type Resource } from "./resource";

type Facts = Parameters<Simulator["mutate"]["setSetting"]>[1];
const on = (value: string): Facts => ({ value, enabled: true });
const off = (value: string): Facts => ({ value, enabled: false });

const world = oneWorld();
const name = "flowStopAlert";
const held = (): unknown => world.sim.replicator.store.settings.get(name);
const byHand = (facts: Facts): void => world.sim.mutate.setSetting(name, facts);

/** A resource with these inputs, declared when the appliance held what is `found`. */
async function declared(found: Facts, inputs: Properties): Promise<Resource> {
  byHand(found);
  await world.nextRun();
  return newResource(world, "Setting", { name, ...inputs });
}

afterEach(() => world.sim.faults.clear());

describe("destroy of a Setting", () => {
  const restore = { value: 45, onDestroy: "restore" };
  const leave = { value: 45, onDestroy: "leave" };
  /** What the appliance held, what is declared, what others change then, what destroy sends, and what it leaves. */
  test.each<[string, Facts, Properties, Facts, sends: string, leaves: Facts, says?: RegExp]>([
    ["restores by default", off("70"), { value: 45, enabled: true }, {}, "setting/set setting/disable", off("70")],
    [
      "with restore, leaves a value that was changed since, and restores the state",
      off("70"),
      { ...restore, enabled: true },
      { value: "50" },
      "setting/disable",
      off("50"),
      /its value stays as it is, because it was changed since/u,
    ],
    [
      "with restore, leaves a state that was changed since, and restores the value",
      off("70"),
      { ...restore, enabled: true },
      { enabled: false },
      "setting/set",
      off("70"),
    ],
    ["with restore, leaves what was not declared", on("70"), restore, { enabled: false }, "setting/set", off("70")],
    ["with restore, sends nothing if it was put back by hand", on("70"), restore, { value: "70" }, "", on("70")],
    [
      "with restore, says that a value that was empty before cannot be restored",
      on(""),
      restore,
      {},
      "",
      on("45"),
      /^warning: Setting "flowStopAlert" on .*its value was empty before, which the API cannot set: the current value stays[^\n]*\n$/u,
    ],
    [
      "with restore, restores only the state if the value was emptied by hand",
      on("70"),
      { ...restore, enabled: false },
      { value: "" },
      "setting/enable",
      on(""),
      /its value stays as it is, because it was changed since/u,
    ],
    ["with leave, leaves value and state", on("70"), { ...leave, enabled: false }, {}, "", off("45")],
  ])("%s", async (_title, found, inputs, changed, sends, leaves, says = /^$/u) => {
    const setting = await declared(found, inputs);
    byHand(changed);
    // Like `pulumi destroy`: the process has read nothing before.
    await world.nextRun();
    expect(await world.printed(() => setting.destroy())).toMatch(says);
    expect(world.changes()).toEqual(sends === "" ? [] : [...sends.split(" "), "rebuild"]);
    expect(held()).toEqual(leaves);
  });

  test("restores the value it found first, even if the declared value was repaired in between", async () => {
    const setting = await declared(on("70"), { value: 45 });
    byHand({ value: "1" });
    await world.nextRun();
    expect(await setting.refresh()).toBe("changed");
    expect(await setting.up({ name, value: 45 })).toBe("update");
    await setting.destroy();
    expect(held()).toEqual(on("70"));
  });

  test.each([
    [{ enabled: false }, { value: 45 }, on("45")],
    [{ value: 45 }, { enabled: false }, off("70")],
    [{ value: 45, enabled: false }, { value: 45 }, on("45")],
  ])("restores what only it declares: of %j, beside %j", async (leaving, staying, leaves) => {
    const setting = await declared(on("70"), leaving);
    const other = await newResource(world, "Setting", { name, ...staying });
    await world.nextRun();
    expect(await other.up({ name, ...staying })).toBe("same");
    await setting.remove();
    expect(held()).toEqual(leaves);
  });

  test("says that a value stays if a change of it was lost", async () => {
    const setting = await declared(on("70"), { value: 45 });
    world.sim.faults.add({ match: "setting/set", kind: "resetBeforeApply", times: 3 });
    expect(await failureOf(setting.up({ name, value: 46 }))).toMatch(/flowStopAlert/u);
    expect(await world.printed(() => setting.destroy())).toMatch(/value stays as it is, because a change of it/u);
    expect(held()).toEqual(on("45"));
  });

  test.each<[title: string, kind: FaultKind]>([
    ["damaged answers", "invalidJson"],
    ["answers without any setting", { rewrite: () => ({ result: "success", settings: {} }) }],
    ["no show/settings on the server", { status: 404, body: "<html></html>" }],
  ])("with %s, fails and changes nothing, and the next destroy restores the setting", async (_title, kind) => {
    const setting = await declared(on("70"), { value: 45, enabled: false });
    await world.nextRun();
    const { remove } = world.sim.faults.add({ match: "show/settings", kind });
    const says = /does not show its (?:value and enabled|settings) now, .* onDestroy: "leave"/u;
    expect(await failureOf(setting.destroy())).toMatch(says);
    expect(world.changes()).toEqual([]);
    remove();
    await world.nextRun();
    await setting.destroy();
    expect(held()).toEqual(on("70"));
  });
});
