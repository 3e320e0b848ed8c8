import type { ApplianceName, FaultKind } from "../../simulator";
import { startWorld, type World } from "../support/lifecycle";
import { PartialFault, type Properties, ProviderFault } from "../support/provider-calls";
import { Resource } from "./resource";

/** How the tests use a kind: its appliance, its inputs, a change of them, and the request that creates it. */
interface Subject {
  readonly kind: string;
  readonly appliance: ApplianceName;
  readonly program: (n: number) => Properties;
  readonly changed: (n: number) => Properties;
  readonly creates: string;
  readonly updates: string;
  readonly deletes: string;
}

const subjects: readonly Subject[] = [
  {
    kind: "IpGroup",
    appliance: "gateway",
    program: (n) => ({ name: `group ${n}`, rules: [{ type: "ip", address: `10.0.0.${n}` }] }),
    changed: (n) => ({ name: `group ${n} renamed`, rules: [{ type: "all" }] }),
    creates: "ipgroups/saveRule",
    updates: "ipgroups/update",
    deletes: "ipgroups/delete",
  },
  {
    kind: "UserGroup",
    appliance: "gateway",
    program: (n) => ({ name: `users ${n}` }),
    changed: (n) => ({ name: `users ${n}`, members: ["admin"] }),
    creates: "user_api/createUsergroup",
    updates: "user_api/membership",
    deletes: "user_api/delUsergroups",
  },
  {
    kind: "Permission",
    appliance: "gateway",
    program: (n) => ({ userGroupId: 2, permissionType: "gadget", seccode: `gadget${n}` }),
    changed: (n) => ({ userGroupId: 2, permissionType: "report", seccode: `${n}` }),
    creates: "user_api/permissions",
    updates: "user_api/permissions",
    deletes: "user_api/permissions",
  },
  {
    kind: "ReplicatorProfile",
    appliance: "replicator",
    program: (n) => ({ name: `profile ${n}`, listeningPort: 3000 + n, sendingPort: 9 }),
    changed: (n) => ({ name: `profile ${n}`, listeningPort: 4000 + n, sendingPort: 9 }),
    creates: "profile/add",
    updates: "profile/update",
    deletes: "profile/remove",
  },
  {
    kind: "Collector",
    appliance: "replicator",
    program: (n) => ({ address: `10.1.0.${n}`, profiles: ["legacy-netops"] }),
    changed: (n) => ({ address: `10.1.0.${n}`, profiles: ["legacy-netops"], threshold: 7 }),
    creates: "collector/add",
    updates: "collector/threshold",
    deletes: "collector/remove",
  },
  {
    kind: "Policy",
    appliance: "replicator",
    program: (n) => ({ cidr: `10.2.${n}.0/24`, profile: "legacy-netops", kind: "include" }),
    changed: (n) => ({ cidr: `10.2.${n}.0/24`, profile: "legacy-netops", kind: "exclude" }),
    creates: "policies/add",
    updates: "policies/add",
    deletes: "policies/remove",
  },
];

let world: World;
let count = 0;
let before: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(() => {
  count += 1;
  before = stores();
  world.sim.requests.clear();
});
afterEach(() => {
  expect(stores()).toBe(before);
});

const stores = (): string => world.sim.snapshot({ withoutNotesAndPreferences: true });
const faultOf = async (call: Promise<unknown>): Promise<ProviderFault> => {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (error instanceof ProviderFault) return error;
  throw new Error("the call did not end with an error");
};

/** Runs something while a fault is active. */
async function during<T>(
  match: string | undefined,
  kind: FaultKind,
  run: () => Promise<T>,
  times = Infinity,
): Promise<T> {
  const fault = world.sim.faults.add({ ...(match === undefined ? {} : { match }), kind, times });
  return run().finally(fault.remove);
}

describe.each(subjects)("after a lost answer, for a $kind", ({ kind, program, changed, creates, updates, deletes }) => {
  const counted = (verb: string): number => world.sim.requests.count({ action: verb, kind: "write" });

  test("a create that was applied leads to only one object", async () => {
    const resource = new Resource(world, kind);
    // Nothing proves that an existing user group is ours, so the user allows its adoption.
    const declared = { ...program(count), ...(kind === "UserGroup" ? { onExisting: "adopt" } : {}) };
    await during(creates, "resetAfterApply", () => resource.up(declared), 1);
    expect(await resource.up(declared)).toBe("same");
    await resource.destroy();
  });

  test("a create that was not applied is sent once more", async () => {
    const resource = new Resource(world, kind);
    await during(creates, "resetBeforeApply", () => resource.up(program(count)), 1);
    expect(counted(creates)).toBe(2);
    await resource.destroy();
  });

  test("an update that was applied is recognized as done", async () => {
    const resource = new Resource(world, kind);
    await resource.up(program(count));
    await during(updates, "resetAfterApply", () => resource.up(changed(count)), 1);
    expect(await resource.up(changed(count))).toBe("same");
    await resource.destroy();
  });

  test("a delete that was applied succeeds", async () => {
    const resource = new Resource(world, kind);
    await resource.up(program(count));
    await during(deletes, "resetAfterApply", () => resource.destroy(), 1);
    expect(resource.exists).toBe(false);
  });
});

describe.each(subjects)("an appliance that cannot be reached, for a $kind", ({ kind, appliance, program, changed }) => {
  test("causes an error that names host and port, keeps the state, and a later destroy succeeds", async () => {
    const handle = world.sim[appliance];
    const host = new URL(handle.url).host;
    const existing = new Resource(world, kind);
    await existing.up(program(count));
    const held = { inputs: existing.inputs, outputs: existing.outputs };
    await handle.disconnect();
    const calls = [
      new Resource(world, kind).up(program(count + 100)),
      ...(kind === "Permission" ? [] : [existing.up(changed(count))]),
      existing.destroy(),
    ];
    const faults = await Promise.all(calls.map(faultOf));
    await handle.reconnect();
    for (const { message } of faults) {
      expect(message).toContain(`on ${host}: `);
      expect(message).toMatch(
        / failed: (?:connection refused\. Check the URL, the port|the same as for .*: connection refused\.)/u,
      );
    }
    expect({ inputs: existing.inputs, outputs: existing.outputs }).toMatchObject(held);
    await existing.destroy();
  });
});

describe.each(subjects)(
  "an answer other than success, for a $kind",
  ({ kind, appliance, program, creates, changed }) => {
    test("HTML instead of JSON causes an error that says so, in create and in update", async () => {
      // A page may also mean an expired session, and a run retries only a few logins.
      if (appliance === "replicator") await world.nextRun();
      const resource = new Resource(world, kind);
      const inCreate = await during(undefined, "html", () => faultOf(resource.up(program(count))));
      expect(inCreate.message).toMatch(/page in HTML.* Check the URL/u);
      // No action reads permissions. So what was sent stays in the state, and the next up sends it again.
      expect(resource.exists).toBe(kind === "Permission");
      await resource.up(program(count));
      if (kind !== "Permission" && kind !== "Policy") {
        const inUpdate = await during(undefined, "html", () => faultOf(resource.up(changed(count))));
        expect(inUpdate.message).toMatch(/page in HTML.* Check the URL/u);
      }
      await resource.destroy();
    });

    test(`a refusal (${appliance === "gateway" ? "err" : 'result: "error"'}) is reported in the appliance's words`, async () => {
      const resource = new Resource(world, kind);
      const fault = await during(creates, { refuse: "The disk is full" }, () => faultOf(resource.up(program(count))));
      expect(fault.message).toMatch(
        new RegExp(`^${kind} ".+" on 127\\.0\\.0\\.1:\\d+: [\\w ]+ failed: The disk is full\\.`, "u"),
      );
      expect(fault).not.toBeInstanceOf(PartialFault);
      expect(resource.exists).toBe(false);
    });
  },
);

describe("credentials", () => {
  test("a refused token fails after few requests, with a message that names the variable and --run-program", async () => {
    const { token } = world.sim.gateway;
    await world.nextRun();
    world.sim.gateway.setToken("revoked");
    const groups = Array.from({ length: 20 }, (_, index) => new Resource(world, "IpGroup").up({ name: `g ${index}` }));
    const faults = await Promise.all(groups.map(faultOf));
    world.sim.gateway.setToken(token);
    for (const { message } of faults) expect(message).toMatch(/: the token was refused: .*invalidToken/u);
    const full = faults.filter(({ message }) => !message.includes("the same as for IpGroup"));
    expect(full.map(({ message }) => message)).toEqual([
      expect.stringMatching(/FLOWGATE_GATEWAY_TOKEN.*--run-program/u),
    ]);
    expect(world.sim.requests.count()).toBeLessThanOrEqual(4);
    await world.nextRun();
  });

  test("a token that was revoked makes a refresh fail, and the group is not treated as gone", async () => {
    const { token } = world.sim.gateway;
    const group = new Resource(world, "IpGroup");
    await group.up({ name: "mid-run" });
    await world.nextRun();
    world.sim.gateway.setToken("revoked");
    expect((await faultOf(group.refresh())).message).toMatch(/the token was refused/u);
    world.sim.gateway.setToken(token);
    expect(group.exists).toBe(true);
    await world.nextRun();
    await group.destroy();
  });

  test("a wrong password is tried only once for all resources together", async () => {
    await world.nextRun({ config: { replicator: { password: "wrong password" } } });
    const profiles = Array.from({ length: 20 }, (_, index) =>
      new Resource(world, "ReplicatorProfile").up({ name: `p ${index}`, listeningPort: 3000 + index, sendingPort: 9 }),
    );
    const faults = await Promise.all(profiles.map(faultOf));
    for (const { message } of faults) {
      expect(message).toMatch(/the login was refused: Login failed/u);
      expect(message).not.toContain("wrong password");
    }
    expect(world.sim.requests.verbs()).toEqual(["login"]);
    await world.nextRun();
  });

  test("a session that expires during a run is reopened once, and nothing is done twice", async () => {
    const profiles = [1, 2, 3].map((n) => [new Resource(world, "ReplicatorProfile"), n] as const);
    const program = (n: number): Properties => ({ name: `session ${n}`, listeningPort: 3100 + n, sendingPort: 9 });
    await profiles[0]?.[0].up(program(1));
    world.sim.expireSessions();
    world.sim.requests.clear();
    await Promise.all(profiles.slice(1).map(([profile, n]) => profile.up(program(n))));
    expect(world.sim.requests.count({ action: "login" })).toBe(1);
    expect(world.sim.requests.count({ action: "profile/add", result: "success" })).toBe(2);
    await Promise.all(profiles.map(([profile]) => profile.destroy()));
  });
});

describe("a forced rebuild", () => {
  const program = { name: "rebuilt", listeningPort: 3200, sendingPort: 9 };

  test("that fails is only reported in one info line, since an automatic rebuild follows", async () => {
    const profile = new Resource(world, "ReplicatorProfile");
    const printed = world.provider.stderr.length;
    await during("rebuild", { refuse: "Busy" }, () => profile.up(program));
    const lines = world.provider.stderr.slice(printed).split("\n").filter(Boolean);
    expect(lines).toEqual([expect.stringMatching(/^warning: ReplicatorProfile "rebuilt" on .*rebuild failed.*Busy/u)]);
    await profile.destroy();
  });

  test("that fails with strictRebuild leaves the resource partly done, and the next up forces another rebuild", async () => {
    const strict = { config: { replicator: { strictRebuild: true } } };
    await world.nextRun(strict);
    const profile = new Resource(world, "ReplicatorProfile");
    const fault = await during("rebuild", { refuse: "Busy" }, () => faultOf(profile.up(program)));
    expect(fault).toBeInstanceOf(PartialFault);
    expect(fault.message).toMatch(/^ReplicatorProfile "rebuilt" on .*the rebuild failed: Busy/u);
    expect(profile.id).toBe("rebuilt");
    expect(world.sim.replicator.store.uncoveredChanges()).not.toEqual([]);
    expect((await during("rebuild", { refuse: "Busy" }, () => faultOf(profile.up(program)))).message).toContain("Busy");
    world.sim.requests.clear();
    expect(await profile.up(program)).toBe("update");
    expect(world.sim.requests.verbs({ kind: "write" })).toEqual(["rebuild"]);
    expect(world.sim.replicator.store.uncoveredChanges()).toEqual([]);
    expect(await profile.up(program)).toBe("same");
    await profile.destroy();
    await world.nextRun();
  });
});

test("no credential is in any state, output, log or error", async () => {
  expect(await world.leaks()).toEqual([]);
});

test("nothing that destroys more than one object was sent", () => {
  expect(world.sim.traps.count()).toBe(0);
});
