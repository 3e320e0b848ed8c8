import { readFileSync, writeFileSync } from "node:fs";
import { loadModel } from "../../../sdk/model/resolve";
import { objectsOf } from "../../../sdk/model/objects";
import type { IpGroupRule } from "../../../simulator/gateway/store";
import { entryOf, siteForEach } from "./support";

const site = siteForEach();

const GENERAL = `# For every site
ipGroups:
  Labs: { rules: [10.30.0.0/16] }
collectors:
  10.20.0.10: { profiles: [netflow], threshold: 5000 }
profiles:
  netflow: { listeningPort: 2055, sendingPort: 2056, description: everywhere }
`;

const PARIS = `# Paris, third floor
collectors:
  10.20.0.11: { profiles: [netflow],   threshold: 100 }   # agreed with the night shift

ipGroups:
  - name: Offices
    rules:
      - 10.20.0.0/16   # ground floor
      - 10.21.0.0/16   # first floor
      - "10.22.0.1"
    children: [Servers]
  - { name: Servers, rules: [10.20.0.10] }
exporters:
  # the old router
  10.20.0.1:
    profiles: [netflow]
    description: 'edge one'   # on its label
`;
const LAYERS = ["all.yaml", "paris.yaml"];

/** Both appliances as an up of the layers leaves them. */
function fill(): void {
  const { mutate } = site.sim;
  const child = mutate.addIpGroup("Servers", [{ type: "ip", address: "10.20.0.10" }]);
  mutate.addIpGroup("Offices", [
    { type: "network", address: "10.20.0.0", mask: "16" },
    { type: "network", address: "10.21.0.0", mask: "16" },
    { type: "ip", address: "10.22.0.1" },
    { type: "child", child_id: child },
  ]);
  mutate.addIpGroup("Labs", [{ type: "network", address: "10.30.0.0", mask: "16" }]);
  mutate.addProfile("netflow", 2055, 2056);
  mutate.setProfileDescription("netflow", "everywhere");
  for (const address of ["10.20.0.10", "10.20.0.11"]) mutate.addCollector(address, "netflow");
  mutate.setThreshold("10.20.0.10", 5000);
  mutate.setThreshold("10.20.0.11", 100);
  mutate.addExporter("10.20.0.1", "netflow");
  mutate.setNote("10.20.0.1", "edge one");
}

/** The state has what the layers declare, as after an up. */
function up(): void {
  const idOf = (name: unknown): number => site.sim.gateway.store.ipGroupsNamed(String(name))[0]?.id ?? 0;
  const { model } = loadModel(LAYERS.map((layer) => ({ layer, file: site.path(layer) })));
  const entries = objectsOf(model).map(({ kind, inputs: { children: _, ...inputs } }) => {
    if (kind !== "IpGroup") {
      const name = String(inputs["name"] ?? inputs["address"]);
      return entryOf(kind, name, name, inputs);
    }
    const rules = (inputs["rules"] as { type: string; groupId?: unknown }[]).map((rule) =>
      rule.type === "child" ? { ...rule, groupId: idOf(rule.groupId) } : rule,
    );
    const groupId = idOf(inputs["name"]);
    const outputs = { groupId, ruleCount: rules.length };
    return entryOf(kind, String(inputs["name"]), String(groupId), { ...inputs, rules }, outputs);
  });
  site.holds(entries);
}

beforeEach(() => {
  site.write("all.yaml", GENERAL);
  site.write("paris.yaml", PARIS);
  fill();
  up();
});

/** The text of the site's layer with these lines in place of others. */
function paris(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [before, after]) => text.replace(before, after), PARIS);
}

/** After an up with the written layers nothing differs, and the general layer is as before. */
async function isSettled(): Promise<void> {
  expect(site.text("all.yaml")).toBe(GENERAL);
  up();
  expect((await site.run(["drift"])).code).toBe(0);
}

/** Rules of the group Offices as an operator sets them, with its child group. */
function setRules(rules: readonly IpGroupRule[]): void {
  const { mutate, gateway } = site.sim;
  const [servers] = gateway.store.ipGroupsNamed("Servers");
  mutate.setRules("Offices", [...rules, { type: "child", child_id: servers?.id ?? 0 }]);
}

/** Writes, expects this exit code, and returns what was written and what was left. */
async function write(code = 0): Promise<{ written: string[]; left: string[] }> {
  return (await site.json(["drift", "--write", ...LAYERS], code)) as { written: string[]; left: string[] };
}

test("a threshold, rules and a description that were changed by hand are the only lines that differ", async () => {
  const { mutate } = site.sim;
  mutate.setThreshold("10.20.0.11", 300);
  mutate.setNote("10.20.0.1", "edge two");
  setRules([
    { type: "network", address: "10.20.0.0", mask: "16" },
    { type: "network", address: "10.23.0.0", mask: "16" },
    { type: "ip", address: "10.22.0.1" },
    { type: "range", sip: "10.24.0.1", eip: "10.24.0.9" },
  ]);
  expect((await site.run(["drift"])).code).toBe(9);
  site.sim.requests.clear();
  expect(await write()).toMatchObject({
    written: ["ipGroups.Offices.rules", 'collectors["10.20.0.11"].threshold', 'exporters["10.20.0.1"].description'],
    left: [],
  });
  expect(site.sim.requests.verbs({ kind: "write" })).toEqual([]);
  expect(site.text("paris.yaml")).toBe(
    paris(
      ["[netflow],   threshold: 100 }   #", "[ netflow ], threshold: 300 } #"],
      ["10.21.0.0/16  ", "10.23.0.0/16"],
      ['      - "10.22.0.1"\n', '      - "10.22.0.1"\n      - 10.24.0.1-10.24.0.9\n'],
      ["'edge one'   #", "'edge two' #"],
    ),
  );
  await isSettled();
});

test("what only a more general layer sets is written into the site's own layer", async () => {
  site.sim.mutate.setThreshold("10.20.0.10", 7000);
  site.sim.mutate.setProfileDescription("netflow", undefined);
  site.sim.mutate.addRules("Labs", [{ type: "ip", address: "10.31.0.1" }]);
  expect((await write()).left).toEqual([]);
  const threshold = "night shift\n  10.20.0.10:\n    threshold: 7000\n";
  const labs = "10.20.0.10] }\n  - name: Labs\n    rules:\n      - 10.30.0.0/16\n      - 10.31.0.1\n";
  const description = "profiles:\n  - name: netflow\n    description: null\n";
  expect(site.text("paris.yaml")).toBe(paris(["night shift\n", threshold], ["10.20.0.10] }\n", labs]) + description);
  const written = site.text("paris.yaml");
  // The state still has the old values: a second run finds them written.
  expect((await write()).written).toHaveLength(3);
  expect(site.text("paris.yaml")).toBe(written);
  await isSettled();
});

test("what no value of the layer can say is named and left", async () => {
  const { mutate } = site.sim;
  mutate.removeCollector("10.20.0.11");
  mutate.renameIpGroup("Servers", "Machines");
  mutate.setRules("Offices", [{ type: "network", address: "10.20.0.0", mask: "16" }]);
  mutate.setNote("10.20.0.1", "edge two");
  mutate.setThreshold("10.20.0.10", 7000);
  site.write("paris.yaml", PARIS.replace("'edge one'", "edge three"));
  site.write("all.yaml", GENERAL.replace("5000", "6000"));
  const before = site.text("paris.yaml");
  const { left } = await write(9);
  expect(left.map((one) => one.replace(/ \(id \d+\)/u, ""))).toEqual([
    'IpGroup "Offices": rules: The layer cannot take this value: write it by hand.',
    'IpGroup "Servers": name: Its name identifies it in the model: rename it in every layer, and add the old one to formerNames.',
    'Collector "10.20.0.10": threshold: The model has another value than the state: update the site first, or write it by hand.',
    'Collector "10.20.0.11": It is missing: make it again (pulumi up --refresh), or remove it from the model.',
    'Exporter "10.20.0.1": description: The model has another value than the state: update the site first, or write it by hand.',
  ]);
  expect(site.text("paris.yaml")).toBe(before);
});

const json = (threshold: number): string =>
  `${JSON.stringify({ collectors: { "10.20.0.10": { threshold } } }, undefined, 2)}\n`;
const yaml = (threshold: number): string =>
  `collectors:\n  10.20.0.10:\n    # ours\n    threshold: ${String(threshold)}\n\nprofiles:\n  netflow: {}\n\nipGroups: {}\n`;
const bytesOf = (text: string): Buffer => Buffer.from(text);

test.each([
  ["paris.json", (threshold: number) => bytesOf(json(threshold))],
  ["windows.yaml", (threshold: number) => bytesOf(`\ufeff${yaml(threshold).replaceAll("\n", "\r\n")}`)],
  ["mixed.yaml", (threshold: number) => bytesOf(yaml(threshold).replaceAll(/\n(?=[\s\S]*profiles)/gu, "\r\n"))],
  ["no-end.yaml", (threshold: number) => bytesOf(yaml(threshold).trimEnd())],
  ["utf16.yaml", (threshold: number) => Buffer.from(`\ufeff${yaml(threshold)}`, "utf16le")],
])("a layer in %s keeps its form", async (file, layer) => {
  site.write("paris.yaml", "{}");
  up();
  writeFileSync(site.path(file), layer(5000));
  site.sim.mutate.setThreshold("10.20.0.10", 7000);
  await site.json(["drift", "--write", "all.yaml", file]);
  expect(readFileSync(site.path(file))).toEqual(layer(7000));
});
