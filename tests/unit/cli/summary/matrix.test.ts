import { readPreviews } from "../../../../cli/engine/preview";
import { commentOf, pageOf, summaryOf } from "../../../../cli/summary";
import type { Kind } from "../../../../provider/registry";
import { entryOf, samples } from "../../../kinds/samples";
import type { Properties } from "../../../support/provider-calls";

/** The objects that a resource of a kind stands for: their kind, and how many of them its full sample has. */
const objects: Partial<Record<Kind, readonly [kind: string, count: number]>> = {
  IpGroups: ["IpGroup", 2],
  PermissionSet: ["Permission", 2],
};
const hosts = ["pulumi-nodejs:dynamic/flowgate:", "flowgate:index:"] as const;
const cells = hosts.flatMap((host) => (Object.keys(samples) as Kind[]).map((kind) => ({ host, kind })));

/** What happens to every object of a resource, as the engine reports it, and the column that counts it. */
const cases: Readonly<Record<string, (kind: Kind, urn: string) => { lines: object[]; column: string }>> = {
  created: (kind, urn) => ({ lines: [step("create", urn, undefined, stateOf(kind))], column: "create" }),
  deleted: (kind, urn) => ({ lines: [step("delete", urn, stateOf(kind), undefined)], column: "delete" }),
  replaced: (kind, urn) => ({ lines: [step("replace", urn, stateOf(kind), stateOf(kind))], column: "replace" }),
  failed: (kind, urn) => ({
    lines: [{ ...step("create", urn, undefined, stateOf(kind)), failed: true }],
    column: "failed",
  }),
  missing: (kind, urn) => ({
    lines: [step("refresh", urn, stateOf(kind), undefined), step("create", urn, undefined, stateOf(kind))],
    column: "missing",
  }),
};

interface State {
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

function stateOf(kind: Kind, change: Properties = {}): State {
  const inputs = { ...samples[kind].full, ...change };
  const { id, outputs } = entryOf(kind, inputs);
  return { id, inputs, outputs: { ...inputs, ...outputs } };
}

function step(op: string, urn: string, oldState: State | undefined, newState: State | undefined): object {
  return { op, urn, ...(oldState && { oldState }), ...(newState && { newState: { inputs: newState.inputs } }) };
}

/** A comment and a page about some steps, and an unrelated change, so that there is a table. */
function reports(host: string, lines: object[]): { comment: string; page: string } {
  const other = step("create", `urn:pulumi:dev::brown::other:index:Thing::thing`, undefined, {
    id: "",
    inputs: {},
    outputs: {},
  });
  const summary = summaryOf(readPreviews(JSON.stringify({ steps: [other, ...lines] }), host));
  return { comment: commentOf(summary, { longest: 65_536 }), page: pageOf(summary, {}) };
}

/** The cells of a kind's row in the table of a comment, by column. */
function counts(comment: string, kind: string): Record<string, number> {
  const cellsOf = (line: string): string[] => line.split("|").map((cell) => cell.trim());
  const lines = comment.split("\n");
  const heads = cellsOf(lines.find((line) => line.startsWith("|  |")) ?? "");
  const row = cellsOf(lines.find((line) => line.startsWith(`| \`${kind}\``)) ?? "");
  return Object.fromEntries(heads.flatMap((head, at) => (Number(row[at]) > 0 ? [[head, Number(row[at])]] : [])));
}

describe.each(cells)("an object of $kind of $host", ({ host, kind }) => {
  const urn = `urn:pulumi:dev::brown::${host}${kind}::one`;
  const [noun, count] = objects[kind] ?? [kind, 1];

  test.each(Object.keys(cases))("that is %s is counted as that and nothing else", (name) => {
    const { lines, column } = (cases[name] as (typeof cases)[string])(kind, urn);
    const { comment, page } = reports(host, lines);
    expect({ name, counts: counts(comment, noun) }).toEqual({ name, counts: { [column]: count } });
    const isLoss = ["delete", "replace", "failed"].includes(column);
    expect(comment.includes("nothing is deleted")).toBe(!isLoss && column !== "missing");
    expect(page).toContain(`<th scope="row">${noun}</th>`);
    // The picture has the object of every kind; a single rule changes its group.
    const colors: Record<string, string> = { missing: "delete" };
    expect(comment).toContain(kind === "IpGroupRule" ? ":::update" : `:::${colors[column] ?? column}`);
    // Green is only for what is created; the unrelated change is.
    expect(page.match(/article class="create"/gu)).toHaveLength(column === "create" ? 1 + count : 1);
    if (column !== "create") expect(comment).not.toContain(":::create");
  });

  test("that stays as it is changes nothing", () => {
    const { comment } = reports(host, [step("same", urn, stateOf(kind), stateOf(kind))]);
    expect(comment).toContain("nothing is deleted");
    expect(comment).not.toContain("(`one`)");
  });

  test("that an update changes or removes is counted once", () => {
    for (const [input, to] of samples[kind].inPlace) {
      const after = stateOf(kind, { [input]: to });
      const changed = { ...step("update", urn, stateOf(kind), after), diffReasons: [input] };
      const { comment } = reports(host, [changed]);
      const { unchanged: _, ...found } = counts(comment, noun);
      const links = counts(comment, "Membership");
      const all = [...Object.values(found), ...Object.values(links)].reduce((sum, one) => sum + one, 0);
      expect(all).toBeGreaterThan(0);
      expect(all).toBeLessThanOrEqual(Math.max(count, 3));
      expect(found["create"] ?? 0).toBe(0);
    }
  });
});
