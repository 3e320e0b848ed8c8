import type { FaultKind } from "../../simulator";
import { oneWorld } from "../support/lifecycle";
import { PartialFault, type Properties, ProviderFault } from "../support/provider-calls";
import { Resource } from "../lifecycle/resource";

const world = oneWorld();
let before: string;
beforeEach(() => {
  before = world.store();
  world.sim.requests.clear();
});
afterEach(() => {
  expect(world.store()).toBe(before);
});

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
