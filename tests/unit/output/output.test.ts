import { setTimeout as sleep } from "node:timers/promises";
import { createColors } from "picocolors";
import { jsonText } from "../../../cli/output/json";
import { Progress } from "../../../cli/output/progress";
import { printable } from "../../../cli/output/text";
import { viewsText, type View } from "../../../cli/output/view";
import { hasColors, isLive, type OutputStream } from "../../../cli/output/streams";
import { Secret } from "../../../provider/values/secret";
import { Sink } from "../../support/sink";
import { cutTo } from "../../../cli/summary/diff-text";

const plain = { colors: createColors(false) };

describe("tables", () => {
  const table = (...rows: readonly (readonly (string | number | undefined)[])[]): View => {
    return { kind: "table", columns: ["Name", "Count"], rows, empty: "There is nothing." };
  };

  test("fit the terminal or have a line for each value, leave out empty columns, and have whole lines in a pipe", () => {
    const views: View[] = [
      {
        kind: "table",
        columns: ["Collector", "Profiles", "Empty", "Description"],
        rows: [
          ["10.0.0.10", "netflow-core, netflow-edge", undefined, "Collector of the network operations"],
          ["10.0.0.9", "netflow-core", undefined, "A".repeat(60)],
        ],
        empty: "",
      },
    ];
    const wide = viewsText(views, { ...plain, width: 63 });
    expect(wide).toBe(viewsText(views, plain));
    expect(wide.split("\n")[0]).toBe("Collector  Profiles                    Description");
    expect(viewsText(views, { ...plain, width: 62 })).toBe(
      "Collector    10.0.0.10\nProfiles     netflow-core, netflow-edge\nDescription  Collector of the network operations\n\n" +
        `Collector    10.0.0.9\nProfiles     netflow-core\nDescription  ${"A".repeat(60)}\n`,
    );
    expect(viewsText([table(["a b c d", "x"])], { ...plain, width: 14 })).toBe("Name     Count\na b c d  x\n");
  });

  test("stay aligned if names contain wide characters", () => {
    const [head, first, second] = viewsText([table(["\u65e5\u672c", "x"], ["abcd", "y"])], plain).split("\n");
    expect([head, first, second]).toEqual(["Name  Count", "\u65e5\u672c  x", "abcd  y"]);
  });

  test("and lists with a title are separated by an empty line", () => {
    const views: View[] = [
      { kind: "fields", fields: [["CPU", "2.5"]] },
      { kind: "list", title: "Profiles", items: ["profile add a 1 2"], empty: "none" },
      { kind: "list", title: "Policies", items: [], empty: "none" },
      { kind: "line", text: "Done.", tone: "good" },
    ];
    expect(viewsText(views, plain)).toBe("CPU  2.5\n\nProfiles\nprofile add a 1 2\n\nPolicies\nnone\nDone.\n");
    expect(viewsText(views, { colors: createColors(true) })).toContain("\u001b[32mDone.\u001b[39m");
  });
});

describe("text of an appliance", () => {
  test("is escaped if a terminal would act on it", () => {
    expect(printable("a\u001b[2J\u009b\u2028\u202e\u061cb")).toBe(String.raw`a\u001b[2J\u009b\u2028\u202e\u061cb`);
  });

  test.each(["::add-mask::x", "  ::error::x", "##vso[task.setvariable]x", "##[error]x", "#[command]x"])(
    "%j is no command of a CI system",
    (text) => {
      expect(printable(text).trimStart()).toMatch(/^\\u00(?:3a|23)[:#[]/u);
    },
  );

  test("shows what has no width: two names never look equal", () => {
    expect(printable("ro\u200bot \u2060a\u00ad \u{e0041}")).toBe(String.raw`ro\u200bot \u2060a\u00ad \udb40\udc41`);
  });

  test("is shown without repeated credentials", () => {
    new Secret("canary-0815-canary");
    expect(printable("x canary-0815-canary y")).toBe("x [secret] y");
  });
});

test("JSON contains maps as objects, whatever their keys are", () => {
  const map = new Map<string, unknown>([
    ["__proto__", 1],
    ["a", undefined],
    ["b", new Map([["c", "\u202e"]])],
  ]);
  const text = jsonText({ map });
  expect(text).toContain(String.raw`"c": "\u202e"`);
  expect(JSON.parse(text)).toEqual(JSON.parse('{"map":{"__proto__":1,"b":{"c":"\u202e"}}}'));
});

describe("progress", () => {
  const patience = 60;

  test("prints nothing if the work ends at once", async () => {
    for (const isTTY of [true, false]) {
      const stderr = new Sink(isTTY);
      expect(await new Progress({ stderr, env: {} }, patience).during("Reading", async () => 5)).toBe(5);
      expect(stderr.text).toBe("");
    }
  });

  test("draws one line on a terminal, and clears it", async () => {
    const stderr = new Sink(true);
    const progress = new Progress({ stderr, env: {} }, patience);
    await progress.during("Reading", async () => {
      await sleep(300);
      progress.update("Reading, 5 rows");
      await sleep(300);
      progress.update("x".repeat(110));
      await sleep(300);
    });
    expect(stderr.text).toMatch(/Reading \(\d+ s\)/u);
    expect(stderr.text).toMatch(/Reading, 5 rows \(\d+ s\)/u);
    expect(stderr.text).toContain(`K${"x".repeat(99)}\r`);
    expect(stderr.text).not.toContain("\n");
    expect(stderr.text.endsWith("\r\u001b[K")).toBe(true);
  });

  test.each<[string, boolean, Record<string, string>]>([
    ["without a terminal", false, {}],
    ["in a build with a terminal", true, { CI: "true" }],
    ["on a dumb terminal", true, { TERM: "dumb" }],
  ])("writes a plain line %s", async (_where, isTTY, env) => {
    const stderr = new Sink(isTTY);
    await new Progress({ stderr, env }, patience).during("Reading", () => sleep(250));
    expect(stderr.text).toMatch(/^Reading \(\d+ s\)\n$/u);
  });

  test("ends with the work, even if the work fails", async () => {
    const stderr = new Sink(true);
    const work = new Progress({ stderr, env: {} }, patience).during("Reading", async () => {
      await sleep(250);
      throw new Error("no");
    });
    await expect(work).rejects.toThrow("no");
    const { text } = stderr;
    await sleep(200);
    expect(stderr.text).toBe(text);
  });
});

describe("colors", () => {
  const stream = (isTTY: boolean): OutputStream => new Sink(isTTY);

  test.each<[string, boolean, Record<string, string>, boolean]>([
    ["a terminal has them", true, {}, true],
    ["a pipe has none", false, {}, false],
    ["NO_COLOR turns them off", true, { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR is ignored", true, { NO_COLOR: "" }, true],
    ["NO_COLOR overrides FORCE_COLOR", true, { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["FORCE_COLOR turns them on", false, { FORCE_COLOR: "1" }, true],
    ["FORCE_COLOR=0 turns them off", true, { FORCE_COLOR: "0" }, false],
    ["a dumb terminal has none", true, { TERM: "dumb" }, false],
  ])("%s", (_rule, isTTY, env, expected) => {
    expect(hasColors(stream(isTTY), env)).toBe(expected);
  });

  test("the output of a build is not live, even with a terminal", () => {
    expect(isLive({ stderr: stream(true), env: {} })).toBe(true);
    expect(isLive({ stderr: stream(true), env: { CI: "1" } })).toBe(false);
    expect(isLive({ stderr: stream(false), env: {} })).toBe(false);
  });
});

test("a set of as many items as fit is shown whole, and a line counts what does not fit", () => {
  const items = (count: number) =>
    Array.from({ length: count }, () => ({ sign: "+", text: "ip 10.0.0.1", set: "rules" }) as const);
  expect(cutTo(items(3), 3)).toEqual({ lines: items(3), cut: 0 });
  const { lines, cut } = cutTo(items(4), 3);
  expect([lines.length, lines[3]?.text, cut]).toEqual([4, expect.stringContaining("… and 1 more rules"), 1]);
});
