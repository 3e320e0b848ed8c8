import { openBox, type Box } from "./support";

jest.setTimeout(300_000);

let box: Box;
beforeEach(async () => {
  box = await openBox();
});
afterEach(() => box.close());

const network = (cidr: string) => {
  const [address = "", mask = ""] = cidr.split("/");
  return { type: "network", address, mask } as const;
};
const host = (address: string) => ({ type: "ip", address }) as const;

test("a program that export wrote keeps its names and comments, and declares new groups before their parents", async () => {
  const { mutate } = box.sim;
  const lille = mutate.addIpGroup("Lille", [network("10.20.0.0/16")]);
  mutate.addIpGroup("Paris", [network("10.30.0.0/16"), host("10.31.0.1")]);
  const gone = mutate.addIpGroup("Gone", [network("10.99.0.0/16")]);
  mutate.addIpGroup("France", [
    { type: "child", child_id: lille },
    { type: "child", child_id: gone },
  ]);
  mutate.setSetting("flowStopAlert", { value: "45" });
  mutate.setSetting("highCPUThreshold", { value: "045" });
  await box.run(["export", "site"]);
  expect(box.text("site/index.ts")).toMatch(
    /"flowStopAlert",\n {2}value: 45[,\n][\s\S]*"highCPUThreshold",\n {2}value: "045"[,\n]/u,
  );
  const text = box.text("site/index.ts").replace('("10.31.0.1"),', '("10.31.0.1"), // printer');
  await box.write("index.ts", text.replace("export const gone", "// old\nexport const gone"));
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });

  mutate.renameIpGroup("Lille", "Lille servers");
  mutate.setRules("Paris", [network("10.30.0.0/17")]);
  mutate.removeIpGroup("Gone");
  const lyon = mutate.addIpGroup("Lyon", [network("10.40.0.0/16")]);
  mutate.setRules("France", [{ type: "child", child_id: lille }, { type: "child", child_id: lyon }, host("10.1.1.1")]);
  mutate.setProfileDescription("legacy-netops", undefined);
  mutate.setSetting("flowStopAlert", { value: "95" });
  mutate.setSetting("highCPUThreshold", { value: "95" });
  const typed = { PULUMI_NODEJS_TRANSPILE_ONLY: "false" };
  const done = await box.run(["accept", "--yes", "IpGroup", "ReplicatorProfile", "Setting"], { env: typed });
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringContaining("8 objects are taken into index.ts.") as string,
  ]);
  const expected = text
    .replace("export const gone", "// old\nexport const gone")
    .replace(/export const gone = [\s\S]*?\}, options\);\n/u, "")
    .replace('name: "Lille"', 'name: "Lille servers"')
    .replace(
      "export const france",
      'export const lyon = new IpGroup("lyon", {\n  name: "Lyon",\n  rules: [rule.network("10.40.0.0/16")],\n  onExisting: "adopt"\n}, options);\nexport const france',
    )
    .replace("    rule.child(gone),", "    rule.child(lyon),")
    .replace("    rule.child(lille),", '    rule.child(lille),\n    rule.ip("10.1.1.1"),')
    .replace(
      '    rule.ip("10.31.0.1"), // printer\n    rule.network("10.30.0.0/16"),',
      '    rule.network("10.30.0.0/17"), // printer',
    )
    .replace("value: 45", "value: 95")
    .replace('value: "045"', 'value: "95"')
    .replace(',\n  description: "Managed by the operations team"', "");
  expect(box.text("index.ts")).toBe(expected);
  const again = await box.run(["accept", "--yes", "IpGroup", "ReplicatorProfile", "Setting"]);
  expect(again.stdout).toContain("8 differences are in the code already.\n");
});

const program = `import * as pulumi from "@pulumi/pulumi";
import * as flowgate from "pulumi-flowgate";
const { rule } = flowgate;
for (const [name, cidr] of Object.entries({ Lille: "10.1.0.0/16", Paris: "10.2.0.0/16" })) {
  new flowgate.IpGroup(name.toLowerCase(), { name, rules: [rule.network(cidr)] });
}
function office(name: string, ...rules: flowgate.RuleArgs[]) {
  return new flowgate.IpGroup(name.toLowerCase(), { name, rules });
}
office("Lyon", rule.network("10.3.0.0/16"));
class Office extends pulumi.ComponentResource {
  constructor(name: string) {
    super("my:Office", name);
    new flowgate.IpGroup(\`\${name}-group\`, { name: "Brest", rules: [rule.network("10.4.0.0/16")] }, { parent: this });
  }
}
new Office("brest");
const web = new flowgate.IpGroup("web", {
  name: 'Web',
  rules: [
    rule.ip("10.5.0.1"), // first
    rule.ip('10.5.0.2'), // second
  ],
});
new flowgate.IpGroup("all", { name: "All", rules: [rule.child(web), { type: "network", cidr: "10.0.0.0/8" }] });
const region = "north";
new flowgate.IpGroup(\`site-\${region}\`, { name: \`Site \${region}\`, rules: [rule.network(\`10.6.0.0/16\`)] });
new flowgate.IpGroups("bulk", { groups: { A: { rules: [rule.network("10.7.0.0/16")] }, B: {} } });
const common = [rule.ip("10.9.0.1")];
new flowgate.IpGroup("spread", { name: "Spread", rules: [...common, rule.ip("10.9.0.2")] });
`;

/** Configures the box as the program declares it, and puts both into the state. */
async function declareByHand(): Promise<Readonly<Record<string, number>>> {
  await box.write("index.ts", program);
  const ids: Record<string, number> = {};
  const appliance = box.sim.gateway.url;
  const add = (name: string, rules: readonly string[], children: readonly string[] = []): readonly object[] => {
    const below = children.map((one) => ({ type: "child", child_id: ids[one] ?? 0 }) as const);
    const own = rules.map((one) => (one.includes("/") ? network(one) : host(one)));
    ids[name] = box.sim.mutate.addIpGroup(name, [...below, ...own]);
    return [
      ...children.map((one) => ({ type: "child", groupId: String(ids[one]) })),
      ...rules.map((one) => (one.includes("/") ? { type: "network", cidr: one } : { type: "ip", address: one })),
    ];
  };
  const hold = (
    resource: string,
    name: string,
    rules: readonly string[],
    more: { above?: string; children?: string[] } = {},
  ) => {
    const { above = "", children } = more;
    const inputs = { name, rules: add(name, rules, children) };
    const outputs = { groupId: ids[name], ruleCount: inputs.rules.length, appliance };
    box.hold({ kind: "IpGroup", name: resource, id: ids[name] ?? 0, above, inputs, outputs });
  };
  hold("lille", "Lille", ["10.1.0.0/16"]);
  hold("paris", "Paris", ["10.2.0.0/16"]);
  hold("lyon", "Lyon", ["10.3.0.0/16"]);
  hold("brest-group", "Brest", ["10.4.0.0/16"], { above: "my:Office$" });
  hold("web", "Web", ["10.5.0.1", "10.5.0.2"]);
  hold("all", "All", ["10.0.0.0/8"], { children: ["Web"] });
  hold("site-north", "Site north", ["10.6.0.0/16"]);
  hold("spread", "Spread", ["10.9.0.1", "10.9.0.2"]);
  const groups = { A: { rules: add("A", ["10.7.0.0/16"]), children: [] }, B: { rules: add("B", []), children: [] } };
  const outputs = { groups, groupIds: { A: ids["A"], B: ids["B"] }, groupDetails: {}, appliance };
  box.hold({ kind: "IpGroups", name: "bulk", id: "ip-groups", inputs: { groups }, outputs });
  return ids;
}

test("other programs are edited where a value is a literal of one resource, and all else is printed with its place", async () => {
  const ids = await declareByHand();
  const { mutate } = box.sim;
  mutate.setRules("Lille", [network("10.1.0.0/17")]);
  mutate.addRules("Lyon", [host("10.3.3.3")]);
  mutate.setRules("Brest", [network("10.4.0.0/17")]);
  mutate.setRules("Web", [host("10.5.0.2"), host("10.5.0.3")]);
  mutate.renameIpGroup("Site north", "Site nord");
  mutate.setRules("A", [network("10.7.0.0/17")]);
  mutate.setRules("Spread", [host("10.9.0.7"), host("10.9.0.2")]);
  mutate.addRules("All", [{ type: "child", child_id: ids["Lyon"] ?? 0 }]);
  const { code, stdout } = await box.run(["accept", "--yes"]);
  expect([code, stdout]).toEqual([
    9,
    `  IpGroup "Brest"
  IpGroup "Web"
  IpGroup "All"
  IpGroup "A"
4 objects are taken into index.ts.
Change by hand:
  index.ts:5:3: IpGroup "Lille": rules: - network 10.1.0.0/16, + network 10.1.0.0/17 (the same call creates 2 resources)
  index.ts:8:59: IpGroup "Lyon": rules: + ip 10.3.3.3 (rules is not a literal here, but rules)
  index.ts:27:48: IpGroup "Site north": name: "Site north" -> "Site nord" (name is not a literal here, but \`Site \${region}\`)
  index.ts:30:57: IpGroup "Spread": rules: - ip 10.9.0.1, + ip 10.9.0.7 (rules is not a literal here, but [...common, rule.ip("10.9.0.2")])
Next: pulumi up --refresh, which sends nothing to the appliances.
`,
  ]);
  expect(box.text("index.ts")).toBe(
    program
      .replace('"10.4.0.0/16"', '"10.4.0.0/17"')
      .replace('rule.ip("10.5.0.1"), // first', 'rule.ip("10.5.0.3"), // first')
      .replace('cidr: "10.0.0.0/8" }]', `cidr: "10.0.0.0/8" }, rule.child(${String(ids["Lyon"])})]`)
      .replace('"10.7.0.0/16"', '"10.7.0.0/17"'),
  );
});

test("nothing is written if an edit would change another resource too, or if the program would fail", async () => {
  const source = `import { IpGroup, rule } from "pulumi-flowgate";
const rules = { rules: [rule.ip("10.1.0.1")] };
const first = new IpGroup("first", { name: "First", rules: [rule.ip("10.1.0.1")] });
new IpGroup("second", { name: "Second", rules: [rule.child(first), ...rules.rules] });
`;
  await box.write("index.ts", source);
  const appliance = box.sim.gateway.url;
  const first = box.sim.mutate.addIpGroup("First", [host("10.1.0.1")]);
  const second = box.sim.mutate.addIpGroup("Second", [{ type: "child", child_id: first }, host("10.1.0.1")]);
  const rules = [
    { type: "child", groupId: String(first) },
    { type: "ip", address: "10.1.0.1" },
  ];
  for (const [name, id, own] of [
    ["First", first, rules.slice(1)],
    ["Second", second, rules],
  ] as const) {
    const outputs = { groupId: id, ruleCount: own.length, appliance };
    box.hold({ kind: "IpGroup", name: name.toLowerCase(), id, inputs: { name, rules: own }, outputs });
  }
  box.sim.mutate.removeIpGroup("First");
  const { code, stderr } = await box.run(["accept", "IpGroup:First"]);
  expect([code, stderr]).toEqual([
    9,
    expect.stringContaining("With these changes the program would fail, so nothing was changed") as string,
  ]);
  expect(box.text("index.ts")).toBe(source);
  const asked = await box.run(["accept"]);
  expect([asked.code, asked.stderr]).toEqual([8, expect.stringContaining("add --yes, or name the objects") as string]);
});

test("--from brings back what a snapshot recorded, although the appliance has changed since", async () => {
  const { mutate } = box.sim;
  const id = mutate.addIpGroup("Lille", [network("10.20.0.0/16")]);
  expect(await box.run(["snapshot"])).toMatchObject({ code: 0 });
  mutate.setRules("Lille", [network("10.20.0.0/17")]);
  await box.write(
    "index.ts",
    'import { IpGroup, rule } from "pulumi-flowgate";\nnew IpGroup("lille", { name: "Lille", rules: [rule.network("10.20.0.0/17")] });\n',
  );
  const inputs = { name: "Lille", rules: [{ type: "network", cidr: "10.20.0.0/17" }] };
  box.hold({
    kind: "IpGroup",
    name: "lille",
    id,
    inputs,
    outputs: { groupId: id, ruleCount: 1, appliance: box.sim.gateway.url },
  });
  box.sim.requests.clear();
  const { code, stdout } = await box.run(["accept", "--yes", "--from", "flowgate.snapshot.json"]);
  expect([code, stdout]).toEqual([0, '  IpGroup "Lille"\n1 object is taken into index.ts.\n']);
  expect(box.text("index.ts")).toContain('rule.network("10.20.0.0/16")');
  expect(box.sim.requests.verbs()).toEqual([]);
});
