import { definitionOf, kinds } from "../../provider/registry";
import { Inputs } from "../../provider/values/inputs";
import { samples } from "../kinds/samples";
import { oneWorld } from "../support/lifecycle";
import { failureOf, newResource, Resource } from "./resource";

/** A reference by name has the form `name:<name>` in ids: texts for people have the name alone. */
const world = oneWorld();

const references = { userId: "name:ghost", userGroupId: "name:Nobody" };

describe.each(kinds)("%s", (kind) => {
  const definition = definitionOf(kind);
  const { full } = samples[kind];
  const lists = { members: ["name:ghost"], userGroupIds: ["name:Nobody"] };
  const given = Object.fromEntries(
    Object.entries({ ...references, ...lists }).filter(
      ([key]) => Object.hasOwn(full, key) && kind !== "UserPreferences",
    ),
  );
  const inputs = new Inputs(definition.inputs).canonical({ ...full, ...given });

  test("has no internal form of a reference in its title, nor in those of what it holds", () => {
    const held = definition.holds?.(inputs, undefined) ?? [];
    for (const text of [definition.label(inputs), ...held.map(({ title }) => title)])
      expect(text).not.toContain("name:");
  });
});

test.each([
  ["Membership", { userName: "ghost", userGroupName: "Nobody" }, 'Membership "user ghost in user group Nobody"'],
  [
    "Permission",
    { userGroupName: "Nobody", permissionType: "device", seccode: "0a140001" },
    'Permission "device 10.20.0.1 for user group Nobody"',
  ],
  [
    "PermissionSet",
    { userGroupName: "Nobody", permissions: [{ permissionType: "interface", seccode: "10.20.0.1-3" }] },
    'PermissionSet "user group Nobody"',
  ],
])("a refused %s is named as people name it", async (kind, program, title) => {
  const message = await failureOf(new Resource(world, kind).up(program));
  expect(message).toContain(`${title} on `);
  expect(message).not.toContain("name:");
});

test("a note about a member that existed before has its name", async () => {
  await world.nextRun();
  world.sim.switches.repeatedLink = "has";
  const own = await newResource(world, "UserGroup", { name: "noted", members: [] });
  const { store } = world.sim.gateway;
  store.userNamed("admin")?.userGroups.add(store.userGroupNamed("noted")?.id ?? 0);
  const printed = await world.printed(own.up({ name: "noted", members: ["admin"] }));
  expect(printed).toContain("admin: it already existed");
  expect(printed).not.toContain("name:");
});

test("a deletion that is refused names users, user groups and devices as people name them", async () => {
  const own = new Resource(world, "PermissionSet");
  const permissions = [{ permissionType: "device", seccode: "10.20.0.1" }];
  await own.up({ userGroupName: "Guests", permissions });
  await world.nextRun({ config: { maxDeletes: 0 } as object as Record<string, never> });
  const message = await failureOf(own.up({ userGroupName: "Guests", permissions: [] }));
  expect(message).toContain('device permission 10.20.0.1 of user group "Guests"');
});
