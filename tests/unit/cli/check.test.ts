import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, makeProgramFolder, type ProgramFolder } from "../../support/clone";
import { environmentOf } from "../../support/configuration";
import { failed, fakeEngine, flowgate, holds, printed, type Run, siteForEach } from "./support";
import { has } from "../../support/has";

let folder: ProgramFolder;

beforeAll(async () => {
  folder = await makeProgramFolder();
  await folder.write("Pulumi.yaml", "name: program\nruntime:\n  name: nodejs\n  options: { typescript: false }\n");
});
afterAll(() => folder.remove());
afterEach(() =>
  Promise.all(["dev", "prod"].map((stack) => rm(join(folder.path, `Pulumi.${stack}.yaml`), { force: true }))),
);

/** Checks a program in JavaScript, which starts faster than TypeScript. */
async function check(source: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Run> {
  await folder.write("index.js", source);
  return flowgate(["check", ...args], { cwd: folder.path, env: { ...fastStart, ...env }, undisturbed: true });
}

const withPath = { PATH: process.env["PATH"] ?? "" };
/** The environment with the preload that starts programs faster. A few tests run without it, like users do. */
const fastStart = { ...withPath, NODE_OPTIONS: cleanEnvironment()["NODE_OPTIONS"] ?? "" };

const declared =
  'const { Collector, IpGroup, IpGroups, Policy, ReplicatorProfile, rule, Setting } = require("pulumi-flowgate");\n';

test("check reports every mistake in and between resources in one run, with file and line", async () => {
  const source = `${declared}
const child = new IpGroup("child", { name: "Child", rules: [rule.network("10.0.0.0/8")] });
new IpGroup("parent", { name: "Parent", rules: [rule.child(child), rule.network("10.20.0.0/16")] });
new IpGroup("outside", { name: "Outside", rules: [rule.child(new IpGroup("far", { rules: [rule.ip("192.0.2.1")] })), rule.ip("198.51.100.1")] });
const a = new ReplicatorProfile("a", { listeningPort: 2055, sendingPort: 2056 });
new ReplicatorProfile("b", { listeningPort: 2055, sendingPort: 99999 });
new Collector("analysis", { address: "10.20.0.999", profiles: [a], threshold: -1 });
new Policy("in", { profile: a, cidr: "10.0.0.0/8", kind: "include" });
new Policy("ex", { profile: a, cidr: "10.30.0.0/15", kind: "exclude" });
new IpGroups("bulk", { groups: { X: { children: ["Y"] }, Y: { children: ["X"] } } });
new Setting("one", { name: "flowStopAlert", value: 45 });
new Setting("two", { name: "flowStopAlert", value: 46 });
[1].forEach(() => new IpGroup("unnamed", { rules: [rule.ip("10.0.0")] }));
new ReplicatorProfile("flows");
new Policy("host", { profile: "flows", cidr: "10.0.0.1/8", kind: "include" });
`;
  const lines = (await printed(check(source), 9)).trimEnd().split("\n");
  const starts = [
    'index.js:7:1: ReplicatorProfile "b": sendingPort: must be a port',
    'index.js:7:1: ReplicatorProfile "b": listeningPort: port 2055 is already the listening port of profile "a"',
    'index.js:8:1: Collector "analysis": address: "10.20.0.999" is not an IPv4 address',
    'index.js:8:1: Collector "analysis": threshold: must be a whole number',
    'index.js:11:1: IpGroups "bulk": groups: groups contain each other in a cycle, "X" > "Y" > "X"',
    'index.js:13:1: Setting "two" declares the same object as Setting "one" in this program.',
    // A function without a name, and a constructor without arguments.
    'index.js:14:19: IpGroup "unnamed": rules[0].address: ',
    'index.js:15:1: ReplicatorProfile "flows": listeningPort: is required',
    'index.js:15:1: ReplicatorProfile "flows": sendingPort: is required',
    'index.js:15:1: ReplicatorProfile "flows" has no arguments: pass them as an object',
    'index.js:16:1: Policy "host": cidr: ',
    'index.js:3:15: warning: wider-child: IpGroup "child": rules[0]: child "Child" is wider than its parent',
    'index.js:5:62: warning: outside-parent: IpGroup "far": rules[0]: ip 192.0.2.1 of "far" is outside its parent "Outside"',
    'index.js:10:1: warning: exclude-after-include: Policy "ex": exclude 10.30.0.0/15 may have no effect: the replicator checks includes first',
    "15 resources: 11 mistakes, 3 warnings.",
  ];
  expect(lines.map((text, index) => text.slice(0, starts[index]?.length))).toEqual(starts);
});

describe("check of a program that asks an appliance", () => {
  const site = siteForEach();
  const asking = `const { getIpGroup } = require("pulumi-flowgate");
exports.id = getIpGroup({ name: "Multicast" }).then(({ id }) => { console.error(\`warning: it is \${id}\`); return id; });
`;

  /** Checks a program with this configuration of its stack. It contacts no appliance. */
  async function checkOffline(source: string, more: Record<string, unknown> = {}): Promise<Run> {
    const gateway = { url: site.sim.gateway.url, token: { secure: "v1:not:decrypted" }, allowHttp: true };
    await folder.write("Pulumi.dev.yaml", JSON.stringify({ config: { ...more, "flowgate:gateway": gateway } }));
    const before = site.sim.requests.count();
    const run = await check(source, [], environmentOf(site.sim));
    expect(site.sim.requests.count()).toBe(before);
    return run;
  }

  test("says with the line that there is no answer, and what gives one, whatever environment and configuration say", async () => {
    const source = `${asking}exports.license = require("pulumi-flowgate").getLicense();`;
    const { code, stdout } = await checkOffline(source);
    expect(code).toBe(9);
    expect(stdout).toMatch(
      /^index\.js:2:\d+: getIpGroup: flowgate check contacts no appliance.*flowgate snapshot, then/mu,
    );
    expect(stdout).toMatch(/^index\.js:3:\d+: getLicense: flowgate check contacts no appliance/mu);
    expect(stdout).not.toContain("FLOWGATE_GATEWAY_URL");
  });

  test("takes the answer from the snapshot of the stack, and outputs have values", async () => {
    await printed(site.run(["snapshot", join(folder.path, "known.json")]));
    const source = `${asking}const { IpGroup, rule } = require("pulumi-flowgate");
const child = new IpGroup("child", { rules: [rule.ip("10.20.0.1")] });
const parent = new IpGroup("parent", { rules: [rule.child(child), rule.network("10.20.0.0/16")] });
exports.of = parent.groupId.apply((id) => { if (typeof id !== "number") throw new Error("no number"); return id; });
`;
    const { code, stdout } = await checkOffline(source, { "flowgate:snapshot": "known.json" });
    expect([code, stdout]).toEqual([0, "2 resources: no mistakes.\n"]);
  });
});

describe("a warning is accepted with a reason", () => {
  /** Two groups that share an address of 10.<number>.0.0/16. The second has line `2 * number + 1` of the program. */
  const overlapping = (number: number, above = "", after = ""): string =>
    `new IpGroup("offices${number}", { rules: [rule.network("10.${number}.0.0/16"), rule.ip("192.0.${number}.1")] });
${above}new IpGroup("other${number}", { rules: [rule.ip("10.${number}.1.1"), rule.ip("198.51.${number}.1")] });${after}
`;

  afterEach(() => folder.write(".flowgateaccept", ""));

  test("at the declaration, on the same line or above, or by the object in .flowgateaccept, never without a reason", async () => {
    const comment = "// flowgate-accept overlap: one host counts as both";
    const pairs = [overlapping(1), overlapping(2, `${comment}\n`), overlapping(3, "", ` ${comment}`), overlapping(4)];
    await folder.write(".flowgateaccept", '# reasons\noverlap "offices4": known\noverlap\noverlaps: known\n');
    const { stdout } = await check(`${comment}\n${declared}${pairs.join("")}`);
    expect(stdout.trimEnd().split("\n")).toEqual([
      '.flowgateaccept:3: accepts no warning: write its id and the reason, such as "overlap: both are needed in reports"',
      '.flowgateaccept:4: unknown warning "overlaps", did you mean "overlap"?',
      has('index.js:4:1: warning: overlap: IpGroup "other1": rules[0]: "other1" and "offices1" share 10.1.1.1: '),
      "8 resources: 2 mistakes, 1 warning.",
    ]);
  });

  test("in a site model, for all objects in .flowgateaccept; other warnings of a template are shown once", async () => {
    const groups = "Offices: { rules: [10.0.0.0/8, 192.0.2.1] }, Other: { rules: [10.1.1.1, 198.51.100.1] }";
    await folder.write("site.yaml", `ipGroups: { ${groups} }`);
    await folder.write(".flowgateaccept", "overlap: known\n");
    const { code, stdout } = await check(`const { loadModel, SiteTemplate } = require("pulumi-flowgate");
new SiteTemplate("lyon", { model: loadModel(["site.yaml"]) });
new SiteTemplate("paris", { model: {
  ipGroups: [
    { name: "Paris", rules: ["10.20.0.0/16"], children: [{ name: "Servers", rules: ["172.16.0.10"] }] },
    { name: "Also Paris", rules: ["10.20.1.1", "198.51.100.2"] },
  ],
  profiles: [{ name: "netflow", listeningPort: 2055, sendingPort: 2056 }],
} });
`);
    const [warning, ...rest] = stdout.trimEnd().split("\n");
    expect([code, rest]).toEqual([0, ["6 resources: no mistakes, 1 warning."]]);
    expect(warning).toContain("is outside its parent");
  });
});

test("a resource that the state has under another name or parent is reported with the option that keeps it, until it has the option", async () => {
  const type = (kind: string): string => `pulumi-nodejs:dynamic/flowgate:${kind}`;
  const urn = (types: string, name: string): string => `urn:pulumi:dev::program::${types}::${name}`;
  const box = urn("test:index:Box", "box");
  const root = urn("pulumi:pulumi:Stack", "program-dev");
  const held = (kind: string, name: string, inputs: object, parent = root, above = ""): object => {
    const of = { urn: urn(`${above}${type(kind)}`, name), custom: true, id: "1", type: type(kind), parent };
    return { ...of, inputs, outputs: inputs };
  };
  const template = "flowgate:index:SiteTemplate";
  const inTemplate = (name: string): object =>
    held("IpGroup", `${name}/${name}`, { name }, urn(template, name), `${template}$`);
  holds(folder.path, [
    ...["servers", "printers", "labs"].map((name) => held("IpGroup", name, { name, rules: [] })),
    held("IpGroup", "desks", { name: "Desks" }, box, "test:index:Box$"),
    ...["paris", "lyon"].map(inTemplate),
    held("ReplicatorProfile", "prof", { name: "prof", listeningPort: 2055, sendingPort: 2056 }),
    ...["10.1.0.0/16", "10.2.0.0/16"].map((cidr) => held("Policy", cidr, { profile: "prof", cidr, kind: "include" })),
  ]);
  await folder.write("Pulumi.dev.yaml", "config: {}\n");
  const bin = fakeEngine(folder.path, `cat "${join(folder.path, "state.json")}"`);
  const source = `${declared}new IpGroup("hosts", { name: "servers" });
new IpGroup("copiers", { name: "printers" }, { aliases: [{ name: "printers" }] });
new IpGroup("labs", { name: "labs" });
new IpGroup("desks", { name: "Desks" });
const { SiteTemplate } = require("pulumi-flowgate");
new SiteTemplate("paris-hq", { model: { ipGroups: [{ name: "paris" }] } });
new SiteTemplate("lyon-hq", { model: { ipGroups: [{ name: "lyon" }] }, formerNames: ["lyon"] });
new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });
new Policy("closed", { profile: "prof", cidr: "10.1.0.0/16", kind: "exclude" });
new Policy("adopted", { profile: "prof", cidr: "10.2.0.0/16", kind: "exclude", onExisting: "adopt" });`;
  const stdout = await printed(check(source, [], { PATH: `${bin}:${withPath.PATH}` }));
  expect(stdout.trimEnd().split("\n")).toEqual([
    'index.js:2:1: warning: rename: IpGroup "hosts": looks like a rename of "servers": add { aliases: [{ name: "servers" }] }',
    'index.js:5:1: warning: rename: IpGroup "desks": looks like a rename of "desks": add { aliases: [{ parent: "urn:pulumi:dev::program::test:index:Box::box" }] }',
    has(/looks like a rename of "paris\/paris": add formerNames: \["paris"\] to SiteTemplate "paris-hq"$/u),
    has(
      'takes port 2055 of ReplicatorProfile "prof", which Pulumi deletes only afterwards, so pulumi up fails: to rename ' +
        'that profile, add { aliases: [{ name: "prof" }] }',
    ),
    'index.js:10:1: warning: rename: Policy "closed": is the opposite of Policy "10.1.0.0/16", which Pulumi deletes only ' +
      'afterwards, so pulumi up fails: to replace that policy, add { aliases: [{ name: "10.1.0.0/16" }] }',
    "9 resources: no mistakes, 5 warnings.",
  ]);
});

test("the program gets the configuration of the stack, but no secrets", async () => {
  await folder.write("Pulumi.prod.yaml", "config:\n  program:port: 99999\n  program:pass: { secure: v1:abc }\n");
  const source = `${declared}
const config = new (require("@pulumi/pulumi").Config)();
if (config.require("pass").includes("abc")) throw new Error("a secret");
new ReplicatorProfile("p", { listeningPort: config.requireNumber("port"), sendingPort: 1 });
`;
  const { code, stdout } = await check(source, ["--stack", "prod", "--json"]);
  expect(code).toBe(9);
  const mistake = { severity: "error", place: "index.js:5:1", resource: 'ReplicatorProfile "p"' };
  expect(JSON.parse(stdout)).toMatchObject({ resources: 1, mistakes: [mistake] });
  expect(stdout).toContain('"listeningPort: must be a port');
});

test("a program in TypeScript has mistakes reported at their lines in the source and in its site model, and an exception after them, without delay", async () => {
  const other = await makeProgramFolder();
  await other.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
  await other.write("tsconfig.json", '{ "compilerOptions": { "module": "node16", "skipLibCheck": true } }');
  await other.write("site.yaml", "collectors:\n  - address: 10.20.0.999\n");
  const model = 'new SiteTemplate("paris", { model: loadModel(["site.yaml"]) });';
  const throwing = "const nothing: any = undefined;\nnothing.name;";
  const began = Date.now();
  for (const [end, reported] of [
    [model, /site\.yaml:2:14: collectors\["10\.20\.0\.999"\]/u],
    [throwing, /^index\.ts:5:9: .*TypeError: .* \(reading 'name'\)$/mu],
  ] as const) {
    await other.write(
      "index.ts",
      `import { Collector, loadModel, SiteTemplate } from "pulumi-flowgate";
interface Unused { readonly a: string }
new Collector("c", { address: "nowhere", profiles: [] });
${end}
`,
    );
    // The last test checks types.
    const env = { ...withPath, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
    const options = { cwd: other.path, env, undisturbed: true };
    const stdout = await printed(flowgate(["check"], options), 9);
    expect(stdout).toMatch(/^index\.ts:3:1: Collector "c": address: "nowhere" is not an IPv4 address/mu);
    expect(stdout).toMatch(reported);
  }
  await other.remove();
  // An exception has frames in Pulumi's own files. Without the preload of the command, it would take two minutes.
  expect(Date.now() - began).toBeLessThan(60_000);
});

test.each([
  ["a folder outside a project", "/", /is not in a Pulumi project/u],
  ["a project in another language", undefined, /does not belong to a program in TypeScript or JavaScript/u],
])("check refuses %s", async (_what, path, says) => {
  const other = await makeProgramFolder();
  await other.write("Pulumi.yaml", "name: program\nruntime: python\n");
  expect(await failed(flowgate(["check", path ?? other.path], { cwd: other.path }), 2)).toMatch(says);
  await other.remove();
});

test("line numbers are right in an ES module: at the top, in anonymous functions, after await, and for an exception", async () => {
  const named = (name: string): string => `new IpGroup("${name}", { rules: [rule.ip("10.0.0")] })`;
  await folder.write("package.json", JSON.stringify({ name: "program", type: "module", main: "index.js" }));
  const program = [
    'import { IpGroup, rule } from "pulumi-flowgate";',
    `${named("top")};`,
    `[1].forEach(() => ${named("callback")});`,
    `await Promise.resolve().then(() => ${named("later")});`,
    "await (async () => {",
    "  await undefined;",
    '  throw new Error("this is the end");',
    "})();",
  ];
  const stdout = await printed(check(program.join("\n")), 9);
  const starts = stdout.split("\n").map((line) => /^\S+ (?:IpGroup "\w+"|.*exception)/u.exec(line)?.[0]);
  expect(starts.filter((start) => start !== undefined)).toEqual([
    'index.js:2:1: IpGroup "top"',
    'index.js:3:19: IpGroup "callback"',
    'index.js:4:36: IpGroup "later"',
    has(/^index\.js:7:9: .*exception$/u),
  ]);
});

test("check reports each mistake that TypeScript finds, with file and line", async () => {
  const own = await makeProgramFolder();
  await own.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
  await own.write("index.ts", 'const port: number = "2055";\nexport const total = port + missing;\n');
  const stdout = await printed(flowgate(["check"], { cwd: own.path, env: withPath, undisturbed: true }), 9);
  await own.remove();
  expect(stdout.trimEnd().split("\n")).toEqual([
    "index.ts:1:7: TS2322: Type 'string' is not assignable to type 'number'.",
    "index.ts:2:29: TS2304: Cannot find name 'missing'.",
    "0 resources: 2 mistakes.",
  ]);
});
