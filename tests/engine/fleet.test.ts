import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Simulator } from "../../simulator";
import { oneFleet, outcomesOf, simOf, tokenOf } from "../support/fleet";
import { holdingsOf } from "../support/held";

jest.setTimeout(300_000);

/** Each site has an object that is named like the token of another one. */
const program = `
const pulumi = require("@pulumi/pulumi");
const { Collector, IpGroup, ReplicatorProfile, rule } = require("pulumi-flowgate");
const others = { paris: "nice", lyon: "paris", nice: "lyon" };
const site = pulumi.getStack();
new IpGroup("servers", { rules: [rule.ip("10.0.0.1")] });
new IpGroup("other", { name: "token-of-" + others[site], rules: [rule.network("10.9.0.0/16")] });
const netflow = new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Collector("analysis", { address: "10.0.0.2", profiles: [netflow] });
`;
const sites = ["paris", "lyon", "nice"];

/** Names of the groups that the program has declared; an appliance has others from the start. */
function declared(sim: Simulator): string[] {
  return Object.keys(holdingsOf(sim).ipGroups)
    .filter((name) => name === "servers" || name.startsWith("token"))
    .sort();
}

// New processes for each site, and kept providers, are in fleet-kept.test.ts.
describe("a fleet whose sites have credentials of their own and that keeps program and provider", () => {
  const kept = { keep: "program", parallel: 1, waves: [3] };
  const fleet = oneFleet({ sites, program, ownCredentials: true, fleet: kept });

  test("updates every site with its own credentials and objects only", async () => {
    const { code, stderr } = await fleet.run(["up"]);
    expect([code, stderr.match(/^!! .*$/gmu)]).toEqual([0, null]);
    const names = sites.map((site) => declared(simOf(fleet, site)));
    expect(names).toEqual([
      ["servers", "token-of-nice"],
      ["servers", "token-of-paris"],
      ["servers", "token-of-lyon"],
    ]);
    for (const site of sites) expect(simOf(fleet, site).requests.count({ result: "error" })).toBe(0);
  });

  test("writes no credential to a log or to a state, and starts the processes again for no site", async () => {
    for (const site of sites) {
      const log = await readFile(join(fleet.folder, `.fleet/logs/${site}.log`), "utf8");
      expect(log).not.toContain(tokenOf(site));
      expect(log).not.toMatch(/serves no other site|is not kept/u);
    }
  });

  test("repeats an update without changes in the same number of requests", async () => {
    for (const site of sites) simOf(fleet, site).requests.clear();
    expect(await fleet.run(["up", "--again"])).toMatchObject({ code: 0 });
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "done", lyon: "done", nice: "done" });
    expect(sites.map((site) => simOf(fleet, site).requests.count())).toEqual([0, 0, 0]);
  });
});
