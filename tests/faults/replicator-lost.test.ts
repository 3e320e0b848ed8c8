import { faultRows } from "./row";

let ports = 20_000;

/** A profile with ports that no other row of the file uses. */
function profile(name: string, more: object = {}): { name: string; listeningPort: number; sendingPort: number } {
  ports += 2;
  return { name, listeningPort: ports, sendingPort: ports + 1, ...more };
}

const row = faultRows({ config: { replicator: { timeouts: { headers: 1500 } } } });

const add = "profile/add";

for (const [what, kind, says] of [
  ["times out", "hang", /^warning: .*automatic rebuild follows/u],
  ["is refused", { refuse: "Disk full" }, /^warning: .*rebuild of the replicator 127.0.0.1:\d+ failed.*Disk full/u],
] as const) {
  row(`a rebuild that ${what} is not repeated, and reported in an info line`, async (row) => {
    const netops = row.declare("ReplicatorProfile", profile(`Floor 42 ${what}`));
    row.fault({ match: "rebuild", kind });
    expect(await row.up(netops)).toBe("create");
    expect(row.sim.requests.count({ action: "/rebuild" })).toBe(1);
    expect(row.infoLines()).toEqual([expect.stringMatching(says)]);
  });
}

row("a rebuild that fails with strictRebuild leaves its resource partly done until one succeeds", async (row) => {
  await row.nextRun({ config: { replicator: { strictRebuild: true } } });
  const strict = row.declare("ReplicatorProfile", profile("strict"));
  const busy = row.fault({ match: "rebuild", kind: { refuse: "Busy" } });
  expect((await row.partly(strict)).message).toMatch(/ReplicatorProfile "strict" on .*the rebuild failed: Busy/u);
  expect(strict.resource.id).toBe("strict");
  expect(row.sim.replicator.store.uncoveredChanges()).not.toEqual([]);
  expect((await row.partly(strict)).message).toContain("Busy");
  busy.remove();
  row.sent();
  expect(await row.up(strict)).toBe("update");
  expect(row.world.changes()).toEqual(["rebuild"]);
  expect(row.sim.replicator.store.uncoveredChanges()).toEqual([]);
  expect(await row.up(strict)).toBe("same");
  await row.nextRun();
});

row("a session that ends between the parts of a creation is renewed, and nothing is done twice", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("Floor 53", { enabled: false, description: "All routers" }));
  await row.nextRun();
  for (const match of ["profile/disable", "notate/profile"]) row.before(match, () => row.sim.expireSessions());
  expect(await row.up(netops)).toBe("create");
  // The first session, and one more for each time that it ended.
  expect(row.sim.requests.count({ kind: "session" })).toBe(3);
  expect(row.sim.requests.where({ action: add, result: "success" })).toHaveLength(1);
  const held = row.sim.replicator.store.profiles.get("Floor 53");
  expect(held).toMatchObject({ enabled: false, description: "All routers" });
});

row("a profile that others create at the same moment is theirs", async (row) => {
  const { name, ...ports } = profile("Floor 54");
  row.before(add, () => row.sim.mutate.addProfile(name, ports.listeningPort, ports.sendingPort));
  const ours = row.declare("ReplicatorProfile", { name, ...ports });
  expect((await row.refused(ours)).message).toMatch(/creating the profile failed: .*exists/u);
  row.sim.mutate.removeProfile(name);
});
