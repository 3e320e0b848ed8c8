import { limiterOf } from "../../provider/appliance/client-layer";
import { ReplicatorConfiguration } from "../../provider/appliance/replicator/configuration";
import { Retrier } from "../../provider/http/retry";
import { ReplicatorClient } from "../../provider/replicator/client";
import { startSimulator, type Simulator } from "../../simulator";
import { faultRows } from "./row";

const applied = { times: 1, kind: "resetAfterApply" } as const;

describe("an appliance that shows the configuration of its last rebuild", () => {
  const { row } = faultRows({ simulator: { switches: { showReads: "running" } } });

  row("F118: does not make the provider forget what it just changed", async (row) => {
    const netops = row.declare("ReplicatorProfile", {
      name: "F118",
      listeningPort: 31_180,
      sendingPort: 31_181,
      description: "Routers",
      singularity: true,
    });
    // Once the appliance refuses a command, earlier reads no longer count.
    row.fault({ match: "notate/profile", times: 1, kind: { refuse: "Not now" } });
    await row.partly(netops);
    expect(await row.up(netops)).toBe("update");
    await row.made("Collector", { address: "10.118.0.1", profiles: ["F118"] });
  });

  row("F118: is read again until it shows a change whose answer was lost", async (row) => {
    row.sim.switches.automaticRebuildMs = 300;
    const netops = row.declare("ReplicatorProfile", { name: "F118 lost", listeningPort: 31_182, sendingPort: 31_183 });
    row.fault({ match: "profile/add", ...applied });
    expect(await row.up(netops)).toBe("create");
    const collector = row.declare("Collector", { address: "10.118.0.2", profiles: ["F118 lost"] });
    row.fault({ match: "collector/add", ...applied });
    expect(await row.up(collector)).toBe("create");
    expect(row.changes()).toEqual(["profile/add", "profile/add", "collector/add", "collector/add"]);
  });
});

describe("an appliance that never shows a change whose answer was lost", () => {
  let sim: Simulator;
  let client: ReplicatorClient;
  beforeAll(async () => {
    sim = await startSimulator({ https: false, switches: { showReads: "running" } });
    const { url, user, password } = sim.replicator;
    const wrap = new Retrier("replicator", new URL(url).host).layer;
    client = new ReplicatorClient({ url, user, password, allowHttp: true, wrap });
  });
  afterAll(async () => {
    await client.close();
    await sim.close();
  });

  const impatient = (): ReplicatorConfiguration =>
    new ReplicatorConfiguration(client, limiterOf(4), () => undefined, { patienceMs: 200, everyMs: 50 });

  test("F118: causes an error that says what was not confirmed, after a bounded number of reads", async () => {
    sim.faults.add({ match: "profile/add", ...applied });
    const add = { verb: "profile/add", name: "F118", listeningPort: 31_190, sendingPort: 31_191 } as const;
    await expect(impatient().addProfile(add)).rejects.toThrow(
      /already exists.*Not converged: .*the configuration does not show it\./u,
    );
    expect(sim.requests.count({ action: "/show/config" })).toBeLessThanOrEqual(7);
    expect(sim.replicator.store.profiles.has("F118")).toBe(true);
  });

  test("F118: is believed if only the last look shows it: what is there is ours", async () => {
    sim.switches.automaticRebuildMs = 900;
    sim.faults.add({ match: "profile/add", times: 1, kind: "invalidJson" });
    const add = { verb: "profile/add", name: "F118 last", listeningPort: 31_192, sendingPort: 31_193 } as const;
    await impatient().addProfile(add);
    expect(sim.requests.count({ action: "profile/add", result: "success" })).toBe(0);
    sim.switches.automaticRebuildMs = 0;
  });

  test("F118: does not delay the error of an ordinary refusal", async () => {
    sim.requests.clear();
    const command = { verb: "collector/add", address: "10.0.0.1", profile: "nowhere" } as const;
    await expect(impatient().send(command, () => false)).rejects.toThrow("Profile nowhere does not exist");
    expect(sim.requests.count({ action: "/show/config" })).toBe(1);
  });
});
