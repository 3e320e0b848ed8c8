import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, launch, root } from "../support/clone";
import { ofEach, sampleOf } from "../kinds/samples";
import { declare, oneStage } from "./support";

jest.setTimeout(300_000);

const stage = oneStage();

/** What `flowgate check` says of a program. */
async function checked(...lines: string[]): Promise<{ code: number | null; text: string }> {
  const { engine } = stage;
  await engine.program(declare(...lines));
  const args = [join(root, "dist/cli/main.js"), "check"];
  const { code, stdout, stderr } = await launch(process.execPath, args, engine.folder, engine.env).ended;
  return { code, text: stdout + stderr };
}

test("one run finds every mistake with its place; what others give and secrets are unknown, and the rest is checked", async () => {
  await stage.engine.config({ "program:password": "s3cret" });
  const { code, text } = await checked(
    ...Array.from(
      { length: 10 },
      (_, at) => `new IpGroup("g${String(at)}", { rules: [rule.network("192.0.2.1/24")] });`,
    ),
    // Another stack, another package, a function, and a secret.
    'const net = new pulumi.StackReference("organization/net/dev");',
    'const theirs = rule.network(net.requireOutput("cidr").apply(String));',
    'new IpGroup("theirs", { rules: [theirs, rule.network("192.0.2.1/24")] });',
    'class Other extends pulumi.CustomResource { constructor() { super("other:index:Thing", "other", { size: 1, made: undefined }); } }',
    'new IpGroup("named", { name: new Other().made, rules: [] });',
    'pulumi.runtime.invokeOutput("other:index:get", {}).apply((one) => new IpGroup("invoked", { name: one.name, rules: [] }));',
    'new IpGroup("secret", { name: new pulumi.Config("program").requireSecret("password"), rules: [] });',
    // A text that names an object of the same program.
    'new flowgate.User("alice", { name: "alice", password: "p" });',
    'new flowgate.UserGroup("ops", { name: "ops", members: ["alice"] });',
    'new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });',
    'new Collector("analysis", { address: "192.0.2.9", profiles: ["netflw", "legacy-netops"] });',
    'new Collector("wrong", { address: "192.0.2.8", profiles: [new IpGroup("group", { rules: [] })] });',
    'new IpGroup("holds", { rules: [rule.child(IpGroup.get("loopback", "103"))] });',
    'new IpGroup("found", { name: flowgate.getIpGroupOutput({ name: "Loopback" }).name, rules: [] });',
    // What only an engine calls.
    "pulumi.runtime.registerResourceTransform(() => undefined);",
    'const beforeCreate = [new pulumi.ResourceHook("says", () => {})];',
    'new IpGroup("hooked", { rules: [] }, { hooks: { beforeCreate }, transforms: [() => undefined] });',
    // Any input of any kind.
    ...ofEach(({ full }) => Object.keys(full)).map(([kind, key]) => {
      const inputs = JSON.stringify(sampleOf(kind).minimal);
      return `new flowgate.${kind}("${kind}-${key}", { ...${inputs}, ${key}: net.requireOutput("other") });`;
    }),
  );
  expect(code).toBe(9);
  expect(text.match(/^index\.js:\d+:\d+: IpGroup "g\d": rules\[0\]\.cidr: .* host bits/gmu)).toHaveLength(10);
  expect(text).toMatch(/^index\.js:\d+:\d+: IpGroup "theirs": rules\[1\]\.cidr/mu);
  expect(text).toContain('members: "alice" is User "alice" of this program: write members: [alice]');
  expect(text).toContain(
    'profiles: "netflw" is no ReplicatorProfile of this program, did you mean ReplicatorProfile "netflow"?',
  );
  expect(text).toMatch(
    /^index\.js:\d+:\d+: Collector "wrong": profiles: must be a ReplicatorProfile, not a resource/mu,
  );
  expect(text).toContain("Transforms were not applied: a preview checks what they change.");
  expect(text).toMatch(/: 13 mistakes, 1 warning\.$/mu);
  expect(stage.sim.requests.verbs()).toEqual([]);
});

test("a rename without its alias is named with the alias, as long as the state has the former name", async () => {
  const { engine } = stage;
  const port = "{ listeningPort: 2055, sendingPort: 2056 }";
  const component = (name: string, inside: string): string =>
    `new (class extends pulumi.ComponentResource { constructor() { super("my:index:Site", "${name}"); ${inside} } })();`;
  const desks = '{ model: { ipGroups: [{ name: "Area" }] } }';
  await engine.program(
    declare(
      'new IpGroup("servers", { name: "Servers", rules: [] });',
      'new IpGroup("printers", { name: "Printers", rules: [] });',
      'new IpGroup("moved", { name: "Moved", rules: [] });',
      'new IpGroup("passes", { name: "Passes", rules: [] });',
      `new ReplicatorProfile("netflow", ${port});`,
      component("lille", 'new IpGroup("lille/all", { name: "Lille" }, { parent: this });'),
      component("north", 'new IpGroup("north/desk", { name: "Desk" }, { parent: this });'),
      `new flowgate.SiteTemplate("area", ${desks});`,
      'for (const name of ["One", "Two"]) new IpGroup(name, {});',
      'new flowgate.IpGroups("many", { groups: { Three: {} } });',
      'new flowgate.IpGroups("stays", { groups: { Five: {} } });',
      `new flowgate.SiteTemplate("bulk", { model: { ipGroups: [{ name: "Six" }] } });`,
    ),
  );
  await engine.up();
  const { code, text } = await checked(
    'new IpGroup("web", { name: "Servers", rules: [] });',
    'new IpGroup("kept", { name: "Printers", rules: [] }, { aliases: [{ name: "printers" }] });',
    'new IpGroup("takes", { name: "Passes", rules: [], onExisting: "adopt" });',
    `new ReplicatorProfile("flows", ${port});`,
    component("lyon", 'new IpGroup("lyon/all", { name: "Lille" }, { parent: this });'),
    component("other", 'new IpGroup("moved", { name: "Moved", rules: [] }, { parent: this });'),
    component("north", ""),
    component("south", 'new IpGroup("south/desk", { name: "Desk" }, { parent: this });'),
    component("region", `new flowgate.SiteTemplate("area", ${desks}, { parent: this });`),
    'new flowgate.IpGroups("stays", { groups: { Five: {}, One: {}, Two: {} } });',
    'new IpGroup("three", { name: "Three" });',
    `new flowgate.SiteTemplate("bulk", { model: { ipGroups: [{ name: "Six" }] }, bulk: true });`,
  );
  expect(code).toBe(9);
  for (const line of [
    'IpGroup "lyon/all": IP group "Lille" leaves as "lille/all" and comes as "lyon/all", so pulumi up fails. To keep it, add to lyon: { aliases: [{ name: "lille" }] }',
    'IpGroup "moved": IP group "Moved" leaves as "moved" and comes as "moved" under another parent, so pulumi up fails. To keep it, add to moved: { aliases: [{ parent: pulumi.rootStackResource }] }',
    'IpGroup "south/desk": IP group "Desk" leaves as "north/desk" and comes as "south/desk", so pulumi up fails. To keep it, add to south/desk: { aliases: [{ name: "north/desk" }] }',
    'IpGroup "area/Area": IP group "Area" leaves as "area/Area" and comes as "area/Area" under another parent, so pulumi up fails. To keep it, add to area: { aliases: [{ parent: pulumi.rootStackResource }] }',
    'IpGroup "web": IP group "Servers" leaves as "servers" and comes as "web", so pulumi up fails. To keep it, add to web: { aliases: [{ name: "servers" }] }',
    'warning: ReplicatorProfile "flows": profile "netflow" leaves as "netflow" and comes as "flows". To keep it, add to flows: { aliases: [{ name: "netflow" }] }',
    'IpGroups "stays": IP group "One" leaves as "One" and comes as "stays", so pulumi up fails. To keep it, add to stays: onExisting: "adopt"',
    'IpGroup "three": IP group "Three" leaves as "many" and comes as "three", so pulumi up fails. To keep it, add to three: onExisting: "adopt"',
    'IpGroups "bulk/ip-groups": IP group "Six" leaves as "bulk/Six" and comes as "bulk/ip-groups", so pulumi up fails. To keep it, add to Six: onExisting: "adopt"',
    ": 8 mistakes, 1 warning.",
  ])
    expect(text).toContain(line);
  expect(text).not.toContain("Printers");
});

test("one Pulumi name twice is a mistake with both places, as are mistakes of the stack's configuration and credentials in plain text", async () => {
  const { engine } = stage;
  const file = join(engine.folder, "Pulumi.test.yaml");
  const held = await readFile(file);
  await engine.config({ "gateway.token": "canary" });
  await engine.pulumi(["config", "set", "--path", "flowgate:sites.paris.gateway.token", "--plaintext", "canary"]);
  const { code, text } = await checked('new IpGroup("a", { name: "A" });', 'new IpGroup("a", { name: "B" });');
  await writeFile(file, held);
  expect([code, text]).toEqual([9, expect.not.stringContaining("canary")]);
  expect(text).toMatch(
    /^index\.js:6:1: IpGroup "a": a resource of this type and name is declared at index\.js:5:1 too\. Rename one of them\.$/mu,
  );
  for (const line of [
    "Pulumi.test.yaml: configuration flowgate:gateway.token was set without --path, as a key with a dot: pulumi config rm flowgate:gateway.token && pulumi config set --path --secret flowgate:gateway.token",
    "Pulumi.test.yaml: warning: sites.paris.gateway.token stands in plain text: pulumi config set --path --secret flowgate:sites.paris.gateway.token",
  ])
    expect(text).toContain(line);
});

test("a program that ends early, and a stack that does not exist, are never without mistakes", async () => {
  const { code, text } = await checked('new IpGroup("one", { rules: [] });', "process.exit(0);");
  expect([code, text]).toEqual([9, expect.stringContaining("ended early")]);
  const args = [join(root, "dist/cli/main.js"), "check"];
  const env = { ...stage.engine.env, PULUMI_STACK: "nope" };
  const { stderr, ...named } = await launch(process.execPath, args, stage.engine.folder, env).ended;
  expect([named.code, stderr]).toEqual([2, expect.stringContaining('There is no stack "nope"')]);
});

test("a program may put back how stacks are printed as often as it declares resources", async () => {
  const script = `Error.prepareStackTrace = (error) => String(error) + "\\n    at file:///a/b.js:1:2";
    for (let at = 0; at < 100_000; at += 1) { const own = Error.prepareStackTrace; Error.prepareStackTrace = own; }
    console.log(new Error("x").stack);`;
  const args = [`--require=${join(root, "dist/cli/commands/check/preload.js")}`, "-e", script];
  const { stdout, stderr } = await launch(process.execPath, args, root, cleanEnvironment({})).ended;
  expect([stdout, stderr]).toEqual(["Error: x\n    at <anonymous> (/a/b.js:1:2)\n", ""]);
});
