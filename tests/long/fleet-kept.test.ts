import { setTimeout as sleep } from "node:timers/promises";
import { killNow } from "../support/kills";
import { holdingsOf } from "../support/held";
import { enginesOf, openFleet, outcomesOf, simOf } from "../support/fleet";

jest.setTimeout(3_600_000);

const keeps = ["nothing", "provider", "program"] as const;

describe("a program that ends late", () => {
  const sites = ["fine", "throws", "between", "exits", "last"];
  const program = `
const pulumi = require("@pulumi/pulumi");
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("10.0.0.1")] });
const site = pulumi.getStack();
if (site === "throws") setTimeout(() => { throw new Error("a late error"); }, 300);
if (site === "exits") setTimeout(() => process.exit(7), 400);
`;

  test.each(keeps)("fails its own site and no other one, where the fleet keeps %s", async (keep) => {
    const fleet = await openFleet({
      sites,
      program,
      fleet: { keep, parallel: 1, canary: [], waves: [sites.length], failures: sites.length },
    });
    try {
      expect(await fleet.run(["up"])).toMatchObject({ code: 9 });
      const outcomes = { fine: "done", throws: "failed", between: "done", exits: "failed", last: "done" };
      expect(outcomesOf(await fleet.report())).toEqual(outcomes);
      for (const site of ["fine", "between", "last"])
        expect(holdingsOf(simOf(fleet, site)).ipGroups["servers"]).toEqual(["ip 10.0.0.1"]);
    } finally {
      await fleet.close();
    }
  });
});

describe("an engine that is killed", () => {
  const program = `
const { IpGroup, rule } = require("pulumi-flowgate");
let before;
for (let i = 0; i < 20; i++) before = new IpGroup("group" + i, { rules: [rule.ip("10.0.0." + i)], onExisting: "adoptIfEqual" }, { dependsOn: before ?? [] });
`;

  test.each(keeps)("leaves nothing that changes its appliances, where the fleet keeps %s", async (keep) => {
    const sites = ["paris", "lyon"];
    const fleet = await openFleet({
      sites,
      program,
      latencyMs: 100,
      fleet: { keep, parallel: 1, canary: [], waves: [2], failures: 2 },
    });
    try {
      const { requests } = simOf(fleet, "paris");
      const run = fleet.start(["up"]);
      while (requests.count({ action: "ipgroups/saveRule" }) < 3) await sleep(20);
      expect(enginesOf("paris").filter(killNow)).toHaveLength(1);
      // The request that was in progress, and what belongs to it, may still arrive.
      await sleep(2000);
      const sent = requests.count();
      expect(await run.ended).toMatchObject({ code: 9 });
      expect(requests.count()).toBe(sent);
      expect(requests.count({ action: "ipgroups/saveRule" })).toBeLessThan(20);
      expect(outcomesOf(await fleet.report())).toEqual({ paris: "failed", lyon: "done" });
      expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
      expect(holdingsOf(simOf(fleet, "paris"))).toEqual(holdingsOf(simOf(fleet, "lyon")));
    } finally {
      await fleet.close();
    }
  });
});
