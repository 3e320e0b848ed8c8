import { worldIn } from "../support/lifecycle";
import { earlierResource, failureOf, Resource } from "./resource";

test("F163: names with letters beyond ASCII are read, written and found, and such a group of others blocks nothing", async () => {
  const world = await worldIn();
  world.sim.mutate.addIpGroup("Büro Köln");
  const group = await earlierResource(world, "IpGroup", { name: "Zürich", rules: [{ type: "all" }] });
  expect(await group.refresh()).toBe("same");
  expect(group.outputs).toMatchObject({ name: "Zürich" });
  await group.up({ name: "Genève", rules: [{ type: "all" }] });
  expect(world.sim.gateway.store.ipGroupsNamed("Genève")).toHaveLength(1);
  // The object is found by its name, so it is not created twice.
  const twin = new Resource(world, "IpGroup");
  expect(await failureOf(twin.up({ name: "Büro Köln", rules: [] }))).toMatch(/exists/u);
  await group.destroy();
  expect(world.sim.gateway.store.ipGroupsNamed("Genève")).toHaveLength(0);
});

describe("a limit of the appliance", () => {
  test.each([
    ["seconds", "0"],
    ["a date", new Date().toUTCString()],
  ])("429 with Retry-After as %s: each change is made once", async (_form, retryAfter) => {
    const world = await worldIn();
    let sent = 0;
    const when = (): boolean => ++sent % 5 === 0;
    world.sim.faults.add({ when, kind: { status: 429, headers: { "retry-after": retryAfter } } });
    const groups = Array.from({ length: 10 }, (_, number) => ({ name: `group ${number}`, rules: [{ type: "all" }] }));
    await Promise.all(groups.map((program) => new Resource(world, "IpGroup").up(program)));
    for (const { name } of groups) expect(world.sim.gateway.store.ipGroupsNamed(name)).toHaveLength(1);
    expect(world.sim.requests.where().some(({ status }) => status === 429)).toBe(true);
  });
});
