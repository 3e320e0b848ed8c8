import type { Simulator } from "../../simulator";
import { freshWorld } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { newResource, type Resource } from "./resource";

/** The appliance was replaced or restored: numbers start again, and others have made objects since. */
const world = freshWorld(({ mutate }) => {
  mutate.gateway(({ ipGroups }) => ipGroups.set(700, { id: 700, name: "Shared", rules: new Map() }));
});

const ip = (address: string) => ({ type: "ip", address }) as const;
const rules = ["10.0.0.1", "192.0.2.1"].map(ip);

interface Case {
  readonly program: Properties;
  readonly next: Properties;
  /** Another object has the number of ours; ours is gone. */
  readonly taken: (sim: Simulator, outputs: Properties) => void;
  /** What the user reads, if an action reads the object. */
  readonly says?: string;
}

const takeGroup = ({ mutate }: Simulator, id: number): void => {
  mutate.gateway((store) => {
    // It has what ours had, and more.
    const held = [...rules, ip("10.3.0.0")].map((rule, at) => [9001 + at, rule] as const);
    store.ipGroups.set(id, { id, name: "Of others", rules: new Map(held) });
  });
};

const cases: Readonly<Record<string, Case>> = {
  IpGroup: {
    program: { name: "Ours", rules },
    next: { name: "Ours 2", rules: [] },
    taken: (sim, { groupId }) => {
      takeGroup(sim, Number(groupId));
    },
    says: "restored appliance",
  },
  IpGroups: {
    program: { groups: { Ours: { rules } } },
    next: { groups: { Ours: {} } },
    taken: (sim, { groupIds }) => {
      takeGroup(sim, (groupIds as { Ours: number }).Ours);
    },
    says: "restored appliance",
  },
  IpGroupRule: {
    program: { groupId: 700, rule: rules[0] },
    next: { groupId: 700, rule: ip("10.0.0.2") },
    taken: ({ mutate }, { ruleId }) => {
      const theirs = new Map([[Number(ruleId), ip("192.0.2.1")]]);
      mutate.gateway(({ ipGroups }) => ipGroups.set(700, { id: 700, name: "Of others", rules: theirs }));
    },
    says: "has another content now, and may be that of others",
  },
  User: {
    program: { name: "ours", password: "a password" },
    next: { name: "ours-2", password: "a password" },
    taken: ({ mutate }, { userId }) => {
      mutate.addUser("of-others", Number(userId), [2]);
    },
  },
  UserGroup: {
    program: { name: "ours", members: [] },
    next: { name: "ours", members: ["admin"] },
    taken: ({ mutate }, { userGroupId }) => {
      mutate.addUserGroup("of-others", Number(userGroupId));
    },
  },
};

describe.each(Object.entries(cases))("a %s whose number others have now", (kind, { program, next, taken, says }) => {
  let resource: Resource;
  let theirs: string;

  beforeEach(async () => {
    resource = await newResource(world, kind, program);
    taken(world.sim, resource.outputs);
    theirs = world.store();
    await world.nextRun();
  });

  test.each<[what: string, act: () => Promise<unknown>]>([
    ["a refresh", () => resource.refresh()],
    ["an update", () => resource.up(next)],
    ["a destroy", () => resource.destroy()],
    ["a refresh and a destroy", async () => (await resource.refresh()) === "gone" || resource.destroy()],
  ])("stays untouched by %s", async (_what, act) => {
    let error = "";
    const printed = await world.printed(() => act().catch((reason: unknown) => (error = String(reason))));
    if (error !== "") expect(error).toMatch(/pulumi up --refresh$|no such user/u);
    if (says !== undefined) expect(printed + error).toContain(says);
    expect(world.store()).toBe(theirs);
  });
});

test.each(["IpGroup", "IpGroups", "IpGroupRule"])(
  "a %s that is gone there is created anew after a refresh",
  async (kind) => {
    const { program, taken } = cases[kind] as Case;
    const resource = await newResource(world, kind, program);
    taken(world.sim, resource.outputs);
    await world.nextRun();
    expect(await resource.refresh()).toBe("gone");
    expect(await resource.up(program)).toBe("create");
    expect(world.store()).toContain('"address":"192.0.2.1"');
  },
);
