import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { environmentOf } from "../../../support/configuration";
import { cellsOf, failed, flowgate, printed, siteForEach } from "../support";
import type { Switches } from "../../../../simulator";
import { bulkEntry, filesIn, groupEntry, lille, programIn } from "./site";
import { has } from "../../../support/has";

const site = siteForEach();

test("writes child groups first, variable names in ASCII and references, and leaves out default settings", async () => {
  const { mutate } = site.sim;
  mutate.addIpGroup("Alps", [{ type: "child", child_id: mutate.addIpGroup("Zürich", lille) }]);
  const only = ["--only", "IpGroup:Z*", "IpGroup:Alps", "Setting", "Policy"];
  expect(await printed(site.run(["export", "out", ...only]))).toContain("objects are written to");
  const text = programIn(site);
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
  const { stdout } = await site.run(["export", "out"]);
  expect(stdout).toMatch(/^8 objects are written to .+\nUsers, .+ are not exported, .+\nNext: flowgate import .+\n$/u);
  expect(programIn(site)).toContain("\nconst options = {\n");
  expect(programIn(site).match(/threshold: \d+/gu)).toEqual(["threshold: 5000"]);
  const first = filesIn(site, "out");
  expect(await site.run(["export", "out"])).toMatchObject({ code: 2, stderr: has("is not empty") });
  expect((await site.run(["export", "out", "--force"])).code).toBe(0);
  expect(filesIn(site, "out")).toEqual(first);
});

test("writes rules and names in natural order, and the rules of a model in their short form", async () => {
  for (const octet of [10, 9, 100]) {
    site.sim.gateway.store.addIpGroup(`Floor ${String(octet)}`, [
      { type: "network", address: "10.10.0.0", mask: "16" },
      { type: "network", address: `10.${String(octet)}.0.0`, mask: "24" },
      { type: "range", sip: "10.3.0.1", eip: "10.3.0.9" },
      { type: "ip", address: "10.2.0.1" },
    ]);
  }
  await site.run(["export", "out", "--only", "IpGroup:Floor*"]);
  const program = programIn(site);
  expect(program.match(/name: "Floor \d+"/gu)).toEqual(['name: "Floor 9"', 'name: "Floor 10"', 'name: "Floor 100"']);
  expect(program).toMatch(/network\("10\.9\.0\.0\/24"\),\n\s+rule\.network\("10\.10\.0\.0\/16"\)/u);
  await site.run(["export", "model", "--format", "model", "--only", "IpGroup:Floor 9"]);
  expect(filesIn(site, "model")["site.yaml"]).toContain(
    '    rules:\n      - "10.2.0.1"\n      - "10.9.0.0/24"\n      - "10.10.0.0/16"\n      - "10.3.0.1-10.3.0.9"\n',
  );
  site.sim.gateway.store.addIpGroup("1st", []);
  await site.run(["export", "many", "--bulk", "--only", "IpGroup:Floor*", "IpGroup:1st"]);
  const keys = ['"1st"', '"Floor 9"', '"Floor 10"', '"Floor 100"'];
  expect(site.text("many/index.ts").match(/(?<=^ +)"?(?:Floor|1st).*(?=: \{)/gmu)).toEqual(keys);
});

test("leaves objects whose names contain :: out of a model, which import would refuse, with the reason", async () => {
  const { mutate } = site.sim;
  mutate.addIpGroup("Europe", [{ type: "child", child_id: mutate.addIpGroup("EU::Lille", lille) }]);
  expect(await printed(site.run(["export", "model", "--format", "model", "--only", "IpGroup:*E*"]))).toContain(
    'must not contain "::". Rename it, or use --format ts without --bulk.',
  );
  const { "site.yaml": model, "import.json": imports } = filesIn(site, "model");
  expect(`${String(model)}${String(imports)}`).not.toContain("EU::Lille");
  expect(imports).toContain("/Europe");
});

test("writes a whole project outside of any other, readable like any folder, and says which commands follow", async () => {
  rmSync(site.path("Pulumi.yaml"));
  const env = { ...site.options.env, ...environmentOf(site.sim) };
  const stdout = await printed(flowgate(["export", "infra"], { ...site.options, env }));
  const steps = "npm install\npulumi stack init dev\nnpx flowgate import import.json\n";
  expect(stdout).toContain(`Next:\ncd infra\n${steps}`);
  expect(filesIn(site, "infra")["README.md"]).toContain(steps);
  mkdirSync(site.path("usual"));
  const modeOf = (name: string): number => statSync(site.path(name)).mode;
  expect(modeOf("infra")).toBe(modeOf("usual"));
});

test("leaves out what no program can declare, says why, and refers to such a child group by its id with a comment", async () => {
  const { store } = site.sim.gateway;
  store.addIpGroup("Twin */ \n", []);
  const twin = String(store.addIpGroup("Twin */ \n", []).id);
  store.addIpGroup("Parent", [{ type: "child", child_id: Number(twin) }]);
  store.addIpGroup(" blank ", lille);
  store.addIpGroup("Double", [lille[0], lille[0]]);
  store.addIpGroup("Modern", [{ type: "ip", address: "2001:db8::1" }]);
  const { stdout } = await site.run(["export", "out"]);
  expect(stdout).toMatch(/"Modern" .*It holds rules that this package cannot write \(\d+ of type "ip"\)/u);
  expect(stdout).toContain("Attention: 5 objects are left out");
  expect(stdout).toMatch(
    /IpGroup "Twin [^"]*" \(id \d+\): 2 IP groups have this name \(ids \d+, \d+\)\. Rename all but one\./u,
  );
  expect(stdout).toContain("begins or ends with white space");
  expect(stdout).toMatch(/"Double" .*It holds duplicate rules/u);
  expect(programIn(site)).toContain(`rule.child(${twin})`);
  expect(programIn(site)).toContain(`// ${twin} is "Twin */ \\n", which is not declared here.`);
});

test("exports a member of a profile with an unwritable name with its other profiles, and offers lines to ignore", async () => {
  const { mutate } = site.sim;
  mutate.addProfile("Zürich", 4000, 4001);
  mutate.addProfile("plain", 4002, 4003);
  mutate.addProfile("other", 4004, 4005);
  for (const name of ["Zürich", "plain", "other"]) {
    mutate.addCollector("10.9.0.1", name);
    mutate.addExporter("10.9.0.2", name);
  }
  mutate.addExporter("10.9.0.3", "Zürich");
  mutate.addPolicy("Zürich", { network: "10.0.0.0", prefixLength: 8, kind: "include" });
  const only = ["--only", "ReplicatorProfile", "Collector:10.9.*", "Exporter:10.9.*", "Policy"];
  const stdout = await printed(site.run(["export", "out", ...only]));
  const text = programIn(site);
  expect(text).toMatch(/address: "10\.9\.0\.1",\n {2}profiles: \[\s*other,\s*plain,?\s*\]/u);
  expect(text).toMatch(/address: "10\.9\.0\.2",\n {2}profiles: \[\s*other,\s*plain,?\s*\]/u);
  expect(text).not.toMatch(/Zürich|10\.9\.0\.3/u);
  expect(stdout).toContain('Collector 10.9.0.1 is also in "Zürich", whose name no program can write');
  const [, lines = ""] = stdout.split("Lines for .flowgateignore that leave them out");
  const ignored = lines.split("\n").flatMap((line) => /\w+:.*(?:Zürich|10\.9\.0\.3)$/u.exec(line)?.[0] ?? []);
  expect(ignored.sort()).toEqual([
    "Exporter:10.9.0.3",
    "Policy:include 10.0.0.0/8 in Zürich",
    "ReplicatorProfile:Zürich",
  ]);
  site.write(".flowgateignore", ignored.join("\n"));
  const again = await site.run(["export", "again", ...only]);
  expect(again.stdout).not.toContain("Attention");
});

test("--dry-run counts and writes nothing; --check ends with 9 if live objects are in no state and not ignored", async () => {
  site.holds([groupEntry(site, site.sim.mutate.addIpGroup("Lille", lille))]);
  const dry = await printed(site.run(["export", "out", "--dry-run"]));
  expect(cellsOf(dry)).toContainEqual(["IpGroup", "4", "1", "4", "0"]);
  expect(readdirSync(site.options.cwd)).not.toContain("out");
  const stdout = await printed(site.run(["export", "--check", "--only", "IpGroup"]), 9);
  expect(stdout).toContain("3 objects are on the appliances, but not in the state of the stack.");
  expect(stdout).not.toContain("Lille");
  site.write(".flowgateignore", "# delivered\nIpGroup:Private *\nIpGroup:M*\nIpGroup:Loopback\n");
  expect((await site.run(["export", "--check", "--only", "IpGroup"])).code).toBe(0);
});

test("groups of an IpGroups are left out of an export, and import refuses to take them a second time", async () => {
  const ids = { Lille: site.sim.mutate.addIpGroup("Lille", lille) };
  site.holds([bulkEntry(site, ids)]);
  const { stdout } = await site.run(["export", "plain", "--only", "IpGroup"]);
  expect(stdout).toContain('1 object is left out: the stack has it already, in IpGroups "all".\n');
  expect(stdout).not.toContain("Lines for .flowgateignore");
  expect(programIn(site, "plain")).not.toContain("Lille");
  site.holds([]);
  await site.run(["export", "out", "--only", "IpGroup:Lille"]);
  site.holds([bulkEntry(site, ids)]);
  const stderr = has(`IpGroup ${String(ids.Lille)} is in the state already, as one of IpGroups "all".`);
  expect(await site.run(["import", "out/import.json"])).toMatchObject({ code: 3, stderr });
  expect(site.sim.requests.verbs().filter((verb) => /save|update|delete/iu.test(verb))).toEqual([]);
});

test("import refuses a Pulumi name with the separator of URNs before it reads an appliance", async () => {
  const resources = [{ kind: "IpGroup", name: "a::b", id: "101", inputs: { name: "Private networks", rules: [] } }];
  const appliances = { gateway: site.sim.gateway.url };
  site.write("import.json", JSON.stringify({ form: 1, appliances, protect: true, resources }));
  const stderr = has('IpGroup "a::b": a Pulumi name must not contain "::".');
  expect(await site.run(["import", "import.json"])).toMatchObject({ code: 3, stderr });
  expect(site.sim.requests.count()).toBe(0);
});

const nothing = (): void => undefined;

/** Lets the gateway cut its list of rules, or its tree of groups, although its total says otherwise. */
function cut(switches: Partial<Switches>, total: number): void {
  Object.assign(site.sim.switches, switches);
  site.sim.mutate.addIpGroup("Big", [...lille, { type: "ipall", all: 1 }]);
  const kind = { rewrite: (body: unknown) => ({ ...(body as object), total }) };
  site.sim.faults.add({ match: "ipgroups/search", kind });
}

/** What happens before, arguments for `export out`, the exit code and the error. Nothing is written. */
const refused: Record<string, [() => unknown, string[], number, string | RegExp]> = {
  "F170: a list of rules that is cut": [() => cut({ rulesMaxRows: 1 }, 4), [], 3, /shows \d of \d+ /u],
  "F170: a tree of groups that is cut": [() => cut({ treeMaxRows: 1 }, 900), [], 3, /shows \d of \d+ /u],
  "an unknown selector": [nothing, ["--only", "IpGruop:x"], 2, 'unknown kind "IpGruop", did you mean "IpGroup"?'],
  "a kind that cannot be read": [nothing, ["--only", "User:*"], 2, "the API has no action that lists a User"],
  "an unmatched selector": [nothing, ["--only", "IpGroup:No"], 2, "No object on the appliances matches IpGroup:No"],
  "a token without IPGroups": [
    () => site.sim.gateway.store.ipGroups.clear(),
    [],
    3,
    "the token lacks the permission IPGroups",
  ],
  "appliances that cannot be reached": [() => site.sim.close(), [], 4, "error: "],
  "a model that pulumi up would refuse, with each mistake but no warning": [
    async () => {
      site.sim.mutate.addIpGroup("Narrow", [
        { type: "ip", address: "10.1.1.1" },
        { type: "child", child_id: 101 },
      ]);
      expect((await site.run(["export", "first", "--format", "model"])).code).toBe(0);
      site.sim.mutate.addProfile("twin", 9996, 1);
    },
    ["--format", "model"],
    9,
    /^error: A model of this site would have mistakes\. profiles\.twin\.listeningPort: port 9996 is already the listening port of profile "legacy-netops": choose another one\. Fix them on the appliances, or use --format ts\.\n$/u,
  ],
};

test.each(Object.entries(refused))("writes nothing for %s", async (_what, [happens, args, code, words]) => {
  await happens();
  expect(await site.run(["export", "out", ...args])).toMatchObject({ code, stderr: has(words) });
  expect(readdirSync(site.options.cwd)).not.toContain("out");
});

test.each([
  ["user,userGrup\n", "its first line must name columns, each once: user, userGroup, permissionType, seccode."],
  ["", "its first line must name columns"],
  ["user,userGroup\nanna\n", "line 2: has 1 fields, and the first line has 2."],
  ["user\n12\n", 'line 2: the name "12" looks like an integer, which the gateway reads as an id.'],
  ["user,userGroup\n12,", 'line 2: the name "12" looks like an integer, which the gateway reads as an id.'],
  ['user,userGroup\n"a\nb",\nanna,x\n', 'line 2: the name "a\\u000ab" holds a control character'],
  ...['an"na,x\n', '"an"na,x\n', '"anna,\n\n'].map((line) => [
    `user,userGroup\r\n"bob",\n${line}`,
    "line 3: quotes must enclose a whole field.",
  ]),
  ["permissionType,seccode\napp,alarmsTab\n", "line 2: a permission needs a userGroup"],
  [
    "userGroup,permissionType,seccode\n\nops,app,alarmTab\n",
    'line 3: unknown app seccode "alarmTab", did you mean "alarmsTab"?',
  ],
  ["userGroup,permissionType,seccode\nops,app,\n", "line 2: permissionType and seccode need each other."],
])("refuses a list of users with a mistake before any request: %j", async (text, words) => {
  site.write("users.csv", text);
  const stderr = await failed(site.run(["export", "out", "--users", "users.csv"]), 2);
  expect(stderr).toContain("users.csv: ");
  expect(stderr.replaceAll(/\s+/gu, " ")).toContain(words);
  expect(site.sim.requests.verbs()).toEqual([]);
  expect(readdirSync(site.options.cwd)).not.toContain("out");
});
