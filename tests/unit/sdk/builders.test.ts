import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { rule as ruleSchema } from "../../../provider/values/rule";
import { canonicalSeccode, seccodeFault } from "../../../provider/values/seccode";
import { appSeccodes } from "../../../provider/values/seccodes";
import {
  rule,
  seccodes,
  OnExisting,
  PermissionType,
  PolicyKind,
  RuleType,
  SettingOnDestroy,
  IpGroup,
} from "../../../sdk";
import { startEngine, valueOf, settled } from "./support";
import { gatewayDocument } from "../api/gateway";

describe("builders", () => {
  beforeEach(() => startEngine());

  describe("the rule builders", () => {
    test("return the rules that a program would write by hand", () => {
      expect(rule.ip("10.0.0.1")).toEqual({ type: "ip", address: "10.0.0.1" });
      expect(rule.range("10.0.0.1", "10.0.0.9")).toEqual({ type: "range", start: "10.0.0.1", end: "10.0.0.9" });
      expect(rule.network("10.0.0.0/8")).toEqual({ type: "network", cidr: "10.0.0.0/8" });
      expect(rule.all()).toEqual({ type: "all" });
      expect(rule.wildcard("10.0.0.1", "0.0.255.0")).toEqual({
        type: "wildcard",
        address: "10.0.0.1",
        mask: "0.0.255.0",
      });
      expect(rule.child(12)).toEqual({ type: "child", groupId: 12 });
      expect(rule.child("12")).toEqual({ type: "child", groupId: "12" });
    });

    test("return rules that check accepts", () => {
      const rules = [rule.ip("10.0.0.1"), rule.range("10.0.0.1", "10.0.0.9"), rule.network("10.0.0.0/8"), rule.all()];
      for (const one of [...rules, rule.wildcard("10.0.0.1", "0.0.255.0"), rule.child(12)])
        expect(ruleSchema.safeParse(one).success).toBe(true);
    });

    test("accept outputs in every place", async () => {
      const rules = [
        rule.ip(pulumi.output("10.0.0.1")),
        rule.range(pulumi.output("10.0.0.1"), Promise.resolve("10.0.0.9")),
        rule.child(pulumi.output(12)),
      ];
      expect(await valueOf(rules)).toEqual([
        { type: "ip", address: "10.0.0.1" },
        { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
        { type: "child", groupId: 12 },
      ]);
    });

    test("can be used in map", () => {
      expect(["10.0.0.1", "10.0.0.2"].map((address) => rule.ip(address))).toEqual([
        { type: "ip", address: "10.0.0.1" },
        { type: "ip", address: "10.0.0.2" },
      ]);
    });
  });

  describe("the seccode builders", () => {
    test("return the documented hex forms", () => {
      expect(seccodes.device("10.1.1.1")).toBe("0A010101");
      expect(seccodes.interface("10.1.1.1", 3)).toBe("0A010101-3");
    });

    test("return the canonical form that check uses, for every address", () => {
      const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((octets) => octets.join("."));
      fc.assert(
        fc.property(address, fc.nat(), (ip, index) => {
          expect(seccodes.device(ip)).toBe(canonicalSeccode("device", ip));
          expect(seccodes.interface(ip, index)).toBe(canonicalSeccode("interface", `${ip}-${index}`));
        }),
      );
    });

    test.each([
      "010.1.1.1",
      "10.1.1",
      "10.1.1.1.1",
      "10..1.1",
      "10.1.1.256",
      "0x0a.1.1.1",
      " 10.1.1.1",
      "1e1.1.1.1",
      "host",
      "",
    ])("leave %j unchanged for check to refuse", (address) => {
      expect(seccodes.device(address)).toBe(address);
      expect(seccodes.interface(address, 3)).toBe(`${address}-3`);
      expect(seccodeFault("device", seccodes.device(address))).toBeDefined();
    });

    test("leave the hex form unchanged", () => {
      expect(seccodes.device("0a010101")).toBe("0a010101");
    });

    test.each([-1, 1.5, Number.NaN])("leave an index of %p for check to refuse", (index) => {
      expect(seccodeFault("interface", seccodes.interface("10.1.1.1", index))).toBeDefined();
    });

    test("return outputs for outputs", async () => {
      expect(await valueOf(seccodes.device(pulumi.output("10.1.1.1")))).toBe("0A010101");
      expect(await valueOf(seccodes.interface(pulumi.output("10.1.1.1"), 3))).toBe("0A010101-3");
      expect(await valueOf(seccodes.interface("10.1.1.1", pulumi.output(3)))).toBe("0A010101-3");
    });

    test("have every static code under its own name", () => {
      expect(Object.keys(seccodes.app).sort()).toEqual([...appSeccodes].sort());
      for (const [name, code] of Object.entries(seccodes.app)) expect(code).toBe(name);
    });
  });

  test("loading the SDK pulls in neither zod nor undici", () => {
    const loaded: string[] = [];
    jest.isolateModules(() => {
      jest.doMock("zod", () => loaded.push("zod"));
      jest.doMock("undici", () => loaded.push("undici"));
      jest.requireActual("../../../sdk");
    });
    expect(loaded).toEqual([]);
  });
});

/** The values that the API document lists for a field. */
const documented = (action: keyof typeof gatewayDocument, field: string): string[] =>
  (gatewayDocument[action].values?.[field] ?? "").split(", ");

test.each([
  ["PermissionType", PermissionType, documented("user_api/permissions", "json.permissions.add[].permission_type")],
  ["RuleType", RuleType, documented("ipgroups/saveRule", "added[].type").map((type) => type.replace("ipall", "all"))],
  ["PolicyKind", PolicyKind, ["include", "exclude"]],
  ["OnExisting", OnExisting, ["fail", "adopt", "adoptIfEqual"]],
  ["SettingOnDestroy", SettingOnDestroy, ["restore", "leave", "disable"]],
])("%s has every value that the input accepts, under its own name", (_name, constants, values) => {
  expect(Object.values(constants).sort()).toEqual(values.sort());
  for (const [name, value] of Object.entries(constants)) expect(name.toLowerCase()).toBe(value.toLowerCase());
});

describe("stacks of errors", () => {
  const before = Error.prepareStackTrace;
  let formatted: string[];

  /**
   * Formats stacks like the function that Pulumi installs for a program. Also records the functions that requested a
   * stack.
   */
  function format(error: Error, frames: NodeJS.CallSite[]): string {
    formatted.push(frames[0]?.getFunctionName() ?? "");
    const lines = frames.map((frame) => `at ${frame.getFunctionName()} (${frame.getFileName()})`);
    return [String(error), ...lines].join("\n");
  }

  beforeEach(async () => {
    await startEngine();
    formatted = [];
    Error.prepareStackTrace = format;
  });

  afterEach(async () => {
    Error.prepareStackTrace = before;
    delete process.env["PULUMI_DEBUG_PROMISE_LEAKS"];
    await settled();
  });

  const declare = (): IpGroup => new IpGroup("branches", { rules: [rule.all()] });

  test("declaring a resource formats no stack of a promise", () => {
    declare();
    expect(formatted).not.toContain("debuggablePromise");
  });

  test("with PULUMI_DEBUG_PROMISE_LEAKS, the stacks of all promises are formatted", () => {
    process.env["PULUMI_DEBUG_PROMISE_LEAKS"] = "1";
    declare();
    expect(formatted.filter((name) => name === "debuggablePromise").length).toBeGreaterThan(4 * 7);
  });

  test("stacks for source positions are still formatted", () => {
    declare();
    expect(formatted).toContain("callsites");
  });

  test("the program's own formatter is restored after a declaration, even if that failed", () => {
    declare();
    expect(Error.prepareStackTrace).toBe(format);
    expect(() => new IpGroup("", { name: "Branches", rules: [rule.all()] })).toThrow("Missing resource name");
    expect(Error.prepareStackTrace).toBe(format);
  });

  test("an error that is thrown during a declaration has a stack with its place in the program", () => {
    const transformations = [
      function refuse(): never {
        throw new Error("not here");
      },
    ];
    try {
      new IpGroup("branches", { rules: [rule.all()] }, { transformations });
    } catch (error) {
      expect((error as Error).stack).toMatch(/not here\n *at (?:\S+\.)?refuse .*builders\.test\.ts/u);
    }
    expect.assertions(1);
  });

  test("a program without a formatter has none after a declaration", () => {
    Error.prepareStackTrace = undefined as never;
    declare();
    expect(Error.prepareStackTrace).toBeUndefined();
  });
});
