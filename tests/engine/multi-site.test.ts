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
  let factory: string[];
  beforeAll(() => {
    factory = names.map((name) => stage.sims[name].snapshot());
  });

  const verbs = (name: Name): string[] => stage.sims[name].requests.verbs({ kind: "write" });
  const clear = (): void => {
    for (const name of names) stage.sims[name].requests.clear();
  };

  describe("with one site down", () => {
    let up: Run;
    beforeAll(async () => {
      await Promise.all([stage.sims.oslo.gateway.disconnect(), stage.sims.oslo.replicator.disconnect()]);
      up = await stage.engine.up({ args: ["--continue-on-error"], fails: true });
    });

    test("up creates what is declared at the other sites and nothing at that site", () => {
      for (const name of ["paris", "lyon"] as const) expect(holdingsOf(stage.sims[name])).toMatchObject(expected[name]);
      expect(stage.sims.oslo.snapshot()).toBe(factory[2]);
    });

    test("only resources of that site fail, and each error names the site", () => {
      const failed = up.steps.filter(({ outcome }) => outcome === "failed");
      expect(failed.map(({ name }) => name).sort()).toEqual(["oslo-netflow", "oslo-office", "oslo-operators"]);
      const errors = up.output.split("\n").filter((line) => /error: \w+ "/u.test(line));
      expect(errors.length).toBeGreaterThanOrEqual(3);
      for (const line of errors) expect(line).toMatch(/ on 127\.0\.0\.1:\d+ \(site oslo\): /u);
    });

    test("the next up completes that site and sends no change to the others", async () => {
      await Promise.all([stage.sims.oslo.gateway.reconnect(), stage.sims.oslo.replicator.reconnect()]);
      clear();
      await stage.engine.up();
      expect(holdingsOf(stage.sims.oslo)).toMatchObject(expected.oslo);
      expect([...verbs("paris"), ...verbs("lyon")]).toEqual([]);
    });
  });

  test("a resource that moves to another site is deleted on the old site, then created on the new one", async () => {
    clear();
    await stage.engine.pulumi(["config", "set", "guestSite", "lyon"]);
    const { steps } = await stage.engine.up();
    expect(steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`)).toEqual([
      "delete-replaced guests",
      "replace guests",
      "create-replacement guests",
    ]);
    expect([verbs("paris"), verbs("lyon"), verbs("oslo")]).toEqual([["ipgroups/delete"], ["ipgroups/saveRule"], []]);
    expect(await stage.engine.outputs()).toEqual({ guestsAreAt: `${stage.sims.lyon.gateway.url}/` });
  });

  test("after destroy, all sites are as before", async () => {
    await stage.engine.destroy();
    expect(names.map((name) => stage.sims[name].snapshot())).toEqual(factory);
  });
});
