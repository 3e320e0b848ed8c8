import { oneWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { Resource } from "./resource";

const world = oneWorld();

describe("a link that is declared once by group id and once by group name, and that a killed run removed", () => {
  const links: readonly (readonly [kind: string, link: Properties, isThere: () => boolean])[] = [
    [
      "Permission",
      { permissionType: "app", seccode: "runReport" },
      () => world.sim.gateway.store.userGroupNamed("spelled")?.permissions.has("app runReport") === true,
    ],
    [
      "Membership",
      { userName: "admin" },
      () => {
        const { store } = world.sim.gateway;
        return store.userNamed("admin")?.userGroups.has(store.userGroupNamed("spelled")?.id ?? 0) === true;
      },
    ],
  ];

  test.each(links)("%s: exists again after the run that removes the former resource", async (kind, link, isThere) => {
    // All resources belong to one run.
    const run = world.oneCommand;
    const group = new Resource(run, "UserGroup");
    const former = new Resource(run, kind);
    const present = new Resource(run, kind);
    await world.nextRun();
    await group.up({ name: "spelled" });
    const byId = { ...link, userGroupId: group.id };
    const byName = { ...link, userGroupName: "spelled" };
    await former.up(byId);
    await present.up(byName);
    // The situation after a run that was killed between the removal and the second addition.
    world.sim.mutate.gateway((store) => {
      store.userGroupNamed("spelled")?.permissions.clear();
      store.userNamed("admin")?.userGroups.delete(Number(group.id));
    });
    await world.nextRun();
    await group.up({ name: "spelled" });
    expect(await present.up(byName)).toBe("same");
    await former.remove();
    expect(isThere()).toBe(true);
    await world.nextRun();
    await present.destroy();
    expect(isThere()).toBe(false);
    await group.destroy();
  });
});
