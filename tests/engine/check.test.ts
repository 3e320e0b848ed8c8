import { join } from "node:path";
import { startSimulator, type Simulator } from "../../simulator";
import { launch, root } from "../support/clone";
import { configFor } from "../support/configuration";
import { type EngineWorkspace, openEngine } from "../support/engine";
import { declare } from "./support";

jest.setTimeout(300_000);

let sim: Simulator;
let engine: EngineWorkspace;
beforeAll(async () => {
  [sim, engine] = await Promise.all([startSimulator({ https: false }), openEngine()]);
  await engine.config(configFor(sim));
});
afterAll(async () => {
  await engine.close();
  await sim.close();
});

/** What `flowgate check` says of a program. */
async function checked(...lines: string[]): Promise<{ code: number | null; text: string; ms: number }> {
  await engine.program(declare(...lines));
  const began = performance.now();
  const args = [join(root, "dist/cli/main.js"), "check"];
  const { code, stdout, stderr } = await launch(process.execPath, args, engine.folder, engine.env).ended;
  return { code, text: stdout + stderr, ms: performance.now() - began };
}

test("ten wrong resources are ten lines with their places", async () => {
  const wrong = Array.from(
    { length: 10 },
    (_, at) => `new IpGroup("g${String(at)}", { rules: [rule.network("192.0.2.1/24")] });`,
  );
  const { code, text, ms } = await checked(...wrong);
  expect(code).toBe(9);
  expect(text.match(/^index\.js:\d+:\d+: IpGroup "g\d": rules\[0\]\.cidr: .* host bits/gmu)).toHaveLength(10);
  expect(ms).toBeLessThan(20_000);
  expect(sim.requests.verbs()).toEqual([]);
});

test("what other stacks and other packages give is unknown, and the rest is checked", async () => {
  const { code, text } = await checked(
    'const net = new pulumi.StackReference("organization/net/dev");',
    'const theirs = rule.network(net.requireOutput("cidr").apply(String));',
    'new IpGroup("theirs", { rules: [theirs, rule.network("192.0.2.1/24")] });',
    'class Other extends pulumi.CustomResource { constructor() { super("other:index:Thing", "other", { size: 1, made: undefined }); } }',
    'new IpGroup("named", { name: new Other().made, rules: [] });',
    'pulumi.runtime.invokeOutput("other:index:get", {}).apply((one) => new IpGroup("invoked", { name: one.name, rules: [] }));',
  );
  expect([code, text]).toEqual([9, expect.stringContaining("index.js:")]);
  expect(text).toContain("rules[1].cidr");
  expect(text).toContain("2 resources: 1 mistake.");
});

test("a secret is unknown, and a program that ends early is never without mistakes", async () => {
  await engine.pulumi(["config", "set", "--secret", "mine", "s3cret"]);
  const secret = await checked(
    'const mine = new pulumi.Config("program").requireSecret("mine");',
    'new IpGroup("named", { name: mine, rules: [] });',
  );
  expect([secret.code, secret.text]).toEqual([0, expect.stringContaining("1 resource: no mistakes.")]);
  const early = await checked('new IpGroup("one", { rules: [] });', "process.exit(0);");
  expect(early.code).toBe(9);
  expect(early.text).toContain("ended early");
});

test("a text that names an object of the same program is a mistake, in the preview too", async () => {
  const lines = [
    'new flowgate.User("alice", { name: "alice", password: "p" });',
    'new flowgate.UserGroup("ops", { name: "ops", members: ["alice"] });',
    'new ReplicatorProfile("netflow", { listeningPort: 2055, sendingPort: 2056 });',
    'new Collector("analysis", { address: "192.0.2.9", profiles: ["netflw"] });',
  ];
  const { code, text } = await checked(...lines);
  expect(code).toBe(9);
  expect(text).toContain('members: "alice" is User "alice" of this program: write members: [alice]');
  expect(text).toContain(
    'profiles: "netflw" is no ReplicatorProfile of this program, did you mean ReplicatorProfile "netflow"?',
  );
  const preview = await engine.preview({ fails: "perhaps" });
  expect(preview.output).toContain('"alice" is User "alice" of this program');
});
