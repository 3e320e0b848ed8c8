import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startSimulator, switchSpace, unservedPositions, type Switches } from "../../../../simulator";
import { clues } from "../../../../simulator/clues";
import { switchesLike } from "../../../../simulator/like";
import { closeAll, flowgate, startSite, temporaryFolder } from "../support";

afterEach(closeAll);

describe("a recording", () => {
  const hosts = ["203.0.113.77", "198.51.100.33", "canary.example.net"];
  const canaries = ["canary-group", "canaryprofile", "Straße 4711", "canary-token", "canary-password", ...hosts];

  test("contains no credentials, names or addresses, keeps references consistent, and only its owner can read it", async () => {
    const site = await startSite({
      https: true,
      gateway: { token: "canary-token-1" },
      replicator: { user: "admin", password: "canary-password-1" },
    });
    const { mutate } = site.sim;
    mutate.addIpGroup("canary-group canary-token-1", [{ type: "ip", address: "203.0.113.77" }]);
    mutate.addIpGroup("Straße 4711");
    mutate.addProfile("canaryprofile", 2055, 2056);
    mutate.addCollector("198.51.100.33", "canaryprofile");
    mutate.setNote("198.51.100.33", "ask canary.example.net, canary-password-1");
    const file = join(temporaryFolder(), "recording.json");
    const { code, stderr } = await site.run(["doctor", "--record", file]);
    expect(code).toBe(0);
    expect(stderr).toContain("13 answers are in ");
    const text = readFileSync(file, "utf8");
    for (const canary of canaries) expect(text).not.toContain(canary);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { answers } = JSON.parse(text) as { answers: { action: string; body: Record<string, unknown> }[] };
    const config = answers.find(({ action }) => action === "/show/config")?.body as { api: { collector: string[] } };
    const collectors = answers.find(({ action }) => action === "/show/collectors/[filter]")?.body as {
      collector: Record<string, { ip: string }>;
    };
    for (const [address, { ip }] of Object.entries(collectors.collector)) {
      expect(ip).toBe(address);
      expect(config.api.collector.some((line) => line.includes(`/${address}/`))).toBe(true);
    }
  });

  const shown = Object.keys(clues) as (keyof Switches)[];
  const positionsOf = (name: keyof Switches): readonly unknown[] =>
    switchSpace[name].filter((position) => position !== unservedPositions[name]);
  /** Some of their positions leave no place in an answer that shows another switch. */
  const hiding: readonly string[] = ["groupListShape", "sessionCarrier", "showShape"];
  const others = shown.filter((name) => !hiding.includes(name));
  const most = Math.max(...others.map((name) => positionsOf(name).length));
  /** Each position of each switch is in one of these. */
  const sets = [
    ...shown.flatMap((name) =>
      hiding.includes(name) ? positionsOf(name).map((position) => ({ [name]: position })) : [],
    ),
    ...Array.from({ length: most }, (_, index) =>
      Object.fromEntries(others.map((name) => [name, positionsOf(name)[index % positionsOf(name).length]])),
    ),
  ];

  test.each(sets)("of an appliance with %j sets the same in a simulator", async (switches) => {
    const site = await startSite({ https: false, switches });
    site.sim.mutate.addIpGroup("Aaa", [
      { type: "ip", address: "203.0.113.77" },
      { type: "network", address: "10.0.0.0", mask: "8" },
    ]);
    site.sim.mutate.gateway(({ ipGroups }) => {
      const others = [...ipGroups.values()].filter((group) => group.name !== "Aaa");
      for (const { id } of others) ipGroups.delete(id);
    });
    const file = join(temporaryFolder(), "recording.json");
    await site.run(["doctor", "--record", file]);
    expect(await switchesLike(file)).toMatchObject(switches);
    const like = await startSimulator({ https: false, like: file });
    expect(like.switches).toMatchObject(switches);
    await like.close();
  });

  test("that is missing or invalid is reported with a clear error", async () => {
    const file = join(temporaryFolder(), "recording.json");
    await expect(startSimulator({ like: file })).rejects.toThrow("The simulator cannot read ");
    const { code, stderr } = await flowgate(["simulate", "--like", __filename]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is no recording of flowgate doctor")]);
  });
});

/** What doctor reports if the answer to one action has another body. */
async function examined(action: string, body: unknown): Promise<Report> {
  const site = await startSite();
  site.sim.faults.add({ match: action, kind: { rewrite: () => body } });
  return JSON.parse((await site.run(["doctor", "--json", "--verbose"])).stdout) as Report;
}

interface Report {
  readonly openPoints: readonly { readonly point: string; readonly answer: string }[];
}

const groups = "ipgroups/loadTreeRootFast";
const lines = "/show/config";
const group = { fc_id: "7", fc_name: "One", rules: {} };

test.each<[action: string, point: string, body: unknown, answer: string | undefined]>([
  [groups, "fields of an IP group", { data: { page: { seven: group } } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { a: { b: {} }, rows: { one: group } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { data: { page: { results: [group] } } }, "fc_id, fc_name, rules"],
  [groups, "fields of an IP group", { results: [] }, undefined],
  [groups, "ids of IP groups", { data: { page: { results: [group] } } }, "text"],
  [groups, "ids of IP groups", [{ other: 1 }, { id: 7 }], "number"],
  [groups, "ids of IP groups", { id: null }, "nothing"],
  [groups, "ids of IP groups", { id: [7] }, "list"],
  [groups, "ids of IP groups", { id: { of: 7 } }, "object"],
  [groups, "members of an answer", {}, "none"],
  [groups, "members of an answer", [group], "list"],
  [lines, "a line of show/config", { api: { a: [], b: { c: ["https://r.example/api/1/profile"] } } }, "URL"],
  [lines, "a line of show/config", ["/api/1/profile/add/a/1/2"], "path from /api/"],
  [lines, "a line of show/config", "profile add a", "another text"],
  [lines, "a line of show/config", { api: { profile: [] } }, undefined],
])("of an answer to %s, doctor shows the %s in %j", async (action, point, body, answer) => {
  const { openPoints } = await examined(action, body);
  expect(openPoints.find((one) => one.point === point)?.answer).toBe(answer);
});
