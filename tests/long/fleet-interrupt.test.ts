import { setTimeout as sleep } from "node:timers/promises";
import { openFleet, outcomesOf, simOf, type TestFleet } from "../support/fleet";

jest.setTimeout(300_000);

const program = `
const { IpGroup, rule } = require("pulumi-flowgate");
let before;
for (let i = 0; i < 6; i++) before = new IpGroup("group" + i, { rules: [rule.ip("10.0.0." + i)], onExisting: "adoptIfEqual" }, { dependsOn: before ?? [] });
`;
const created = (fleet: TestFleet): number => simOf(fleet, "paris").requests.count({ action: "ipgroups/saveRule" });

describe("Ctrl-C", () => {
  let fleet: TestFleet;
  beforeEach(async () => {
    fleet = await openFleet({ sites: ["paris", "lyon"], program, latencyMs: 300 });
  });
  afterEach(() => fleet.close());

  test("lets the site in progress finish and starts no other site, and the same command continues", async () => {
    const run = fleet.start(["up"]);
    while (created(fleet) === 0) await sleep(20);
    run.child.kill("SIGINT");
    expect(await run.ended).toMatchObject({
      code: 10,
      stderr: expect.stringContaining("no others will start") as string,
    });
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "done", lyon: "notStarted" });
    expect(simOf(fleet, "lyon").requests.count()).toBe(0);
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "already", lyon: "done" });
  });

  test("pressed twice cancels the site in progress, and the same command completes it", async () => {
    const run = fleet.start(["up"]);
    while (created(fleet) === 0) await sleep(20);
    run.child.kill("SIGINT");
    await sleep(100);
    run.child.kill("SIGINT");
    expect(await run.ended).toMatchObject({
      code: 9,
      stderr: expect.stringMatching(
        /^!! paris: (?:\d created, then )?failed: cancelled while it was running$/mu,
      ) as string,
    });
    expect(outcomesOf(await fleet.report())).toEqual({ paris: "failed", lyon: "notStarted" });
    expect(created(fleet)).toBeLessThan(6);
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    expect(created(fleet)).toBe(6);
  });
});
