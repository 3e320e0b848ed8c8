import { closeAll, startSite } from "../support";

afterEach(closeAll);

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
