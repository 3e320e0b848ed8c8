import { openBox, type Box } from "./support";

let box: Box;
beforeEach(async () => {
  box = await openBox();
});
afterEach(() => box.close());

const network = (address: string, mask: string) => ({ type: "network", address, mask }) as const;

test("a model that export wrote takes over manual changes in place, and a second accept finds them in it", async () => {
  const { mutate } = box.sim;
  mutate.addIpGroup("Lille", [network("10.20.0.0", "16")]);
  mutate.addIpGroup("Paris", [network("10.30.0.0", "16"), { type: "ip", address: "10.31.0.1" }]);
  mutate.setSetting("flowStopAlert", { value: "45" });
  await box.run(["export", "site", "--format", "model"]);
  await box.write("index.ts", box.text("site/index.ts").replace('"site.yaml"', '"site/site.yaml"'));
  expect(await box.run(["import", "site/import.json"])).toMatchObject({ code: 0 });
  const commented = box.text("site/site.yaml").replace('"Paris"', '"Paris" # the capital');
  await box.write("site/site.yaml", commented.replace('"10.31.0.1"', '"10.31.0.1" # printer'));

  mutate.renameIpGroup("Lille", "Lille servers");
  mutate.setRules("Paris", [network("10.30.0.0", "16")]);
  mutate.addIpGroup("Lyon", [network("10.40.0.0", "16")]);
  mutate.setThreshold("192.0.2.10", 77);
  mutate.removeExporter("192.0.2.20");
  mutate.setSetting("flowStopAlert", { value: "95" });
  mutate.addPolicy("legacy-netops", { network: "10.0.0.0", prefixLength: 8, kind: "exclude" });
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
@@ -18,0 +24,3 @@
+      - cidr: "10.0.0.0/8"
+        kind: "exclude"
+        onExisting: "adopt"
@@ -23,1 +32,1 @@
-    threshold: 5000
+    threshold: 77
@@ -24,4 +33,1 @@
-exporters:
-  - address: "192.0.2.20"
-    profiles:
-      - "legacy-netops"
+exporters: []
@@ -30,1 +36,1 @@
-    value: 45
+    value: 95
7 objects would be taken into site/site.yaml.
`);
  expect(box.text("site/site.yaml")).toContain("exporters:\n");
  const done = await box.run(["accept", "--yes", "--unmanaged"]);
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringContaining("7 objects are taken into site/site.yaml.") as string,
  ]);
  expect(box.text("site/site.yaml").match(/#.*/gu)?.slice(1)).toEqual(["# the capital", "# printer"]);
  expect(box.sim.requests.verbs({ kind: "write" })).toEqual([]);
  const again = await box.run(["accept", "--yes", "--unmanaged"]);
  expect(again.stdout).toContain("7 differences are in the code already.\n");
});

test("a shared value of a model in layers is changed where it is set after a yes, and with --shared", async () => {
  const base = "# shared\nipGroups:\n  Lille: { rules: [10.20.0.0/16] } # north\n";
  const own = "# own\nipGroups:\n  Paris:\n    rules:\n      - 10.30.0.0/16 # all of it\n";
  const write = () => Promise.all([box.write("base.yaml", base), box.write("site.yaml", own)]);
  await write();
  await box.write(
    "index.ts",
    'import { loadModel, SiteTemplate } from "pulumi-flowgate";\n' +
      'new SiteTemplate("site", { model: loadModel(["base.yaml", "site.yaml"]) });\n',
  );
  for (const [name, address] of Object.entries({ Lille: "10.20.0.0", Paris: "10.30.0.0" })) {
    const id = box.sim.mutate.addIpGroup(name, [network(address, "16")]);
    const inputs = { name, rules: [{ type: "network", cidr: `${address}/16` }] };
    const outputs = { groupId: id, ruleCount: 1, appliance: box.sim.gateway.url };
    box.hold({ kind: "IpGroup", name: `site/${name}`, id, above: "flowgate:index:SiteTemplate$", inputs, outputs });
  }
  box.sim.mutate.setRules("Lille", [network("10.20.0.0", "17")]);
  box.sim.mutate.addRules("Paris", [{ type: "ip", address: "10.1.1.1" }]);
  const changed = [base.replace("/16", "/17"), `${own}      - 10.1.1.1\n`];
  const asked = await box.run(["accept"], { terminal: true, typed: "all\nyes\n" });
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining("base.yaml") as string]);
  expect([box.text("base.yaml"), box.text("site.yaml")]).toEqual(changed);
  await write();
  expect(await box.run(["accept", "IpGroup:Lille", "--shared"])).toMatchObject({ code: 0 });
  expect([box.text("base.yaml"), box.text("site.yaml")]).toEqual([changed[0], own]);
});
