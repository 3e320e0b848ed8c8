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

const stage = oneStage({ example: "multi-site", sites: names });

test("three sites in one program hold what is declared, and a resource moves from one site to another", async () => {
  const { engine, sims } = stage;
  await engine.up();
  for (const name of names) {
    expect(holdingsOf(sims[name])).toMatchObject(expected[name]);
    sims[name].requests.clear();
  }
  await engine.config({ "flowgate-multi-site:guestSite": "lyon" });
  const { steps } = await engine.up();
  expect(steps.filter(({ name, op }) => name === "guests" && op !== "same").map(({ op }) => op)).toEqual([
    "delete-replaced",
    "replace",
    "create-replacement",
  ]);
  const verbs = names.map((name) => sims[name].requests.verbs({ kind: "write" }));
  expect(verbs).toEqual([["ipgroups/delete"], ["ipgroups/saveRule"], []]);
  expect(await engine.outputs()).toEqual({ guestsAreAt: `${sims.lyon.gateway.url}/` });
});
