import fc from "fast-check";
import { commentOf, summaryOf } from "../../cli/summary";
import { readPreviews } from "../../cli/engine/preview";
import { done, failed, type ScenarioStep, Stack, upOf } from "../unit/cli/summary/scenarios";

/** For random updates in which resources fail: what the program declares is done, failed, or not tried. */
const outcomes = ["done", "failed", "untried"] as const;
type Outcome = (typeof outcomes)[number];
const kinds = {
  IpGroup: (name: string) => ({ name, rules: [{ type: "ip", address: "192.0.2.1" }] }),
  UserGroup: (name: string) => ({ name }),
  Permission: (name: string) => ({ userGroup: "ops", permissionType: "app", seccode: name }),
  Collector: (name: string) => ({ address: name, profiles: ["netflow"] }),
};
type Kind = keyof typeof kinds;
const resource = fc.tuple(fc.constantFrom(...(Object.keys(kinds) as Kind[])), fc.constantFrom(...outcomes));

/** The cells of the comment's table by kind, or of its only change without a table. */
function countsIn(comment: string): Map<string, Record<string, number>> {
  const rows = comment.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  const [heads = []] = cells;
  return new Map(
    cells.slice(2).map((row) => {
      return [row[1] ?? "", Object.fromEntries(heads.slice(2).map((head, at) => [head, Number(row[at + 2] ?? 0)]))];
    }),
  );
}

test("what an update declares is done, failed or not tried, in the table and in the title of its comment", () => {
  fc.assert(
    fc.property(fc.array(resource, { minLength: 2, maxLength: 40 }), (all) => {
      const stack = new Stack();
      const declared = all.map(([kind, outcome], at) => {
        const name = kind === "Collector" ? `192.0.2.${String(at)}` : `${kind.toLowerCase()}-${String(at)}`;
        return { kind, outcome, step: stack.step("create", { kind, name, inputs: kinds[kind](name) }) };
      });
      const of = (wanted: Outcome): ScenarioStep[] =>
        declared.filter(({ outcome }) => outcome === wanted).map(({ step }) => step);
      // Nothing is left out unless something before it failed.
      fc.pre(of("failed").length > 0);
      const comment = commentOf(
        summaryOf(
          readPreviews(
            upOf(
              [...of("failed").map((step) => failed(step)), ...of("done").map(done)],
              ...of("failed").map(({ urn }) => [urn, "refused"] as const),
              ...of("untried").map(({ urn }) => [urn, "groupId: is required"] as const),
            ),
            "up",
          ),
        ),
        {},
      );
      const table = countsIn(comment);
      for (const kind of Object.keys(kinds)) {
        const number = (wanted: Outcome): number =>
          declared.filter((one) => one.kind === kind && one.outcome === wanted).length;
        const { failed: bad = 0, "not tried": left = 0, create = 0 } = table.get(kind) ?? {};
        expect({ kind, bad, left, create }).toEqual({
          ...{ kind, bad: number("failed"), left: number("untried") },
          create: number("done"),
        });
      }
      const title = comment.split("\n")[2] ?? "";
      expect(Number(/⚠ (\d+) failed/u.exec(title)?.[1] ?? 0)).toBe(of("failed").length);
      expect(Number(/⚠ (\d+) not tried/u.exec(title)?.[1] ?? 0)).toBe(of("untried").length);
      expect(comment).not.toContain("is required");
    }),
    { numRuns: 200, seed: Number(process.env["FLOWGATE_SEED"] ?? 7) },
  );
});
