import { faultOf } from "../lifecycle/resource";
import { type FaultRow, faultRows } from "./row";

const row = faultRows();
const unlisted = faultRows({ simulator: { switches: { configLeavesOut: "thresholds" } } });

const profile = { name: "Read back 1", listeningPort: 31_700, sendingPort: 31_701 };
const collector = { address: "10.73.0.1", profiles: ["legacy-netops"] };
const policy = { cidr: "10.73.0.0/16", profile: "legacy-netops", kind: "include" };
/** The answer to a change that is not carried out. */
const dropped = { status: 200, body: '{"result":"success","description":"Success"}' } as const;

/** The appliance answers with success and keeps another value. */
function keeps(row: FaultRow, match: string, change: () => void): void {
  const rewrite = (answer: unknown): unknown => {
    change();
    return answer;
  };
  row.fault({ match, kind: { rewrite } });
}

describe("a replicator that keeps something else than was sent", () => {
  row("a cut description is not reported as done", async (row) => {
    const { mutate } = row.sim;
    keeps(row, "notate/profile", () => mutate.setProfileDescription(profile.name, "A long descr"));
    const one = row.declare("ReplicatorProfile", { ...profile, description: "A long description" });
    expect((await row.partly(one)).message).toMatch(/does not show \/notate\/profile\/Read%20back%201\//u);
    expect((await row.partly(one)).message).toMatch(/does not show/u);
    expect(await row.up(one, { ...profile, description: "A long descr" })).toBe("update");
    expect(await row.up(one)).toBe("same");
  });

  row("a limited threshold is not reported as done", async (row) => {
    keeps(row, "collector/threshold", () => row.sim.mutate.setThreshold(collector.address, 1000));
    const one = row.declare("Collector", { ...collector, threshold: 4000 });
    expect((await row.partly(one)).message).toMatch(/does not show \/collector\/threshold\/10\.73\.0\.1\/4000/u);
    expect(await row.up(one, { ...collector, threshold: 1000 })).toBe("update");
  });

  row("a rounded setting is not reported as done", async (row) => {
    keeps(row, "setting/set", () => row.sim.mutate.setSetting("flowStopAlert", { value: "40" }));
    const one = row.declare("Setting", { name: "flowStopAlert", value: 44 });
    expect((await row.partly(one)).message).toMatch(/does not show \/setting\/set\/flowStopAlert\/44/u);
    expect(await row.up(one, { name: "flowStopAlert", value: 40 })).toBe("update");
  });

  for (const [match, kind, program] of [
    ["collector/add", "Collector", collector],
    ["policies/add", "Policy", policy],
    ["profile/disable", "ReplicatorProfile", { ...profile, enabled: false }],
    ["profile/singularity/enable", "ReplicatorProfile", { ...profile, singularity: true }],
  ] as const) {
    row(`${match} that was dropped is not reported as done, and the next up sends it again`, async (row) => {
      const one = row.declare(kind, program);
      row.fault({ match, times: 1, kind: dropped });
      expect((await row.partly(one)).message).toMatch(
        /answered that its changes were made, but after the rebuild it does not show/u,
      );
      expect(await row.up(one)).toBe("update");
      expect(row.changes().filter((verb) => verb === match)).toHaveLength(2);
    });
  }

  row("a change is not reported as done if the reading after its rebuild fails", async (row) => {
    const one = row.declare("ReplicatorProfile", profile);
    let isRebuilt = false;
    row.before("rebuild", () => (isRebuilt = true));
    row.fault({ match: "show/config", when: () => isRebuilt, kind: { refuse: "Not now" } });
    expect((await row.partly(one)).message).toMatch(/outcome unknown: reading the configuration: Not now/u);
    row.heal();
    expect(await row.up(one)).toBe("update");
  });

  for (const [match, kind, program] of [
    ["collector/add", "Collector", collector],
    ["exporter/add", "Exporter", collector],
    ["policies/add", "Policy", policy],
    ["setting/set", "Setting", { name: "flowStopAlert", value: 44 }],
  ] as const) {
    row(`${match} in other words that could not be read then is the program's: destroy undoes it`, async (row) => {
      const one = row.declare(kind, program);
      row.fault({ match, apply: true, kind: { rewrite: () => ({ result: "success", description: "Ok" }) } });
      row.fault({ match: "show/config", when: () => row.sent().includes(match), kind: "invalidJson" });
      expect((await row.partly(one)).message).toMatch(/Whether it was carried out could not be checked/u);
      row.heal();
      await one.resource.destroy();
    });
  }

  row("an exporter stays a member of a shown profile beside one without any", async (row) => {
    const one = await row.made("Exporter", collector);
    const others = { "10.73.0.9": { in_profiles: null } };
    const beside = (all: unknown): object => ({
      exporters: { ...(all as { exporters: object }).exporters, ...others },
    });
    row.fault({ match: "show/exporters", kind: { rewrite: beside } });
    row.fault({ match: "show/realtime", kind: { rewrite: (all) => ({ ...(all as object), exporter: {} }) } });
    await row.nextRun();
    expect(await one.resource.refresh()).toBe("same");
  });

  for (const [match, flags] of [
    ["profile/disable", { enabled: false }],
    ["profile/singularity/enable", { singularity: true }],
  ] as const) {
    row(`${match} of a new profile is not undone if a rebuild for others precedes its answer`, async (row) => {
      const one = row.declare("ReplicatorProfile", { ...profile, ...flags });
      const other = row.declare("Collector", collector);
      const late = row.fault({ match, times: 1, kind: { delayMs: 1500 } });
      expect(await Promise.all([row.up(one), row.up(other)])).toEqual(["create", "create"]);
      expect(late.hits).toBe(1);
      const sent = row.sent().filter((verb) => verb === "rebuild" || verb.includes("enable") || verb === match);
      expect(sent).toEqual([match, "rebuild"]);
      expect(row.sim.replicator.store.profiles.get(profile.name)).toMatchObject(flags);
    });

    for (const [what, body] of [
      ["empty", ""],
      ["a refusal because it is so already", '{"result":"error","description":"Already so"}'],
    ] as const) {
      row(`${match} of a new profile stays as it was made if its answer is ${what}`, async (row) => {
        const one = row.declare("ReplicatorProfile", { ...profile, ...flags });
        row.fault({ match, times: 1, apply: true, kind: { status: 200, body } });
        expect(await row.up(one)).toBe("create");
        expect(row.changes()).toEqual(["profile/add", match]);
        expect(row.sim.replicator.store.profiles.get(profile.name)).toMatchObject(flags);
      });
    }
  }

  row("a removal that was dropped is not reported as done", async (row) => {
    const one = await row.made("Collector", collector);
    row.fault({ match: "collector/remove", times: 1, kind: dropped });
    expect((await faultOf(one.resource.destroy())).message).toMatch(/but after the rebuild it does not show/u);
    expect(one.resource.exists).toBe(true);
    await one.resource.destroy();
    expect(row.sim.replicator.store.collectors).not.toContain("10.73.0.1");
  });
});

unlisted("a threshold that no line shows is removed only if another reading shows it", async (row) => {
  const one = await row.made("Collector", { ...collector, threshold: 100 });
  const none = { ...collector, threshold: 0 };
  const locked = row.fault({ match: "collector/threshold", kind: { refuse: "Locked" } });
  expect((await faultOf(row.up(one, none))).message).toMatch(/threshold of the collector failed: Locked/u);
  locked.remove();
  row.fault({ match: "collector/threshold", kind: { rewrite: () => ({ result: "success", description: "Ok" }) } });
  expect(await row.up(one, none)).toBe("update");
});
