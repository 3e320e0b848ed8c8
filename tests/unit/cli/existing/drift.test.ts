import { rmSync } from "node:fs";
import { configFor } from "../../../support/configuration";
import { entryOf, fakeEngine, printed, siteForEach, startSite, type Site } from "../support";
import { bulkEntry, declared, groupEntry, lille } from "./site";
import { has } from "../../../support/has";

const site = siteForEach();

/** A value that the state shows as a secret. */
const asSecret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
/** What a simulator holds at its start, except its groups of private networks and the loopback. */
const delivered = "IpGroup:Private *\nIpGroup:Multicast\nReplicatorProfile\nPolicy\nCollector\nExporter\nSetting\n";

type Finding = Readonly<Record<string, unknown>>;

async function findingsOf({ run }: Site = site): Promise<readonly Finding[]> {
  const { stdout } = await run(["drift", "--json"]);
  return (JSON.parse(stdout) as { findings: readonly Finding[] }).findings;
}

/** A stack with a changed group, a missing group and a user group, beside a group that only the appliance has. */
function drifted(): void {
  const { store } = site.sim.gateway;
  const group = store.addIpGroup("Lille", lille);
  site.holds([
    groupEntry(site, group.id),
    groupEntry(site, 4711, { name: "Gone", rules: [{ type: "ip", address: "10.1.1.1" }] }, "gone"),
    entryOf("UserGroup", "ops", { id: "21", inputs: { name: "ops" } }),
  ]);
  store.addRules(group, [{ type: "ip", address: "10.9.9.9" }]);
  store.addIpGroup("By <b>hand</b>", [{ type: "ip", address: "10.7.7.7" }]);
  site.write(".flowgateignore", delivered);
}

test("without drift, the text and --markdown say so and end with 0, and --json still prints JSON", async () => {
  site.holds([groupEntry(site, site.sim.mutate.addIpGroup("Lille", lille))]);
  site.write(".flowgateignore", `${delivered}IpGroup:Loopback\n`);
  expect(await printed(site.run(["drift"]))).toBe("No drift: 1 object was compared.\n");
  expect(await printed(site.run(["drift", "--markdown"]))).toContain("### `test`: **no drift**\n");
  expect(await site.json(["drift", "--markdown"])).toMatchObject({ counts: { same: 1, changed: 0 } });
  site.holds([]);
  expect(await printed(site.run(["drift", "--markdown"]))).toContain("drift: stack -->");
});

test("lists manual changes rule by rule, missing objects and unmanaged objects, and ends with 9", async () => {
  drifted();
  const stdout = await printed(site.run(["drift"]), 9);
  expect(stdout).toMatch(/IpGroup "Lille" \(id \d+, resource "group"\)\n {6}\+ rules: ip 10\.9\.9\.9\n/u);
  expect(stdout).toContain('In the state, but not on the appliance\n  IpGroup "Gone" (id 4711, resource "gone")');
  expect(stdout.indexOf("In the state, but not")).toBeLessThan(stdout.indexOf("Changed on the appliance"));
  expect(stdout).toMatch(
    /^2 more objects are not managed by this stack: --unmanaged lists them, \.flowgateignore hides them\.\n2 of 2 objects differ\.$/mu,
  );
  expect(stdout).not.toContain("Loopback");
  expect(await site.json(["drift"], 9)).toMatchObject({ counts: { changed: 1, missing: 1 } });
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
  const { store } = site.sim.gateway;
  const [alone, one] = [store.addIpGroup("Alone", []), store.addIpGroup("One", [])];
  site.holds([groupEntry(site, alone.id, { name: "Alone", rules: [] }), bulkEntry(site, { One: one.id }, [])]);
  for (const group of [alone, one]) store.addRules(group, Object.values(texts));
  const { stdout } = await site.run(["drift"]);
  const markdown = (await site.run(["drift", "--markdown"])).stdout;
  for (const text of Object.keys(texts)) {
    expect(stdout.split(`      + rules: ${text}\n`)).toHaveLength(3);
    expect(markdown.split(`+ on the appliance only: rules ${text}\n`)).toHaveLength(3);
  }
});

const noStack =
  'error: There is no stack "other/nope". `pulumi stack ls --all` lists the stacks; a stack of another project is ' +
  "<organization>/<project>/<stack>.\n";
const noProject =
  "error: Reading the state of the stack needs a Pulumi project, but there is none in this folder or above it. " +
  "Run this in the folder of a program.\n";

/** An engine that answers for the stack of the folder, and with this error for another one. */
const knowsOne = (error: string): string =>
  `case "$*" in *nope*) echo "error: ${error}" >&2; exit 255;; *export*) ` +
  `echo '{"version":3,"deployment":{"resources":[]}}';; *) echo '{}';; esac`;

test.each([
  ["no stack, in the words of a local backend", knowsOne("no stack named 'nope' found"), ["--stacks"], 2, noStack],
  ["no stack, in other words", knowsOne("organization name must be 'organization'"), ["--stacks"], 2, noStack],
  ["no project", "echo 'error: no Pulumi.yaml' >&2; exit 255", [], 3, noProject],
])("%s: ends with what to do", async (what, engine, args, expected, message) => {
  if (what === "no project") rmSync(site.path("Pulumi.yaml"));
  fakeEngine(site.options.cwd, engine);
  const { code, stderr } = await site.run(["drift", ...args.flatMap((arg) => [arg, "other/nope"])]);
  expect([code, stderr]).toEqual([expected, message]);
});

test.each([
  [
    "a profile that was perhaps renamed by hand is missing, but may be another one",
    entryOf("ReplicatorProfile", "flows", {
      id: "flows",
      inputs: { name: "flows", listeningPort: 9996, sendingPort: 9996 },
    }),
    { status: "missing", why: 'It may be "legacy-netops" now.' },
  ],
  [
    "a group that a person created again under another name is missing, but may be another one",
    entryOf("IpGroup", "local", {
      id: "4711",
      inputs: { name: "Local", rules: [{ type: "ip", address: "127.0.0.1" }] },
    }),
    { status: "missing", why: 'It may be "Loopback" now.' },
  ],
  [
    "an object with a secret is not compared",
    entryOf("IpGroup", "hidden", { id: "101", inputs: { name: asSecret, rules: [] } }),
    { status: "unread", why: "Its inputs hold a secret, which this command does not decrypt." },
  ],
])("%s", async (_what, entry, finding) => {
  site.holds([entry]);
  const findings = await findingsOf();
  expect(findings.filter(({ name }) => name !== undefined)).toEqual([expect.objectContaining(finding)]);
});

test("an object of another site with the same id is not an object of this site", async () => {
  const both = await startSite({}, (sim) => configFor(sim, { sites: { lyon: configFor(site.sim) } }));
  both.holds([groupEntry(site, 101, { name: "Private networks", rules: [], site: "lyon" })]);
  const findings = await findingsOf(both);
  const notManaged = { status: "notManaged", kind: "IpGroup", id: "101", label: "Private networks" };
  expect(findings).toContainEqual(expect.objectContaining(notManaged));
  expect(findings).not.toContainEqual(expect.objectContaining({ ...notManaged, site: "lyon" }));
});

test("counts the permissions that the API cannot read, each by the name of its user group", async () => {
  const permissions = ["runReport", "statusTab"].map((seccode) => ({ permissionType: "app", seccode }));
  const right = { userGroupId: "21", permissionType: "device", seccode: "10.1.1.1" };
  site.holds([
    entryOf("UserGroup", "ops", { id: "21", inputs: { name: "Ops" } }),
    entryOf("PermissionSet", "rights", { id: "21", inputs: { userGroupId: 21, permissions } }),
    entryOf("Permission", "may", { id: "x", inputs: right }),
  ]);
  expect(await printed(site.run(["drift"]))).toContain(
    "4 objects are not compared, because the API has no action that reads them: 1 UserGroup, 3 Permission.\n",
  );
  const findings = await findingsOf();
  expect(findings.flatMap(({ label, status }) => (status === "unread" ? [label] : [])).sort()).toEqual([
    "Ops",
    "app runReport for user group Ops",
    "app statusTab for user group Ops",
    "device 10.1.1.1 for user group Ops",
  ]);
});

describe("groups inside an IpGroups", () => {
  function held(): Record<string, number> {
    const ids = Object.fromEntries(["Lille", "Paris"].map((name) => [name, site.sim.mutate.addIpGroup(name, lille)]));
    site.holds([bulkEntry(site, ids)]);
    return ids;
  }

  test("are no drift after an up, and what the stack does not manage is one line", async () => {
    held();
    expect(await printed(site.run(["drift"]))).toMatch(
      /^\d+ more objects are not managed by this stack: .*\nNo drift: 2 objects were compared\.\n$/u,
    );
    const listed = await printed(site.run(["drift", "--unmanaged"]));
    expect(listed).toContain('  IpGroup "Multicast"');
    expect(listed).toContain("\nIpGroup:Multicast\n");
    expect(listed).not.toContain("Lille");
  });

  test("that did not change are counted beside those that changed", async () => {
    held();
    site.sim.mutate.setRules("Paris", [{ type: "ip", address: "10.9.9.9" }]);
    const { stdout } = await site.run(["drift", "--markdown", "--unmanaged"]);
    expect(stdout).toContain("|  | changed by hand | not managed | unchanged |\n");
    expect(stdout).toContain("| `IpGroup` | 1 | 3 | 1 |\n");
  });

  test("of another stack are shown with it by --stacks, by its name or for every stack", async () => {
    const entry = bulkEntry(site, held());
    site.holds([]);
    site.holds([entry], "other");
    site.write("stacks.json", '[{"name":"other"},{"name":"test","current":true}]');
    for (const stacks of ["other", "*"]) {
      const stdout = await printed(site.run(["drift", "--stacks", stacks]));
      expect(stdout).toMatch(/^Managed by another stack\n {2}IpGroup "Lille" \(id \d+\): stack other$/mu);
    }
  });

  test("are not missing before an up has created them, and a foreign group of that name stays unmanaged", async () => {
    const id = site.sim.mutate.addIpGroup("Lille", lille);
    const done = { groups: { Lille: { rules: declared.rules } } };
    const inputs = { groups: { ...done.groups, Loopback: {}, Above: { children: ["Loopback"] } } };
    const outputs = { ...done, groupIds: { Lille: id }, groupDetails: {}, appliance: site.sim.gateway.url };
    site.holds([entryOf("IpGroups", "all", { id: "ip-groups", inputs, outputs })]);
    const stdout = await printed(site.run(["drift", "--unmanaged"]));
    expect(stdout).not.toContain("In the state, but not on the appliance");
    expect(stdout).toContain(
      'Could not be compared\n  No pulumi up has created it yet.\n    IpGroup "Loopback" (resource "all")\n    IpGroup "Above" (resource "all")\n',
    );
    expect(stdout).toContain('  IpGroup "Loopback" (id 103)\n');
    expect(stdout).toContain("No drift: 1 object was compared.");
  });
});

describe("as a summary", () => {
  test("--markdown has the mark of its stack, each changed rule, unmanaged objects, and what could not be compared", async () => {
    drifted();
    const stdout = await printed(site.run(["drift", "--markdown", "--unmanaged"]), 9);
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

  test("--html writes the drift as a page in addition to the text, escapes names, and says if it cannot", async () => {
    drifted();
    const text = await printed(site.run(["drift", "--unmanaged", "--html", "drift.html"]), 9);
    expect(text).toContain("      + rules: ip 10.9.9.9\n");
    const page = site.text("drift.html");
    expect(page).toContain("<ins>&#43; on the appliance only&#58; rules ip 10&#46;9&#46;9&#46;9</ins>");
    expect(page).toContain("By &#60;b&#62;hand");
    expect(page).not.toContain("<b>hand");
    const refused = await site.run(["drift", "--html", "no/such/folder.html"]);
    expect([refused.code, refused.stderr]).toEqual([2, has("cannot be written (ENOENT)")]);
  });

  test("--markdown of many objects stays within --max-length, refers to the page, and counts every object", async () => {
    site.holds([]);
    for (let index = 0; index < 100; index += 1) site.sim.mutate.addIpGroup(`Group ${String(index)}`, lille);
    const stdout = await printed(site.run(["drift", "--markdown", "--unmanaged", "--max-length", "4000"]));
    expect(stdout.length).toBeLessThanOrEqual(4000);
    expect(stdout).toContain("`flowgate drift --html report.html` writes the whole report.");
    expect(stdout).toContain("| `IpGroup` | 103 |");
  });
});
