import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../support/clone";
import { closeAll, entryOf, flowgate, type Run, type Site, startSite, temporaryFolder } from "../support";
import { child, creations, drift, group, ip, network, oneRule, rename, Stack } from "../summary/scenarios";
import { sampleSite, samples } from "./samples";

afterEach(closeAll);

interface Box {
  readonly id: number;
  readonly lines: readonly string[];
  readonly action: string | null;
  readonly disabled: boolean;
}
interface Drawn {
  readonly charts: readonly {
    readonly title: string;
    readonly boxes: readonly Box[];
    readonly arrows: readonly { readonly from: number; readonly to: number; readonly dashed: boolean }[];
  }[];
  readonly notes: readonly string[];
}

const read = ({ stdout }: Run): Drawn => JSON.parse(stdout) as Drawn;

function chartOf({ charts }: Drawn, title: string): Drawn["charts"][number] {
  const chart = charts.find((one) => one.title === title);
  if (chart === undefined) throw new Error(`There is no ${title}, only ${charts.map((one) => one.title).join(", ")}.`);
  return chart;
}

const headsOf = (boxes: readonly Box[]): string[] => boxes.map(({ lines }) => lines[0] ?? "");

/** The arrows, described by the first lines of their boxes. */
function waysIn({ boxes, arrows }: Drawn["charts"][number]): string[] {
  const heads = headsOf(boxes);
  return arrows.map(({ from, to, dashed }) => `${heads[from] ?? ""} ${dashed ? "-.->" : "-->"} ${heads[to] ?? ""}`);
}

async function drawnOf(site: Site, ...args: readonly string[]): Promise<Drawn> {
  return read(await site.run(["diagram", ...args, "--json"]));
}

async function previewed(text: string, ...args: readonly string[]): Promise<Drawn> {
  return read(await flowgate(["diagram", "--preview", "-", "--json", ...args], { piped: text }));
}

describe("flowgate diagram of a live site", () => {
  test("shows each group below its parents with rules, size and overlaps, and changes nothing", async () => {
    const site = await startSite();
    sampleSite(site.sim);
    const { boxes, ...chart } = chartOf(await drawnOf(site, "groups"), "IP groups");
    expect(boxes.map(({ lines }) => lines)).toEqual(
      expect.arrayContaining([
        ["Lille", "1 rule, 65,536 addresses", "⚠ overlaps Old network"],
        ["Lille servers", "2 rules, 266 addresses"],
        ["Old network", "1 rule, 100 addresses", "⚠ overlaps Lille"],
      ]),
    );
    expect(waysIn({ boxes, ...chart }).sort()).toEqual([
      "Company --> Lille",
      "Company --> Rome",
      "Lille --> Lille clients",
      "Lille --> Lille servers",
    ]);
    expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
  });

  test("leads from exporters through policies and profiles to collectors, with ports, thresholds and disabled profiles", async () => {
    const site = await startSite();
    sampleSite(site.sim);
    const { boxes, ...chart } = chartOf(await drawnOf(site, "flows"), "Replication");
    const byHead = new Map(boxes.map((box) => [box.lines[0], box]));
    expect(byHead.get("netflow-core")).toMatchObject({ lines: ["netflow-core", "UDP 2055 → 9996"], disabled: false });
    expect(byHead.get("sflow")).toMatchObject({ lines: ["sflow", "UDP 6343 → 6343", "disabled"], disabled: true });
    expect(byHead.get("collector 10.99.0.1")?.lines).toContain("threshold 5000 packets/s");
    expect(byHead.get("3 exporters")?.lines.slice(1)).toEqual(["10.20.0.1, 10.20.0.2, 10.20.0.3"]);
    expect(waysIn({ boxes, ...chart })).toEqual(
      expect.arrayContaining([
        "3 exporters --> include 10.20.0.0/16",
        "include 10.20.0.0/16 -.-> netflow-core",
        "exporter 10.30.0.1 --> netflow-core",
        "netflow-core --> collector 10.99.0.1",
        "netflow-core --> 2 collectors",
        "exclude 10.40.0.0/16 -.-> sflow",
      ]),
    );
  });

  test("draws a group with unreadable rules by its name and below its parents", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    const modern = store.addIpGroup("Modern", [{ type: "ip", address: "2001:db8::1" }]);
    store.addIpGroup("Above", [{ type: "child", child_id: modern.id }]);
    const chart = chartOf(await drawnOf(site, "groups"), "IP groups");
    expect(chart.boxes.map(({ lines }) => lines)).toContainEqual(["Modern", "rules not known"]);
    expect(waysIn(chart)).toContain("Above --> Modern");
  });

  test("shows the trees of 405 groups in natural order, and flat groups in one box", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    for (let flat = 0; flat < 105; flat += 1)
      store.addIpGroup(`B ${flat}`, [{ type: "ip", address: `192.0.2.${flat}` }]);
    for (let region = 9; region >= 0; region -= 1) {
      const numbers = region === 0 ? [19, 0, 1, 2, 10] : Array.from({ length: 32 }, (_, index) => index);
      const below = numbers.map((number) => store.addIpGroup(`Site ${region}-${number}`, []));
      store.addIpGroup(
        `Region ${region}`,
        below.map(({ id }) => ({ type: "child" as const, child_id: id })),
      );
    }
    const { boxes } = chartOf(await drawnOf(site, "groups"), "IP groups");
    const heads = headsOf(boxes);
    expect(heads.filter((head) => head.startsWith("Region"))).toEqual(
      Array.from({ length: 10 }, (_, region) => `Region ${region}`),
    );
    expect(heads.filter((head) => /^B \d/u.test(head))).toEqual([]);
    expect(heads).toContain("108 IP groups");
    const tree = chartOf(await drawnOf(site, "groups", "--group", "Region 0"), "IP groups");
    expect(waysIn(tree)).toEqual(["0", "1", "2", "10", "19"].map((number) => `Region 0 --> Site 0-${number}`));
  });

  test("places a profile without exporters in the column of profiles", async () => {
    const site = await startSite();
    const { mutate } = site.sim;
    mutate.addProfile("bulk", 7055, 7056);
    mutate.addCollector("10.99.0.1", "bulk");
    mutate.addProfile("alone", 8055, 8056);
    const { stdout } = await site.run(["diagram", "flows"]);
    const placeOf = (text: string): number =>
      Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${text}<`, "u").exec(stdout)?.[1]);
    expect(placeOf("legacy-netops")).toBeGreaterThan(0);
    expect([placeOf("bulk"), placeOf("alone")]).toEqual(Array(2).fill(placeOf("legacy-netops")));
    expect(placeOf("collector 10&#46;99&#46;0&#46;1")).toBe(placeOf("collector 192&#46;0&#46;2&#46;10"));
  });

  test("combines groups that do not fit, one whole level at a time, and counts every group", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    store.ipGroups.clear();
    const sizes = [12, 12, 12, 48, 12, 12];
    const regions = sizes.map((length, region) => {
      const sites = Array.from({ length }, (_one, index) => store.addIpGroup(`Site ${region}-${index}`, []));
      const below = sites.map(({ id }) => ({ type: "child" as const, child_id: id }));
      return store.addIpGroup(`Region ${region}`, below);
    });
    store.addIpGroup(
      "Company",
      regions.map(({ id }) => ({ type: "child" as const, child_id: id })),
    );
    const { boxes } = chartOf(await drawnOf(site, "groups"), "IP groups");
    expect(headsOf(boxes).sort()).toEqual([
      ...Array<string>(5).fill("12 IP groups below"),
      "48 IP groups below",
      "Company",
      ...Array.from({ length: 6 }, (_, region) => `Region ${region}`),
    ]);
    expect(boxes.flatMap(({ lines }) => lines)).toContain("Site 3-0, Site 3-1, Site 3-2, Site 3-3, …");
    const part = chartOf(await drawnOf(site, "groups", "--group", "Region 3"), "IP groups");
    expect(headsOf(part.boxes)).toEqual(expect.arrayContaining(["Company", "Region 3", "Site 3-0", "Site 3-47"]));
    expect(part.boxes).toHaveLength(50);
    const few = chartOf(await drawnOf(site, "groups", "--most", "8"), "IP groups");
    expect(few.boxes.length).toBeLessThanOrEqual(8);
    expect(headsOf(few.boxes).sort()).toEqual(["108 IP groups below", "6 IP groups below", "Company"]);
  });

  test("combines profiles that do not fit, and draws a single profile with --profile", async () => {
    const site = await startSite();
    const { store } = site.sim.replicator;
    store.changeByHand(() => {
      for (let index = 0; index < 30; index += 1) {
        const own = { listeningPort: 2000 + index, sendingPort: 9000, enabled: true, singularity: false };
        const collectors = new Set([`10.99.0.${index + 1}`]);
        const none = { description: undefined, exporters: new Set<string>(), policies: new Map<string, never>() };
        store.profiles.set(`p${index}`, { name: `p${index}`, ...own, ...none, collectors });
      }
    });
    const { boxes } = chartOf(await drawnOf(site, "flows", "--most", "20"), "Replication");
    expect(boxes.length).toBeLessThanOrEqual(20);
    const rest = boxes.find(({ lines }) => lines[0]?.endsWith(" more profiles") === true);
    const shown = headsOf(boxes).filter((head) => /^(?:p\d+|legacy-netops)$/u.test(head)).length;
    expect(rest?.lines[0]).toBe(`${31 - shown} more profiles`);
    const one = chartOf(await drawnOf(site, "--profile", "p7"), "Replication");
    expect(headsOf(one.boxes)).toEqual(["p7", "collector 10.99.0.8"]);
  });

  test.each([
    [["--group", "Lile"], 9, 'Unknown IP group "Lile", did you mean "Lille"?'],
    [["--profile", "x"], 9, 'Unknown profile "x"'],
    [["everything"], 2, "Allowed choices are all, groups, flows, access."],
    [["--state", "--model", "a.yaml"], 2, "cannot be used with option"],
    [["--most", "1"], 2, "from 2 to 9999"],
    [["--model", "missing.yaml"], 9, "The site model has 1 mistake."],
    [["--preview", "missing.json"], 2, "cannot be read (ENOENT)"],
    [["--file", "no/folder.svg"], 2, "cannot be written (ENOENT)"],
  ])("reports one error for %j", async (args, code, says) => {
    const site = await startSite();
    sampleSite(site.sim);
    const run = await site.run(["diagram", ...args]);
    expect([run.code, run.stdout]).toEqual([code, ""]);
    expect(run.stderr).toContain(says);
  });
});

test("diagram --state draws each site separately, including the groups of IpGroups, without any request", async () => {
  const site = await startSite();
  const groups = { Sites: { children: ["Servers", 77] }, Servers: { rules: [ip("10.0.0.1")] } };
  const lyon = { name: "Lyon", rules: [network("10.2.0.0/16"), child(12)], site: "lyon" };
  const below = { name: "Below", rules: [{ type: "all" }], site: "lyon" };
  const outputs = { groups, groupIds: { Sites: 1, Servers: 2 } };
  const resources = [
    entryOf("IpGroups", "all", { id: "all", inputs: { groups }, outputs }),
    entryOf("IpGroup", "lyon", { id: "11", inputs: lyon }),
    entryOf("IpGroup", "below", { id: "12", inputs: below }),
  ];
  site.holds(resources);
  const drawn = await drawnOf(site, "--state");
  expect(waysIn(chartOf(drawn, "IP groups"))).toEqual(["Sites --> Servers"]);
  expect(waysIn(chartOf(drawn, "lyon: IP groups"))).toEqual(["Lyon --> Below"]);
  expect(chartOf(drawn, "lyon: IP groups").boxes[0]?.lines).toEqual(["Below", "1 rule, all addresses"]);
  const { charts } = await drawnOf(site, "--state", "--site", "lyon");
  expect(charts.map(({ title }) => title)).toEqual(["lyon: IP groups"]);
  expect(site.sim.requests.verbs()).toEqual([]);
});

test("diagram --state adds single rules to their groups, including groups that the state does not own", async () => {
  const site = await startSite();
  const groups = { Servers: { rules: [ip("10.0.0.1")] } };
  const resources = [
    entryOf("IpGroup", "lille", { id: "11", inputs: { name: "Lille", rules: [network("10.2.0.0/24")] } }),
    entryOf("IpGroups", "all", { id: "all", inputs: { groups }, outputs: { groups, groupIds: { Servers: 2 } } }),
    entryOf("IpGroupRule", "a", { id: "11/501", inputs: { groupId: 11, rule: ip("10.3.0.1") } }),
    entryOf("IpGroupRule", "b", { id: "2/502", inputs: { groupId: "2", rule: ip("10.3.0.2") } }),
    entryOf("IpGroupRule", "c", { id: "101/503", inputs: { groupId: "101", rule: child(11) } }),
    entryOf("IpGroupRule", "d", { id: "101/504", inputs: { groupId: 101, rule: ip("10.3.0.3") } }),
    entryOf("IpGroupRule", "e", { id: "101/505", inputs: { groupId: 101, rule: ip("10.3.0.4"), site: "lyon" } }),
  ];
  site.holds(resources);
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
    const site = await startSite();
    const night = {
      inputs: { name: "Night", members: ["11", "name:bob"] },
      outputs: { name: "Night", userGroupId: 21 },
    };
    site.holds([
      entryOf("UserGroup", "night", { id: "21", ...night }),
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
    const cwd = temporaryFolder();
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
    writeFileSync(join(cwd, "model.json"), JSON.stringify(model));
    const drawn = read(await flowgate(["diagram", "access", "--model", "model.json", "--json"], { cwd }));
    expect(waysIn(chartOf(drawn, "Access and settings")).sort()).toEqual(ways.toSorted());
  });

  test("is drawn from a preview that keeps some links and adds another", async () => {
    const stack = new Stack();
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
  const cwd = temporaryFolder();
  const model = {
    ipGroups: { Sites: { rules: ["10.0.0.0/8"], children: { Lille: { rules: ["10.20.0.0/16"] } } } },
    profiles: { flows: { listeningPort: 2055, sendingPort: 9000, policies: { "10.20.0.0/16": { kind: "include" } } } },
    collectors: { "10.99.0.1": { profiles: ["flows"], threshold: 100 } },
    exporters: { "10.20.0.1": { profiles: ["flows"] } },
  };
  writeFileSync(join(cwd, "a.yaml"), JSON.stringify(model));
  const drawn = read(await flowgate(["diagram", "--model", "a.yaml", "--json"], { cwd }));
  expect(waysIn(chartOf(drawn, "IP groups"))).toEqual(["Sites --> Lille"]);
  expect(waysIn(chartOf(drawn, "Replication"))).toEqual([
    "exporter 10.20.0.1 --> include 10.20.0.0/16",
    "include 10.20.0.0/16 -.-> flows",
    "flows --> collector 10.99.0.1",
  ]);
});

describe("flowgate diagram --preview", () => {
  test("marks a changed rule in its group with a sign and text, and limits the number of boxes", async () => {
    const drawn = await previewed(oneRule());
    const { boxes } = chartOf(drawn, "IP groups");
    expect(boxes.find(({ action }) => action !== null)).toMatchObject({
      lines: ["~ Lille servers", "3 rules, 258 addresses", "+ ip 192.0.2.101"],
      action: "update",
    });
    expect(boxes.length).toBeLessThanOrEqual(60);
    expect(drawn.notes).toEqual([]);
  });

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
    expect(stdout).toContain("≠".replace("≠", "&#8800; Lille servers"));
    expect(stdout).toContain("&#33; collector 10&#46;99&#46;0&#46;1");
    expect(stdout).toContain("was changed by hand &#183; &#33; is missing on the appliance");
  });

  test("shows the changes of one IpGroups resource group by group", async () => {
    const stack = new Stack();
    const groups = { Sites: { children: ["Lille", "Rome"] }, Lille: { rules: [ip("10.0.0.1")] }, Rome: {} };
    const after = { Sites: { children: ["Lille"] }, Lille: { rules: [ip("10.0.0.1"), ip("10.0.0.2")] }, Oslo: {} };
    const bulk = {
      kind: "IpGroups",
      name: "all",
      inputs: { groups },
      outputs: { groupIds: { Sites: 1, Lille: 2, Rome: 3 } },
    };
    const { boxes } = chartOf(
      await previewed(stack.text([stack.step("update", bulk, { groups: after })])),
      "IP groups",
    );
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
    const stack = new Stack();
    const text = JSON.parse(stack.text([stack.step("create", group("New", [ip("10.0.0.1")]))])) as object;
    const { notes } = await previewed(JSON.stringify({ ...text, changeSummary: { same: 40, create: 1 } }));
    expect(notes).toEqual([
      "39 resources that stay as they are have no name in this preview: --show-sames names them.",
    ]);
  });
});

test.each(["svg", "mermaid"])("a name on an appliance never becomes markup in %s", async (format) => {
  const site = await startSite();
  site.sim.gateway.store.addIpGroup(']]><script>alert(1)</script>"`; end --> x', []);
  const { stdout, code } = await site.run(["diagram", "groups", "--format", format]);
  expect(code).toBe(0);
  expect(stdout).not.toContain("<script");
  expect(stdout).not.toContain("`");
  expect(stdout).toContain("script");
});

test("an empty drawing is reported and ends with 9", async () => {
  const run = await flowgate(["diagram", "--preview", "-"], { piped: new Stack().text([]) });
  expect([run.code, run.stdout]).toEqual([9, "There is nothing to draw.\n"]);
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
