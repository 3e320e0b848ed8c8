import { host, modelProgram, openBox, type Box, type Entry } from "./support";
import { has } from "../../../support/has";

let box: Box;
beforeEach(async () => {
  box = await openBox();
});
afterEach(() => box.close());

const network = (cidr: string) => {
  const [address = "", mask = ""] = cidr.split("/");
  return { type: "network", address, mask } as const;
};

/** Puts an IP group into the state. */
function holdGroup(name: string, id: number, rules: readonly object[], more: Partial<Entry> = {}): void {
  const outputs = { groupId: id, ruleCount: rules.length, appliance: box.sim.gateway.url };
  box.hold({ kind: "IpGroup", name: name.toLowerCase(), id, inputs: { name, rules }, outputs, ...more });
}

test("an ES module that export wrote is edited, and so are the files that it imports", async () => {
  const { mutate } = box.sim;
  mutate.addIpGroup("Lille", [network("10.20.0.0/16")]);
  await box.run(["export", "site"]);
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  const imported = 'import { IpGroup, rule } from "pulumi-flowgate";\n';
  const files: Record<string, string> = {
    "index.js": `${box.text("site/index.ts")}export * from "./offices/paris.mjs";\nimport "./offices/metz.cjs";\n`,
    "offices/paris.mjs": `${imported}export const paris = new IpGroup("paris", { name: "Paris", rules: [rule.ip("10.30.0.1")] });\n`,
    "offices/metz.cjs":
      'const { IpGroup, rule } = require("pulumi-flowgate");\nnew IpGroup("metz", { name: "Metz", rules: [rule.ip("10.40.0.1")] });\n',
  };
  for (const [name, address] of Object.entries({ Paris: "10.30.0.1", Metz: "10.40.0.1" })) {
    holdGroup(name, mutate.addIpGroup(name, [host(address)]), [{ type: "ip", address }]);
    mutate.setRules(name, [host(address.replace(".1", ".9"))]);
  }
  mutate.setRules("Lille", [network("10.20.0.0/17")]);
  await box.writeScript("");
  await box.write("package.json", JSON.stringify({ name: "program", type: "module", main: "index.js" }));
  for (const [name, text] of Object.entries(files)) await box.write(name, text);
  const first = await box.run(["accept", "--yes"]);
  expect(Object.keys(files).map((name) => box.text(name))).toEqual(
    Object.values(files).map((text) => text.replace("0.0/16", "0.0/17").replace(/0\.1(?="\)\])/u, "0.9")),
  );
  expect(first).toMatchObject({ code: 0, stdout: has("3 objects are taken into") });
});

test("nothing is written if an edit would change another resource too, or if the program would fail", async () => {
  const source = `const { IpGroup, rule } = require("pulumi-flowgate");
const rules = { rules: [rule.ip("10.1.0.1")] };
const first = new IpGroup("first", { name: "First", rules: [rule.ip("10.1.0.1")] });
new IpGroup("second", { name: "Second", rules: [rule.child(first), ...rules.rules] });
`;
  await box.writeScript(source);
  const first = box.sim.mutate.addIpGroup("First", [host("10.1.0.1")]);
  const second = box.sim.mutate.addIpGroup("Second", [{ type: "child", child_id: first }, host("10.1.0.1")]);
  const rules = [
    { type: "child", groupId: String(first) },
    { type: "ip", address: "10.1.0.1" },
  ];
  holdGroup("First", first, rules.slice(1));
  holdGroup("Second", second, rules);
  box.sim.mutate.removeIpGroup("First");
  expect(await box.run(["accept", "IpGroup:First"])).toMatchObject({
    code: 9,
    stderr: has("With these changes the program would fail, so nothing was changed"),
  });
  expect(box.text("index.js")).toBe(source);
  expect(await box.run(["accept"])).toMatchObject({ code: 8, stderr: has("add --yes, or name the objects") });
});

test("--from brings back what a snapshot recorded, although the appliance has changed since", async () => {
  const { mutate } = box.sim;
  const id = mutate.addIpGroup("Lille", [network("10.20.0.0/16")]);
  expect(await box.run(["snapshot"])).toMatchObject({ code: 0 });
  mutate.setRules("Lille", [network("10.20.0.0/17")]);
  await box.writeScript(
    'const { IpGroup, rule } = require("pulumi-flowgate");\nnew IpGroup("lille", { name: "Lille", rules: [rule.network("10.20.0.0/17")] });\n',
  );
  holdGroup("Lille", id, [{ type: "network", cidr: "10.20.0.0/17" }]);
  box.sim.requests.clear();
  const { code, stdout } = await box.run(["accept", "--yes", "--from", "flowgate.snapshot.json"]);
  expect([code, stdout]).toEqual([0, '  IpGroup "Lille"\n1 object is taken into index.js.\n']);
  expect(box.text("index.js")).toContain('rule.network("10.20.0.0/16")');
  expect(box.sim.requests.verbs()).toEqual([]);
});

test("a model that export wrote takes over manual changes in place, and a second accept finds them in it", async () => {
  const { mutate } = box.sim;
  mutate.addIpGroup("Lille", [network("10.20.0.0/16")]);
  mutate.addIpGroup("Paris", [network("10.30.0.0/16"), { type: "ip", address: "10.31.0.1" }]);
  await box.run(["export", "site", "--format", "model"]);
  await box.writeScript(modelProgram(["site/site.yaml"]));
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  const commented = box.text("site/site.yaml").replace('"Paris"', '"Paris" # the capital');
  await box.write("site/site.yaml", commented.replace('"10.31.0.1"', '"10.31.0.1" # printer'));

  mutate.renameIpGroup("Lille", "Lille servers");
  mutate.setRules("Paris", [network("10.30.0.0/16")]);
  mutate.addIpGroup("Lyon", [network("10.40.0.0/16")]);
  mutate.removeExporter("192.0.2.20");
  const dry = await box.run(["accept", "--dry-run", "--unmanaged"]);
  expect(dry.stdout).toBe(`--- a/site/site.yaml
+++ b/site/site.yaml
@@ -3,1 +3,1 @@
-  - name: "Lille"
+  - name: "Lille servers"
@@ -6,0 +6,2 @@
+    formerNames:
+      - "Lille"
@@ -8,1 +10,1 @@
-      - "10.31.0.1" # printer
+      # printer
@@ -10,0 +12,4 @@
+  - name: "Lyon"
+    onExisting: "adopt"
+    rules:
+      - "10.40.0.0/16"
@@ -24,4 +30,1 @@
-exporters:
-  - address: "192.0.2.20"
-    profiles:
-      - "legacy-netops"
+exporters: []
4 objects would be taken into site/site.yaml.
`);
  expect(box.text("site/site.yaml")).toContain("exporters:\n");
  expect(await box.run(["accept", "--yes", "--unmanaged"])).toMatchObject({
    code: 0,
    stdout: has("4 objects are taken into site/site.yaml."),
  });
  expect(box.text("site/site.yaml").match(/#.*/gu)?.slice(1)).toEqual(["# the capital", "# printer"]);
  expect(box.sim.requests.verbs({ kind: "write" })).toEqual([]);
  const again = await box.run(["accept", "--yes", "--unmanaged"]);
  expect(again.stdout).toContain("4 differences are in the code already.\n");
});

test("a shared value of a model in layers is changed where it is set after a yes, and with --shared", async () => {
  const base = "# shared\nipGroups:\n  Lille: { rules: [10.20.0.0/16] } # north\n";
  const own = "# own\nipGroups:\n  Paris:\n    rules:\n      - 10.30.0.0/16 # all of it\n";
  const write = () => Promise.all([box.write("base.yaml", base), box.write("site.yaml", own)]);
  await write();
  await box.writeScript(modelProgram(["base.yaml", "site.yaml"]));
  for (const [name, address] of Object.entries({ Lille: "10.20.0.0", Paris: "10.30.0.0" })) {
    const id = box.sim.mutate.addIpGroup(name, [network(`${address}/16`)]);
    const above = "flowgate:index:SiteTemplate$";
    holdGroup(name, id, [{ type: "network", cidr: `${address}/16` }], { name: `site/${name}`, above });
  }
  box.sim.mutate.setRules("Lille", [network("10.20.0.0/17")]);
  box.sim.mutate.addRules("Paris", [{ type: "ip", address: "10.1.1.1" }]);
  const changed = [base.replace("/16", "/17"), `${own}      - 10.1.1.1\n`];
  const asked = await box.run(["accept"], { terminal: true, typed: "all\nyes\n" });
  expect([asked.code, asked.stderr]).toEqual([0, has("base.yaml")]);
  expect([box.text("base.yaml"), box.text("site.yaml")]).toEqual(changed);
  await write();
  expect(await box.run(["accept", "IpGroup:Lille", "--shared"])).toMatchObject({ code: 0 });
  expect([box.text("base.yaml"), box.text("site.yaml")]).toEqual([changed[0], own]);
});
