import { setTimeout } from "node:timers/promises";
import { type Declared, type FaultRow, faultRows } from "./row";

// Every request that waits for its answer occupies a slot.
const { row } = faultRows({ config: { gateway: { concurrency: 16 }, replicator: { concurrency: 16 } } });

const GUESTS = 2;
const office = { type: "network", cidr: "10.1.0.0/16" } as const;

let ports = 27_000;
function freePorts(): { listeningPort: number; sendingPort: number } {
  ports += 2;
  return { listeningPort: ports, sendingPort: ports + 1 };
}

/**
 * A call, and the request after which the process dies. The request is carried out, but its answer has not arrived yet.
 */
interface Killed {
  readonly declared: Declared;
  /** Must match "action verb detail" of the request. */
  readonly step: RegExp;
  readonly call: () => Promise<unknown>;
}

/**
 * Kills the provider process when each of the calls has reached its step. The state stays as it was before the calls.
 */
async function kill(
  row: FaultRow,
  calls: readonly Killed[],
  end = (): Promise<unknown> => row.world.provider.kill(),
): Promise<void> {
  const faults = calls.map(({ step }) => row.fault({ match: step, times: 1, kind: { delayMs: 60_000 } }));
  const outcomes = calls.map(({ call }) =>
    call().then(
      () => "it ended",
      () => "killed",
    ),
  );
  const isThere = (step: RegExp): boolean =>
    row.sim.requests.where({ action: step }).some(({ applied, status }) => applied && status === 0);
  while (!calls.every(({ step }) => isThere(step))) await setTimeout(5);
  await end();
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["killed"]));
  for (const fault of faults) fault.remove();
  await row.nextRun();
}

const up = (row: FaultRow, declared: Declared, step: RegExp): Killed => ({
  declared,
  step,
  call: () => row.up(declared),
});

row("F37: what was created when the process was killed is named by the next up, and never made twice", async (row) => {
  const profile = (name: string): Declared =>
    row.declare("ReplicatorProfile", { name, ...freePorts(), enabled: false, description: "Routers" });
  const base = row.declare("ReplicatorProfile", { name: "F37 base", ...freePorts() });
  await row.up(base);
  const member = (kind: string, last: number): Declared =>
    row.declare(kind, { address: `10.37.0.${last}`, profiles: ["F37 base"], ...(last === 2 ? { threshold: 7 } : {}) });
  const user = { name: "F37 user", password: "password of F37", userGroupIds: [GUESTS] };
  const calls = [
    up(row, row.declare("IpGroup", { name: "F37 group", rules: [office] }), /saveRule F37 group/u),
    up(row, row.declare("UserGroup", { name: "F37 users", members: ["admin"] }), /createUsergroup F37 users/u),
    up(row, row.declare("User", user), /createUser F37 user/u),
    up(row, profile("F37 added"), /profile\/add F37 added/u),
    up(row, profile("F37 disabled"), /profile\/disable F37 disabled/u),
    up(row, profile("F37 noted"), /notate\/profile F37 noted/u),
    up(row, member("Collector", 1), /collector\/add .*10\.37\.0\.1/u),
    up(row, member("Collector", 2), /collector\/threshold .*10\.37\.0\.2/u),
    up(row, member("Exporter", 3), /exporter\/add .*10\.37\.0\.3/u),
  ];
  await kill(row, calls);
  for (const { declared } of calls) {
    expect((await row.refused(declared)).message).toMatch(/exists.*onExisting: "adopt"/u);
    expect(await row.up(declared, { ...declared.program, onExisting: "adopt" })).toBe("create");
  }
  row.within({ requests: 150, milliseconds: 30_000 });
});

// For crashes of the engine too, at thirty moments, see npm run test:long.
row(
  "F37: a tree of groups that was half made when the process was killed is made whole by the next up",
  async (row) => {
    const leaves = Array.from({ length: 30 }, (_, index) => `F37 leaf ${index}`);
    const branches = ["F37 left branch", "F37 right branch"];
    const groups = {
      ...Object.fromEntries(
        leaves.map((name, index) => [name, { rules: [{ type: "ip", address: `10.37.1.${index}` }] }]),
      ),
      ...Object.fromEntries(branches.map((name) => [name, { rules: [], children: leaves }])),
      "F37 root": { rules: [office], children: branches },
    };
    const tree = row.declare("IpGroups", { onExisting: "adoptIfEqual", groups });
    await kill(row, [up(row, tree, /saveRule F37 leaf 17/u)]);
    const made = (): number => [...row.sim.gateway.store.ipGroups.values()].filter(({ name }) => name in groups).length;
    expect(made()).toBeGreaterThan(0);
    expect(made()).toBeLessThan(33);
    expect(await row.up(tree)).toBe("create");
    expect(made()).toBe(33);
    for (const name of Object.keys(groups)) {
      const [group, second] = row.sim.gateway.store.ipGroupsNamed(name);
      expect([name, group?.rules.size, second]).toEqual([name, sizeOf(name), undefined]);
    }
    await row.nextRun();
    expect(await tree.resource.refresh()).toBe("same");
    expect(await row.up(tree)).toBe("same");
    await tree.resource.destroy();
    expect(made()).toBe(0);
    row.within({ requests: 250 });

    function sizeOf(name: string): number {
      if (name === "F37 root") return 1 + branches.length;
      return branches.includes(name) ? leaves.length : 1;
    }
  },
);

row("F37: a provider process whose engine was killed ends by itself, and changes nothing more", async (row) => {
  const profile = row.declare("ReplicatorProfile", { name: "F37 left", ...freePorts(), enabled: false });
  await kill(row, [up(row, profile, /profile\/add F37 left/u)], async () => {
    expect(await row.world.provider.abandon()).toBeNull();
    expect(row.sim.requests.verbs({ kind: "write" })).toEqual(["profile/add"]);
  });
  expect((await row.refused(profile)).message).toContain('onExisting: "adopt"');
  expect(await row.up(profile, { ...profile.program, onExisting: "adopt" })).toBe("create");
  row.within({ requests: 40 });
});

row("F37: a link that was made when the process was killed is a success of the next up", async (row) => {
  const base = row.declare("ReplicatorProfile", { name: "F37 linked", ...freePorts() });
  await row.up(base);
  const policy = row.declare("Policy", { cidr: "10.37.0.0/24", profile: "F37 linked", kind: "include" });
  const permission = row.declare("Permission", { userGroupId: 1, permissionType: "app", seccode: "auditing" });
  const membership = row.declare("Membership", { userName: "admin", userGroupId: GUESTS });
  const calls = [
    up(row, policy, /policies\/add/u),
    up(row, permission, /permissions/u),
    up(row, membership, /membership/u),
  ];
  await kill(row, calls);
  for (const { declared } of calls) expect(await row.up(declared)).toBe("create");
  const grants = [{ permissionType: "app", seccode: "tos" }];
  const set = row.declare("PermissionSet", { userGroupId: GUESTS, permissions: grants });
  await kill(row, [up(row, set, /permissions/u)]);
  expect(await row.up(set)).toBe("create");
  row.within({ requests: 80 });
});

row("F37: an update that was applied when the process was killed converges with the next up", async (row) => {
  const group = row.declare("IpGroup", { name: "F37 before", rules: [office] });
  const renamed = row.declare("ReplicatorProfile", { name: "F37 profile before", ...freePorts() });
  const moved = row.declare("ReplicatorProfile", { name: "F37 moved", ...freePorts() });
  const all = [group, renamed, moved];
  for (const declared of all) await row.up(declared);
  const programs = [
    { name: "F37 after", rules: [{ type: "all" }] },
    { ...renamed.program, name: "F37 profile after", enabled: false },
    { ...moved.program, ...freePorts() },
  ];
  const steps = [/ipgroups\/update/u, /profile\/rename/u, /profile\/update/u];
  const calls = all.map((declared, n) => ({
    declared,
    step: steps[n] as RegExp,
    call: () => declared.resource.up(programs[n] ?? {}),
  }));
  await kill(row, calls);
  for (const [n, declared] of all.entries()) expect(await row.up(declared, programs[n])).toBe("update");
  expect(row.sim.gateway.store.ipGroupsNamed("F37 after")).toHaveLength(1);
  expect(row.sim.replicator.store.profiles.get("F37 profile after")?.enabled).toBe(false);
  row.within({ requests: 80 });
});

row("F37: a deletion that was applied when the process was killed is done by the next destroy", async (row) => {
  const cases: [Declared, RegExp][] = [
    [row.declare("IpGroup", { name: "F37 deleted", rules: [office] }), /ipgroups\/delete/u],
    [row.declare("ReplicatorProfile", { name: "F37 removed", ...freePorts() }), /profile\/remove/u],
    [row.declare("UserGroup", { name: "F37 deleted users" }), /delUsergroups/u],
  ];
  for (const [declared] of cases) await row.up(declared);
  await kill(
    row,
    cases.map(([declared, step]) => ({ declared, step, call: () => declared.resource.destroy() })),
  );
  for (const [{ resource }] of cases) {
    expect(resource.exists).toBe(true);
    await resource.destroy();
  }
  row.within({ requests: 80 });
});
