import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kind } from "../../../provider/registry";
import { configFor, environmentOf } from "../../support/configuration";
import { closeAll, entryOf, fakeEngine, flowgate, startSite, urnOf, type Site } from "./support";

afterEach(closeAll);

/** A state entry for an IP group. */
function groupEntry(site: Site, id: number, inputs: Record<string, unknown>, name = "group"): object {
  const rules = inputs["rules"] as readonly unknown[];
  const outputs = { ...inputs, groupId: id, ruleCount: rules.length, appliance: site.sim.gateway.url };
  return entryOf("IpGroup", name, { id: String(id), inputs, outputs });
}

/** A value that the state shows as a secret. */
const asSecret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const lille = [{ type: "network", address: "10.20.0.0", mask: "16" }] as const;

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("flowgate export", () => {
  test("writes child groups first, variable names in ASCII and references, and leaves out default settings", async () => {
    const site = await startSite();
    const child = site.sim.gateway.store.addIpGroup("Zürich", lille);
    site.sim.gateway.store.addIpGroup("Alps", [{ type: "child", child_id: child.id }]);
    const { code, stdout } = await site.run([
      "export",
      "out",
      "--only",
      "IpGroup:Z*",
      "IpGroup:Alps",
      "Setting",
      "Policy",
    ]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("objects are written to") as string]);
    const { "index.ts": text = "" } = filesIn(join(site.options.cwd, "out"));
    expect(text).toContain(
      'export const zurich = new IpGroup("zurich", {\n  name: "Zürich",\n  rules: [rule.network("10.20.0.0/16")]\n}, options);',
    );
    expect(text.indexOf("const zurich")).toBeLessThan(text.indexOf("const alps"));
    expect(text).toContain("rules: [rule.child(zurich)]");
    expect(text).toContain('profile: "legacy-netops"');
    expect(text).not.toContain("flowStopAlert");
    expect(site.sim.requests.verbs().filter((verb) => /save|update|delete|\/add|\/set$/iu.test(verb))).toEqual([]);
  });

  test("writes the same bytes again, and overwrites a folder that is not empty only with --force", async () => {
    const site = await startSite();
    await site.run(["export", "out"]);
    const first = filesIn(join(site.options.cwd, "out"));
    const refused = await site.run(["export", "out"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("is not empty") as string]);
    expect((await site.run(["export", "out", "--force"])).code).toBe(0);
    expect(filesIn(join(site.options.cwd, "out"))).toEqual(first);
  });

  test("writes rules and names in natural order, and the rules of a model in their short form", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    for (const octet of [10, 9, 100]) {
      store.addIpGroup(`Floor ${String(octet)}`, [
        { type: "network", address: "10.10.0.0", mask: "16" },
        { type: "network", address: `10.${String(octet)}.0.0`, mask: "24" },
        { type: "range", sip: "10.3.0.1", eip: "10.3.0.9" },
        { type: "ip", address: "10.2.0.1" },
      ]);
    }
    await site.run(["export", "program", "--only", "IpGroup:Floor*"]);
    const program = filesIn(join(site.options.cwd, "program"))["index.ts"] ?? "";
    expect(program.match(/name: "Floor \d+"/gu)).toEqual(['name: "Floor 9"', 'name: "Floor 10"', 'name: "Floor 100"']);
    expect(program).toMatch(/network\("10\.9\.0\.0\/24"\),\n\s+rule\.network\("10\.10\.0\.0\/16"\)/u);
    await site.run(["export", "model", "--format", "model", "--only", "IpGroup:Floor 9"]);
    expect(filesIn(join(site.options.cwd, "model"))["site.yaml"]).toContain(
      '    rules:\n      - "10.2.0.1"\n      - "10.9.0.0/24"\n      - "10.10.0.0/16"\n      - "10.3.0.1-10.3.0.9"\n',
    );
  });

  test("leaves objects whose names contain :: out of a model, which import would refuse, with the reason", async () => {
    const site = await startSite();
    const child = site.sim.gateway.store.addIpGroup("EU::Lille", lille);
    site.sim.gateway.store.addIpGroup("Europe", [{ type: "child", child_id: child.id }]);
    const { code, stdout } = await site.run(["export", "model", "--format", "model", "--only", "IpGroup:*E*"]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('must not contain "::". Rename it, or use --format ts without --bulk.'),
    ]);
    const { "site.yaml": model, "import.json": imports } = filesIn(join(site.options.cwd, "model"));
    expect(`${String(model)}${String(imports)}`).not.toContain("EU::Lille");
    expect(imports).toContain("/Europe");
  });

  test("writes a whole project outside of any other, readable like any folder, and says which commands follow", async () => {
    const site = await startSite();
    rmSync(join(site.options.cwd, "Pulumi.yaml"));
    const env = { ...site.options.env, ...environmentOf(site.sim) };
    const { stdout, stderr } = await flowgate(["export", "infra"], { ...site.options, env });
    expect(stderr).toBe("");
    const steps = "npm install\npulumi stack init dev\nnpx flowgate import import.json\n";
    expect(stdout).toContain(`Next:\ncd infra\n${steps}`);
    expect(filesIn(join(site.options.cwd, "infra"))["README.md"]).toContain(steps);
    mkdirSync(join(site.options.cwd, "usual"));
    const modeOf = (name: string): number => statSync(join(site.options.cwd, name)).mode;
    expect(modeOf("infra")).toBe(modeOf("usual"));
  });

  test.each([{ rulesMaxRows: 1 }, { treeMaxRows: 1 }])("F170: writes nothing and fails with %j", async (switches) => {
    const site = await startSite({ switches });
    site.sim.gateway.store.addIpGroup("Big", [...lille, { type: "ipall", all: 1 }]);
    site.sim.faults.add({
      match: "ipgroups/search",
      kind: { rewrite: (body) => ({ ...(body as object), total: switches.treeMaxRows === undefined ? 4 : 900 }) },
    });
    const { code, stderr } = await site.run(["export", "out"]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/shows \d of \d+ /u)]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
  });

  test("leaves out what no program can declare, and says why", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    store.addIpGroup("Twin", []);
    store.addIpGroup("Twin", []);
    store.addIpGroup(" blank ", lille);
    store.addIpGroup("Double", [lille[0], lille[0]]);
    store.addIpGroup("Modern", [{ type: "ip", address: "2001:db8::1" }]);
    const { stdout } = await site.run(["export", "out"]);
    expect(stdout).toMatch(/"Modern" .*It holds rules that this package cannot write \(\d+ of type "ip"\)/u);
    expect(stdout).toContain("Attention: 5 objects are left out");
    expect(stdout).toMatch(
      /IpGroup "Twin" \(id \d+\): 2 IP groups have this name \(ids \d+, \d+\)\. Rename all but one\./u,
    );
    expect(stdout).toContain("begins or ends with white space");
    expect(stdout).toMatch(/"Double" .*It holds duplicate rules/u);
  });

  test("exports a member of a profile with an unwritable name with its other profiles, and offers lines to ignore", async () => {
    const site = await startSite();
    const { mutate } = site.sim;
    mutate.addProfile("Zürich", 4000, 4001);
    mutate.addProfile("plain", 4002, 4003);
    for (const name of ["Zürich", "plain"]) {
      mutate.addCollector("10.9.0.1", name);
      mutate.addExporter("10.9.0.2", name);
    }
    mutate.addExporter("10.9.0.3", "Zürich");
    mutate.addPolicy("Zürich", { network: "10.0.0.0", prefixLength: 8, kind: "include" });
    const only = ["--only", "ReplicatorProfile", "Collector:10.9.*", "Exporter:10.9.*", "Policy"];
    const { code, stdout } = await site.run(["export", "out", ...only]);
    expect(code).toBe(0);
    const { "index.ts": text = "" } = filesIn(join(site.options.cwd, "out"));
    expect(text).toContain('address: "10.9.0.1",\n  profiles: [plain]');
    expect(text).toContain('address: "10.9.0.2",\n  profiles: [plain]');
    expect(text).not.toMatch(/Zürich|10\.9\.0\.3/u);
    expect(stdout).toContain('Collector 10.9.0.1 is also in "Zürich", whose name no program can write');
    const [, lines = ""] = stdout.split("Lines for .flowgateignore that leave them out");
    const ignored = lines.split("\n").flatMap((line) => /\w+:.*(?:Zürich|10\.9\.0\.3)$/u.exec(line)?.[0] ?? []);
    expect(ignored.sort()).toEqual([
      "Exporter:10.9.0.3",
      "Policy:include 10.0.0.0/8 in Zürich",
      "ReplicatorProfile:Zürich",
    ]);
    writeFileSync(join(site.options.cwd, ".flowgateignore"), ignored.join("\n"));
    const again = await site.run(["export", "again", ...only]);
    expect(again.stdout).not.toContain("Attention");
  });

  test.each([
    ["user,userGrup\n", "its first line must name columns, each once: user, userGroup, permissionType, seccode."],
    ["", "its first line must name columns"],
    ["user,userGroup\nanna\n", "line 2: has 1 fields, and the first line has 2."],
    ["user\n12\n", 'line 2: the name "12" looks like an integer, which the gateway reads as an id.'],
    ['user,userGroup\n"a\nb",\nanna,x\n', 'line 2: the name "a\\u000ab" holds a control character'],
    ['user,userGroup\nan"na,x\n', "line 2: quotes must enclose a whole field."],
    ["permissionType,seccode\napp,alarmsTab\n", "line 2: a permission needs a userGroup"],
    [
      "userGroup,permissionType,seccode\n\nops,app,alarmTab\n",
      'line 3: unknown app seccode "alarmTab", did you mean "alarmsTab"?',
    ],
    ["userGroup,permissionType,seccode\nops,app,\n", "line 2: permissionType and seccode need each other."],
  ])("refuses a list of users with a mistake before any request: %j", async (text, words) => {
    const site = await startSite();
    writeFileSync(join(site.options.cwd, "users.csv"), text);
    const { code, stderr } = await site.run(["export", "out", "--users", "users.csv"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("users.csv: ") as string]);
    expect(stderr.replaceAll(/\s+/gu, " ")).toContain(words);
    expect(site.sim.requests.verbs()).toEqual([]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
  });

  test("refers to a child group that is left out by its id, and names it in a comment", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    const twin = store.addIpGroup("Twin */ \n", []);
    store.addIpGroup("Parent", [{ type: "child", child_id: twin.id }]);
    await site.run(["export", "out"]);
    const { "index.ts": text = "" } = filesIn(join(site.options.cwd, "out"));
    expect(text).toContain(`rule.child(${String(twin.id)})`);
    expect(text).toContain(`// ${String(twin.id)} is "Twin */ \\n", which is not declared here.`);
  });

  test("--dry-run counts and writes nothing; --check ends with 9 if live objects are in no state and not ignored", async () => {
    const site = await startSite();
    const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
    site.holds([groupEntry(site, id, { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] })]);
    const dry = await site.run(["export", "out", "--dry-run"]);
    expect(dry.code).toBe(0);
    expect(dry.stdout.split("\n").map((text) => text.split(/ {2,}/u))).toContainEqual(["IpGroup", "4", "1", "4", "0"]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
    const { code, stdout } = await site.run(["export", "--check", "--only", "IpGroup"]);
    expect([code, stdout]).toEqual([
      9,
      expect.stringContaining("3 objects on the appliances are in no program.") as string,
    ]);
    expect(stdout).not.toContain("Lille");
    writeFileSync(
      join(site.options.cwd, ".flowgateignore"),
      "# delivered\nIpGroup:Private *\nIpGroup:M*\nIpGroup:Loopback\n",
    );
    expect((await site.run(["export", "--check", "--only", "IpGroup"])).code).toBe(0);
  });

  test("writes no model that pulumi up would refuse, and names each mistake, but nothing that is only a warning", async () => {
    const site = await startSite();
    const { mutate } = site.sim;
    mutate.addIpGroup("Narrow", [
      { type: "ip", address: "10.1.1.1" },
      { type: "child", child_id: 101 },
    ]);
    expect((await site.run(["export", "first", "--format", "model"])).code).toBe(0);
    mutate.addProfile("twin", 9996, 1);
    const { code, stderr } = await site.run(["export", "out", "--format", "model"]);
    expect([code, stderr]).toEqual([
      9,
      "error: A model of this site would have mistakes. profiles.twin.listeningPort: port 9996 is already the listening " +
        'port of profile "legacy-netops": choose another one. Fix them on the appliances, or use --format ts.\n',
    ]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
  });

  test.each([
    ["an unknown selector", ["--only", "IpGruop:x"], 2, 'unknown kind "IpGruop", did you mean "IpGroup"?'],
    ["a kind that cannot be read", ["--only", "User:*"], 2, "the API has no action that lists a User"],
    ["an unmatched selector", ["--only", "IpGroup:Nowhere"], 2, "No object on the appliances matches IpGroup:Nowhere"],
  ])("refuses %s with one error, and writes nothing", async (_what, args, code, words) => {
    const site = await startSite();
    const run = await site.run(["export", "out", ...args]);
    expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(words) as string]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
  });

  test("writes nothing if the token lacks IPGroups or the appliances cannot be reached", async () => {
    const blind = await startSite({ switches: { noRightsReply: "empty" } as never });
    blind.sim.gateway.store.ipGroups.clear();
    const first = await blind.run(["export", "out"]);
    expect([first.code, first.stderr]).toEqual([
      3,
      expect.stringContaining("the token lacks the permission IPGroups") as string,
    ]);
    expect(readdirSync(blind.options.cwd)).not.toContain("out");
    const gone = await startSite();
    await gone.sim.close();
    const second = await gone.run(["export", "out"]);
    expect(second.code).toBe(4);
    expect(readdirSync(gone.options.cwd)).not.toContain("out");
  });

  test("writes nothing if other clients change the gateway during the export", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    const before = store.ipGroups.size;
    const stop = setInterval(() => {
      if (site.sim.requests.verbs().some((verb) => verb.includes("loadRules")))
        store.addIpGroup(`New ${String(store.ipGroups.size)}`, []);
    }, 1);
    for (let index = 0; index < 50; index += 1) store.addIpGroup(`Group ${String(index)}`, lille);
    const run = await site.run(["export", "out"]);
    clearInterval(stop);
    expect(store.ipGroups.size).toBeGreaterThan(before + 50);
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("created, removed or renamed while") as string]);
    expect(readdirSync(site.options.cwd)).not.toContain("out");
  });
});

describe("flowgate drift", () => {
  const inputs = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] };

  test("finds no drift if the state matches the appliances and unmanaged objects are ignored", async () => {
    const site = await startSite();
    const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
    site.holds([groupEntry(site, id, inputs)]);
    writeFileSync(
      join(site.options.cwd, ".flowgateignore"),
      "IpGroup\nReplicatorProfile\nPolicy\nCollector\nExporter\nSetting\n",
    );
    const { code, stdout, stderr } = await site.run(["drift"]);
    expect([code, stdout, stderr]).toEqual([0, "No drift: 1 object was compared.\n", ""]);
  });

  test("lists manual changes rule by rule, missing objects and unmanaged objects, and ends with 9", async () => {
    const site = await startSite();
    const { store } = site.sim.gateway;
    const group = store.addIpGroup("Lille", lille);
    site.holds([groupEntry(site, group.id, inputs), groupEntry(site, 4711, { name: "Gone", rules: [] }, "gone")]);
    store.addRules(group, [{ type: "ip", address: "10.9.9.9" }]);
    const { code, stdout } = await site.run(["drift"]);
    expect(code).toBe(9);
    expect(stdout).toContain(
      `IpGroup "Lille" (id ${String(group.id)}, resource "group")\n      + rules: ip 10.9.9.9\n`,
    );
    expect(stdout).toContain('In the state, but not on the appliance\n  IpGroup "Gone" (id 4711, resource "gone")');
    expect(stdout.indexOf("In the state, but not")).toBeLessThan(stdout.indexOf("Changed on the appliance"));
    expect(stdout).toMatch(
      /^\d+ more objects are not managed by this stack: --unmanaged lists them, \.flowgateignore hides them\.\n2 of 2 objects differ\.$/mu,
    );
    expect(stdout).not.toContain("Multicast");
    const json = await site.run(["drift", "--json"]);
    const { counts } = JSON.parse(json.stdout) as { counts: Record<string, number> };
    expect(counts).toMatchObject({ changed: 1, missing: 1 });
  });

  test("writes a rule of each type as the summary does, for a group alone and for one of many", async () => {
    const texts = {
      "ip 10.1.1.1": { type: "ip", address: "10.1.1.1" },
      "range 10.1.2.1 - 10.1.2.9": { type: "range", sip: "10.1.2.1", eip: "10.1.2.9" },
      "network 10.3.0.0/16": { type: "network", address: "10.3.0.0", mask: "16" },
      all: { type: "ipall", all: 1 },
      "wildcard 10.0.7.0 0.255.0.255": { type: "wildcard", address: "10.0.7.0", mask: "0.255.0.255" },
      "child 101": { type: "child", child_id: 101 },
    } as const;
    const site = await startSite();
    const { store } = site.sim.gateway;
    const [alone, one] = [store.addIpGroup("Alone", []), store.addIpGroup("One", [])];
    site.holds([groupEntry(site, alone.id, { name: "Alone", rules: [] }), bulkEntry(site, { One: one.id }, [])]);
    for (const group of [alone, one]) store.addRules(group, Object.values(texts));
    const { stdout } = await site.run(["drift"]);
    const markdown = (await site.run(["drift", "--markdown"])).stdout;
    for (const text of Object.keys(texts)) {
      expect(stdout).toContain(`      + rules: ${text}\n`);
      expect(markdown).toContain(`+ on the appliance only: rules ${text}\n`);
      expect(stdout.split(`      + rules: ${text}\n`)).toHaveLength(3);
      expect(markdown.split(`+ on the appliance only: rules ${text}\n`)).toHaveLength(3);
    }
  });

  test("outside of a project ends as a wrong configuration, and says where to run it", async () => {
    const site = await startSite();
    rmSync(join(site.options.cwd, "Pulumi.yaml"));
    fakeEngine(site.options.cwd, "echo 'error: no Pulumi.yaml' >&2; exit 255");
    const { code, stderr } = await site.run(["drift"]);
    expect([code, stderr]).toEqual([
      3,
      "error: Reading the state of the stack needs a Pulumi project, but there is none in this folder or above it. " +
        "Run this in the folder of a program.\n",
    ]);
  });

  test.each(["no stack named 'nope' found", "organization name must be 'organization'"])(
    "--stacks with a stack that does not exist is a usage error in plain words, where the engine says: %s",
    async (words) => {
      const site = await startSite();
      site.holds([]);
      const answer = `case "$*" in *nope*) echo "error: ${words}" >&2; exit 255;;`;
      const state = '{"version":3,"deployment":{"resources":[]}}';
      fakeEngine(site.options.cwd, `${answer} *export*) echo '${state}';; *) echo '{}';; esac`);
      const { code, stderr } = await site.run(["drift", "--stacks", "other/nope"]);
      expect([code, stderr]).toEqual([
        2,
        'error: There is no stack "other/nope". `pulumi stack ls --all` lists the stacks; a stack of another project is ' +
          "<organization>/<project>/<stack>.\n",
      ]);
    },
  );

  const likeDelivered = { name: "flows", listeningPort: 9996, sendingPort: 9996 };

  test.each([
    [
      "a profile that was perhaps renamed by hand is missing, but may be another one",
      entryOf("ReplicatorProfile", "flows", { id: "flows", inputs: likeDelivered }),
      { status: "missing", why: "The appliance has an object that may be it." },
    ],
    [
      "an object with a secret is not compared",
      entryOf("IpGroup", "hidden", { id: "101", inputs: { name: asSecret, rules: [] } }),
      { status: "unread", why: "Its inputs hold a secret, which this command does not decrypt." },
    ],
  ])("%s", async (_what, entry, finding) => {
    const site = await startSite();
    site.holds([entry]);
    const { stdout } = await site.run(["drift", "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: readonly { name?: string }[] };
    expect(findings.filter(({ name }) => name !== undefined)).toEqual([expect.objectContaining(finding)]);
  });

  test("an object of another site with the same id is not an object of this site", async () => {
    const lyon = await startSite();
    const site = await startSite({}, (sim) => ({ ...configFor(sim), sites: { lyon: configFor(lyon.sim) } }));
    site.holds([groupEntry(lyon, 101, { name: "Private networks", rules: [], site: "lyon" })]);
    const { stdout } = await site.run(["drift", "--json"]);
    const { findings } = JSON.parse(stdout) as { findings: readonly object[] };
    const notManaged = { status: "notManaged", kind: "IpGroup", id: "101", label: "Private networks" };
    expect(findings).toContainEqual(expect.objectContaining(notManaged));
    expect(findings).not.toContainEqual(expect.objectContaining({ ...notManaged, site: "lyon" }));
  });

  test("counts the objects that the API cannot read in one line", async () => {
    const site = await startSite();
    site.holds([entryOf("UserGroup", "ops", { id: "21", inputs: { name: "ops" } })]);
    const { stdout } = await site.run(["drift"]);
    expect(stdout).toContain("1 object is not compared, because the API has no action that reads it: 1 UserGroup.\n");
  });
});

/** A stack after its up: each of its groups is in an `IpGroups`. */
function bulkEntry(site: Site, ids: Record<string, number>, rules: readonly object[]): object {
  const groups = Object.fromEntries(Object.keys(ids).map((name) => [name, { rules, children: [] }]));
  const outputs = { groups, groupIds: ids, groupDetails: {}, appliance: site.sim.gateway.url };
  return entryOf("IpGroups", "all", { id: "ip-groups", inputs: { groups }, outputs });
}

test("drift names the user group of a permission, not its number", async () => {
  const site = await startSite();
  const right = { userGroupId: "21", permissionType: "device", seccode: "10.1.1.1" };
  const ops = entryOf("UserGroup", "ops", { id: "21", inputs: { name: "Ops" } });
  site.holds([ops, entryOf("Permission", "may", { id: "x", inputs: right })]);
  const { findings } = (await site.json(["drift"])) as { findings: readonly unknown[] };
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: "Permission", label: "device 10.1.1.1 for user group Ops" }),
  );
});

describe("groups inside an IpGroups", () => {
  const rules = [{ type: "network", cidr: "10.20.0.0/16" }];

  async function held(): Promise<{ site: Site; ids: Record<string, number> }> {
    const site = await startSite();
    const ids = Object.fromEntries(
      ["Lille", "Paris"].map((name) => [name, site.sim.gateway.store.addIpGroup(name, lille).id]),
    );
    site.holds([bulkEntry(site, ids, rules)]);
    return { site, ids };
  }

  test("are no drift after an up, and what the stack does not manage is one line", async () => {
    const { site } = await held();
    const { code, stdout } = await site.run(["drift"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^\d+ more objects are not managed by this stack: .*\nNo drift: 2 objects were compared\.\n$/u,
    );
    const listed = await site.run(["drift", "--unmanaged"]);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('  IpGroup "Multicast"') as string]);
    expect(listed.stdout).toContain("\nIpGroup:Multicast\n");
    expect(listed.stdout).not.toContain("Lille");
  });

  test("are missing or changed one by one", async () => {
    const { site, ids } = await held();
    const { store } = site.sim.gateway;
    store.ipGroups.delete(ids["Lille"] ?? 0);
    site.sim.mutate.setRules("Paris", [{ type: "ip", address: "10.9.9.9" }]);
    const { code, stdout } = await site.run(["drift"]);
    expect(code).toBe(9);
    expect(stdout).toContain(`not on the appliance\n  IpGroup "Lille" (id ${String(ids["Lille"])}, resource "all")\n`);
    expect(stdout).toContain("      - rules: network 10.20.0.0/16\n      + rules: ip 10.9.9.9\n");
    expect(stdout).toContain("2 of 2 objects differ.");
  });

  test("import refuses a Pulumi name with the separator of URNs before it reads an appliance", async () => {
    const { site } = await held();
    site.sim.requests.clear();
    const resources = [{ kind: "IpGroup", name: "a::b", id: "101", inputs: { name: "Private networks", rules: [] } }];
    const appliances = { gateway: site.sim.gateway.url };
    writeFileSync(
      join(site.options.cwd, "import.json"),
      JSON.stringify({ form: 1, appliances, protect: true, resources }),
    );
    const { code, stderr } = await site.run(["import", "import.json"]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('IpGroup "a::b": a Pulumi name must not contain "::".'),
    ]);
    expect(site.sim.requests.count()).toBe(0);
  });

  test("are in the state for export --check, and import refuses to take them a second time", async () => {
    const { site, ids } = await held();
    const { stdout } = await site.run(["export", "--check", "--only", "IpGroup"]);
    expect(stdout).toContain("Multicast");
    expect(stdout).not.toContain("Lille");
    const plain = await site.run(["export", "plain", "--only", "IpGroup"]);
    expect(plain.stdout).toContain('2 objects are left out: the stack has them already, in IpGroups "all".\n');
    expect(plain.stdout).not.toContain("Lines for .flowgateignore");
    expect(filesIn(join(site.options.cwd, "plain"))["index.ts"]).not.toContain("Lille");
    site.holds([]);
    await site.run(["export", "out", "--only", "IpGroup:Lille"]);
    site.holds([bulkEntry(site, ids, rules)]);
    const again = await site.run(["import", "out/import.json"]);
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain(
      `IpGroup ${String(ids["Lille"])} is in the state already, as one of IpGroups "all".`,
    );
    expect(site.sim.requests.verbs().filter((verb) => /save|update|delete/iu.test(verb))).toEqual([]);
  });

  test.each(["other", "*"])("of another stack are shown with it by --stacks %s", async (stacks) => {
    const { site, ids } = await held();
    site.holds([]);
    site.holds([bulkEntry(site, ids, rules)], "other");
    writeFileSync(join(site.options.cwd, "stacks.json"), '[{"name":"other"},{"name":"test","current":true}]');
    const { code, stdout } = await site.run(["drift", "--stacks", stacks]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Managed by another stack\n {2}IpGroup "Lille" \(id \d+\): stack other$/mu);
  });
});

describe("flowgate drift as a summary", () => {
  const managed = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/16" }] };
  const ignored = "IpGroup:Private *\nIpGroup:Multicast\nReplicatorProfile\nPolicy\nCollector\nExporter\nSetting\n";

  async function drifted(): Promise<Site> {
    const site = await startSite();
    const { store } = site.sim.gateway;
    const group = store.addIpGroup("Lille", lille);
    const gone = [{ type: "ip", address: "10.1.1.1" }];
    site.holds([
      groupEntry(site, group.id, managed),
      groupEntry(site, 4711, { name: "Gone", rules: gone }, "gone"),
      entryOf("UserGroup", "ops", { id: "21", inputs: { name: "ops" } }),
    ]);
    store.addRules(group, [{ type: "ip", address: "10.9.9.9" }]);
    store.addIpGroup("By <b>hand</b>", [{ type: "ip", address: "10.7.7.7" }]);
    writeFileSync(join(site.options.cwd, ".flowgateignore"), ignored);
    return site;
  }

  test("--markdown has the mark of its stack, each changed rule, unmanaged objects, and what could not be compared", async () => {
    const site = await drifted();
    const { code, stdout, stderr } = await site.run(["drift", "--markdown", "--unmanaged"]);
    expect([code, stderr]).toEqual([9, ""]);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      "<!-- flowgate drift: program/test -->",
      "",
      "### `test`: drift: **⚠ 1 missing, ⚠ 1 changed by hand, 2 not managed**",
    ]);
    expect(stdout).toContain(
      "- stack `test`: `1 object is not compared, because the API has no action that reads it: 1 UserGroup.`\n",
    );
    expect(stdout).toContain("| `IpGroup` | 1 | 1 | 2 |\n");
    expect(stdout).toContain(
      "**≠ IP group `Lille`** (`group`): changed by hand\n\n```diff\n+ on the appliance only: rules ip 10.9.9.9\n```\n",
    );
    expect(stdout).toContain("**! IP group `Gone`** (`gone`): missing on the appliance");
    expect(stdout).toContain("- declared: rules ip 10.1.1.1\n");
    expect(stdout).toContain("**? IP group `By <b>hand</b>`**: on the appliance, but in no state");
    expect(stdout).toContain("+ on the appliance: rules ip 10.7.7.7\n");
    expect(stdout).toMatch(/#8800; Lille<br\/>[^"]*#43; on the appliance only: rules ip 10\.9\.9\.9/u);
    expect(stdout).not.toContain("Private");
  });

  test("--html writes the drift as a page in addition to the text output, and escapes names from appliances", async () => {
    const site = await drifted();
    const { code, stdout } = await site.run(["drift", "--unmanaged", "--html", "drift.html"]);
    expect([code, stdout]).toEqual([9, expect.stringContaining("      + rules: ip 10.9.9.9\n") as string]);
    const page = readFileSync(join(site.options.cwd, "drift.html"), "utf8");
    expect(page).toContain("<ins>&#43; on the appliance only&#58; rules ip 10&#46;9&#46;9&#46;9</ins>");
    expect(page).toContain("By &#60;b&#62;hand");
    expect(page).not.toContain("<b>hand");
  });

  test("--markdown of many objects stays within --max-length, refers to the page, and counts every object", async () => {
    const site = await startSite();
    site.holds([]);
    const { store } = site.sim.gateway;
    for (let index = 0; index < 200; index += 1) store.addIpGroup(`Group ${String(index)}`, lille);
    const { code, stdout } = await site.run(["drift", "--markdown", "--unmanaged", "--max-length", "4000"]);
    expect(code).toBe(0);
    expect(stdout.length).toBeLessThanOrEqual(4000);
    expect(stdout).toContain("`flowgate drift --html report.html` writes the whole report.");
    expect(stdout).toContain("| `IpGroup` | 203 |");
  });

  test("--markdown without drift says so and ends with 0, and --json still prints JSON", async () => {
    const site = await startSite();
    const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
    site.holds([groupEntry(site, id, managed)]);
    writeFileSync(join(site.options.cwd, ".flowgateignore"), `${ignored}IpGroup:Loopback\n`);
    const { code, stdout } = await site.run(["drift", "--markdown"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("### `test`: **no drift**\n") as string]);
    const { counts } = (await site.json(["drift", "--markdown"])) as { counts: object };
    expect(counts).toMatchObject({ same: 1, changed: 0 });
  });

  test("--html reports one error if the page cannot be written", async () => {
    const site = await drifted();
    const { code, stderr } = await site.run(["drift", "--html", "no/such/folder.html"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("cannot be written (ENOENT)") as string]);
  });
});

test("adopt finds the groups of an IpGroups one by one, as the up will", async () => {
  const site = await startSite();
  const { id } = site.sim.gateway.store.addIpGroup("Lille", [...lille, { type: "ip", address: "10.9.9.9" }]);
  const rules = [{ type: "network", cidr: "10.20.0.0/16" }];
  const inputs = { onExisting: "adopt", groups: { Lille: { rules }, France: { children: ["Lille", "New"] }, New: {} } };
  const steps = [{ op: "create", urn: urnOf("IpGroups", "all"), newState: { inputs } }];
  site.previews(steps);
  const { code, stdout } = await site.run(["adopt"]);
  expect(stdout).toContain(
    `IpGroup "Lille" (id ${String(id)}, resource "all"): would be taken over; rules - ip 10.9.9.9`,
  );
  expect(stdout).toContain("1 exist and would be taken over, 2 are new.");
  expect(code).toBe(0);
});

test("adopt shows what an up would adopt, change and refuse", async () => {
  const site = await startSite();
  const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
  site.sim.gateway.store.addIpGroup("Other", []);
  const step = (name: string, inputs: object): object => {
    return { op: "create", urn: urnOf("IpGroup", name), newState: { inputs } };
  };
  const rules = [{ type: "all" }, { type: "child", groupId: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" }];
  const steps = [
    step("lille", { name: "Lille", rules, onExisting: "adopt" }),
    step("other", { name: "Other", rules: [] }),
    step("new", { name: "New", rules: [] }),
  ];
  site.previews(steps);
  const { code, stdout } = await site.run(["adopt"]);
  expect(code).toBe(9);
  expect(stdout).toContain(
    `IpGroup "Lille" (id ${String(id)}, resource "lille"): would be taken over; rules - network 10.20.0.0/16, + all.`,
  );
  expect(stdout).toMatch(
    /IpGroup "Other" \(id \d+, resource "other"\): exists, and pulumi up would refuse it; as declared\./u,
  );
  expect(stdout).toContain("1 exist and would be taken over, 1 are new, 1 would be refused.");
});

test("adopt refuses what needs a refused object: a parent, a parent of it, and a parent in the same resource", async () => {
  const site = await startSite();
  site.sim.gateway.store.addIpGroup("Lille", lille);
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const below = (name: string, child: string): object => {
    const [rules, urn] = [[{ type: "child", groupId: unknown }], urnOf("IpGroup", child)];
    const newState = { inputs: { name, rules }, propertyDependencies: { rules: [urn] }, dependencies: [urn] };
    return { op: "create", urn: urnOf("IpGroup", name), newState };
  };
  const groups = { Rome: { children: ["Lille"] }, Lille: {}, Free: {} };
  site.previews([
    { op: "create", urn: urnOf("IpGroup", "Lille"), newState: { inputs: { name: "Lille", rules: [] } } },
    below("France", "Lille"),
    below("Europe", "France"),
    { op: "create", urn: urnOf("IpGroups", "all"), newState: { inputs: { groups } } },
  ]);
  const { code, stdout } = await site.run(["adopt"]);
  expect(stdout).toContain('IpGroup "France": refused: It needs IpGroup "Lille"');
  expect(stdout).toContain('IpGroup "Europe": refused: It needs IpGroup "France", which would be refused.');
  expect(stdout).toContain('IpGroup "Rome" (resource "all"): refused: It needs IpGroup "Lille"');
  expect(stdout).toContain("0 exist and would be taken over, 1 are new, 5 would be refused.");
  expect(code).toBe(9);
});

test("adopt refuses a new profile whose listening port another profile has", async () => {
  const site = await startSite();
  site.sim.mutate.addProfile("theirs", 26_100, 26_101);
  const inputs = { name: "mine", listeningPort: 26_100, sendingPort: 26_200 };
  const urn = urnOf("ReplicatorProfile", "mine");
  const collector = { inputs: { address: "10.1.1.1", profiles: ["mine"] }, dependencies: [urn] };
  site.previews([
    { op: "create", urn, newState: { inputs } },
    { op: "create", urn: urnOf("Collector", "c"), newState: collector },
  ]);
  const { code, stdout } = await site.run(["adopt"]);
  expect(stdout).toContain('ReplicatorProfile "mine": refused: The profile "theirs" has its listening port.');
  expect(stdout).toContain('Collector "10.1.1.1" (resource "c"): refused: It needs ReplicatorProfile "mine"');
  expect(code).toBe(9);
});

test("adopt names what is known only during an up as a summary does, counts what it cannot look up, and goes on after a refusal", async () => {
  const site = await startSite();
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const [group, user] = [urnOf("UserGroup", "ops"), urnOf("User", "alice")];
  const step = (kind: Kind, name: string, inputs: object, after: Record<string, string[]> = {}): object => {
    const newState = { inputs, propertyDependencies: after, dependencies: Object.values(after).flat() };
    return { op: "create", urn: urnOf(kind, name), newState };
  };
  const permissions = [
    { permissionType: "app", seccode: "runReport" },
    { permissionType: "app", seccode: "statusTab" },
  ];
  const links = { userId: [user], userGroupId: [group] };
  site.previews([
    step("UserGroup", "ops", { name: "Ops" }),
    step("User", "alice", { name: "Alice", password: "[secret]" }),
    step("PermissionSet", "rights", { userGroupId: unknown, permissions }, { userGroupId: [group] }),
    step("Membership", "link", { userId: unknown, userGroupId: unknown }, links),
    step("UserPreferences", "theme", { userId: unknown, preferences: { theme: "dark" } }, { userId: [user] }),
    step("IpGroupRule", "lost", { groupId: 1, rule: { type: "ip", address: "10.1.1.1" } }),
    step("IpGroup", "new", { name: "New", rules: [] }),
  ]);
  const { code, stdout } = await site.run(["adopt"]);
  expect(stdout).not.toMatch(/name:|undefined/u);
  for (const named of [
    'Permission "app runReport for user group Ops"',
    'Membership "user Alice in user group Ops"',
    'UserPreferences "user Alice"',
    'IpGroupRule "ip in IP group 1" (resource "lost"): refused: reading the rules of the IP group',
  ]) {
    expect(stdout).toContain(named);
  }
  expect(stdout).toContain("0 exist and would be taken over, 1 are new, 6 cannot be looked up, 1 would be refused.");
  expect(code).toBe(9);
});

test("drift counts the permissions of a set that the API cannot read, each by its name", async () => {
  const site = await startSite();
  const permissions = ["runReport", "statusTab"].map((seccode) => ({ permissionType: "app", seccode }));
  site.holds([
    entryOf("UserGroup", "ops", { id: "21", inputs: { name: "Ops" } }),
    entryOf("PermissionSet", "rights", { id: "21", inputs: { userGroupId: 21, permissions } }),
  ]);
  const { stdout } = await site.run(["drift"]);
  expect(stdout).toContain(
    "3 objects are not compared, because the API has no action that reads them: 1 UserGroup, 2 Permission.\n",
  );
  const { findings } = (await site.json(["drift"])) as { findings: { label: string; status: string }[] };
  expect(findings.flatMap(({ label, status }) => (status === "unread" ? [label] : [])).sort()).toEqual([
    "Ops",
    "app runReport for user group Ops",
    "app statusTab for user group Ops",
  ]);
});

test("drift does not call a group missing that no up has created, and leaves a foreign one of that name unmanaged", async () => {
  const site = await startSite();
  const { id } = site.sim.gateway.store.addIpGroup("Lille", lille);
  const done = { groups: { Lille: { rules: [{ type: "network", cidr: "10.20.0.0/16" }] } } };
  const inputs = { groups: { ...done.groups, Loopback: {}, Above: { children: ["Loopback"] } } };
  const outputs = { ...done, groupIds: { Lille: id }, groupDetails: {}, appliance: site.sim.gateway.url };
  site.holds([entryOf("IpGroups", "all", { id: "ip-groups", inputs, outputs })]);
  const { code, stdout } = await site.run(["drift", "--unmanaged"]);
  expect(stdout).not.toContain("In the state, but not on the appliance");
  expect(stdout).toContain(
    'Could not be compared\n  No pulumi up has created it yet.\n    IpGroup "Loopback" (resource "all")\n    IpGroup "Above" (resource "all")\n',
  );
  expect(stdout).toContain('  IpGroup "Loopback" (id 103)\n');
  expect(stdout).toContain("No drift: 1 object was compared.");
  expect(code).toBe(0);
});

test("a policy whose opposite is there is refused or taken over for adopt, and drift says so", async () => {
  const site = await startSite();
  const [profile, cidr] = ["legacy-netops", "192.0.2.0/26"];
  const step = (name: string, more: object): object => {
    return {
      op: "create",
      urn: urnOf("Policy", name),
      newState: { inputs: { profile, cidr, kind: "exclude", ...more } },
    };
  };
  site.previews([step("plain", {}), step("adopting", { onExisting: "adopt" })]);
  const { code, stdout } = await site.run(["adopt"]);
  const head = `Policy "exclude ${cidr} in ${profile}" (resource`;
  expect(stdout).toContain(`${head} "plain"): exists, and pulumi up would refuse it; kind "include" -> "exclude".`);
  expect(stdout).toContain(`${head} "adopting"): would be taken over; kind "include" -> "exclude".`);
  expect(code).toBe(9);
  const inputs = { profile, cidr, kind: "exclude" };
  const outputs = { ...inputs, appliance: site.sim.replicator.url };
  site.holds([entryOf("Policy", "plain", { id: `exclude|${encodeURIComponent(cidr)}|${profile}`, inputs, outputs })]);
  expect((await site.run(["drift"])).stdout).toContain(
    `  Policy "exclude ${cidr} in ${profile}" (resource "plain"): The appliance has "include ${cidr} in ${profile}" instead.`,
  );
});
