import { openBox, type Box } from "./support";

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
