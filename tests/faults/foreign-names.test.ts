import type { IpGroupRule, Simulator, Switches } from "../../simulator";
import type { Properties } from "../support/provider-calls";
import { type FaultRow, faultRows } from "./row";

// Others create an object with the same name: before our creation, while its answer is lost, or just before the
// repetition.

const { row } = faultRows({ config: { gateway: { concurrency: 2 } } });

const theirs: IpGroupRule = { type: "ip", address: "198.51.100.1" };
const office = { type: "network", cidr: "10.1.0.0/16" } as const;
const notMade = { times: 1, kind: "resetBeforeApply" } as const;

interface Named {
  readonly title: string;
  readonly kind: string;
  readonly creates: string;
  readonly switches?: Partial<Switches>;
  readonly program: Properties;
  /** Creates the foreign object, and returns a function that reads its current content. */
  readonly foreign: (sim: Simulator, name: string) => () => unknown;
}

function groupOfOthers({ mutate, gateway }: Simulator, name: string): () => unknown {
  const id = mutate.addIpGroup(name, [theirs]);
  return () => [...(gateway.store.ipGroups.get(id)?.rules.values() ?? [])];
}

function userOfOthers({ mutate, gateway }: Simulator, name: string): () => unknown {
  const id = gateway.store.nextId("user");
  mutate.gateway((store) => store.users.set(id, { id, name, userGroups: new Set([1]), preferences: new Map() }));
  return () => structuredClone(gateway.store.users.get(id));
}

function userGroupOfOthers({ mutate, gateway }: Simulator, name: string): () => unknown {
  const id = mutate.addUserGroup(name);
  mutate.addPermission(name, "app", "auditing");
  return () => structuredClone([gateway.store.userGroups.get(id), gateway.store.userNamed("admin")]);
}

function profileOfOthers({ mutate, replicator }: Simulator, name: string): () => unknown {
  mutate.addProfile(name, 29_101, 29_102);
  return () => structuredClone(replicator.store.profiles.get(name));
}

const ipGroup = { kind: "IpGroup", creates: "ipgroups/saveRule", program: { rules: [office] }, foreign: groupOfOthers };
const named: readonly Named[] = [
  ...(["append", "refuse", "second"] as const).map((position) => {
    return { ...ipGroup, title: `an IP group (${position})`, switches: { duplicateGroupName: position } };
  }),
  {
    title: "a user",
    kind: "User",
    creates: "user_api/createUser",
    program: { password: "pass word", userGroupIds: [2] },
    foreign: userOfOthers,
  },
  {
    title: "a user group",
    kind: "UserGroup",
    creates: "user_api/createUsergroup",
    program: { members: ["admin"] },
    foreign: userGroupOfOthers,
  },
  {
    title: "a profile",
    kind: "ReplicatorProfile",
    creates: "profile/add",
    program: { listeningPort: 29_201, sendingPort: 29_202 },
    foreign: profileOfOthers,
  },
];

/** Fails to create an object whose name is taken by a foreign one, and checks that the foreign one is unchanged. */
async function expectForeign(
  row: FaultRow,
  one: Named,
  name: string,
  make: (act: () => void) => Promise<void> | void,
): Promise<string> {
  Object.assign(row.sim.switches, one.switches);
  let held: (() => unknown) | undefined;
  let asMade: unknown;
  await make(() => {
    held = one.foreign(row.sim, name);
    asMade = held();
  });
  const resource = row.declare(one.kind, { name, ...one.program });
  const { message } = await row.refused(resource);
  expect(held?.()).toEqual(asMade);
  expect(resource.resource.exists).toBe(false);
  row.afterwards(() => remove(row.sim, one.kind, name));
  return message;
}

function remove({ mutate }: Simulator, kind: string, name: string): void {
  if (kind === "IpGroup") mutate.removeIpGroup(name);
  else if (kind === "User") mutate.removeUser(name);
  else if (kind === "UserGroup") mutate.removeUserGroup(name);
  else mutate.removeProfile(name);
}

for (const one of named) {
  const { title, creates } = one;

  row(`F24, F28: ${title} that others made before is not believed ours where the answer is lost`, async (row) => {
    const message = await expectForeign(row, one, `before ${title}`, async (act) => {
      act();
      // A new run has not read any list yet.
      await row.nextRun();
      row.fault({ match: creates, times: 1, kind: "resetAfterApply" });
    });
    expect(message).toMatch(/exists.*onExisting: "adopt"/u);
  });

  row(`F24, F27, F29: ${title} that others made while the answer was lost is not believed ours`, async (row) => {
    const message = await expectForeign(row, one, `during ${title}`, (act) => {
      row.fault({ match: creates, when: () => (act(), true), ...notMade });
    });
    expect(message).toMatch(/exists now|other ports now/u);
    expect(message).toContain('onExisting: "adopt"');
  });

  // A gateway that allows a second group of the same name creates ours beside theirs.
  if (one.switches?.duplicateGroupName === "second") continue;
  row(`F24, F27, F29: ${title} that others made just before the repetition is not believed ours`, async (row) => {
    const message = await expectForeign(row, one, `after ${title}`, (act) => {
      row.fault({ match: creates, ...notMade });
      row.before(creates, act);
    });
    expect(message).toMatch(/exists/u);
    row.within({ milliseconds: 30_000 });
  });
}

row("F24: a group that others made just before the repetition stays theirs beside ours", async (row) => {
  row.sim.switches.duplicateGroupName = "second";
  const name = "beside theirs";
  const group = row.declare("IpGroup", { name, rules: [office] });
  let theirGroup = 0;
  row.fault({ match: "ipgroups/saveRule", ...notMade });
  row.before("ipgroups/saveRule", () => (theirGroup = row.sim.mutate.addIpGroup(name, [theirs])));
  expect(await row.up(group)).toBe("create");
  expect(group.resource.id).not.toBe(String(theirGroup));
  row.infoLines();
  expect(await group.resource.refresh()).toBe("same");
  await row.nextRun();
  expect(await group.resource.refresh()).toBe("same");
  expect(row.infoLines()).toEqual([expect.stringContaining(`another IP group has the same name (id ${theirGroup})`)]);
  await group.resource.destroy();
  expect([...(row.sim.gateway.store.ipGroups.get(theirGroup)?.rules.values() ?? [])]).toEqual([theirs]);
  row.sim.mutate.removeIpGroup(name);
});

row("F24: rules that the gateway adds to a group that others made in the meantime are taken out again", async (row) => {
  row.sim.switches.duplicateGroupName = "append";
  const group = row.declare("IpGroup", { name: "appended", rules: [office] });
  let id = 0;
  row.before("ipgroups/saveRule", () => (id = row.sim.mutate.addIpGroup("appended", [theirs])));
  const { message } = await row.refused(group);
  expect(message).toMatch(new RegExp(`already exists \\(id ${id}\\).*onExisting: "adopt"`, "u"));
  expect([...(row.sim.gateway.store.ipGroups.get(id)?.rules.values() ?? [])]).toEqual([theirs]);
  row.sim.mutate.removeIpGroup("appended");
});

row("F28: a group of others whose rules are those that were sent counts as ours (F21)", async (row) => {
  const group = row.declare("IpGroup", { name: "equal", rules: [office] });
  const equal: IpGroupRule = { type: "network", address: "10.1.0.0", mask: "16" };
  row.fault({
    match: "ipgroups/saveRule",
    when: () => (row.sim.mutate.addIpGroup("equal", [equal]), true),
    ...notMade,
  });
  expect(await row.up(group)).toBe("create");
  expect(row.changes()).toEqual(["ipgroups/saveRule"]);
});

row("F24: a rule of others that was there before is not believed ours, and one that appeared is", async (row) => {
  const equal: IpGroupRule = { type: "ip", address: "10.1.2.3" };
  const groupId = 103;
  row.invariants.ours(`IP group ${groupId}`);
  const rules = row.sim.gateway.store.ipGroups.get(groupId)?.rules ?? new Map<number, IpGroupRule>();
  const [theirRule = 0] = row.sim.mutate.addRules("Loopback", [equal]);
  const rule = row.declare("IpGroupRule", { groupId, rule: equal });
  const fault = row.fault({ match: "ipgroups/update", times: 1, kind: "resetAfterApply" });
  expect((await row.refused(rule)).message).toMatch(/already exists/u);
  fault.remove();
  expect([...rules.keys()]).toContain(theirRule);
  rules.delete(theirRule);
  row.fault({
    match: "ipgroups/update",
    when: () => (row.sim.mutate.addRules("Loopback", [equal]), true),
    ...notMade,
  });
  expect(await row.up(rule)).toBe("create");
  expect(rules.size).toBe(2);
});

row(
  "F35: a member or policy that others made while the answer was lost is there once, as it is declared",
  async (row) => {
    row.sim.mutate.addProfile("shared", 29_301, 29_302);
    row.invariants.ours("profile shared");
    const pairs = [
      ["Collector", "collector/add", { address: "10.35.9.1", profiles: ["shared"] }],
      ["Exporter", "exporter/add", { address: "10.35.9.2", profiles: ["shared"] }],
      ["Policy", "policies/add", { cidr: "10.35.9.0/24", profile: "shared", kind: "include" }],
    ] as const;
    const acts = [
      () => row.sim.mutate.addCollector("10.35.9.1", "shared"),
      () => row.sim.mutate.addExporter("10.35.9.2", "shared"),
      () => row.sim.mutate.addPolicy("shared", { network: "10.35.9.0", prefixLength: 24, kind: "include" }),
    ];
    for (const [index, [kind, match, program]] of pairs.entries()) {
      row.fault({ match, when: () => (acts[index]?.(), true), ...notMade });
      expect(await row.up(row.declare(kind, program))).toBe("create");
    }
    row.within({ requests: 60 });
    row.afterwards(() => row.sim.mutate.removeProfile("shared"));
  },
);
