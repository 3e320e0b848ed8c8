import { worldIn } from "../support/lifecycle";
import { earlierResource, failureOf, Resource } from "./resource";

test("names with letters beyond ASCII are read, written and found, and such a group of others blocks nothing", async () => {
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
