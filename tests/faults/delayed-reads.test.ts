import { PACE } from "../support/lifecycle";
import { faultRows } from "./row";

const applied = { times: 1, kind: "resetAfterApply" } as const;

describe("an appliance that shows the configuration of its last rebuild", () => {
  const row = faultRows({ simulator: { switches: { showReads: "running" } } });

  row("does not make the provider forget what it just changed", async (row) => {
    const netops = row.declare("ReplicatorProfile", {
      name: "Floor 118",
      listeningPort: 31_180,
      sendingPort: 31_181,
      description: "Routers",
      singularity: true,
    });
    // Once the appliance refuses a command, earlier reads no longer count.
    row.fault({ match: "notate/profile", times: 1, kind: { refuse: "Not now" } });
    await row.partly(netops);
    expect(await row.up(netops)).toBe("update");
    await row.made("Collector", { address: "10.118.0.1", profiles: ["Floor 118"] });
  });

  row("is read again until it shows a change whose answer was lost", async (row) => {
    row.sim.switches.automaticRebuildMs = 1000 / PACE;
    const netops = row.declare("ReplicatorProfile", {
      name: "Floor 118 lost",
      listeningPort: 31_182,
      sendingPort: 31_183,
    });
    row.fault({ match: "profile/add", ...applied });
    expect(await row.up(netops)).toBe("create");
    const collector = row.declare("Collector", { address: "10.118.0.2", profiles: ["Floor 118 lost"] });
    row.fault({ match: "collector/add", ...applied });
    expect(await row.up(collector)).toBe("create");
    expect(row.changes()).toEqual(["profile/add", "collector/add"]);
  });

  for (const [kind, program, match] of [
    ["Exporter", { address: "10.118.0.3", profiles: ["legacy-netops"] }, "exporter/add"],
    ["Policy", { cidr: "10.118.0.0/16", profile: "legacy-netops", kind: "include" }, "policies/add"],
  ] as const) {
    row(`what it added but does not show, a ${kind}, is removed by destroy`, async (row) => {
      const declared = row.declare(kind, program);
      row.fault({ match, times: 1, kind: "resetAfterApply" });
      row.fault({ match: "rebuild", kind: "html" });
      expect((await row.partly(declared)).message).toMatch(/ECONNRESET\); sent again: .* is already in profile/u);
      row.heal();
      await row.nextRun();
      await declared.resource.destroy();
    });
  }

  row("a profile that it does not show is removed by destroy if its creation did not end", async (row) => {
    await row.nextRun({ config: { replicator: { strictRebuild: true } } });
    const one = row.declare("ReplicatorProfile", { name: "Floor 119", listeningPort: 31_184, sendingPort: 31_185 });
    row.fault({ match: "rebuild", kind: { refuse: "Busy" } });
    await row.partly(one);
    row.heal();
    await row.nextRun();
    await one.resource.destroy();
  });
});
