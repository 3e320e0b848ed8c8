import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { rule as ruleSchema } from "../../../provider/values/rule";
import { canonicalSeccode } from "../../../provider/values/seccode";
import { appSeccodes } from "../../../provider/values/seccodes";
import * as flowgate from "../../../sdk";
import { Collector, getIpGroup, getIpGroups, IpGroup, ReplicatorProfile, rule, seccodes, User } from "../../../sdk";
import { settled, startEngine, valueOf } from "./support";
import { answerWith } from "../../../sdk/functions/call";
import { setMocks } from "../../../sdk/testing";

describe("builders", () => {
  beforeEach(() => startEngine());

  test("the rule builders return the rules that a program would write by hand, which check accepts", () => {
    const [start, end] = ["10.0.0.1", "10.0.0.9"];
    const mask = "0.0.255.0";
    const built = [
      [rule.ip(start), { type: "ip", address: start }],
      [rule.range(start, end), { type: "range", start, end }],
      [rule.network("10.0.0.0/8"), { type: "network", cidr: "10.0.0.0/8" }],
      [rule.all(), { type: "all" }],
      [rule.wildcard(start, mask), { type: "wildcard", address: start, mask }],
      [rule.child(12), { type: "child", groupId: 12 }],
      [rule.child("12"), { type: "child", groupId: "12" }],
    ] as const;
    for (const [one, byHand] of built) {
      expect(one).toEqual(byHand);
      expect(ruleSchema.safeParse(one).success).toBe(true);
    }
  });

  test("rule.child refuses a resource of another kind, in a program without types too", async () => {
    const profile = new ReplicatorProfile("flows", { listeningPort: 2055, sendingPort: 2056 });
    expect(() => rule.child(profile as never)).toThrow(
      "rule.child takes an IpGroup or its id, not a ReplicatorProfile",
    );
    await settled();
  });

  describe("the seccode builders", () => {
    test("return the canonical form that check uses, for every address", () => {
      const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join("."));
      fc.assert(
        fc.property(address, fc.nat(), (ip, index) => {
          expect(seccodes.device(ip)).toBe(canonicalSeccode("device", ip));
          expect(seccodes.interface(ip, index)).toBe(canonicalSeccode("interface", `${ip}-${index}`));
        }),
      );
    });

    test("return the documented hex forms, as outputs for outputs, and leave the hex form unchanged", async () => {
      expect([seccodes.device("10.1.1.1"), seccodes.interface("10.1.1.1", 3)]).toEqual(["0A010101", "0A010101-3"]);
      expect(seccodes.device("0a010101")).toBe("0a010101");
      expect(await valueOf(seccodes.device(pulumi.output("10.1.1.1")))).toBe("0A010101");
      expect(await valueOf(seccodes.interface(pulumi.output("10.1.1.1"), 3))).toBe("0A010101-3");
      expect(await valueOf(seccodes.interface("10.1.1.1", pulumi.output(3)))).toBe("0A010101-3");
    });

    test("have every static code under its own name", () => {
      expect(Object.keys(seccodes.app).sort()).toEqual([...appSeccodes].sort());
      for (const [name, code] of Object.entries(seccodes.app)) expect(code).toBe(name);
    });
  });
});

test("declaring a resource formats no stack of a promise, but still those for source positions", async () => {
  await startEngine();
  const before = Error.prepareStackTrace;
  const formatted: string[] = [];
  /** Formats stacks like the function that Pulumi installs for a program, and records who requested them. */
  const format = (error: Error, frames: NodeJS.CallSite[]): string => {
    formatted.push(frames[0]?.getFunctionName() ?? "");
    return [String(error), ...frames.map((frame) => `at ${frame.getFunctionName()} (${frame.getFileName()})`)].join(
      "\n",
    );
  };
  Error.prepareStackTrace = format;
  new IpGroup("branches", { rules: [rule.all()] });
  const after = Error.prepareStackTrace;
  Error.prepareStackTrace = before;
  await settled();
  expect(formatted).not.toContain("debuggablePromise");
  expect(formatted).toContain("callsites");
  expect(after).toBe(format);
});

describe("mocks for the tests of a program", () => {
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
      { kind: "Collector", name: "c", inputs: { address: "10.20.0.10", profiles: ["flows"] } },
    ]);
  });

  test("mocks report the mistakes of all resources in one error", async () => {
    const mocks = await setMocks();
    new Collector("c", { address: "10.20.0.999", profiles: [], threshold: -1 });
    new IpGroup("g", { rules: [rule.range("10.0.0.9", "10.0.0.1")] });
    const fault: unknown = await mocks.done().catch((error: unknown) => error);
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
    await expect(getIpGroups()).rejects.toThrow(
      "getIpGroups: has no answer in this test. Pass one to setMocks: functions: { getIpGroups: () => ... }.",
    );
  });

  test.each(["getIpGroup", "getIpGroups"] as const)(
    "%s and its form with Output return their own answer",
    async (name) => {
      await setMocks({ functions: { [name]: () => name } });
      const [plain, output] = [flowgate[name], flowgate[`${name}Output`]] as unknown as ((args: object) => unknown)[];
      expect([await plain?.({}), await valueOf(output?.({}) as pulumi.Output<unknown>)]).toEqual([name, name]);
    },
  );

  test("a test can set computed outputs, also of what the program only reads", async () => {
    const mocks = await setMocks({ outputs: ({ kind }) => (kind === "IpGroup" ? { groupId: 4711 } : undefined) });
    const groups = [new IpGroup("branches", {}), IpGroup.get("loopback", "103")];
    await mocks.done();
    expect(await Promise.all(groups.map(({ groupId }) => valueOf(groupId)))).toEqual([4711, 4711]);
    expect([await valueOf(IpGroup.get("all", "9").id), mocks.resources.length]).toEqual(["9", 1]);
  });

  test("mocks number the groups of an IpGroups by name, and take the outputs of another stack from the test", async () => {
    const mocks = await setMocks({ outputs: ({ kind, name }) => (/:Stack/u.test(kind) ? { outputs: { name } } : {}) });
    const { groupIds } = new flowgate.IpGroups("all", { groups: { A: {}, B: {} } });
    new IpGroup("b", { rules: [rule.child(groupIds["A"] as never), rule.child(groupIds["B"] as never)] });
    const profiles = [new pulumi.StackReference("flows").requireOutput("name") as pulumi.Output<string>];
    new Collector("c", { address: "10.20.0.10", profiles });
    await mocks.done();
    expect(mocks.resources.map(({ inputs }) => inputs["profiles"])).toContainEqual(["flows"]);
    expect(await valueOf(groupIds)).not.toEqual({ A: await valueOf(groupIds["B"]), B: expect.any(Number) as unknown });
  });
});
