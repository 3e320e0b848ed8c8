import { heldProfile, profile } from "./replicator-samples";
import { faultRows } from "./row";

const { row } = faultRows();

row("F73: members and what they are in may come in any order, and are no difference", async (row) => {
  const names = ["F73 a", "F73 b", "F73 c"];
  for (const name of names) await row.up(row.declare("ReplicatorProfile", profile(name)));
  const collector = row.declare("Collector", { address: "10.73.0.1", profiles: names });
  await row.up(collector);
  row.fault({
    match: /show\/collectors/u,
    kind: {
      rewrite: (answer) => {
        const { collector: shown } = answer as { collector: Record<string, { in_profiles: string[] }> };
        for (const record of Object.values(shown)) record.in_profiles.reverse();
        return answer;
      },
    },
  });
  await row.nextRun();
  expect(await collector.resource.refresh()).toBe("same");
  expect(await row.up(collector, { ...collector.program, profiles: [...names].reverse() })).toBe("same");
  row.within({ requests: 60 });
});

row("F103: a listening port that another profile has is refused in the appliance's words", async (row) => {
  const first = row.declare("ReplicatorProfile", profile("F103 first"));
  await row.up(first);
  const second = row.declare("ReplicatorProfile", { ...first.program, name: "F103 second" });
  expect((await row.refused(second)).message).toMatch(/already used by profile F103 first/u);
});

row("F104: removing a profile that is gone is done; changing it is an error", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F104"));
  await row.up(netops);
  row.sim.mutate.removeProfile("F104");
  const disabled = { ...netops.program, enabled: false };
  expect((await row.refused(netops, disabled)).message).toMatch(/F104.*(?:does not exist|no longer)/u);
  await row.nextRun();
  await netops.resource.destroy();
  expect(row.changes()).toEqual([]);
});

row("F105: a rename onto a name that exists is an error that explains, and nothing is lost", async (row) => {
  const one = row.declare("ReplicatorProfile", profile("F105 one"));
  const two = row.declare("ReplicatorProfile", profile("F105 two"));
  await row.up(one);
  await row.up(two);
  const collector = row.declare("Collector", { address: "10.105.0.1", profiles: ["F105 one", "F105 two"] });
  const policy = row.declare("Policy", { cidr: "10.105.0.0/24", profile: "F105 one", kind: "include" });
  await row.up(collector);
  await row.up(policy);
  const before = row.sim.snapshot();
  const programs = [one.program, two.program];
  // Both profiles swap their names in one run.
  const { message } = await row.refused(one, { ...one.program, name: "F105 two" });
  expect(message).toMatch(/cannot be renamed from "F105 one".*with a third name in between/u);
  await row.refused(two, { ...two.program, name: "F105 one" });
  expect(row.sim.snapshot()).toBe(before);
  [one.program, two.program] = programs as [typeof one.program, typeof two.program];
  row.within({ requests: 60 });
});

row("F105: the old name of a renamed profile is not given to a new one in the same run", async (row) => {
  const before = profile("F105 old");
  const netops = row.declare("ReplicatorProfile", before);
  await row.up(netops);
  await row.nextRun();
  await row.up(netops, { ...before, name: "F105 new" });
  const successor = row.declare("ReplicatorProfile", profile("F105 old"));
  expect((await row.refused(successor)).message).toMatch(/was renamed to "F105 new" in this run/u);
  await row.nextRun();
  expect(await row.up(successor)).toBe("create");
});

row("F106: a renamed profile is destroyed by the name that it has, not by its id", async (row) => {
  const before = profile("F106 old");
  const netops = row.declare("ReplicatorProfile", before);
  await row.up(netops);
  await row.up(netops, { ...before, name: "F106 new" });
  expect(netops.resource.id).toBe("F106 old");
  await row.nextRun();
  await netops.resource.destroy();
  expect(row.sim.requests.where({ action: /profile\/remove/u }).map(({ detail }) => detail)).toEqual(["F106 new"]);
});

row("F107: a collector of a profile that was removed by hand is deleted without an error", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F107"));
  await row.up(netops);
  const collector = row.declare("Collector", { address: "10.107.0.1", profiles: ["F107"] });
  await row.up(collector);
  row.sim.mutate.removeProfile("F107");
  await row.nextRun();
  await collector.resource.destroy();
  await netops.resource.destroy();
  expect(row.changes()).toEqual([]);
});

row("F108: of a collector that is in other profiles too only our pair is removed", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F108"));
  await row.up(netops);
  const collector = row.declare("Collector", { address: "192.0.2.10", profiles: ["F108"], threshold: undefined });
  await row.up(collector);
  expect(heldProfile(row, "legacy-netops").collectors.has("192.0.2.10")).toBe(true);
  row.changes();
  await collector.resource.destroy();
  expect(row.changes()).toEqual(["collector/remove"]);
  expect(heldProfile(row, "legacy-netops").collectors.has("192.0.2.10")).toBe(true);
});

row("F109: a threshold of 0 is the same as none", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F109"));
  await row.up(netops);
  const collector = row.declare("Collector", { address: "10.109.0.1", profiles: ["F109"], threshold: 0 });
  await row.up(collector);
  expect(row.changes()).toEqual(["profile/add", "collector/add"]);
  await row.nextRun();
  expect(await collector.resource.refresh()).toBe("same");
});

row("F110: an include and an exclude for one network in one profile is an error", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F110"));
  await row.up(netops);
  const include = row.declare("Policy", { cidr: "10.110.0.0/16", profile: "F110", kind: "include" });
  await row.up(include);
  const exclude = row.declare("Policy", { cidr: "10.110.0.0/16", profile: "F110", kind: "exclude" });
  expect((await row.refused(exclude)).message).toMatch(/opposite policy|There is an include policy/u);
});

row("F112: a description that is removed from the program stays, and an info line says so", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F112", { description: "All routers" }));
  await row.up(netops);
  row.changes();
  row.infoLines();
  const { description: _, ...rest } = netops.program;
  await row.up(netops, rest);
  expect(row.changes()).toEqual([]);
  expect(row.infoLines()).toEqual([
    expect.stringMatching(
      /^warning: ReplicatorProfile "F112".*: description is no longer managed; its current value stays\.$/u,
    ),
  ]);
  expect(heldProfile(row, "F112").description).toBe("All routers");
});

row("F115: a profile named 0, and names that begin alike, are different profiles", async (row) => {
  const names = ["0", "prod", "prod-2"];
  const profiles = names.map((name) => row.declare("ReplicatorProfile", profile(name)));
  for (const one of profiles) await row.up(one);
  await row.nextRun();
  row.sim.mutate.disableProfile("prod");
  expect(await profiles[0]?.resource.refresh()).toBe("same");
  expect(await profiles[1]?.resource.refresh()).toBe("changed");
  expect(await profiles[2]?.resource.refresh()).toBe("same");
  for (const one of profiles) await row.up(one);
  expect(row.changes()).toEqual(["profile/enable"]);
  row.within({ requests: 60 });
});

row("F116: a reading of an unknown form is an error, and nothing is treated as removed", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F116"));
  await row.up(netops);
  await row.nextRun();
  row.fault({ match: /show\/config/u, kind: { rewrite: () => ({ configuration: [] }) } });
  expect((await row.failure(netops.resource.refresh())).message).toMatch(/does not have the documented form/u);
  expect(netops.resource.exists).toBe(true);
});

row("F120: a secondary appliance refuses in its words, and nothing is tried again", async (row) => {
  row.sim.mutate.setRole("secondary");
  const netops = row.declare("ReplicatorProfile", profile("F120"));
  expect((await row.refused(netops)).message).toMatch(/secondary/u);
  expect(row.changes()).toEqual(["profile/add"]);
  row.sim.mutate.setRole("primary");
});

row("F120: an expired license is an error without another try", async (row) => {
  const netops = row.declare("ReplicatorProfile", profile("F120 license"));
  row.fault({ match: "profile/add", kind: { refuse: "The license has expired" } });
  expect((await row.refused(netops)).message).toContain("The license has expired");
  expect(row.changes()).toEqual(["profile/add"]);
});
