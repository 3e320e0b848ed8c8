import type { FaultKind } from "../../simulator";
import { oneWorld } from "../support/lifecycle";
import { ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

const world = oneWorld();
beforeEach(() => world.nextRun());
afterEach(() => {
  world.sim.faults.clear();
});

const held = (): unknown => world.sim.replicator.store.settings.get("flowStopAlert");
const unseen = { match: "show/settings" } as const;

async function declared(): Promise<Resource> {
  world.sim.mutate.setSetting("flowStopAlert", { value: "70", enabled: true });
  const setting = new Resource(world, "Setting");
  await setting.up({ name: "flowStopAlert", value: 45, enabled: false });
  await world.nextRun();
  return setting;
}

test("destroy reads the settings again after one damaged answer, and restores the setting", async () => {
  const setting = await declared();
  world.sim.faults.add({ ...unseen, times: 1, kind: "invalidJson" });
  await setting.destroy();
  expect(held()).toEqual({ value: "70", enabled: true });
  expect(world.sim.requests.verbs()).toEqual([
    "login",
    "show/settings",
    "show/settings",
    "license/check",
    "setting/set",
    "setting/enable",
    "rebuild",
    "show/settings",
  ]);
});

test.each<[title: string, kind: FaultKind]>([
  ["damaged answers", "invalidJson"],
  ["answers without any setting", { rewrite: () => ({ result: "success", settings: {} }) }],
  ["no show/settings on the server", { status: 404, body: "<html></html>" }],
])("with %s, destroy fails and changes nothing, and the next destroy restores the setting", async (_title, kind) => {
  const setting = await declared();
  world.sim.faults.add({ ...unseen, kind });
  const failure = await setting.destroy().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProviderFault);
  expect(String(failure)).toMatch(/does not show its value and enabled now, .* onDestroy: "leave"/u);
  expect(world.sim.requests.count({ kind: "write" })).toBe(0);
  world.sim.faults.clear();
  await world.nextRun();
  await setting.destroy();
  expect(held()).toEqual({ value: "70", enabled: true });
});

test("destroy restores only the state of a setting whose value was emptied by hand", async () => {
  const setting = await declared();
  world.sim.mutate.setSetting("flowStopAlert", { value: "" });
  await setting.destroy();
  expect(held()).toEqual({ value: "", enabled: true });
});
