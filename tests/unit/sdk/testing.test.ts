import * as pulumi from "@pulumi/pulumi";
import { Collector, getIpGroup, getLicense, IpGroup, rule, User } from "../../../sdk";
import { answerWith } from "../../../sdk/functions/call";
import { setMocks } from "../../../sdk/testing";
import { valueOf } from "./support";

afterEach(() => {
  answerWith(undefined);
});

test("mocks give a resource its inputs, defaults and computed outputs of the right types", async () => {
  const mocks = await setMocks();
  const group = new IpGroup("branches", { rules: [rule.network("10.30.0.0/16")] });
  const collector = new Collector("c", { address: "10.20.0.10", profiles: ["flows"] });
  await mocks.done();
  expect(await valueOf(group.name)).toBe("branches");
  expect(typeof (await valueOf(group.groupId))).toBe("number");
  expect(await valueOf(collector.memberOf)).toEqual([]);
  // The order in which resources without dependencies are registered is not fixed.
  expect([...mocks.resources].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    {
      kind: "IpGroup",
      name: "branches",
      inputs: { name: "branches", rules: [{ type: "network", cidr: "10.30.0.0/16" }] },
    },
    { kind: "Collector", name: "c", inputs: { address: "10.20.0.10", profiles: ["flows"], exclusive: false } },
  ]);
});

test("mocks report the mistakes of all resources in one error", async () => {
  const mocks = await setMocks();
  new Collector("c", { address: "10.20.0.999", profiles: [], threshold: -1 });
  new IpGroup("g", { rules: [rule.range("10.0.0.9", "10.0.0.1")] });
  const fault = await mocks.done().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(pulumi.RunError);
  expect(mocks.faults.length).toBeGreaterThanOrEqual(4);
  expect((fault as Error).message).toBe(mocks.faults.join("\n"));
  expect(mocks.faults.filter((one) => one.startsWith('Collector "c": '))).toHaveLength(mocks.faults.length - 1);
  // Resources are checked in parallel.
  expect(mocks.faults).toContainEqual(expect.stringContaining('IpGroup "g": rules[0]'));
});

test("a secret is checked by its value, and appears in no message", async () => {
  const mocks = await setMocks();
  new User("anna", { password: pulumi.secret("correct horse") });
  await mocks.done();
  new User("5", { password: "hush-hush" });
  await expect(mocks.done()).rejects.toThrow('User "5"');
  expect(mocks.faults.join()).not.toContain("hush");
});

test("functions return the answers of the test, and a function without an answer is named in an error", async () => {
  const found = { groupId: 7, id: "7", name: "a", rules: [], ruleIds: [] };
  await setMocks({ functions: { getIpGroup: ({ name }) => ({ ...found, name: name ?? "" }) } });
  expect(await getIpGroup({ name: "branches" })).toEqual({ ...found, name: "branches" });
  await expect(getLicense()).rejects.toThrow(
    "getLicense: has no answer in this test. Pass one to setMocks: functions: { getLicense: () => ... }.",
  );
});

test("a test can set computed outputs", async () => {
  const mocks = await setMocks({ outputs: ({ kind }) => (kind === "IpGroup" ? { groupId: 4711 } : undefined) });
  const group = new IpGroup("branches", {});
  await mocks.done();
  expect(await valueOf(group.groupId)).toBe(4711);
});
