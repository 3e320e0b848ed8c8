import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeAll, flowgate, temporaryFolder } from "./support";

afterEach(closeAll);

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
const host = { type: "ip", address: "10.0.0.1" };
const inside = single("Servers", 104, [host]);
const outside = single(
  "Paris",
  105,
  [
    { type: "child", groupId: "104" },
    { type: "child", groupId: 101 },
  ],
  {
    dependencies: [inside.urn],
  },
);

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

const bulkUrn = `${head}::pulumi-nodejs:dynamic/flowgate:IpGroups::all`;

test("to-bulk creates one IpGroups resource, redirects the groups' dependents to it, and puts it before them", async () => {
  const { resources, stderr, mode } = await moved(
    [inside, permission([inside.urn]), outside],
    "to-bulk",
    "--into",
    "all",
  );
  expect(stderr).toBe("");
  expect(mode).toBe(0o600);
  expect(resources.map(({ urn }) => urn)).toEqual([bulkUrn, permission([]).urn]);
  expect(resources[0]).toMatchObject({
    id: "ip-groups",
    outputs: {
      groups: {
        Servers: { rules: [host] },
        Paris: { rules: [{ type: "child", groupId: 101 }], children: ["Servers"] },
      },
      groupIds: { Servers: 104, Paris: 105 },
      groupDetails: {},
      appliance: "http://gateway.example/",
    },
    dependencies: [],
  });
  expect(resources[1]).toMatchObject({ dependencies: [bulkUrn], propertyDependencies: { seccode: [bulkUrn] } });
});

test("to-single reverses to-bulk", async () => {
  const { resources: bulk } = await moved([inside, outside], "to-bulk", "--into", "all");
  const { resources, stderr } = await moved(bulk, "to-single", "--from", "all");
  expect(stderr).toBe("");
  expect(resources.map(({ urn, id }) => [urn, id])).toEqual([
    [inside.urn, "104"],
    [outside.urn, "105"],
  ]);
  expect(resources[1]).toMatchObject({
    outputs: {
      name: "Paris",
      groupId: 105,
      ruleCount: 2,
      rules: [
        { type: "child", groupId: 101 },
        { type: "child", groupId: "104" },
      ],
    },
    dependencies: [inside.urn],
  });
});

/** The entry as in a stack that uses the provider plugin. */
const ofPlugin = (entry: Entry): Entry => {
  const text = JSON.stringify(entry).replaceAll("pulumi-nodejs:dynamic/flowgate:", "flowgate:index:");
  return JSON.parse(text) as Entry;
};

test("groups of the provider plugin move to an IpGroups of the plugin, and back", async () => {
  const before = [inside, permission([inside.urn]), outside].map(ofPlugin);
  const { resources: bulk, stderr } = await moved(before, "to-bulk", "--into", "all");
  expect(stderr).toBe("");
  expect(bulk.map(({ type }) => type)).toEqual(["flowgate:index:IpGroups", "flowgate:index:Permission"]);
  expect(bulk[0]?.urn).toBe(`${head}::flowgate:index:IpGroups::all`);
  expect(bulk[1]?.dependencies).toEqual([bulk[0]?.urn]);
  const { resources: singles } = await moved(bulk, "to-single", "--from", "all");
  expect(singles.flatMap(({ type, id }) => (id === undefined ? [] : [`${type} ${id}`]))).toEqual([
    "flowgate:index:IpGroup 104",
    "flowgate:index:IpGroup 105",
  ]);
  // No state of the plugin contains the text of the dynamic provider.
  for (const state of [bulk, singles]) expect(JSON.stringify(state)).not.toContain("__provider");
});

test.each<[string, Entry[], string[], RegExp]>([
  [
    "a group name that is not in the state",
    [inside],
    ["to-bulk", "--into", "all", "--names", "Lyon"],
    /no IpGroup "Lyon"/u,
  ],
  ["a state without groups to move", [], ["to-bulk", "--into", "all"], /no IpGroup to move/u],
  [
    "groups of two sites",
    [inside, single("Lyon", 106, [], { inputs: { name: "Lyon", rules: [], site: "lyon" } })],
    ["to-bulk", "--into", "all"],
    /IpGroup "Lyon" has another site, appliance, parent or provider/u,
  ],
  [
    "groups of two providers",
    [inside, ofPlugin(outside)],
    ["to-bulk", "--into", "all"],
    /IpGroup "Paris" has another site, appliance, parent or provider/u,
  ],
  [
    "a group with a secret value",
    [
      single("Lyon", 106, [], {
        inputs: { name: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } },
      }),
    ],
    ["to-bulk", "--into", "all"],
    /has secret values/u,
  ],
  [
    "a dependency cycle",
    [inside, permission([inside.urn]), { ...outside, dependencies: [permission([]).urn] }],
    ["to-bulk", "--into", "all"],
    /depends on one of the groups that move/u,
  ],
  ["an IpGroups name that is not in the state", [inside], ["to-single", "--from", "all"], /no IpGroups "all"/u],
])("%s is refused, and the file stays unchanged", async (_title, before, args, says) => {
  const { resources, stderr } = await moved(before, ...args);
  expect(stderr).toMatch(says);
  expect(resources).toEqual(before);
});
