import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failed, flowgate, printed, temporaryFolder } from "./support";

interface Entry {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  dependencies?: string[];
  [other: string]: unknown;
}

const head = "urn:pulumi:dev::site";
const singleType = "pulumi-nodejs:dynamic/flowgate:IpGroup";
const single = (name: string, groupId: number, rules: object[], more: Partial<Entry> = {}): Entry => ({
  urn: `${head}::${singleType}::${name}`,
  type: singleType,
  custom: true,
  id: String(groupId),
  inputs: { name, rules },
  outputs: { name, rules, groupId, ruleCount: rules.length, appliance: "http://gateway.example/" },
  ...more,
});
const permission = (dependencies: string[]): Entry => ({
  urn: `${head}::pulumi-nodejs:dynamic/flowgate:Permission::sees`,
  type: "pulumi-nodejs:dynamic/flowgate:Permission",
  dependencies,
  propertyDependencies: { seccode: dependencies },
});
const address = { type: "ip", address: "10.0.0.1" };
const inside = single("Servers", 104, [address]);
const children = ["104", 101].map((groupId) => ({ type: "child", groupId }));
const outside = single("Paris", 105, children, { dependencies: [inside.urn] });

/** Runs the command on a state. Returns what it printed and the remaining resources. */
async function moved(
  resources: Entry[],
  ...args: string[]
): Promise<{ stderr: string; resources: Entry[]; mode: number }> {
  const cwd = temporaryFolder();
  const file = join(cwd, "state.json");
  writeFileSync(file, JSON.stringify({ version: 3, deployment: { resources } }), { mode: 0o600 });
  const [name = "", ...options] = args;
  const { stderr } = await flowgate(["state", name, "state.json", ...options], { cwd });
  const left = JSON.parse(readFileSync(file, "utf8")) as { deployment: { resources: Entry[] } };
  return { stderr, resources: left.deployment.resources, mode: statSync(file).mode & 0o777 };
}

const toBulk = ["to-bulk", "--into", "all"];
const toSingle = ["to-single", "--from", "all"];
const bulkUrn = `${head}::pulumi-nodejs:dynamic/flowgate:IpGroups::all`;

/** The entry as in a stack that uses the provider plugin. */
const ofPlugin = (entry: Entry): Entry => {
  const text = JSON.stringify(entry).replaceAll("pulumi-nodejs:dynamic/flowgate:", "flowgate:index:");
  return JSON.parse(text) as Entry;
};

describe.each(Object.entries({ dynamic: (entry: Entry) => entry, plugin: ofPlugin }))("in a %s stack,", (host, of) => {
  test("to-bulk creates one IpGroups, redirects the groups' dependents to it, and puts it before them", async () => {
    const before = [inside, permission([inside.urn]), outside].map(of);
    const { resources, stderr, mode } = await moved(before, ...toBulk);
    expect([stderr, mode]).toEqual(["", 0o600]);
    const outputs = {
      groups: {
        Servers: { rules: [address] },
        Paris: { rules: [{ type: "child", groupId: 101 }], children: ["Servers"] },
      },
      groupIds: { Servers: 104, Paris: 105 },
      groupDetails: {},
      appliance: "http://gateway.example/",
    };
    const bulk = { urn: bulkUrn, type: "pulumi-nodejs:dynamic/flowgate:IpGroups", id: "ip-groups", outputs };
    expect(resources).toMatchObject([{ ...bulk, dependencies: [] }, permission([bulkUrn])].map(of));
    expect(JSON.stringify(resources).includes("__provider")).toBe(host === "dynamic");
  });

  test("to-single reverses to-bulk", async () => {
    const { resources: bulk } = await moved([inside, outside].map(of), ...toBulk);
    const { resources, stderr } = await moved(bulk, ...toSingle);
    expect(stderr).toBe("");
    const { urn, type, id, dependencies = [] } = outside;
    const outputs = { name: "Paris", groupId: 105, ruleCount: 2, rules: children.toReversed() };
    const expected: Entry[] = [
      { urn: inside.urn, type, id: "104" },
      { urn, type, id: String(id), outputs, dependencies },
    ];
    expect(resources).toMatchObject(expected.map(of));
    expect(JSON.stringify(resources).includes("__provider")).toBe(host === "dynamic");
  });
});

test("--file names the file for the new state, and the state stays as it was", async () => {
  const cwd = temporaryFolder();
  const before = JSON.stringify({ version: 3, deployment: { resources: [inside] } });
  writeFileSync(join(cwd, "state.json"), before);
  const run = flowgate(["state", "to-bulk", "state.json", "--file", "the new state.json"], { cwd });
  expect(await printed(run)).toBe(
    "Moved 1 group. Import the new state with: pulumi stack import --file 'the new state.json'\n",
  );
  expect(readFileSync(join(cwd, "state.json"), "utf8")).toBe(before);
  expect(readFileSync(join(cwd, "the new state.json"), "utf8")).toContain("IpGroups::ip-groups");
});

/** A group that was adopted, whose name the gateway stores differently, and which has another rule than the program. */
const details = { ruleCount: 2, storedName: "lyon", origin: { adopted: true } };
const marked = single("Lyon", 106, [address]);
const lyon = { ...marked, outputs: { ...marked.outputs, ...details } };

test("groups move into an existing IpGroups with what is known about each, and out of it under other names", async () => {
  const { resources: first } = await moved([inside], ...toBulk);
  const { resources: both, stderr } = await moved([lyon, ...first], ...toBulk);
  expect(stderr).toBe("");
  const groups = { Servers: { rules: [address] }, Lyon: { rules: [address] } };
  expect(both).toMatchObject([
    { urn: bulkUrn, inputs: { groups }, outputs: { groups, groupIds: { Servers: 104, Lyon: 106 } } },
  ]);
  expect(both[0]?.outputs?.["groupDetails"]).toEqual({ Lyon: details });
  const { resources: singles } = await moved(both, ...toSingle, "--prefix", "site-");
  expect(singles.map(({ urn, outputs }) => [urn, outputs])).toMatchObject([
    [`${head}::${singleType}::site-Servers`, { ruleCount: 1 }],
    [`${head}::${singleType}::site-Lyon`, details],
  ]);
});

test("only the named groups move, and what is deleted with one of them is then deleted with the IpGroups", async () => {
  const tied = { ...permission([]), deletedWith: inside.urn };
  const { resources } = await moved([inside, lyon, tied], ...toBulk, "--names", "Servers");
  expect(resources.map(({ urn }) => urn)).toEqual([bulkUrn, lyon.urn, tied.urn]);
  expect(resources[2]).toMatchObject({ deletedWith: bulkUrn });
});

const elsewhere = "has another site, appliance, parent or provider";
const unsaved = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const bulk: Entry = {
  urn: bulkUrn,
  type: "pulumi-nodejs:dynamic/flowgate:IpGroups",
  outputs: { groupIds: { Servers: 1 } },
};
const oneGroup = { ...bulk, outputs: { groups: { Servers: {} }, groupIds: { Servers: 104 }, groupDetails: {} } };

test.each<[what: string, before: Entry[], args: string[], says: string]>([
  ["a group name that is not in the state", [inside], [...toBulk, "--names", "Lyon"], 'no IpGroup "Lyon"'],
  ["a state without groups to move", [], toBulk, "no IpGroup to move"],
  [
    "groups of two sites",
    [inside, single("Lyon", 106, [], { inputs: { name: "Lyon", rules: [], site: "lyon" } })],
    toBulk,
    `IpGroup "Lyon" ${elsewhere}`,
  ],
  ["groups of two providers", [inside, ofPlugin(outside)], toBulk, `IpGroup "Paris" ${elsewhere}`],
  [
    "a group with a secret value",
    [single("Lyon", 106, [], { inputs: { name: unsaved } })],
    toBulk,
    "has secret values",
  ],
  [
    "a dependency cycle",
    [inside, permission([inside.urn]), { ...outside, dependencies: [permission([]).urn] }],
    toBulk,
    "depends on one of the groups that move",
  ],
  ["a group that is being replaced", [{ ...inside, delete: true }], toBulk, "is waiting for its deletion"],
  ["a group that has no id yet", [single("Lyon", 106, [], { outputs: { name: "Lyon" } })], toBulk, "has no id yet"],
  ["a group that the IpGroups has already", [bulk, inside], toBulk, 'The IP group "Servers" appears twice'],
  ["an IpGroups name that is not in the state", [inside], toSingle, 'no IpGroups "all"'],
  ["an IpGroups name that is in the state twice", [bulk, ofPlugin(bulk)], toSingle, 'several IpGroups "all"'],
  ["a taken name", [inside, oneGroup], toSingle, 'has an IpGroup "Servers" already. Use --prefix'],
])("%s is refused, and the file stays unchanged", async (_what, before, args, says) => {
  const { resources, stderr } = await moved(before, ...args);
  expect(stderr).toContain(says);
  expect(resources).toEqual(before);
});

test.each([
  ["no JSON", "{", "is not JSON"],
  // A file of another kind is not what the advice would overwrite.
  ["another object", "{}", "with: pulumi stack export --file state.json"],
  ["no state", '{"version":3}', "is not the state of a stack"],
  ["the state of a stack without an update", '{"version":3,"deployment":null}', "The state has no IpGroup to move."],
  [
    "a state with an interrupted operation",
    '{"version":3,"deployment":{"resources":[],"pending_operations":[{}]}}',
    "has operations that were interrupted. Run pulumi refresh first.",
  ],
])("a file with %s is refused", async (_what, text, says) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "state.json"), text);
  expect(await failed(flowgate(["state", ...toBulk.slice(0, 1), "state.json"], { cwd }), 2)).toContain(says);
  expect(readFileSync(join(cwd, "state.json"), "utf8")).toBe(text);
});
