import { holdingsOf } from "../support/held";
import { breakSite, oneFleet, outcomesOf, repairSite } from "../support/fleet";

jest.setTimeout(1_800_000);

/** Set `FLOWGATE_FLEET_SITES` for a shorter run. It must be at least 16, so that a wave follows the one that fails. */
const count = Number(process.env["FLOWGATE_FLEET_SITES"] ?? 50);
const sites = Array.from({ length: count }, (_, index) => `site-${String(index + 1).padStart(2, "0")}`);
const program = (address: string): string => `
const { Collector, IpGroup, ReplicatorProfile, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("${address}")] });
const netflow = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Collector("analysis", { address: "${address}", profiles: [netflow] });
`;

describe(`a change of the template at ${count} sites`, () => {
  const fleet = oneFleet({ sites, program: program("10.0.0.1"), fleet: { name: "fifty", parallel: 3 } });
  beforeAll(async () => {
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    for (const { requests } of fleet.sims.values()) requests.clear();
    await fleet.program(program("10.0.0.2"));
  });

  const sent = (): number[] => [...fleet.sims.values()].map(({ requests }) => requests.count());
  const servers = (): (string[] | undefined)[] =>
    [...fleet.sims.values()].map((sim) => holdingsOf(sim).ipGroups["servers"]);

  test("the preview of all sites sends no request", async () => {
    const { code, stdout } = await fleet.run(["preview", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ totals: expect.objectContaining({ done: count }) as unknown }),
    ]);
    expect(sent()).toEqual(sites.map(() => 0));
  });

  test("a canary that fails leaves all other sites untouched", async () => {
    breakSite(fleet, "site-01");
    expect(await fleet.run(["up"])).toMatchObject({ code: 9 });
    expect(sent().slice(1)).toEqual(sites.slice(1).map(() => 0));
    expect(servers()).toEqual(sites.map(() => ["ip 10.0.0.1"]));
  });

  test("a site that fails in a wave stops the waves after it", async () => {
    repairSite(fleet, "site-01");
    breakSite(fleet, "site-10");
    expect(await fleet.run(["up"])).toMatchObject({ code: 9 });
    const outcomes = Object.values(outcomesOf(await fleet.report()));
    expect(outcomes.slice(0, 7)).toEqual(sites.slice(0, 7).map(() => "done"));
    expect(outcomes.slice(15)).toEqual(sites.slice(15).map(() => "notStarted"));
    expect(servers().slice(15)).toEqual(sites.slice(15).map(() => ["ip 10.0.0.1"]));
  });

  test("the next run does only what is missing, and every site ends up correct", async () => {
    repairSite(fleet, "site-10");
    const done = Object.entries(outcomesOf(await fleet.report())).filter(([, outcome]) => outcome === "done");
    for (const { requests } of fleet.sims.values()) requests.clear();
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    for (const [name] of done) expect([name, fleet.sims.get(name)?.requests.count()]).toEqual([name, 0]);
    expect(servers()).toEqual(sites.map(() => ["ip 10.0.0.2"]));
  });
});
