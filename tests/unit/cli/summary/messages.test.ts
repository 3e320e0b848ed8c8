import { failed, flowgate, hosts, printed, temporaryFolder } from "../support";
import { commentOn, piped, preview, stepOf, titleOf } from "./support";
import { collector, exporter, policy, profile, type ScenarioStep, stack } from "./scenarios";
import { UNKNOWN } from "../../../support/unknown";
import { readPreviews } from "../../../../cli/engine/preview";
import { commentOf, pageOf, summaryOf } from "../../../../cli/summary";
import type { Kind } from "../../../../provider/registry";
import { entryOf, samples } from "../../../kinds/samples";

describe("a secret in a summary", () => {
  test("is never printed, whether the engine masked it or not", async () => {
    const text = preview("update", ({ steps, diagnostics }) => {
      const { oldState, newState } = stepOf(steps, "paris-alice");
      Object.assign(oldState?.outputs ?? {}, { password: "old-canary" });
      Object.assign(newState?.inputs ?? {}, { password: "new-canary" });
      const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "sealed-canary" };
      Object.assign(stepOf(steps, "paris-exp").newState?.inputs ?? {}, { description: sealed });
      diagnostics?.push({ message: "warning: the appliance says token-canary\n", severity: "info#err" });
    });
    const env = { FLOWGATE_SITE_PARIS_GATEWAY_TOKEN: "token-canary" };
    for (const args of [[], ["--json"]]) {
      const stdout = await printed(piped(text, args, { env }));
      expect(stdout).not.toContain("canary");
      expect(stdout).toContain("[secret]");
    }
  });
});

test("a summary prints an error that many resources share once, followed by the names of the others", async () => {
  const text = preview("error", ({ diagnostics }) => {
    const urn = (name: string): string => `urn:pulumi:dev::play::pulumi-nodejs:dynamic/flowgate:IpGroup::${name}`;
    for (let index = 0; index < 15; index += 1) {
      const message = `error: IpGroup "group ${index}" on gw.example: read failed: the certificate is not accepted.`;
      diagnostics?.push({ urn: urn(`g${index}`), message, severity: "error" });
    }
  });
  const stdout = await printed(piped(text), 9);
  expect(stdout.match(/the certificate is not accepted/gu)).toHaveLength(1);
  expect(stdout).toMatch(/The same of `IpGroup g1`, .*`IpGroup g10` and 4 more\.$/mu);
});

test("a summary names the resources that share a warning, also if the engine does not say whose warning it is", async () => {
  const text = preview("update", ({ diagnostics }) => {
    for (const subject of ['Collector "10.0.0.1"', 'ReplicatorProfile "netflow"']) {
      diagnostics?.push({ message: `warning: ${subject} on gw.example: it was already gone.`, severity: "info#err" });
    }
  });
  const { stdout } = await piped(text);
  expect(stdout).toContain('it was already gone.`. The same of `ReplicatorProfile "netflow"`.\n');
});

test("a summary has no warning about deletions inside a resource, since its title and its entries have them", async () => {
  const text = preview("update", ({ diagnostics }) => {
    const deletes = "deletes 2 IP groups: B 10, B 11, unless another resource declares them.";
    for (const words of [deletes, "the gateway lists a group twice."]) {
      diagnostics?.push({ message: `warning: IpGroups "bulk" on gw.example: ${words}\n`, severity: "info#err" });
    }
  });
  const { stdout } = await piped(text);
  expect(stdout).toContain("the gateway lists a group twice.");
  expect(stdout).not.toContain("unless another resource declares them");
});

describe("wrong input of flowgate summary", () => {
  const neither = "stdin is neither the output of pulumi preview --json nor of pulumi up --json.";

  test.each([
    ["empty input", "", "stdin is empty: pulumi preview --json ended before it printed anything."],
    ["text that is not JSON", "error: no stack selected\n", neither],
    ["JSON that is no preview", '{"a":1}', neither],
    ["a truncated preview", preview("create").slice(0, 5_000), neither],
  ])("%s is a usage error", async (_what, text, says) => {
    expect(await failed(piped(text), 2)).toContain(says);
  });

  test("a missing file and a --max-length that is too small are usage errors, and each is named", async () => {
    const missing = await failed(flowgate(["summary", "nowhere.json"], { cwd: temporaryFolder() }), 2);
    expect(missing).toContain("nowhere.json cannot be read (ENOENT)");
    const short = await failed(piped(preview("create"), ["--max-length", "10"]), 2);
    expect(short).toContain("number of characters from 4000");
  });
});

const [core, edge] = [profile("core"), profile("edge")];
const same = (...declared: readonly ReturnType<typeof profile>[]): ScenarioStep[] =>
  declared.map((one) => stack.step("same", one));

/** The lines of a comment that warn about flows. */
async function warnings(...steps: readonly ScenarioStep[]): Promise<string[]> {
  const stdout = await commentOn(...steps);
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
    const gone = stack.step("delete", collector("10.9.0.1", ["core"]));
    const moved = stack.step("create", collector("10.9.0.2", [UNKNOWN]));
    expect(await warnings(gone, moved, ...same(core, exporter("10.1.0.1", ["core"])))).toEqual([]);
    const text = stack.text([gone, ...same(core, exporter("10.1.0.1", ["core"]))]);
    const { stdout } = await piped(text.replace(/"same": \d+/u, '"same": 40'));
    expect(stdout).not.toContain("only collector");
  });
});

// Its title: deletes 1 setting, withdraws 1 membership, replaces 1 permission, 1 user and 1 user group, and a policy.
const LOST = 6;

test.each([
  [String(LOST - 1), 9],
  ["0", 9],
  [String(LOST), 0],
  ["100%", 0],
  ["1%", 9],
])("a preview that deletes 6 objects ends with --max-deletes %s in exit code %i", async (most, code) => {
  const { code: ended, stdout, stderr } = await piped(preview("update"), ["--max-deletes", most]);
  expect(ended).toBe(code);
  expect(stdout).toContain("⚠ deletes 1 setting");
  if (code === 0) expect(stderr).toBe("");
  else
    expect(stderr).toMatch(
      /would delete 6 objects: .*"setting .*and --max-deletes allows \d+.*Nothing was sent\. To allow it once, run it with --max-deletes 6\.\n$/su,
    );
});

test("a preview that deletes nothing passes with --max-deletes 0", async () => {
  await printed(piped(preview("create"), ["--max-deletes", "0"]));
});

test.each(["few", "-1", "200%"])("--max-deletes %s is refused", async (most) => {
  expect(await failed(piped(preview("update"), [`--max-deletes=${most}`]), 2)).toContain(
    "Write a number of objects, or a share",
  );
});

/** The objects that a resource of a kind stands for: their kind, and how many of them its full sample has. */
const objects: Partial<Record<Kind, readonly [kind: string, count: number]>> = {
  IpGroups: ["IpGroup", 2],
  PermissionSet: ["Permission", 2],
};
const cells = Object.values(hosts).flatMap((host) => (Object.keys(samples) as Kind[]).map((kind) => ({ host, kind })));

/** What happens to every object of a resource, as the engine reports it, by the column that counts it. */
const cases: Readonly<Record<string, (kind: Kind, urn: string) => object[]>> = {
  create: (kind, urn) => [step("create", urn, kind)],
  delete: (kind, urn) => [step("delete", urn, kind)],
  replace: (kind, urn) => [step("replace", urn, kind)],
  failed: (kind, urn) => [{ ...step("create", urn, kind), failed: true }],
  missing: (kind, urn) => [step("refresh", urn, kind), step("create", urn, kind)],
};

/** A step of a resource with its full sample, before and after it. A refresh finds nothing. */
function step(op: string, urn: string, kind: Kind): object {
  const inputs = samples[kind].full;
  const { id, outputs } = entryOf(kind, inputs);
  const oldState = { id, inputs, outputs: { ...inputs, ...outputs } };
  const isGone = op === "delete" || op === "refresh";
  return { op, urn, ...(op !== "create" && { oldState }), ...(!isGone && { newState: { inputs } }) };
}

/** A comment and a page about some steps, and an unrelated change, so that there is a table. */
function reports(host: string, lines: object[]): { comment: string; page: string } {
  const other = { op: "create", urn: "urn:pulumi:dev::brown::other:index:Thing::thing", newState: { inputs: {} } };
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

  test.each(Object.entries(cases))(
    "that belongs to the column %s is counted there and nowhere else",
    (column, lines) => {
      const { comment, page } = reports(host, lines(kind, urn));
      expect(counts(comment, noun)).toEqual({ [column]: count });
      const isLoss = ["delete", "replace", "failed"].includes(column);
      expect(comment.includes("nothing is deleted")).toBe(!isLoss && column !== "missing");
      expect(page).toContain(`<th scope="row">${noun}</th>`);
      // The picture has the object of every kind; a single rule changes its group.
      const colors: Record<string, string> = { missing: "delete" };
      expect(comment).toContain(kind === "IpGroupRule" ? ":::update" : `:::${colors[column] ?? column}`);
      // Green is only for what is created; the unrelated change is.
      expect(page.match(/article class="create"/gu)).toHaveLength(column === "create" ? 1 + count : 1);
      if (column !== "create") expect(comment).not.toContain(":::create");
    },
  );
});

test("the title of a drift counts what the program changes, and what the engine counts and does not name", () => {
  const [one, two] = [stack.urn("Setting", "one"), stack.urn("Setting", "two")];
  const refresh = { ...step("replace", one, "Setting"), op: "refresh" };
  const titled = (...lines: object[]): string => {
    const text = JSON.stringify({ steps: [refresh, ...lines], changeSummary: { update: 2 } });
    return titleOf(commentOf(summaryOf(readPreviews(text, "drift")), { longest: 65_536 }));
  };
  expect(titled(step("create", two, "Setting"))).toBe("### `dev`: drift: **1 to be applied**");
  expect(titled()).toBe("### `dev`: drift: **2 different**");
});
