import { heldProfile, profile } from "./replicator-samples";
import { faultRows } from "./row";

const { row } = faultRows({
  config: { replicator: { timeouts: { headers: 400 } } },
});

const applied = { times: 1, kind: "resetAfterApply" } as const;
const notApplied = { times: 1, kind: "resetBeforeApply" } as const;

const add = "profile/add";

row("F29: a profile whose answer was lost is found with its ports, and is not added again", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F29 made"));
  row.fault({ match: add, ...applied });
  expect(await row.up(netops)).toBe("create");
  expect(row.changes()).toEqual([add]);
});

row("F29: a profile that was not made is added once more", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F29 absent"));
  row.fault({ match: add, ...notApplied });
  expect(await row.up(netops)).toBe("create");
  expect(row.changes()).toEqual([add, add]);
});

row("F29: a profile of that name with other ports is somebody else's, and an error", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F29 foreign"));
  row.fault({
    match: add,
    // Another client adds it first.
    when: () => (row.sim.mutate.addProfile("F29 foreign", 29_001, 29_002), true),
    ...notApplied,
  });
  expect((await row.refused(netops)).message).toMatch(/other ports now: another client created it in the meantime/u);
  expect(row.changes()).toEqual([add]);
  row.sim.mutate.removeProfile("F29 foreign");
});

row("F30: absolute values whose answers were lost are sent again", async (row) => {
  const before = profile("F30", { description: "before" });
  const netops = row.declare("ReplicatorProfile", before);
  await row.up(netops);
  const collector = row.declare("Collector", { address: "10.30.0.1", profiles: ["F30"], threshold: 100 });
  await row.up(collector);
  const setting = row.declare("Setting", { name: "flowStopAlert", value: "80", enabled: false });
  row.invariants.ours("setting flowStopAlert");
  row.changes();
  const verbs = [
    "profile/update",
    "profile/disable",
    "profile/singularity/enable",
    "notate/profile",
    "collector/threshold",
    "setting/set",
    "setting/disable",
  ];
  for (const verb of verbs) row.fault({ match: verb, ...applied });
  const after = { ...profile("F30"), enabled: false, singularity: true, description: "after" };
  await row.up(netops, after);
  await row.up(collector, { ...collector.program, threshold: 200 });
  await row.up(setting);
  expect(row.changes()).toEqual(verbs.flatMap((verb) => [verb, verb]));
  expect(heldProfile(row, "F30")).toMatchObject({ ...after });
  expect(row.sim.replicator.store.thresholds.get("10.30.0.1")).toBe(200);
  expect(row.sim.replicator.store.settings.get("flowStopAlert")).toEqual({ value: "80", enabled: false });
  row.within({ requests: 60 });
});

row("F31: a rename whose answer was lost is done where the new name is there and the old one is gone", async (row) => {
  const before = profile("F31 old");
  const netops = row.declare("ReplicatorProfile", before);
  await row.up(netops);
  row.changes();
  row.fault({ match: "profile/rename", ...applied });
  expect(await row.up(netops, { ...before, name: "F31 new" })).toBe("update");
  expect(row.changes()).toEqual(["profile/rename", "profile/rename"]);
  expect(row.sim.replicator.store.profiles.has("F31 old")).toBe(false);
});

row("F34: a profile whose removal lost its answer is gone, although the second try is refused", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F34"));
  await row.up(netops);
  row.fault({ match: "profile/remove", ...applied });
  await netops.resource.destroy();
  expect(row.changes().filter((verb) => verb === "profile/remove")).toHaveLength(2);
  expect(row.sim.replicator.store.profiles.has("F34")).toBe(false);
});

row("F35: what was added although its answer was lost is there, although the second try is refused", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F35"));
  await row.up(netops);
  row.changes();
  const members = [
    row.declare("Collector", { address: "10.35.0.1", profiles: ["F35"] }),
    row.declare("Exporter", { address: "10.35.0.2", profiles: ["F35"] }),
    row.declare("Policy", { cidr: "10.35.0.0/24", profile: "F35", kind: "include" }),
  ];
  const verbs = ["collector/add", "exporter/add", "policies/add"];
  for (const verb of verbs) row.fault({ match: verb, ...applied });
  for (const member of members) expect(await row.up(member)).toBe("create");
  expect(row.changes()).toEqual(verbs.flatMap((verb) => [verb, verb]));
  row.within({ requests: 60 });
});

row("F35: what was removed although its answer was lost is gone, although the second try is refused", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F35 removed"));
  await row.up(netops);
  const profiles = ["F35 removed"];
  const members = [
    row.declare("Collector", { address: "10.35.1.1", profiles }),
    row.declare("Exporter", { address: "10.35.1.2", profiles }),
    row.declare("Policy", { cidr: "10.35.1.0/24", profile: "F35 removed", kind: "exclude" }),
  ];
  for (const member of members) await row.up(member);
  for (const match of ["collector/remove", "exporter/remove", "policies/remove"]) row.fault({ match, ...applied });
  for (const { resource } of members) await resource.destroy();
  const { collectors, exporters, policies } = heldProfile(row, "F35 removed");
  expect([collectors.size, exporters.size, policies.size]).toEqual([0, 0, 0]);
  row.within({ requests: 60 });
});

row("F38: a profile whose note fails is kept in part, and the next up sends only the note", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F38", { description: "All routers" }));
  row.fault({ match: "notate/profile", kind: { refuse: "Disk full" } });
  expect((await row.partly(netops)).message).toContain("Disk full");
  row.heal();
  row.changes();
  expect(await row.up(netops)).toBe("update");
  expect(row.changes()).toEqual(["notate/profile"]);
});

row("F39: a profile that could not be disabled is kept in part, and the text says that it is running", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F39", { enabled: false }));
  row.fault({ match: "profile/disable", kind: { refuse: "Not now" } });
  expect((await row.partly(netops)).message).toMatch(/Not now.*running although it is declared disabled/u);
  expect(heldProfile(row, "F39").enabled).toBe(true);
  row.heal();
  row.changes();
  expect(await row.up(netops)).toBe("update");
  expect(row.changes()).toEqual(["profile/disable"]);
});

row("F42: a rebuild that times out is repeated at most twice, and then told in an info line", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F42"));
  row.fault({ match: "rebuild", kind: "hang" });
  expect(await row.up(netops)).toBe("create");
  expect(row.sim.requests.count({ action: "/rebuild" })).toBe(3);
  expect(row.infoLines()).toEqual([
    expect.stringMatching(/^warning: ReplicatorProfile "F42" on .*automatic rebuild follows/u),
  ]);
});

row("F42: with strictRebuild a rebuild that fails leaves the profile in part", async (row) => {
  const strict = { config: { replicator: { strictRebuild: true } } };
  await row.nextRun(strict);
  const netops = row.declare("ReplicatorProfile", profile("F42 strict"));
  row.fault({ match: "rebuild", kind: { refuse: "Out of memory" } });
  expect((await row.partly(netops)).message).toContain("Out of memory");
  row.heal();
  expect(await row.up(netops)).toBe("update");
  await row.nextRun();
});

row("F43: no resource ever logs out, since sessions end by themselves", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F43"));
  await row.up(netops);
  await netops.resource.destroy();
  await row.nextRun();
  expect(row.sim.requests.count({ action: "/logout" })).toBe(0);
});

row("F53: a session that ends between the parts of a creation is renewed, and nothing is done twice", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F53", { enabled: false, description: "All routers" }));
  await row.nextRun();
  for (const match of ["profile/disable", "notate/profile"]) row.before(match, () => row.sim.expireSessions());
  expect(await row.up(netops)).toBe("create");
  // The first session, and one more for each time that it ended.
  expect(row.sim.requests.count({ kind: "session" })).toBe(3);
  expect(row.sim.requests.where({ action: add, result: "success" })).toHaveLength(1);
  expect(heldProfile(row, "F53")).toMatchObject({ enabled: false, description: "All routers" });
});
