import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Simulator } from "../../simulator";
import type { ClaimText } from "../../lib/fleet/claims";
import type { Report } from "../../lib/fleet/report";
import { openFleet, outcomesOf, type TestFleet } from "../support/fleet";
import { type Postgres, startPostgres } from "../support/postgres";

jest.setTimeout(600_000);

const program = `
const { IpGroup, ReplicatorProfile, rule } = require("pulumi-flowgate");
const servers = new IpGroup("servers", { rules: [rule.ip("10.0.0.1")], onExisting: "adoptIfEqual" });
new IpGroup("all", { rules: [rule.child(servers)], onExisting: "adoptIfEqual" });
new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056, onExisting: "adoptIfEqual" });
`;
/** The names of the program's objects that a site holds. */
function made({ gateway, replicator }: Simulator): string[] {
  const groups = [...gateway.store.ipGroups.values()].map(({ name }) => name);
  return [...groups, ...replicator.store.profiles.keys()].filter((name) =>
    ["servers", "all", "netflow"].includes(name),
  );
}

const isCreation = /saveRule|profile\/add/u;

function creations({ requests }: Simulator): string[] {
  return requests.where({ action: isCreation, result: "success" }).map(({ verb, detail }) => `${verb} ${detail}`);
}

describe("several workers on one fleet, with state in PostgreSQL", () => {
  let postgres: Postgres;
  let fleet: TestFleet;
  beforeAll(async () => (postgres = await startPostgres()));
  afterAll(() => postgres.close());
  let tables = 0;
  /** A separate table for each test, so that it sees no stacks of another test. */
  const backend = (): string => `${postgres.url}&table=state_${(tables += 1)}`;
  afterEach(() => fleet.close());

  test("three workers on one machine share the sites: each site is processed once and ends up correct", async () => {
    const sites = ["alpha", "bravo", "charlie", "delta", "echo"];
    fleet = await openFleet({ sites, program, backend: backend(), fleet: { waves: [4], parallel: 1 } });
    const runs = await Promise.all([1, 2, 3].map(() => fleet.run(["up", "--json"])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    const outcomes = runs.map(({ stdout }) => outcomesOf(JSON.parse(stdout) as Report));
    for (const site of sites) {
      expect(outcomes.map((outcome) => outcome[site]).sort()).toEqual(["already", "already", "done"]);
    }
    for (const sim of fleet.sims.values()) {
      expect(made(sim).sort()).toEqual(["all", "netflow", "servers"]);
      expect(new Set(creations(sim)).size).toBe(creations(sim).length);
    }
  });

  test("the lock of the backend separates workers that do not know about each other", async () => {
    fleet = await openFleet({
      sites: ["alpha"],
      program,
      backend: backend(),
      fleet: { name: "apart" },
      latencyMs: 300,
    });
    const homes = ["one", "two"];
    const runs = await Promise.all(homes.map((home) => fleet.run(["up", "--json", "--folder", `.fleet/${home}`])));
    // If a run fails, show what it printed.
    expect(runs.map(({ code, stderr }) => (code === 0 && !stderr.includes("!!") ? "" : stderr))).toEqual(["", ""]);
    const [sim] = fleet.sims.values() as unknown as [Simulator];
    expect(made(sim).sort()).toEqual(["all", "netflow", "servers"]);
    expect(new Set(creations(sim)).size).toBe(creations(sim).length);
  });

  test.each([
    ["without its engine, the engine completes the update, and nothing is done twice", false],
    ["with its engine, the next run cancels the lock that they left and does the rest", true],
  ])("when a worker is killed %s", async (_title, withEngine) => {
    fleet = await openFleet({ sites: ["alpha", "bravo"], program, backend: backend(), latencyMs: 400 });
    const first = fleet.start(["up"]);
    const alpha = fleet.sims.get("alpha") as Simulator;
    while (creations(alpha).length === 0) await sleep(20);
    const claim = JSON.parse(readFileSync(join(fleet.folder, ".fleet/claims/alpha.json"), "utf8")) as ClaimText;
    first.child.kill("SIGKILL");
    if (withEngine) for (const { pid } of claim.engines) process.kill(pid, "SIGKILL");
    await first.ended;

    const { code, stdout } = await fleet.run(["up", "--json"]);
    expect(code).toBe(0);
    expect(outcomesOf(JSON.parse(stdout) as Report)).toEqual({ alpha: withEngine ? "done" : "already", bravo: "done" });
    for (const sim of fleet.sims.values()) {
      expect(made(sim).sort()).toEqual(["all", "netflow", "servers"]);
      expect(new Set(creations(sim)).size).toBe(creations(sim).length);
    }
    expect(readdirSync(join(fleet.folder, ".fleet/claims"))).toEqual([]);
    expect(existsSync(join(fleet.folder, ".fleet/logs/alpha.log"))).toBe(true);
  });
});
