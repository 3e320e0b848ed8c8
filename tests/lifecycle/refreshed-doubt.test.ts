import { type Program, programOf, surround } from "../kinds/program";
import { oneWorld } from "../support/lifecycle";
import { PartialFault } from "../support/provider-calls";
import { Resource } from "./resource";

/** Links that no action reads, and the change whose outcome stays unknown. */
const rows = [
  ["Membership", "create", "membership"],
  ["Permission", "create", "permissions"],
  ["PermissionSet", "create", "permissions"],
  ["PermissionSet", "update", "permissions"],
] as const;

const world = oneWorld();
let program: Program;
let before: string;
const store = (): string => world.sim.snapshot();

beforeAll(async () => {
  program = programOf(surround(world.sim));
});
beforeEach(() => world.nextRun());

test.each(rows)(
  "%s: a failed %s that a refresh has seen is repeated by the next up",
  async (kind, operation, action) => {
    const { sim } = world;
    const { first, second } = program[kind] as Program[string];
    const resource = new Resource(world, kind);
    if (operation === "update") await resource.up(first);
    before = store();
    const declared = operation === "create" ? first : second;
    // Nothing is applied, and no answer says so.
    const fault = sim.faults.add({ match: `user_api/${action}`, kind: { status: 500, body: "{}" }, apply: false });
    await expect(resource.up(declared)).rejects.toThrow(PartialFault);
    expect(store()).toBe(before);
    fault.remove();
    await world.nextRun();
    // The engine forgets with a refresh that the resource had failed.
    await resource.refresh();
    await world.nextRun();
    expect(await resource.up(declared)).toBe("update");
    expect(store()).not.toBe(before);
    await world.nextRun();
    expect(await resource.refresh()).toBe("same");
    expect(await resource.preview(declared)).toBe("same");
    await resource.destroy();
  },
);
