import type { FaultKind } from "../../simulator";
import { startWorld, type World } from "../support/lifecycle";
import { ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(() => world.nextRun());
afterEach(() => {
  world.sim.faults.clear();
});
afterAll(() => world.close());

const held = (): unknown => world.sim.replicator.store.settings.get("flowStopAlert");
const unseen = { match: "show/settings" } as const;

async function declared(): Promise<Resource> {
  world.sim.mutate.setSetting("flowStopAlert", { value: "70", enabled: true });
  const setting = new Resource(world, "Setting");
  await setting.up({ name: "flowStopAlert", value: 45, enabled: false });
  await world.nextRun();
  return setting;
}

test("one damaged answer about the settings is read again, and destroy restores", async () => {
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
  ]);
});

test.each<[title: string, kind: FaultKind]>([
  ["that are damaged", "invalidJson"],
  ["without any setting", { rewrite: () => ({ result: "success", settings: {} }) }],
  ["that no server offers", { status: 404, body: "<html></html>" }],
])("with answers %s, destroy changes nothing and forgets nothing; the next one restores", async (_title, kind) => {
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

test("a setting that was emptied by hand is listed, and only its state is restored", async () => {
  const setting = await declared();
  world.sim.mutate.setSetting("flowStopAlert", { value: "" });
  await setting.destroy();
  expect(held()).toEqual({ value: "", enabled: true });
});
