import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { failureOf, newResource, type Resource } from "./resource";

const world = oneWorld();

/** Passes a state entry that does not fit to every call that takes one. */
async function expectRefused(kind: string, id: string, held: Properties, because: string): Promise<void> {
  const store = world.sim.snapshot();
  world.sim.requests.clear();
  const driver = world.provider.kind(kind);
  const calls = [
    driver.diff(id, held, held),
    driver.read(id, held),
    driver.update(id, held, { name: "declared" }),
    driver.delete(id, held),
  ];
  for (const message of await Promise.all(calls.map(failureOf))) {
    expect(message).toContain(
      `${kind} with the id "${id}": its entry in the state was edited or belongs to another object`,
    );
    expect(message).toContain(`because ${because}. Nothing was sent.`);
    expect(message).toMatch(/pulumi stack import, .*pulumi state delete\.$/u);
  }
  expect(world.sim.requests.verbs()).toEqual([]);
  expect(world.sim.snapshot()).toBe(store);
}

async function made(kind: string, program: Properties): Promise<Resource> {
  const resource = await newResource(world, kind, program);
  return resource;
}

test("an IpGroup whose id is a profile's name is refused", async () => {
  const group = await made("IpGroup", { name: "Offices" });
  await expectRefused("IpGroup", "netops", group.outputs, `its inputs and outputs belong to the id "${group.id}"`);
  await group.destroy();
});
