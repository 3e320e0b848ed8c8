import { isLong } from "../../../support/long";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processIo } from "../../../../cli/io";
import { makeProgram } from "../../../../cli/program";
import type { FaultKind } from "../../../../simulator";
import { closeAll, flowgate, leaves, startSite, type Run, type RunOptions, type Site } from "../support";
import { fill, tainted, taintedWhole, widened } from "./appliances";
import { calls, type Call } from "./commands";
import { expectInert, expectInertPage, expectPrintable, HOSTILE, SHOWN, SHOWN_IN_MARKDOWN } from "./text";

afterEach(closeAll);

const program = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });
const commands = leaves(program).map(([path]) => path);

test("these tests call every command of the program", () => {
  expect(Object.keys(calls).sort()).toEqual([...commands].sort());
});

/** The ways in which the appliances answer, besides having the hostile text in every name. */
const answers: readonly (readonly [string, FaultKind | undefined])[] = [
  ["as they should", undefined],
  ["with the hostile text in every field", { rewrite: (answer) => tainted(answer) }],
  ["with the hostile text as every text, and in added field names", { rewrite: taintedWhole }],
  ["with a hostile field name in every entry", { rewrite: (answer) => widened(answer) }],
  ["with a refusal in hostile words", { refuse: HOSTILE }],
  ["with text that is not JSON", { status: 500, body: HOSTILE }],
];

async function site(kind: FaultKind | undefined): Promise<Site> {
  const started = await startSite();
  fill(started.sim);
  // Do not change the answer to the login: without a login, no later answer would be tested.
  if (kind !== undefined) started.sim.faults.add({ kind, match: /^(?!.*log(?:in|out))/u });
  return started;
}

const run = ({ args, options }: Call, { options: own }: Site, more: RunOptions, ...further: string[]): Promise<Run> =>
  flowgate([...args, ...further], { ...own, ...options, ...more, env: { ...own.env, ...options?.env, ...more.env } });

/** Whether the output of a command contains nothing of an appliance. */
const asksNone = (path: string): boolean => /^(?:init|check|simulate|model|state|summary|fleet)/u.test(path);

/** Long tests try every answer with every command. */
function answersOf(path: string): typeof answers {
  if (asksNone(path)) return answers.slice(0, 1);
  return isLong ? answers : answers.slice(0, 2);
}

/** Long tests print every answer in every form. Others try a terminal with the changed answers, if there are any. */
function formsOf(path: string, kind: FaultKind | undefined): readonly { terminal: boolean; json: boolean }[] {
  const piped = { terminal: false, json: false };
  const seen = { terminal: true, json: false };
  const json = { terminal: false, json: true };
  if (isLong || asksNone(path)) return [piped, seen, json];
  return kind === undefined ? [piped, json] : [seen];
}

describe.each(commands)("flowgate %s", (path) => {
  test.each(answersOf(path))(
    "prints no control characters from the appliances when they answer %s",
    async (_how, kind) => {
      const started = await site(kind);
      for (const { terminal, json } of formsOf(path, kind)) {
        // A terminal wraps long cells, but the test looks for the whole text.
        const form = json ? ["--json"] : terminal ? ["--output", "wide"] : [];
        for (const one of calls[path]?.() ?? []) {
          const ended = await run(one, started, { terminal }, ...form);
          expectPrintable(ended, terminal);
          expect(ended.code).not.toBe(1);
          if (json) expectJson(ended.stdout);
          else if (kind === undefined && one.shows) expectShown(ended);
        }
      }
    },
  );
});

function expectJson(text: string): void {
  if (text !== "") expect(() => JSON.parse(text) as unknown).not.toThrow();
}

function expectShown({ stdout, stderr }: Run): void {
  const shown = [SHOWN, SHOWN_IN_MARKDOWN].some((text) => `${stdout}${stderr}`.includes(text));
  expect(shown ? "shown" : `${stdout}${stderr}`).toBe("shown");
}

test("report prints hostile headers and cells with escaped control characters, and --json keeps them", async () => {
  const { sim, options } = await site(undefined);
  const labelled = (value: unknown, key = ""): unknown => {
    if (key === "label") return `${String(value)}${HOSTILE}`;
    if (Array.isArray(value)) return value.map((item) => labelled(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, labelled(member, name)]));
  };
  sim.faults.add({ match: "report_api/get", kind: { rewrite: (answer) => labelled(answer) } });
  for (const form of [[], ["--csv", "--labels"]]) {
    const ended = await flowgate(["report", "--limit", "3", ...form], options);
    expectPrintable(ended, false);
    const [head = "", first = ""] = ended.stdout.split("\n");
    expect([head, first]).toEqual([expect.stringContaining(SHOWN), expect.stringContaining(SHOWN)]);
  }
  const { stdout } = await flowgate(["report", "--limit", "3", "--json"], options);
  expect((JSON.parse(stdout) as { columns: { label: string }[] }).columns[0]?.label).toContain(HOSTILE);
});

test.each(["alarms", "assets"])("show %s escapes a hostile field name in its header", async (entity) => {
  const { options } = await site({ rewrite: (answer) => widened(answer) });
  for (const terminal of [false, true]) {
    const ended = await flowgate(["show", entity, "--output", "wide"], { ...options, terminal });
    expectPrintable(ended, terminal);
    expect(ended.stdout.split("\n")[0]).toContain(SHOWN);
  }
});

test("a Markdown summary has no live mention, link, image or HTML, and no name becomes an element of its page", async () => {
  const [{ args, options } = { args: [], options: {} }, ...others] = calls["summary"]?.() ?? [];
  const { stdout } = await flowgate([...args, "--html", "report.html"], options);
  expectInert(stdout);
  expectInertPage(readFileSync(join(options?.cwd ?? "", "report.html"), "utf8"));
  for (const other of others) expectInert((await flowgate(other.args, other.options)).stdout);
});

test.each(["preview", "up"])(
  "the report of a fleet %s has no live mention, link, image or HTML, and no control characters",
  async (operation) => {
    const [one] = calls[`fleet ${operation}`]?.() ?? [];
    await flowgate(one?.args ?? [], one?.options);
    const read = (name: string): string => readFileSync(join(one?.options?.cwd ?? "", ".fleet", name), "utf8");
    const [markdown, json] = [read("report.md"), read("report.json")];
    expectInert(markdown);
    expect(markdown).toContain("&#64;team");
    expectPrintable({ stdout: markdown, stderr: json }, false);
    expect(JSON.parse(json)).toMatchObject({ fleet: HOSTILE, operation });
  },
);
