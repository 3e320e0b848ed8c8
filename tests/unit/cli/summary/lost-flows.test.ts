import { closeAll } from "../support";
import { collector, exporter, policy, profile, Stack, type ScenarioStep } from "./scenarios";
import { piped } from "./support";

afterEach(closeAll);

const stack = new Stack();
const [core, edge] = [profile("core"), profile("edge")];
const same = (...declared: readonly ReturnType<typeof profile>[]): ScenarioStep[] =>
  declared.map((one) => stack.step("same", one));

/** The lines of a comment that warn about flows. */
async function warnings(...steps: readonly ScenarioStep[]): Promise<string[]> {
  const { code, stdout } = await piped(stack.text(steps));
  expect(code).toBe(0);
  return stdout.split("\n").flatMap((line) => /^- stack `dev`: `(⚠ .*)`$/u.exec(line)?.[1] ?? []);
}

describe("a comment warns about flows that reach no collector any more", () => {
  test("if the only collector goes", async () => {
    const lost = await warnings(
      ...same(core, exporter("10.1.0.1", ["core"]), exporter("10.1.0.2", ["core"]), policy("10.30.0.0/16", "core")),
      stack.step("delete", collector("10.9.0.1", ["core"])),
    );
    expect(lost).toEqual([
      "⚠ 2 exporters lose their only collector: 10.1.0.1, 10.1.0.2.",
      "⚠ 10.30.0.0/16 is no longer replicated.",
    ]);
  });

  test("if a policy goes, and nothing else includes its network as a whole", async () => {
    const gone = stack.step("delete", policy("10.30.0.0/16", "core"));
    const kept = same(core, edge, collector("10.9.0.1", ["core", "edge"]));
    expect(await warnings(gone, ...kept)).toEqual(["⚠ 10.30.0.0/16 is no longer replicated."]);
    expect(await warnings(gone, ...kept, ...same(policy("10.30.0.0/17", "edge")))).toEqual([
      "⚠ 10.30.0.0/16 is replicated only in part.",
    ]);
    expect(await warnings(gone, ...kept, ...same(policy("10.0.0.0/8", "edge")))).toEqual([]);
  });

  test("if a profile is switched off", async () => {
    const off = stack.step("update", core, { enabled: false });
    const kept = same(collector("10.9.0.1", ["core"]), exporter("10.1.0.1", ["core"]));
    expect(await warnings(off, ...kept)).toEqual(["⚠ 1 exporter loses its only collector: 10.1.0.1."]);
  });
});

describe("a comment does not warn", () => {
  test("if a profile gets another name, an exporter goes too, or a collector is missing and comes back", async () => {
    const renamed = stack.step("update", core, { name: "central" });
    const follows = [collector("10.9.0.1", ["core"]), exporter("10.1.0.1", ["core"])].map((one) =>
      stack.step("update", one, { profiles: ["central"] }),
    );
    expect(await warnings(renamed, ...follows)).toEqual([]);
    const gone = [collector("10.9.0.1", ["core"]), exporter("10.1.0.1", ["core"])];
    expect(await warnings(...same(core), ...gone.map((one) => stack.step("delete", one)))).toEqual([]);
    const back = collector("10.9.0.1", ["core"]);
    const missing = { ...stack.step("delete", back), op: "refresh" };
    const kept = same(core, exporter("10.1.0.1", ["core"]));
    expect(await warnings(...kept, missing, stack.step("create", back))).toEqual([]);
  });

  test("and does not fail either, if a preview holds what is no address or network", async () => {
    const odd = ["<b>", "10.0.0.0/99", "300.1.1.1/8", "10.0.0.0/8/8", ""];
    const parts = odd.flatMap((text) => [policy(text, "core"), exporter(text, ["core"])]);
    const gone = stack.step("delete", collector("10.9.0.1", ["core"]));
    expect(await warnings(gone, ...same(core), ...parts.map((one) => stack.step("same", one)))).toEqual([]);
  });

  test("if a value is not known yet, or the preview does not name all objects", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const gone = stack.step("delete", collector("10.9.0.1", ["core"]));
    const moved = stack.step("create", collector("10.9.0.2", [unknown]));
    expect(await warnings(gone, moved, ...same(core, exporter("10.1.0.1", ["core"])))).toEqual([]);
    const text = stack.text([gone, ...same(core, exporter("10.1.0.1", ["core"]))]);
    const { stdout } = await piped(text.replace(/"same": \d+/u, '"same": 40'));
    expect(stdout).not.toContain("only collector");
  });
});
