import { paced } from "../support/lifecycle";
import { faultRows } from "./row";

const { row } = faultRows(paced);

const profile = { name: "Read back 1", listeningPort: 31_700, sendingPort: 31_701 };
const collector = { address: "10.73.0.1", profiles: ["legacy-netops"] };
/** The answer to a change that is not carried out. */
const dropped = { status: 200, body: '{"result":"success","description":"Success"}' } as const;

describe("a replicator that keeps something else than was sent", () => {
  row("F173: a cut description is not reported as done", async (row) => {
    row.sim.switches.longestDescription = 12;
    const one = row.declare("ReplicatorProfile", { ...profile, description: "A long description" });
    const error = await row.partly(one);
    expect(error.message).toMatch(/shows "A long descr" instead of "A long description"/u);
    expect((await row.partly(one)).message).toMatch(/instead of/u);
    expect(await row.up(one, { ...profile, description: "A long descr" })).toBe("update");
    expect(await row.up(one)).toBe("same");
  });

  row("F173: a limited threshold is not reported as done", async (row) => {
    row.sim.switches.highestThreshold = 1000;
    const one = row.declare("Collector", { ...collector, threshold: 4000 });
    expect((await row.partly(one)).message).toMatch(/shows 1000 instead of 4000/u);
    expect(await row.up(one, { ...collector, threshold: 1000 })).toBe("update");
  });

  row("F173: a rounded setting is not reported as done", async (row) => {
    row.sim.switches.settingStep = 10;
    row.invariants.ours("setting flowStopAlert");
    const one = row.declare("Setting", { name: "flowStopAlert", value: 44 });
    expect((await row.partly(one)).message).toMatch(/shows "40" instead of "44"/u);
    expect(await row.up(one, { name: "flowStopAlert", value: 40 })).toBe("update");
  });

  for (const [match, kind, program] of [
    ["collector/add", "Collector", collector],
    ["exporter/add", "Exporter", { address: "10.73.0.2", profiles: ["legacy-netops"] }],
    ["policies/add", "Policy", { cidr: "10.73.0.0/16", profile: "legacy-netops", kind: "include" }],
    ["profile/disable", "ReplicatorProfile", { ...profile, enabled: false }],
  ] as const) {
    row(`F173: ${match} that was dropped is not reported as done, and the next up sends it again`, async (row) => {
      const one = row.declare(kind, program);
      row.fault({ match, times: 1, kind: dropped });
      expect((await row.partly(one)).message).toMatch(/answered with success, but .*(?:does not show|instead of)/u);
      expect(await row.up(one)).toBe("update");
      expect(row.changes().filter((verb) => verb === match)).toHaveLength(2);
    });
  }

  row("F173: a change is not reported as done if the reading after its rebuild fails", async (row) => {
    const one = row.declare("ReplicatorProfile", profile);
    let isRebuilt = false;
    row.before("rebuild", () => (isRebuilt = true));
    row.fault({ match: "show/config", when: () => isRebuilt, kind: { refuse: "Not now" } });
    expect((await row.partly(one)).message).toMatch(
      /creating the profile it could not be read back \(.+: Not now\)\. /u,
    );
    row.heal();
    expect(await row.up(one)).toBe("update");
  });

  for (const [match, flags] of [
    ["profile/disable", { enabled: false }],
    ["profile/singularity/enable", { singularity: true }],
  ] as const) {
    row(`F30: ${match} of a new profile is not undone if a rebuild for others precedes its answer`, async (row) => {
      const one = row.declare("ReplicatorProfile", { ...profile, ...flags });
      const other = row.declare("Collector", collector);
      const late = row.fault({ match, times: 1, kind: { delayMs: 1500 } });
      expect(await Promise.all([row.up(one), row.up(other)])).toEqual(["create", "create"]);
      expect(late.hits).toBe(1);
      const sent = row.sent().filter((verb) => verb === "rebuild" || verb.includes("enable") || verb === match);
      expect(sent).toEqual([match, "rebuild", "rebuild"]);
      expect(row.sim.replicator.store.profiles.get(profile.name)).toMatchObject(flags);
    });

    for (const [what, body] of [
      ["empty", ""],
      ["a refusal because it is so already", '{"result":"error","description":"Already so"}'],
    ] as const) {
      row(`F30: ${match} of a new profile stays as it was made if its answer is ${what}`, async (row) => {
        const one = row.declare("ReplicatorProfile", { ...profile, ...flags });
        row.fault({ match, times: 1, apply: true, kind: { status: 200, body } });
        expect(await row.up(one)).toBe("create");
        expect(row.changes()).toEqual(["profile/add", match]);
        expect(row.sim.replicator.store.profiles.get(profile.name)).toMatchObject(flags);
      });
    }
  }

  row("F173: a removal that was dropped is not reported as done", async (row) => {
    const one = await row.made("Collector", collector);
    row.fault({ match: "collector/remove", times: 1, kind: dropped });
    expect((await row.failure(one.resource.destroy())).message).toMatch(/answered with success, but/u);
    expect(one.resource.exists).toBe(true);
    await one.resource.destroy();
    expect(row.sim.replicator.store.collectors).not.toContain("10.73.0.1");
  });

  for (const [resetByUpdate, changeAnswer] of [
    ["flags", "object"],
    ["description", "object"],
    ["flags", "empty"],
    ["description", "empty"],
  ] as const) {
    row(
      `F173: ${resetByUpdate} that a change of ports resets are set again, and said (${changeAnswer})`,
      async (row) => {
        Object.assign(row.sim.switches, { resetByUpdate, changeAnswer });
        const program = { ...profile, enabled: false, singularity: true, description: "kept" };
        const one = await row.made("ReplicatorProfile", program);
        await row.nextRun();
        expect(await row.up(one, { ...program, sendingPort: 31_799 })).toBe("update");
        expect(row.sim.replicator.store.profiles.get(profile.name)).toMatchObject({
          enabled: false,
          singularity: true,
          description: "kept",
        });
        expect(row.infoLines()).toEqual(expect.arrayContaining([expect.stringMatching(/had reset it .*repeated/u)]));
        expect(await row.up(one)).toBe("same");
      },
    );
  }
});

describe("a list that is shorter than its own total", () => {
  row("F170: an exporter that a cut list lacks is not treated as removed, and destroy removes it", async (row) => {
    const one = await row.made("Exporter", { address: "10.73.0.2", profiles: ["legacy-netops"] });
    await row.nextRun();
    const exporters = { total: 2, "10.0.0.9": { in_profiles: ["legacy-netops"] } };
    row.fault({ match: /show\/exporters/u, kind: { rewrite: () => ({ result: "success", exporters }) } });
    row.fault({ match: /show\/realtime/u, kind: { rewrite: (body) => ({ ...(body as object), exporter: {} }) } });
    expect(await one.resource.refresh()).toBe("same");
    expect(row.infoLines()).toEqual([expect.stringMatching(/lists 1 of 2. It is not treated as removed/u)]);
    row.changes();
    await one.resource.destroy();
    expect(row.changes()).toEqual(["exporter/remove"]);
  });

  row("F170: an exporter whose profiles are one text with commas is read from show/realtime", async (row) => {
    const joined = (body: unknown): unknown =>
      JSON.parse(JSON.stringify(body).replace(/\[("legacy-netops"),"(Read back 1)"\]/u, '"legacy-netops,$2"'));
    row.fault({ match: /show\/exporters/u, kind: { rewrite: joined } });
    await row.made("ReplicatorProfile", profile);
    const one = await row.made("Exporter", { address: "10.73.0.2", profiles: ["legacy-netops", profile.name] });
    expect(await row.read(one)).toBe("same");
  });

  row("F170: a setting that a cut list lacks keeps its state", async (row) => {
    const one = row.declare("Setting", { name: "flowStopAlert", value: 44 });
    row.invariants.ours("setting flowStopAlert");
    await row.up(one);
    await row.nextRun();
    const settings = { other: { value: "1" } };
    row.fault({ match: /show\/settings/u, kind: { rewrite: () => ({ result: "success", total: 9, settings }) } });
    expect(await one.resource.refresh()).toBe("same");
    row.heal();
    await row.nextRun();
  });
});

describe("a line of show/config that is not understood", () => {
  row('F175: forbids "gone" for its list, and nothing else', async (row) => {
    row.sim.switches.configUnknown = "listed";
    const policy = row.declare("Policy", { cidr: "10.74.0.0/16", profile: "legacy-netops", kind: "include" });
    const one = row.declare("ReplicatorProfile", { ...profile, description: "any" });
    for (const declared of [policy, one]) expect(await row.up(declared)).toBe("create");
    await row.nextRun();
    for (const declared of [policy, one]) expect(await declared.resource.refresh()).toBe("same");
    row.sim.mutate.removePolicy("legacy-netops", "10.74.0.0", 16);
    expect(await row.read(policy)).toBe("same");
    expect(row.infoLines()).toEqual([expect.stringMatching(/does not understand: .*treated as removed/u)]);
    await policy.resource.destroy();
    expect(row.changes()).toEqual(["policies/remove"]);
  });
});

describe("a reading that lacks lines, while the next one is whole", () => {
  /** The first reading of a run has a line that is not understood in place of each profile and policy. */
  const withoutLines = (body: unknown): unknown => {
    const { api, ...rest } = body as { api: Record<string, readonly string[]> };
    return { ...rest, api: { ...api, profile: ["# later"], policy: ["# later"] } };
  };

  row("F175: no object of the first reading is gone because the second one is whole", async (row) => {
    const policy = row.declare("Policy", { cidr: "10.74.0.0/16", profile: profile.name, kind: "include" });
    const one = row.declare("ReplicatorProfile", profile);
    for (const declared of [one, policy]) expect(await row.up(declared)).toBe("create");
    row.sim.switches.showGiven = "notFound";
    for (const call of ["refresh", "destroy"] as const) {
      await row.nextRun();
      row.fault({ match: /show\/config/u, times: 1, kind: { rewrite: withoutLines } });
      // The refresh of the policy ends meanwhile, so the list is read again.
      row.fault({ match: /show\/profile/u, kind: { delayMs: 200 } });
      const [ofProfile] = await Promise.all([one.resource[call](), policy.resource.refresh()]);
      expect([call, ofProfile]).toEqual([call, call === "refresh" ? "same" : undefined]);
      row.heal();
    }
    expect(row.changes()).toEqual(["profile/remove"]);
    expect(await row.read(policy)).toBe("gone");
  });
});

describe("a replicator that clears the host bits of a policy", () => {
  for (const [title, then] of [
    ["the other kind", { kind: "exclude" }],
    ["the network that was meant", { cidr: "10.75.0.0/16", verbatim: undefined }],
  ] as const) {
    row(`F181: replaces a verbatim policy by ${title}`, async (row) => {
      row.sim.switches.policyHostBits = "canonical";
      const program = { cidr: "10.75.1.2/16", profile: "legacy-netops", kind: "include", verbatim: true };
      const policy = await row.made("Policy", program);
      expect(await row.up(policy, { ...program, ...then })).toBe("replace");
      expect(await row.read(policy)).toBe("same");
      // The appliance has another spelling of the network than the state.
      await policy.resource.destroy();
    });
  }
});
