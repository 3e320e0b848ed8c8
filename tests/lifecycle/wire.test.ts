import { worldIn } from "../support/lifecycle";
import { earlierResource, failureOf, newResource, Resource } from "./resource";

describe("F163: names with letters beyond ASCII", () => {
  test.each(["utf-8", "latin-1", "latin-1-undeclared", "utf-8-as-latin-1"] as const)(
    "in %s are read, written and found, and such a group of others blocks nothing",
    async (charset) => {
      const world = await worldIn({ charset });
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
    },
  );
});

const policyOf = (cidr: string, kind = "include") => ({ cidr, profile: "legacy-netops", kind });

describe("a limit of the appliance", () => {
  test("413: batches are sent in smaller requests, and each user is created once", async () => {
    const world = await worldIn({ largestRequestBytes: 2000 });
    const users = Array.from({ length: 40 }, (_, number) => ({
      resource: new Resource(world, "User"),
      program: { name: `user-${number}-${"x".repeat(60)}`, password: "a password", userGroupIds: [2] },
    }));
    await Promise.all(users.map(({ resource, program }) => resource.up(program)));
    const names = [...world.sim.gateway.store.users.values()].map(({ name }) => name);
    expect(users.map(({ program }) => names.filter((name) => name === program.name).length)).toEqual(Array(40).fill(1));
    const tooLong = world.sim.requests.where().filter(({ status }) => status === 413);
    expect(tooLong.length).toBeGreaterThan(0);
    await world.nextRun();
    await Promise.all(users.map(({ resource }) => resource.remove()));
    expect([...world.sim.gateway.store.users.values()].filter(({ name }) => name.startsWith("user-"))).toEqual([]);
  });

  test.each(["seconds", "date"] as const)("429 with Retry-After as %s: each change is made once", async (tooMany) => {
    const world = await worldIn({ tooMany });
    const groups = Array.from({ length: 10 }, (_, number) => ({ name: `group ${number}`, rules: [{ type: "all" }] }));
    await Promise.all(groups.map((program) => new Resource(world, "IpGroup").up(program)));
    for (const { name } of groups) expect(world.sim.gateway.store.ipGroupsNamed(name)).toHaveLength(1);
    expect(world.sim.requests.where().some(({ status }) => status === 429)).toBe(true);
  });
});

describe("changes with an empty answer", () => {
  test("of the replicator succeed if the configuration shows them", async () => {
    const world = await worldIn({ emptyAnswers: "all" });
    const policy = new Resource(world, "Policy");
    const program = policyOf("10.0.0.0/8");
    await policy.up(program);
    expect(await policy.up(program)).toBe("same");
    await policy.destroy();
    expect(world.sim.requests.count({ action: "policies/add" })).toBe(1);
    expect(world.sim.requests.count({ action: "policies/remove" })).toBe(1);
  });

  test("that cannot be read back are sent once, cause a clear error, and are not in the state", async () => {
    const world = await worldIn({ emptyAnswers: "all" });
    const user = new Resource(world, "User");
    const message = await failureOf(user.up({ name: "alice", password: "a password", userGroupIds: [2] }));
    expect(message).toMatch(/outcome unknown.*Check on the gateway whether it exists.*onExisting: "adopt"/u);
    expect(user.exists).toBe(false);
    expect(world.sim.requests.count({ action: "user_api/createUser" })).toBe(1);
    // The next run finds the user and asks what to do with it.
    const { users } = world.sim.gateway.store;
    expect([...users.values()].filter(({ name }) => name === "alice")).toHaveLength(1);
  });
});

describe("a session that ended", () => {
  test("is reopened if the user configured the appliance's words for it", async () => {
    const world = await worldIn(
      { expiredAnswer: "otherWords" },
      { config: { replicator: { sessionEnded: ["^access not granted"] } } },
    );
    const policy = await newResource(world, "Policy", policyOf("10.0.0.0/8"));
    world.sim.expireSessions();
    await policy.up(policyOf("10.0.0.0/8", "exclude"));
    expect(world.sim.requests.count({ action: "login" })).toBe(2);
  });

  test("causes an error if the appliance's words for it are unknown, and the resource is not in the state", async () => {
    const world = await worldIn({ expiredAnswer: "otherWords" });
    await newResource(world, "Policy", policyOf("10.0.0.0/8"));
    world.sim.expireSessions();
    const other = new Resource(world, "Policy");
    expect(await failureOf(other.up(policyOf("10.1.0.0/16")))).toMatch(/Access not granted to this client/u);
    expect(other.exists).toBe(false);
  });
});

test("commandMethod GET/POST reads with GET and changes with POST", async () => {
  const world = await worldIn({ commandMethod: "byKind" }, { config: { replicator: { commandMethod: "GET/POST" } } });
  const policy = await newResource(world, "Policy", policyOf("10.0.0.0/8"));
  expect(await policy.refresh()).toBe("same");
  await policy.destroy();
  expect(world.sim.requests.where().every(({ status }) => status === 200)).toBe(true);
});
