import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cleanEnvironment, makeProgramFolder } from "../../support/clone";

type Mode = "up" | "preview";

/**
 * Runs programs, each with its own stack and with Pulumi's mocks, and prints unhandled rejections. A second owner
 * appears as one of these, since it is only detected when the identity is known.
 */
const runner = `
const pulumi = require("@pulumi/pulumi");
const flowgate = require("pulumi-flowgate");
const { setTimeout: sleep } = require("node:timers/promises");
let errors = new Set();
process.on("unhandledRejection", (error) => errors.add(error));
async function run([program, mode]) {
  errors = new Set();
  // Where Pulumi keeps the one program of a process.
  global.globalStore = undefined;
  let count = 0;
  const newResource = ({ inputs }) => ({ id: mode === "preview" ? undefined : String(++count), state: inputs });
  await pulumi.runtime.setMocks({ newResource, call: () => ({}) }, "project", "stack", mode === "preview");
  const declare = new Function("pulumi", ...Object.keys(flowgate), program);
  await pulumi.runtime.runInPulumiStack(async () => declare(pulumi, ...Object.values(flowgate)));
  await pulumi.runtime.waitForRPCs();
  await sleep(20);
  return [...errors].map(({ message }) => message);
}
(async () => {
  const results = [];
  for (const one of JSON.parse(process.argv[2])) results.push(await run(one));
  process.stdout.write(JSON.stringify(results));
})();
`;

/** The errors that programs get for their declarations. They run one after the other in one process. */
async function errorsOf(programs: readonly [string, Mode][]): Promise<string[][]> {
  const folder = await makeProgramFolder();
  try {
    await folder.write("run.cjs", runner);
    const args = ["run.cjs", JSON.stringify(programs)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.path, env: cleanEnvironment() });
    return JSON.parse(stdout) as string[][];
  } finally {
    await folder.remove();
  }
}

const same = (second: string, first: string): string =>
  `${second} declares the same object as ${first} in this program. Remove one of them.`;

/** The declarations, the program, and its error. */
const refused: [string, string, string][] = [
  [
    "an IpGroup and a group of an IpGroups",
    'new IpGroup("one", { name: "Same" }); new IpGroups("two", { groups: { Other: {}, Same: {} } });',
    'IpGroups "two" declares the IpGroup "Same", and so does IpGroup "one" in this program. Remove one of them.',
  ],
  [
    "an IP group by name",
    'new IpGroup("one", { name: "Same" }); new IpGroup("two", { name: "Same" });',
    same('IpGroup "two"', 'IpGroup "one"'),
  ],
  [
    "a name that is left out, and one that is an output",
    'new IpGroup("Same", {}); new IpGroup("two", { name: pulumi.output("Same") });',
    same('IpGroup "two"', 'IpGroup "Same"'),
  ],
  [
    "a user group, at the same site",
    'new UserGroup("one", { name: "ops", site: "paris" }); new UserGroup("two", { name: "ops", site: "paris" });',
    same('UserGroup "two"', 'UserGroup "one"'),
  ],
  [
    "a permission, its device written as address and as hex, its user group as number and as text",
    `new Permission("one", { userGroup: 4, permissionType: "device", seccode: "10.1.1.171" });
       new Permission("two", { userGroup: "4", permissionType: "device", seccode: "0a0101ab" });`,
    same('Permission "two"', 'Permission "one"'),
  ],
  [
    "a membership, its user as a resource and by name",
    `const anna = new User("anna", { password: "canary" });
       new Membership("one", { user: anna, userGroup: 4 }); new Membership("two", { user: "anna", userGroup: "4" });`,
    same('Membership "one"', 'Membership "two"'),
  ],
  [
    "a rule of an IP group, with its fields in another order",
    `new IpGroupRule("one", { groupId: 12, rule: { type: "network", cidr: "10.0.0.0/8" } });
       new IpGroupRule("two", { groupId: "12", rule: { cidr: "10.0.0.0/8", type: "network" } });`,
    same('IpGroupRule "two"', 'IpGroupRule "one"'),
  ],
  [
    "two policies of opposite kinds for one network in one profile",
    `const profile = new ReplicatorProfile("prod", { listeningPort: 1, sendingPort: 2 });
       new Policy("one", { cidr: "10.0.0.0/8", profile, kind: "include" });
       new Policy("two", { cidr: "10.0.0.0/8", profile: profile.name, kind: "exclude" });`,
    same('Policy "two"', 'Policy "one"'),
  ],
  [
    "a collector by address",
    `new Collector("one", { address: "10.0.0.1", profiles: ["a"] });
       new Collector("two", { address: "10.0.0.1", profiles: ["b"] });`,
    same('Collector "two"', 'Collector "one"'),
  ],
  [
    "F121: a setting",
    `new Setting("one", { name: "flowStopAlert", value: "5" });
       new Setting("two", { name: "flowStopAlert", enabled: true });`,
    same('Setting "two"', 'Setting "one"'),
  ],
];

const accepted: Readonly<Record<string, string>> = {
  "one name at two sites": `new IpGroup("one", { name: "Same", site: "paris" }); new IpGroup("two", { name: "Same", site: "oslo" });
       new IpGroup("three", { name: "Same" });`,
  "one name in two kinds": 'new IpGroup("one", { name: "Same" }); new UserGroup("two", { name: "Same" });',
  "names that differ in case or in their code points": `new IpGroup("one", { name: "same" }); new IpGroup("two", { name: "Same" });
       new IpGroup("three", { name: "caf\\u00e9" }); new IpGroup("four", { name: "cafe\\u0301" });`,
  "different rules of one IP group": `new IpGroupRule("one", { groupId: 12, rule: { type: "ip", address: "10.0.0.1" } });
       new IpGroupRule("two", { groupId: 12, rule: { type: "ip", address: "10.0.0.2" } });`,
  "seccodes that differ in case, and are no devices": `new Permission("one", { userGroup: 4, permissionType: "thirdparty", seccode: "ab" });
       new Permission("two", { userGroup: 4, permissionType: "thirdparty", seccode: "AB" });`,
  "a collector and an exporter with one address": `new Collector("one", { address: "10.0.0.1", profiles: ["a"], description: "x" });
       new Exporter("two", { address: "10.0.0.1", profiles: ["a"], description: "x" });`,
  "a user group by name and another by number": `new Permission("one", { userGroup: "ops", permissionType: "app", seccode: "tos" });
       new Permission("two", { userGroup: 4, permissionType: "app", seccode: "tos" });`,
};

/** Resources that can be compared only after one of them was created. */
const later = `
  const group = new UserGroup("ops", {});
  new Permission("one", { userGroup: group.id, permissionType: "app", seccode: "tos" });
  new Permission("two", { userGroup: group.id, permissionType: "app", seccode: "tos" });`;

const programs = [...refused.map(([, program]) => program), ...Object.values(accepted), later];
let errorsIn: (program: string, mode: Mode) => string[] | undefined;
beforeAll(async () => {
  const runs = programs.flatMap((program): [string, Mode][] => [
    [program, "up"],
    [program, "preview"],
  ]);
  const results = await errorsOf(runs);
  errorsIn = (program, mode) => results[runs.findIndex(([one, how]) => one === program && how === mode)];
});

describe("two resources for one object in one program: the second is an error", () => {
  test.each(refused)("%s", (_, program, error) => {
    expect(errorsIn(program, "preview")).toEqual([error]);
    expect(errorsIn(program, "up")).toEqual([error]);
  });

  test("what is not known in the preview is compared in the up", () => {
    expect(errorsIn(later, "preview")).toEqual([]);
    expect(errorsIn(later, "up")).toEqual([same('Permission "two"', 'Permission "one"')]);
  });
});

test.each(Object.entries(accepted))("no error is reported for %s", (_, program) => {
  expect(errorsIn(program, "up")).toEqual([]);
});
