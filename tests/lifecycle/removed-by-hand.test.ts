import { switchSpace } from "../../simulator";
import { oneWorld } from "../support/lifecycle";
import { type Properties, ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

const world = oneWorld();

/** Names that contain words by which the provider classifies error texts. */
const group = "Permission error: not allowed";
const user = "admin";

const permission: Properties = { userGroupName: group, permissionType: "app", seccode: "runReport" };
const set: Properties = {
  userGroupName: group,
  permissions: ["saveReport", "allGadgets"].map((seccode) => ({ permissionType: "app", seccode })),
};
const membership: Properties = { userName: user, userGroupName: group };

const links: readonly (readonly [kind: string, program: Properties])[] = [
  ["Permission", permission],
  ["PermissionSet", set],
  ["Membership", membership],
];

const held = (): { permissions: string[]; members: boolean } => {
  const { store } = world.sim.gateway;
  const found = store.userGroupNamed(group);
  return {
    permissions: [...(found?.permissions.keys() ?? [])].sort(),
    members: found !== undefined && store.userNamed(user)?.userGroups.has(found.id) === true,
  };
};

describe.each(switchSpace.repeatedLink)("if the gateway words a redundant change as %s", (repeatedLink) => {
  beforeEach(() => {
    world.sim.mutate.addUserGroup(group);
    world.sim.switches.repeatedLink = repeatedLink;
  });
  afterEach(() => {
    world.sim.mutate.removeUserGroup(group);
  });

  test.each(links)("destroy of a %s whose user group was removed by hand succeeds", async (kind, program) => {
    const resource = new Resource(world, kind);
    await resource.up(program);
    world.sim.mutate.removeUserGroup(group);
    await world.nextRun();
    await resource.destroy();
    expect(resource.exists).toBe(false);
    world.sim.mutate.addUserGroup(group);
  });

  test.each(links)("destroy of a %s fails if the gateway denies the removal", async (kind, program) => {
    const resource = new Resource(world, kind);
    await resource.up(program);
    await world.nextRun();
    const before = held();
    const match = /user_api/u;
    for (const words of ["permission denied", "not allowed: no such right", "disk full", "something else"]) {
      const rewrite = (body: unknown): unknown => {
        const { data } = body as { data: { removed?: string[]; errors?: string[] } };
        return { data: { ...data, added: [], updated: [], removed: [words], errors: [words] } };
      };
      const fault = world.sim.faults.add({ kind: { rewrite }, match, times: 50 });
      const message = await resource.destroy().then(
        () => "done",
        (error: unknown) => (error instanceof ProviderFault ? error.message : String(error)),
      );
      fault.remove();
      expect(message).toContain(words);
      expect(resource.exists).toBe(true);
    }
    expect(before).not.toEqual({ permissions: [], members: false });
    await resource.destroy();
  });
});
