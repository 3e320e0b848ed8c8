import type { Run } from "../support/engine";
import { holdingsOf } from "../support/held";
import { oneStage } from "./support";

const names = ["paris", "lyon", "oslo"] as const;
type Name = (typeof names)[number];

/** What the example declares at a site, in the appliances' terms. */
const declared = (network: string, analysis: string): object => ({
  ipGroups: { Office: [`network ${network}`], Company: ["child Office", "ip 192.0.2.1"] },
  userGroups: { Operators: { permissions: expect.arrayContaining(["app runReport"]) as unknown } },
  profiles: { netflow: { facts: "2055 -> 2056", collectors: [analysis], policies: [`include ${network}`] } },
});
const expected: Readonly<Record<Name, object>> = {
  paris: declared("10.20.0.0/16", "10.20.0.10"),
  lyon: declared("10.30.0.0/16", "10.30.0.10"),
  oslo: declared("10.40.0.0/16", "10.40.0.10"),
};

describe("three sites in one program", () => {
  const stage = oneStage({ example: "multi-site", sites: names });
  let factory: string;

  const verbs = (name: Name): string[] => stage.sims[name].requests.verbs({ kind: "write" });
  describe("with one site down", () => {
    let up: Run;
    beforeAll(async () => {
      factory = stage.sims.oslo.snapshot();
      await Promise.all([stage.sims.oslo.gateway.disconnect(), stage.sims.oslo.replicator.disconnect()]);
      up = await stage.engine.up({ args: ["--continue-on-error"], fails: true });
    });

    test("up creates what is declared at the other sites and nothing at that site", () => {
      for (const name of ["paris", "lyon"] as const) expect(holdingsOf(stage.sims[name])).toMatchObject(expected[name]);
      expect(stage.sims.oslo.snapshot()).toBe(factory);
    });

    test("only resources of that site fail, and each error names the site", () => {
      const failed = up.steps.filter(({ outcome }) => outcome === "failed");
      expect(failed.map(({ name }) => name).sort()).toEqual(["oslo-netflow", "oslo-office", "oslo-operators"]);
      const errors = up.output.split("\n").filter((line) => /error: \w+ "/u.test(line));
      expect(errors.length).toBeGreaterThanOrEqual(3);
      for (const line of errors) expect(line).toMatch(/ on 127\.0\.0\.1:\d+ \(site oslo\): /u);
    });
  });

  test("the next up completes that site, and moves a resource from one other site to another", async () => {
    const { engine, sims } = stage;
    await Promise.all([sims.oslo.gateway.reconnect(), sims.oslo.replicator.reconnect()]);
    for (const name of names) sims[name].requests.clear();
    await engine.config({ "flowgate-multi-site:guestSite": "lyon" });
    const { steps } = await engine.up();
    expect(holdingsOf(sims.oslo)).toMatchObject(expected.oslo);
    expect(steps.filter(({ name, op }) => name === "guests" && op !== "same").map(({ op }) => op)).toEqual([
      "delete-replaced",
      "replace",
      "create-replacement",
    ]);
    expect([verbs("paris"), verbs("lyon")]).toEqual([["ipgroups/delete"], ["ipgroups/saveRule"]]);
    expect(await engine.outputs()).toEqual({ guestsAreAt: `${sims.lyon.gateway.url}/` });
  });
});
