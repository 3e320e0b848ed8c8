import { breakSite, openFleet, outcomesOf, repairSite, simOf, type TestFleet } from "../support/fleet";
import { holdingsOf } from "../support/held";

jest.setTimeout(180_000);

const sites = ["paris", "lyon", "nice"];
const [paris, lyon, nice] = sites as [string, string, string];
const program = (address: string): string => `
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("${address}")] });
new IpGroup("printers", { rules: [rule.network("10.9.0.0/16")] });
`;

/** What a site holds of the program: the rules of its two groups. */
function rulesOf(fleet: TestFleet, site: string): (string[] | undefined)[] {
  const { ipGroups } = holdingsOf(simOf(fleet, site));
  return [ipGroups["servers"], ipGroups["printers"]];
}

/** The number of requests at each site since the last call. */
function requestsSince(fleet: TestFleet): Record<string, number> {
  const counts = [...fleet.sims].map(([name, { requests }]) => {
    const count = requests.count();
    requests.clear();
    return [name, count] as const;
  });
  return Object.fromEntries(counts);
}

describe("a fleet of three sites", () => {
  let fleet: TestFleet;

  beforeAll(async () => {
    fleet = await openFleet({
      sites,
      program: program("10.0.0.1"),
      passphrase: true,
      fleet: { name: "test", canary: paris, waves: [2] },
    });
  });
  afterAll(() => fleet.close());

  test("a preview sends no request to any site and reports the planned changes", async () => {
    const { code, stdout } = await fleet.run(["preview", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      totals: { done: 3 },
      waves: [{ sites: [{ changes: { create: 2 } }, {}, {}] }],
    });
    expect(requestsSince(fleet)).toEqual({ paris: 0, lyon: 0, nice: 0 });
  });

  test("a failing canary stops the run before any other site is contacted", async () => {
    breakSite(fleet, paris);
    const { code, stderr } = await fleet.run(["up"]);
    expect(code).toBe(9);
    expect(stderr).toMatch(/!! paris: failed: .*token/u);
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "failed", lyon: "notStarted", nice: "notStarted" });
    expect(requestsSince(fleet)).toMatchObject({ lyon: 0, nice: 0 });
  });

  test("an up after the repair goes through all waves, reports the site that fails, and completes the others", async () => {
    repairSite(fleet, paris);
    breakSite(fleet, nice);
    const { code } = await fleet.run(["up"]);
    expect(code).toBe(9);
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "done", lyon: "done", nice: "failed" });
    for (const site of [paris, lyon]) expect(rulesOf(fleet, site)).toEqual([["ip 10.0.0.1"], ["network 10.9.0.0/16"]]);
    expect(rulesOf(fleet, nice)).toEqual([undefined, undefined]);
  });

  test("a second up contacts only the site that failed", async () => {
    repairSite(fleet, nice);
    requestsSince(fleet);
    const { code } = await fleet.run(["up"]);
    expect(code).toBe(0);
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "already", lyon: "already", nice: "done" });
    expect(requestsSince(fleet)).toMatchObject({ paris: 0, lyon: 0 });
    expect(rulesOf(fleet, nice)).toEqual([["ip 10.0.0.1"], ["network 10.9.0.0/16"]]);
  });

  test("a destroy requires confirmation with the fleet's name, and removes what was created", async () => {
    expect(await fleet.run(["destroy"])).toMatchObject({ code: 8 });
    expect(rulesOf(fleet, nice)).not.toEqual([undefined, undefined]);
    expect(await fleet.run(["destroy", "--confirm", "test"])).toMatchObject({ code: 0 });
    for (const site of sites) expect(rulesOf(fleet, site)).toEqual([undefined, undefined]);
  });
});
