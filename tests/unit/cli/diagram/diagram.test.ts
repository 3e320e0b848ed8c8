import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../support/clone";
import { entryOf, flowgate, printed, siteForEach } from "../support";
import { child, creations, drift, group, ip, network, rename, stack } from "../summary/scenarios";
import { chartOf, drawnOf, previewed, waysIn } from "./drawn";
import { samples } from "./samples";

const site = siteForEach();

test("diagram --state draws each site separately, including the groups of IpGroups, without any request", async () => {
  const groups = { Sites: { children: ["Servers", 77] }, Servers: { rules: [ip("10.0.0.1")] } };
  const lyon = { name: "Lyon", rules: [network("10.2.0.0/16"), child(12)], site: "lyon" };
  const below = { name: "Below", rules: [{ type: "all" }], site: "lyon" };
  const outputs = { groups, groupIds: { Sites: 1, Servers: 2 } };
  site.holds([
    entryOf("IpGroups", "all", { id: "all", inputs: { groups }, outputs }),
    entryOf("IpGroup", "lyon", { id: "11", inputs: lyon }),
    entryOf("IpGroup", "below", { id: "12", inputs: below }),
  ]);
  const drawn = await drawnOf(site, "--state");
  expect(waysIn(chartOf(drawn, "IP groups"))).toEqual(["Sites --> Servers"]);
  expect(waysIn(chartOf(drawn, "lyon: IP groups"))).toEqual(["Lyon --> Below"]);
  expect(chartOf(drawn, "lyon: IP groups").boxes[0]?.lines).toEqual(["Below", "1 rule, all addresses"]);
  const { charts } = await drawnOf(site, "--state", "--site", "lyon");
  expect(charts.map(({ title }) => title)).toEqual(["lyon: IP groups"]);
  expect(site.sim.requests.verbs()).toEqual([]);
});

test("diagram --state adds single rules to their groups, including groups that the state does not own", async () => {
  const groups = { Servers: { rules: [ip("10.0.0.1")] } };
  site.holds([
    entryOf("IpGroup", "lille", { id: "11", inputs: { name: "Lille", rules: [network("10.2.0.0/24")] } }),
    entryOf("IpGroups", "all", { id: "all", inputs: { groups }, outputs: { groups, groupIds: { Servers: 2 } } }),
    entryOf("IpGroupRule", "a", { id: "11/501", inputs: { groupId: 11, rule: ip("10.3.0.1") } }),
    entryOf("IpGroupRule", "b", { id: "2/502", inputs: { groupId: "2", rule: ip("10.3.0.2") } }),
    entryOf("IpGroupRule", "c", { id: "101/503", inputs: { groupId: "101", rule: child(11) } }),
    entryOf("IpGroupRule", "d", { id: "101/504", inputs: { groupId: 101, rule: ip("10.3.0.3") } }),
    entryOf("IpGroupRule", "e", { id: "101/505", inputs: { groupId: 101, rule: ip("10.3.0.4"), site: "lyon" } }),
  ]);
  const drawn = await drawnOf(site, "--state");
  const linesOf = (title: string): (readonly string[])[] =>
    chartOf(drawn, title)
      .boxes.map(({ lines }) => lines)
      .sort();
  expect(linesOf("IP groups")).toEqual([
    ["IP group 101, single rules", "1 rule, 1 address"],
    ["Lille", "2 rules, 257 addresses"],
    ["Servers", "2 rules, 2 addresses"],
  ]);
  expect(waysIn(chartOf(drawn, "IP groups"))).toEqual(["IP group 101, single rules --> Lille"]);
  expect(linesOf("lyon: IP groups")).toEqual([["IP group 101, single rules", "1 rule, 1 address"]]);
});

describe("who is in a user group, and what it may see", () => {
  const right = { permissionType: "app", seccode: "runReport" };
  const user = (name: string, userId: number, more: object = {}) => ({ name, password: "secret", userId, ...more });
  const ways = ["user --> user group", "2 users --> user group", "user group --> permission"];

  test("is drawn from a state, where links have numbers", async () => {
    const inputs = { name: "Night", members: ["11", "name:bob"] };
    site.holds([
      entryOf("UserGroup", "night", { id: "21", inputs, outputs: { name: "Night", userGroupId: 21 } }),
      entryOf("UserGroup", "day", { id: "22", inputs: { name: "Day" }, outputs: { name: "Day", userGroupId: 22 } }),
      entryOf("User", "anna", { id: "11", inputs: user("anna", 11) }),
      entryOf("User", "bob", { id: "12", inputs: user("bob", 12) }),
      entryOf("User", "carl", { id: "13", inputs: user("carl", 13, { userGroupIds: ["22"] }) }),
      entryOf("PermissionSet", "rights", { id: "22", inputs: { userGroupId: "22", permissions: [right] } }),
    ]);
    const chart = chartOf(await drawnOf(site, "access", "--state"), "Access and settings");
    expect(waysIn(chart).sort()).toEqual(ways.toSorted());
  });

  test("is drawn from a model", async () => {
    const passwordConfig = "password";
    const model = {
      userGroups: [
        { name: "Night", members: ["anna", "bob"] },
        { name: "Day", permissions: [right] },
      ],
      users: [
        { name: "anna", passwordConfig },
        { name: "bob", passwordConfig },
        { name: "carl", passwordConfig, userGroups: ["Day"] },
      ],
    };
    site.write("model.json", JSON.stringify(model));
    const drawn = await drawnOf(site, "access", "--model", "model.json");
    expect(waysIn(chartOf(drawn, "Access and settings")).sort()).toEqual(ways.toSorted());
  });

  test("is drawn from a preview that keeps some links and adds another", async () => {
    const named = (kind: string, name: string, id: number, inputs: object) => ({
      kind,
      name,
      inputs: { name, ...inputs },
      outputs: { [kind === "User" ? "userId" : "userGroupId"]: id },
    });
    const text = stack.text([
      stack.step("same", named("UserGroup", "Night", 21, {})),
      stack.step("same", named("UserGroup", "Day", 22, {})),
      stack.step("same", named("User", "anna", 11, { userGroupIds: ["21"] })),
      stack.step("update", named("User", "bob", 12, { userGroupIds: ["21"] }), { userGroupIds: ["21", "22"] }),
    ]);
    const chart = chartOf(await previewed(text, "access"), "Access and settings");
    const links = chart.arrows.map(({ from, to }) => `${chart.boxes[from]?.lines[1]} > ${chart.boxes[to]?.lines[1]}`);
    expect(links.sort()).toEqual(["anna, bob > Night", "user bob > Day"]);
  });
});

test("diagram --model draws a model from its layers, without any appliance", async () => {
  const model = {
    ipGroups: { Sites: { rules: ["10.0.0.0/8"], children: { Lille: { rules: ["10.20.0.0/16"] } } } },
    profiles: { flows: { listeningPort: 2055, sendingPort: 9000, policies: { "10.20.0.0/16": { kind: "include" } } } },
    collectors: { "10.99.0.1": { profiles: ["flows"], threshold: 100 } },
    exporters: { "10.20.0.1": { profiles: ["flows"] } },
  };
  site.write("a.yaml", JSON.stringify(model));
  const drawn = await drawnOf(site, "--model", "a.yaml");
  expect(site.sim.requests.verbs()).toEqual([]);
  expect(waysIn(chartOf(drawn, "IP groups"))).toEqual(["Sites --> Lille"]);
  expect(waysIn(chartOf(drawn, "Replication"))).toEqual([
    "exporter 10.20.0.1 --> include 10.20.0.0/16",
    "include 10.20.0.0/16 -.-> flows",
    "flows --> collector 10.99.0.1",
  ]);
});

describe("flowgate diagram --preview", () => {
  test("shows the unchanged members of a renamed profile below its new name", async () => {
    const chart = chartOf(await previewed(rename()), "Replication");
    expect(chart.boxes.filter(({ action }) => action !== null).map(({ lines }) => lines)).toEqual([
      ["~ netflow-central", "UDP 2055 → 9000", "- name netflow-core", "+ name netflow-central"],
    ]);
    expect(waysIn(chart)).toContain("~ netflow-central --> 7 collectors");
  });

  test("combines hundreds of new groups into at most 60 boxes, and counts every group", async () => {
    const { boxes } = chartOf(await previewed(creations()), "IP groups");
    expect(boxes.length).toBeLessThanOrEqual(60);
    expect(boxes.every(({ action, lines }) => action === "create" && lines[0]?.startsWith("+ ") === true)).toBe(true);
    const counted = boxes.map(({ lines }) => Number(/^\+ (\d+) IP groups?/u.exec(lines[0] ?? "")?.[1] ?? 1));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(320);
  });

  test("marks manual changes and missing objects with separate signs, and explains them", async () => {
    const { stdout } = await flowgate(["diagram", "--preview", "-"], { piped: drift() });
    expect(stdout).toContain("&#8800; Lille servers");
    expect(stdout).toContain("&#33; collector 10&#46;99&#46;0&#46;1");
    expect(stdout).toContain("was changed by hand &#183; &#33; is missing on the appliance");
  });

  test("shows the changes of one IpGroups resource group by group", async () => {
    const groups = { Sites: { children: ["Lille", "Rome"] }, Lille: { rules: [ip("10.0.0.1")] }, Rome: {} };
    const after = { Sites: { children: ["Lille"] }, Lille: { rules: [ip("10.0.0.1"), ip("10.0.0.2")] }, Oslo: {} };
    const outputs = { groupIds: { Sites: 1, Lille: 2, Rome: 3 } };
    const step = stack.step(
      "update",
      { kind: "IpGroups", name: "all", inputs: { groups }, outputs },
      { groups: after },
    );
    const { boxes } = chartOf(await previewed(stack.text([step])), "IP groups");
    expect(boxes.map(({ lines }) => lines)).toEqual(
      expect.arrayContaining([
        ["~ Lille", "2 rules, 2 addresses", "+ ip 10.0.0.2"],
        ["~ Sites", "no rules of its own", "- child Rome"],
        ["+ Oslo", "no rules"],
        ["- Rome", "no rules"],
      ]),
    );
  });

  test("says that unchanged resources have no names without --show-sames", async () => {
    const text = JSON.parse(stack.text([stack.step("create", group("New", [ip("10.0.0.1")]))])) as object;
    const { notes } = await previewed(JSON.stringify({ ...text, changeSummary: { same: 40, create: 1 } }));
    expect(notes).toEqual([
      "39 resources that stay as they are have no name in this preview: --show-sames names them.",
    ]);
  });
});

test("an empty drawing is reported and ends with 9", async () => {
  const run = flowgate(["diagram", "--preview", "-"], { piped: stack.text([]) });
  expect(await printed(run, 9)).toBe("There is nothing to draw.\n");
});

test.each(Object.entries(samples))(
  "the sample %s of the documentation is what the command draws",
  async (name, draw) => {
    const text = await draw();
    const path = join(root, "docs/images", name);
    if (process.env["FLOWGATE_WRITE_SAMPLES"] !== undefined) writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);
