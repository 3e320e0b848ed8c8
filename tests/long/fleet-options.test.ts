import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiteReport } from "../../lib/fleet/report";
import { holdingsOf } from "../support/held";
import { oneFleet, outcomesOf, simOf } from "../support/fleet";

jest.setTimeout(180_000);

const sites = ["paris", "lyon"];
const program = `
const { IpGroup, rule } = require("pulumi-flowgate");
new IpGroup("servers", { rules: [rule.ip("10.0.0.1")] });
`;

describe("the options of a fleet", () => {
  const described = ["paris", { name: "lyon", tags: ["south"] }];
  const fleet = oneFleet({ sites, program, fleet: { name: "test", sites: described } });
  beforeAll(async () => {
    // The file is outside the program's folder, since it does not affect what a site gets.
    const brief = { name: "test", program: ".", sites, timeout: "8s" };
    await writeFile(join(fleet.folder, "brief.yaml"), JSON.stringify(brief));
  });

  const servers = (site: string): string[] | undefined => holdingsOf(simOf(fleet, site)).ipGroups["servers"];
  const outcomes = async (): Promise<Record<string, string>> => outcomesOf(await fleet.report());
  const resultOf = async (site: string): Promise<SiteReport | undefined> =>
    (await fleet.report()).waves.flatMap((wave) => wave.sites).find((one) => one.site === site);
  const requests = (): number[] => sites.map((site) => simOf(fleet, site).requests.count());
  const clear = (): void => {
    for (const { requests: log } of fleet.sims.values()) log.clear();
  };

  test("--tags selects only the sites that have one of the tags", async () => {
    expect(await fleet.run(["up", "--tags", "south"])).toMatchObject({ code: 0 });
    expect(await outcomes()).toEqual({ lyon: "done" });
    expect(sites.map(servers)).toEqual([undefined, ["ip 10.0.0.1"]]);
  });

  test("a run skips sites that are done, and --again includes them and sends nothing", async () => {
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    expect(await outcomes()).toEqual({ paris: "done", lyon: "already" });
    clear();
    expect(await fleet.run(["up", "--again"])).toMatchObject({ code: 0 });
    expect(await outcomes()).toEqual({ paris: "done", lyon: "done" });
    expect(requests()).toEqual([0, 0]);
  });

  test("a refresh reads every site and reports changes by hand, and is not repeated under the same run name", async () => {
    for (const group of simOf(fleet, "lyon").gateway.store.ipGroupsNamed("servers")) group.rules.clear();
    clear();
    expect(await fleet.run(["refresh", "--run", "nightly"])).toMatchObject({ code: 0 });
    expect([await resultOf("paris"), await resultOf("lyon")]).toEqual([
      expect.objectContaining({ outcome: "done", changes: expect.not.objectContaining({ update: 1 }) as unknown }),
      expect.objectContaining({ outcome: "done", changes: expect.objectContaining({ update: 1 }) as unknown }),
    ]);
    // The list of groups, and the rules of the only group. Without rules, no answer shows which
    // field of `loadRules` contains the group: the provider tries all three.
    expect(requests()).toEqual([2, 4]);
    clear();
    expect(await fleet.run(["refresh", "--run", "nightly"])).toMatchObject({ code: 0 });
    expect(await outcomes()).toEqual({ paris: "already", lyon: "already" });
    expect(requests()).toEqual([0, 0]);
  });

  test("after a refresh, up repairs only the site that differs", async () => {
    clear();
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    expect(servers("lyon")).toEqual(["ip 10.0.0.1"]);
    expect(requests()[0]).toBe(0);
  });

  test("a site that takes longer than the timeout is cancelled and reported, and the next run completes it", async () => {
    await fleet.program(program.replace("10.0.0.1", "10.0.0.2"));
    simOf(fleet, "paris").setLatency(12_000);
    expect(await fleet.run(["up", "--fleet", "brief.yaml"])).toMatchObject({ code: 9 });
    expect(await resultOf("paris")).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(/^not finished within 8 s, so it was cancelled/u) as unknown,
    });
    expect(servers("lyon")).toEqual(["ip 10.0.0.1"]);
    simOf(fleet, "paris").setLatency(0);
    expect(await fleet.run(["up"])).toMatchObject({ code: 0 });
    expect(sites.map(servers)).toEqual([["ip 10.0.0.2"], ["ip 10.0.0.2"]]);
  });

  test("a lock of another machine is left alone and reported, until it is older than --take-over-after", async () => {
    await fleet.program(program.replace("10.0.0.1", "10.0.0.3"));
    await lock("paris", new Date(Date.now() - 3_600_000));
    clear();
    expect(await fleet.run(["up", "--fleet", "brief.yaml"])).toMatchObject({ code: 9 });
    expect(await resultOf("paris")).toMatchObject({
      outcome: "locked",
      message: expect.stringMatching(/process 4711 of ops@elsewhere since /u) as unknown,
    });
    expect(requests()).toEqual([0, 0]);
    const younger = await fleet.run(["up", "--fleet", "brief.yaml", "--take-over-after", "2h"]);
    expect([younger.code, requests()]).toEqual([9, [0, 0]]);
    expect(await fleet.run(["up", "--take-over-after", "30m"])).toMatchObject({ code: 0 });
    expect(sites.map(servers)).toEqual([["ip 10.0.0.3"], ["ip 10.0.0.3"]]);
  });

  test("a destroy requires confirmation with the fleet's name, and removes what was created", async () => {
    expect(await fleet.run(["destroy"])).toMatchObject({ code: 8 });
    expect(sites.map(servers)).toEqual([["ip 10.0.0.3"], ["ip 10.0.0.3"]]);
    expect(await fleet.run(["destroy", "--confirm", "test"])).toMatchObject({ code: 0 });
    expect(sites.map(servers)).toEqual([undefined, undefined]);
  });

  /** Writes the lock of an engine whose machine was lost. */
  async function lock(stack: string, timestamp: Date): Promise<void> {
    const state = fileURLToPath(fleet.env["PULUMI_BACKEND_URL"] ?? "");
    const folder = join(state, ".pulumi/locks/organization/fleet", stack);
    await mkdir(folder, { recursive: true });
    const content = { pid: 4711, username: "ops", hostname: "elsewhere", timestamp: timestamp.toISOString() };
    await writeFile(join(folder, "5d2f3b0a-1f4e-4f5a-9a55-0c7f5a0e4711.json"), JSON.stringify(content));
  }
});
