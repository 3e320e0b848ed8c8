import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startSimulator } from "../../../simulator";
import { cleanEnvironment, makeProgramFolder, type ProgramFolder } from "../../support/clone";
import { closeAll, fakeEngine, flowgate, holds, startSite, type Run } from "./support";

jest.setTimeout(120_000);

let folder: ProgramFolder;

beforeAll(async () => {
  folder = await makeProgramFolder();
  await folder.write("Pulumi.yaml", "name: program\nruntime:\n  name: nodejs\n  options: { typescript: false }\n");
});
afterAll(() => folder.remove());
afterEach(closeAll);

/** Checks a program in JavaScript, which starts faster than TypeScript. */
async function check(source: string, args: readonly string[] = [], env: Record<string, string> = {}): Promise<Run> {
  await folder.write("index.js", source);
  return flowgate(["check", ...args], { cwd: folder.path, env: { ...fastStart(), ...env }, undisturbed: true });
}

function withPath(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "" };
}

/** The environment with the preload that starts programs faster. A few tests run without it, like users do. */
function fastStart(): Record<string, string> {
  return { ...withPath(), NODE_OPTIONS: cleanEnvironment()["NODE_OPTIONS"] ?? "" };
}

const names = "Collector, getLicense, IpGroup, IpGroups, Policy, ReplicatorProfile, rule, Setting";
const declared = `const { ${names} } = require("pulumi-flowgate");\n`;

test("check reports every mistake in and between resources in one run, with file and line", async () => {
  const { code, stdout } = await check(`${declared}
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
`);
  expect(code).toBe(9);
  const lines = stdout.trimEnd().split("\n");
  const starts = [
    'index.js:7:1: ReplicatorProfile "b": sendingPort: must be a port',
    'index.js:7:1: ReplicatorProfile "b": listeningPort: port 2055 is already the listening port of profile "a"',
    'index.js:8:1: Collector "analysis": address: "10.20.0.999" is not an IPv4 address',
    'index.js:8:1: Collector "analysis": threshold: must be a whole number',
    'index.js:11:1: IpGroups "bulk": groups: groups contain each other in a cycle, "X" > "Y" > "X"',
    'index.js:13:1: Setting "two" declares the same object as Setting "one" in this program.',
    'index.js:3:15: warning: wider-child: IpGroup "child": rules[0]: child "Child" is wider than its parent',
    'index.js:5:62: warning: outside-parent: IpGroup "far": rules[0]: ip 192.0.2.1 of "far" is outside its parent "Outside"',
    'index.js:10:1: warning: exclude-after-include: Policy "ex": exclude 10.30.0.0/15 may have no effect: the replicator checks includes first',
    "12 resources: 6 mistakes, 3 warnings.",
  ];
  expect(lines.map((text, index) => text.slice(0, starts[index]?.length))).toEqual(starts);
});

test("check shows a constructor without arguments with its line, and the mistakes after it", async () => {
  const { code, stdout } = await check(`${declared}
new ReplicatorProfile("flows");
new Policy("in", { profile: "flows", cidr: "10.0.0.1/8", kind: "include" });
`);
  expect(code).toBe(9);
  expect(stdout).toMatch(/^index\.js:3:1: ReplicatorProfile "flows":? has no arguments: pass them as an object/mu);
  expect(stdout).toContain('index.js:4:1: Policy "in": cidr: ');
});

describe("check of a program that asks an appliance", () => {
  const asking = `const { getIpGroup } = require("pulumi-flowgate");
exports.id = getIpGroup({ name: "Multicast" }).then(({ id }) => { console.error(\`warning: it is \${id}\`); return id; });
`;

  test("says with the line that there is no answer, and what gives one", async () => {
    const { code, stdout } = await check(asking, [], { FLOWGATE_GATEWAY_URL: "http://127.0.0.1:9" });
    expect(code).toBe(9);
    expect(stdout).toMatch(
      /^index\.js:2:\d+: getIpGroup: flowgate check contacts no appliance.*flowgate snapshot, then/mu,
    );
    expect(stdout).not.toContain("FLOWGATE_GATEWAY_URL");
  });

  test("takes the answer from the snapshot of the stack, without a request", async () => {
    const site = await startSite();
    expect((await site.run(["snapshot", join(folder.path, "known.json")])).code).toBe(0);
    const gateway = { url: site.sim.gateway.url, token: { secure: "v1:not:decrypted" }, allowHttp: true };
    const config = { "flowgate:snapshot": "known.json", "flowgate:gateway": gateway };
    await folder.write("Pulumi.dev.yaml", JSON.stringify({ config }));
    const before = site.sim.requests.verbs().length;
    try {
      const { code, stdout } = await check(asking);
      expect([code, stdout]).toEqual([0, "0 resources: no mistakes.\n"]);
      expect(site.sim.requests.verbs()).toHaveLength(before);
    } finally {
      await rm(join(folder.path, "Pulumi.dev.yaml"));
    }
  });
});

describe("a warning is accepted with a reason", () => {
  /** Two groups that share an address of 10.<number>.0.0/16. The second has line `2 * number + 1` of the program. */
  const overlapping = (number: number, above = "", after = ""): string =>
    `new IpGroup("offices${number}", { rules: [rule.network("10.${number}.0.0/16"), rule.ip("192.0.${number}.1")] });
${above}new IpGroup("other${number}", { rules: [rule.ip("10.${number}.1.1"), rule.ip("198.51.${number}.1")] });${after}
`;
  const warned = (line: number, number = 1): unknown =>
    expect.stringContaining(
      `index.js:${line}:1: warning: overlap: IpGroup "other${number}": rules[0]: "other${number}" and ` +
        `"offices${number}" share 10.${number}.1.1: `,
    );

  async function checked(source: string, accepted = ""): Promise<string[]> {
    await folder.write(".flowgateaccept", accepted);
    const { stdout } = await check(source);
    return stdout.trimEnd().split("\n");
  }
  afterAll(() => folder.write(".flowgateaccept", ""));

  test("by a comment at the declaration, on the same line or above", async () => {
    const comment = "// flowgate-accept overlap: one host counts as both";
    const pairs = [overlapping(1), overlapping(2, `${comment}\n`), overlapping(3, "", ` ${comment}`)];
    expect(await checked(`${comment}\n${declared}${pairs.join("")}`)).toEqual([
      warned(4),
      "6 resources: no mistakes, 1 warning.",
    ]);
  });

  test("by a line of .flowgateaccept, for all objects or for the one it names", async () => {
    const source = declared + overlapping(1) + overlapping(2);
    expect(await checked(source, "# reasons\noverlap: known\n")).toEqual(["4 resources: no mistakes."]);
    expect(await checked(source, 'overlap "offices2": known\n')).toEqual([
      warned(3),
      "4 resources: no mistakes, 1 warning.",
    ]);
  });

  test("never without a reason, or under an id that no warning has", async () => {
    const lines = await checked(declared + overlapping(1), "overlap\noverlaps: known\n");
    expect(lines).toEqual([
      '.flowgateaccept:1: accepts no warning: write its id and the reason, such as "overlap: both are needed in reports"',
      '.flowgateaccept:2: unknown warning "overlaps", did you mean "overlap"?',
      warned(3),
      "2 resources: 2 mistakes, 1 warning.",
    ]);
  });

  test("in a site model, also for what the template declares", async () => {
    await folder.write(
      "site.yaml",
      `ipGroups:
  Offices: { rules: [10.0.0.0/8, 192.0.2.1] }
  Other: { rules: [10.1.1.1, 198.51.100.1] }  # flowgate-accept overlap: one host counts as both
`,
    );
    const source = `const { loadModel, SiteTemplate } = require("pulumi-flowgate");
new SiteTemplate("paris", { model: loadModel(["site.yaml"]) });
`;
    expect(await checked(source)).toEqual(["2 resources: no mistakes."]);
    const model = await flowgate(["model", "check", "site.yaml"], { cwd: folder.path });
    expect([model.code, model.stdout]).toEqual([0, "The model has no mistakes.\n"]);
  });
});

test("a program without mistakes ends with 0, and its outputs have values", async () => {
  const { code, stdout, stderr } = await check(`${declared}
const child = new IpGroup("child", { rules: [rule.ip("10.20.0.1")] });
const parent = new IpGroup("parent", { rules: [rule.child(child), rule.network("10.20.0.0/16")] });
exports.id = parent.groupId.apply((id) => { if (typeof id !== "number") throw new Error("no number"); return id; });
`);
  expect([code, stdout, stderr]).toEqual([0, "2 resources: no mistakes.\n", ""]);
});

test("check covers what a site template declares, and prints the warnings of its model once", async () => {
  const { code, stdout } = await check(`const { SiteTemplate } = require("pulumi-flowgate");
new SiteTemplate("paris", { model: {
  ipGroups: [{ name: "Offices", rules: ["10.20.0.0/16"], children: [{ name: "Servers", rules: ["10.30.0.10"] }] }],
  profiles: [{ name: "netflow", listeningPort: 2055, sendingPort: 2056 }],
} });
`);
  const warnings = stdout.split("\n").filter((line) => line.includes("is outside its parent"));
  expect([code, warnings.length, stdout.split("\n").at(-2)]).toEqual([0, 1, "3 resources: no mistakes, 1 warning."]);
});

describe("a resource that the state has under another name or parent", () => {
  const type = (kind: string): string => `pulumi-nodejs:dynamic/flowgate:${kind}`;
  const urn = (types: string, name: string): string => `urn:pulumi:dev::program::${types}::${name}`;
  const stackUrn = urn("pulumi:pulumi:Stack", "program-dev");
  const held = (kind: string, name: string, inputs: object, parent = stackUrn, above = ""): object => ({
    ...{
      urn: urn(`${above}${type(kind)}`, name),
      custom: true,
      id: "1",
      type: type(kind),
      inputs,
      outputs: inputs,
      parent,
    },
  });

  async function checked(resources: readonly object[], source: string): Promise<string[]> {
    holds(folder.path, resources);
    await folder.write("Pulumi.dev.yaml", "config: {}\n");
    const bin = fakeEngine(folder.path, `cat "${join(folder.path, "state.json")}"`);
    const { stdout } = await check(declared + source, [], { PATH: `${bin}:${withPath()["PATH"] ?? ""}` });
    return stdout.trimEnd().split("\n");
  }
  afterAll(() => rm(join(folder.path, "Pulumi.dev.yaml")));

  test("is reported with the option that keeps it, and not once it has the option", async () => {
    const state = ["servers", "printers", "labs"].map((name) => held("IpGroup", name, { name, rules: [] }));
    const source = `new IpGroup("hosts", { name: "servers" });
new IpGroup("copiers", { name: "printers" }, { aliases: [{ name: "printers" }] });
new IpGroup("labs", { name: "labs" });`;
    expect(await checked(state, source)).toEqual([
      'index.js:2:1: warning: rename: IpGroup "hosts": looks like a rename of "servers": add { aliases: [{ name: "servers" }] }',
      "3 resources: no mistakes, 1 warning.",
    ]);
  });

  test("is reported with the former parent if it was moved, and with formerNames in a template", async () => {
    const box = urn("test:index:Box", "box");
    const inTemplate = (name: string): object => {
      const template = urn("flowgate:index:SiteTemplate", name);
      return held("IpGroup", `${name}/${name}`, { name }, template, "flowgate:index:SiteTemplate$");
    };
    const state = [held("IpGroup", "servers", { name: "Servers" }, box, "test:index:Box$")];
    const source = `const { SiteTemplate } = require("pulumi-flowgate");
new IpGroup("servers", { name: "Servers" });
new SiteTemplate("paris-hq", { model: { ipGroups: [{ name: "paris" }] } });
new SiteTemplate("lyon-hq", { model: { ipGroups: [{ name: "lyon" }] }, formerNames: ["lyon"] });`;
    expect(await checked([...state, inTemplate("paris"), inTemplate("lyon")], source)).toEqual([
      expect.stringMatching(
        /"servers": .* a rename of "servers": add \{ aliases: \[\{ parent: "urn:pulumi:dev::program::test:index:Box::box" \}\] \}$/u,
      ),
      expect.stringMatching(
        /looks like a rename of "paris\/paris": add formerNames: \["paris"\] to SiteTemplate "paris-hq"$/u,
      ),
      "3 resources: no mistakes, 2 warnings.",
    ]);
  });

  test("is reported if it is a profile on the port of one that goes", async () => {
    const state = [held("ReplicatorProfile", "prof", { name: "prof", listeningPort: 2055, sendingPort: 2056 })];
    const [line] = await checked(
      state,
      'new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });',
    );
    expect(line).toContain(
      'takes port 2055 of ReplicatorProfile "prof", which Pulumi deletes only afterwards, so pulumi up fails: to rename ' +
        'that profile, add { aliases: [{ name: "prof" }] }',
    );
  });
});

test("check contacts no appliance, whatever the environment and the configuration say", async () => {
  const sim = await startSimulator({ https: false });
  try {
    const { url, token } = sim.gateway;
    await folder.write(
      "Pulumi.dev.yaml",
      `config:\n  flowgate:gateway: { url: "${url}", token: t, allowHttp: true }\n`,
    );
    const env = { FLOWGATE_REPLICATOR_URL: sim.replicator.url, FLOWGATE_GATEWAY_TOKEN: token };
    const { code, stdout } = await check(`${declared}exports.license = getLicense();`, [], env);
    expect([code, stdout]).toEqual([9, expect.stringContaining("contacts no appliance")]);
    expect(sim.requests.count()).toBe(0);
  } finally {
    await rm(join(folder.path, "Pulumi.dev.yaml"));
    await sim.close();
  }
});

test("the program gets the configuration of the stack, but no secrets", async () => {
  await folder.write("Pulumi.prod.yaml", "config:\n  program:port: 99999\n  program:pass: { secure: v1:abc }\n");
  const source = `${declared}
const config = new (require("@pulumi/pulumi").Config)();
if (config.require("pass").includes("abc")) throw new Error("a secret");
new ReplicatorProfile("p", { listeningPort: config.requireNumber("port"), sendingPort: 1 });
`;
  const { code, stdout } = await check(source, ["--stack", "prod", "--json"]);
  await rm(join(folder.path, "Pulumi.prod.yaml"));
  expect(code).toBe(9);
  expect(JSON.parse(stdout)).toMatchObject({
    resources: 1,
    mistakes: [
      {
        severity: "error",
        place: "index.js:5:1",
        resource: 'ReplicatorProfile "p"',
        message: expect.stringMatching(/^listeningPort: must be a port/u) as string,
      },
    ],
  });
});

describe("a program in TypeScript", () => {
  let other: ProgramFolder;

  beforeAll(async () => {
    other = await makeProgramFolder();
    await other.write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
    await other.write("tsconfig.json", '{ "compilerOptions": { "module": "node16", "skipLibCheck": true } }');
  });
  afterAll(() => other.remove());

  async function checkTypeScript(source: string): Promise<Run> {
    await other.write("index.ts", source);
    return flowgate(["check"], { cwd: other.path, env: withPath(), undisturbed: true });
  }

  test("has its mistakes reported at their lines in the source and in the layers of its site model", async () => {
    await other.write("site.yaml", "collectors:\n  - address: 10.20.0.999\n");
    const { code, stdout } =
      await checkTypeScript(`import { Collector, loadModel, SiteTemplate } from "pulumi-flowgate";
interface Unused { readonly a: string }
new Collector("c", { address: "10.20.0.999", profiles: [] });
new SiteTemplate("paris", { model: loadModel(["site.yaml"]) });
`);
    expect(code).toBe(9);
    expect(stdout).toMatch(/^index\.ts:3:1: Collector "c": address: /mu);
    expect(stdout).toMatch(/site\.yaml:2:14: collectors\["10\.20\.0\.999"\]/u);
  });

  test("that throws has the exception reported at its position, in addition to the earlier mistakes", async () => {
    const { code, stdout } = await checkTypeScript(`import { Collector } from "pulumi-flowgate";
new Collector("c", { address: "nowhere", profiles: [] });
const nothing: any = undefined;
nothing.name;
`);
    expect(code).toBe(9);
    expect(stdout).toMatch(/^index\.ts:2:1: Collector "c": address: "nowhere" is not an IPv4 address/mu);
    expect(stdout).toMatch(/^index\.ts:4:9: .*TypeError: Cannot read properties of undefined \(reading 'name'\)$/mu);
  });
});

test.each([
  ["a folder outside a project", "/", /is not in a Pulumi project/u],
  ["a project in another language", undefined, /does not belong to a program in TypeScript or JavaScript/u],
])("check refuses %s", async (_what, path, says) => {
  const other = await makeProgramFolder();
  await other.write("Pulumi.yaml", "name: program\nruntime: python\n");
  const { code, stderr } = await flowgate(["check", path ?? other.path], { cwd: other.path });
  await other.remove();
  expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
});

test("an exception is shown at its line and without delay, despite its frames in Pulumi's own files", async () => {
  const began = Date.now();
  const { code, stdout } = await check(
    `${declared}
new IpGroup("a", { rules: [rule.ip("10.0.0")] });
throw new Error("this is the end");
`,
    [],
    { NODE_OPTIONS: "" },
  );
  expect(code).toBe(9);
  expect(stdout).toMatch(
    /^index\.js:3:1: IpGroup "a": rules\[0\]\.address: .*\nindex\.js:4:7: .*Error: this is the end$/mu,
  );
  // Without the preload it would take two minutes.
  expect(Date.now() - began).toBeLessThan(30_000);
});

describe("line numbers of stack frames without a name", () => {
  const one = 'new IpGroup("NAME", { rules: [rule.ip("10.0.0")] })';
  const named = (name: string): string => one.replace("NAME", name);

  test("are right for an anonymous function in a CommonJS module", async () => {
    const { stdout } = await check(`${declared}
[1].forEach(() => ${named("a")});
`);
    expect(stdout).toMatch(/^index\.js:3:19: IpGroup "a": /mu);
  });

  test("are right in an ES module: at the top, in anonymous functions, after await, and for an exception", async () => {
    const esm = await makeProgramFolder();
    await esm.write("Pulumi.yaml", "name: program\nruntime:\n  name: nodejs\n  options: { typescript: false }\n");
    await esm.write("package.json", JSON.stringify({ name: "program", type: "module", main: "index.js" }));
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
    await esm.write("index.js", program.join("\n"));
    const { code, stdout } = await flowgate(["check"], { cwd: esm.path, env: fastStart(), undisturbed: true });
    await esm.remove();
    expect(code).toBe(9);
    const starts = stdout.split("\n").map((line) => /^\S+ (?:IpGroup "\w+"|.*exception)/u.exec(line)?.[0]);
    expect(starts.filter((start) => start !== undefined)).toEqual([
      'index.js:2:1: IpGroup "top"',
      'index.js:3:19: IpGroup "callback"',
      'index.js:4:36: IpGroup "later"',
      expect.stringMatching(/^index\.js:7:9: .*exception$/u),
    ]);
  });
});
