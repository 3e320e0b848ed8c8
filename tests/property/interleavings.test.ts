import { setTimeout as sleep } from "node:timers/promises";
import { type Simulator, startSimulator } from "../../simulator";
import { configFor } from "../support/configuration";
import { holdingsOf } from "../support/held";
import { Resource } from "../lifecycle/resource";
import { type ProviderRun, startRun } from "../support/in-process";
import type { Properties } from "../support/provider-calls";

/** Long enough for all other calls of a test to begin while one request is in progress. */
const DELAY_MS = 300;
const network = { type: "network", cidr: "10.52.0.0/16" };
const range = { type: "range", start: "10.3.0.1", end: "10.3.0.9" };

let sim: Simulator;
let run: ProviderRun;
const world = { witness: () => undefined, provider: { kind: (name: string) => run.kind(name) } };

beforeEach(async () => {
  sim = await startSimulator({ https: false });
  nextRun();
});
afterEach(() => sim.close());

/** Begins another `pulumi up`. Its providers know only what its calls contain. */
function nextRun(): void {
  run = startRun(configFor(sim));
  sim.requests.clear();
}

/** Waits until the appliance has received `count` requests of this run. */
async function arrival(verb: string, count = 1): Promise<void> {
  while (sim.requests.count({ action: verb }) < count) await sleep(2);
}

const resource = (kind: string): Resource => new Resource(world, kind);
const delay = (match: string, skip = 0): void => {
  sim.faults.add({ match, skip, times: 1, kind: { delayMs: DELAY_MS } });
};
const membersOf = (name: string): string[] | undefined => holdingsOf(sim).userGroups[name]?.members;
const rulesOf = (name: string): string[] | undefined => holdingsOf(sim).ipGroups[name];
const [held, heldRange] = ["network 10.52.0.0/16", "range 10.3.0.1 10.3.0.9"];

/** A rule in a group of others, and what another resource declares that adopts it. */
async function ruleOf(former: Resource): Promise<{ groupId: string; adopted: Properties }> {
  const groupId = String(sim.mutate.addIpGroup("shared", []));
  await former.up({ groupId, rule: network });
  nextRun();
  return { groupId, adopted: { groupId, rule: network, onExisting: "adopt" } };
}

test("a user group that declares a member adds it again while its former resource is still removing it", async () => {
  const [group, link] = [resource("UserGroup"), resource("Membership")];
  await group.up({ name: "ops", members: ["1"] });
  await link.up({ userId: "1", userGroupId: group.id });
  nextRun();
  delay("user_api/membership");
  const removed = link.remove();
  await arrival("user_api/membership");
  expect(await group.up({ name: "ops", members: ["1"] })).toBe("update");
  await removed;
  expect(membersOf("ops")).toEqual(["admin"]);
});

test("a rule that its former resource gives up is created again by the resource that still declares it", async () => {
  const [former, present] = [resource("IpGroupRule"), resource("IpGroupRule")];
  const { groupId, adopted } = await ruleOf(former);
  // Two resources own the rule, as after a run that was killed before it removed the former one.
  await present.up(adopted);
  expect(present.id).toBe(former.id);
  nextRun();
  await former.up({ groupId, rule: range });
  expect(await present.up(adopted)).toBe("replace");
  expect(rulesOf("shared")).toEqual([held, heldRange]);
});

test.each([
  ["that its former resource removes during its adoption is created again instead", 1, range, heldRange],
  [
    "that another resource is about to adopt is not changed in place by its former resource",
    2,
    { type: "network", cidr: "10.53.0.0/16" },
    "network 10.53.0.0/16",
  ],
])("a rule %s", async (_title, reads, then, heldThen) => {
  const [former, present] = [resource("IpGroupRule"), resource("IpGroupRule")];
  const { groupId, adopted } = await ruleOf(former);
  delay("ipgroups/loadRules", reads - 1);
  const adoption = present.up(adopted);
  await arrival("ipgroups/loadRules", reads);
  expect(await former.up({ groupId, rule: then })).toBe("replace");
  await adoption;
  expect(rulesOf("shared")).toEqual([held, heldThen]);
  expect(present.id).not.toBe(former.id);
});

describe("a removal under the former name of a renamed owner takes effect when its new name is known", () => {
  test("a membership of a renamed user", async () => {
    const [user, link] = [resource("User"), resource("Membership")];
    for (const name of ["Readers", "staff"]) sim.mutate.addUserGroup(name);
    await user.up({ name: "alice", password: "a password" });
    await link.up({ userName: "alice", userGroupName: "Readers" });
    await user.up({ name: "alice-renamed", password: "a password" });
    nextRun();
    await link.remove();
    // Nothing shows that this link is a different one.
    await resource("Membership").up({ userId: "1", userGroupName: "staff" });
    expect(await user.up({ name: "alice-renamed", password: "a password" })).toBe("update");
    expect(membersOf("Readers")).toEqual([]);
  });

  test("a collector in a renamed profile", async () => {
    const [north, south, collector] = [
      resource("ReplicatorProfile"),
      resource("ReplicatorProfile"),
      resource("Collector"),
    ];
    const ports = { listeningPort: 3000, sendingPort: 4000 };
    await south.up({ name: "south", listeningPort: 3001, sendingPort: 4001 });
    await north.up({ name: "north", ...ports });
    await collector.up({ address: "10.5.0.1", profiles: ["north"] });
    await north.up({ name: "north-renamed", ...ports });
    nextRun();
    await collector.up({ address: "10.5.0.1", profiles: ["south"] });
    expect(await north.up({ name: "north-renamed", ...ports })).toBe("update");
    expect(holdingsOf(sim).profiles["north-renamed"]?.collectors).toEqual([]);
  });
});
