import { IpGroup, rule } from "../../../sdk";
import { settled, startEngine } from "./support";

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
    expect((error as Error).stack).toMatch(/not here\n *at (?:\S+\.)?refuse .*stacks\.test\.ts/u);
  }
  expect.assertions(1);
});

test("a program without a formatter has none after a declaration", () => {
  Error.prepareStackTrace = undefined as never;
  declare();
  expect(Error.prepareStackTrace).toBeUndefined();
});
