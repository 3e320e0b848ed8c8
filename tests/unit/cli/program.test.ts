import { readFileSync } from "node:fs";
import { join } from "node:path";
import { examples } from "../../../cli/examples";
import { exitCodes } from "../../../cli/exit-codes";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { root } from "../../support/clone";
import { closeAll, flowgate, leaves } from "./support";

afterEach(closeAll);

const program = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });

const all = leaves(program);

test("the program has every documented command that works on appliances", () => {
  expect(all.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      ...["simulate", "status", "show", "unassigned", "ack", "rebuild"],
      ...["export", "import", "drift", "accept", "adopt", "diagram", "plan-requests"],
      ...["settings list", "settings set", "settings enable", "settings disable"],
      ...["ip-groups list", "ip-groups search", "ip-groups show"],
    ]),
  );
});

describe.each(all)("flowgate %s", (path, command) => {
  test("has a help text that describes the command, every argument and every option", async () => {
    const { code, stdout, stderr } = await flowgate([...path.split(" "), "--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: flowgate ${path}`);
    for (const option of ["--site <name>", "--output <form>", "--stack <name>", "--no-stack"])
      expect(stdout).toContain(option);
    const parts = [command.description(), ...command.registeredArguments.map(({ description }) => description)];
    expect([...parts, ...command.options.map(({ description }) => description)]).not.toContain("");
  });

  test("has no option that the whole program has too, which would get its value", () => {
    const shared = program.options.flatMap(({ long, short }) => [long, short]);
    expect(
      command.options.filter(({ long, short }) => [long, short].some((name) => name && shared.includes(name))),
    ).toEqual([]);
  });

  test("refuses an unknown option before it reads any configuration", async () => {
    const given = command.options
      .filter(({ mandatory }) => mandatory)
      .flatMap(({ long }) => [long ?? "", valueOf(long)]);
    const { code, stdout, stderr } = await flowgate([...path.split(" "), ...given, "--sitee", "paris"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("unknown option '--sitee'");
    expect(stderr).toContain("(--help shows how it is used)");
  });
});

/** A value that an option accepts which a command requires. */
const valueOf = (option: string | undefined): string => (option === "--commit" ? "a".repeat(40) : "0");

test("every command in the help has an example", () => {
  const shown = all.filter(([, command]) =>
    command.parent?.createHelp().visibleCommands(command.parent).includes(command),
  );
  expect(shown.map(([path]) => path).filter((path) => (examples[path] ?? []).length === 0)).toEqual([]);
});

/**
 * The arguments of flowgate in a line of shell, without pipes and redirections. Undefined if flowgate is not in the
 * line.
 */
function typed(line: string): string[] | undefined {
  const [, rest] = /\bflowgate ([^|>)]*)/u.exec(line) ?? [];
  return rest?.match(/'[^']*'|\S+/gu)?.map((word) => word.replaceAll("'", ""));
}

test.each(
  Object.values(examples)
    .flat()
    .flatMap((line) => typed(line)?.join(" ") ?? []),
)("the example flowgate %s is a valid command line", async (line) => {
  const parsed: string[] = [];
  const like = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: true });
  for (const [path, command] of leaves(like)) command.action(() => void parsed.push(path));
  await like.parseAsync(line.split(" "), { from: "user" });
  expect(parsed).toEqual([all.map(([path]) => path).find((path) => `${line} `.startsWith(`${path} `))]);
});

test.each(Object.entries(examples))("the help of flowgate %s shows its examples", async (path, lines) => {
  expect(all.map(([known]) => known)).toContain(path);
  const { stdout } = await flowgate([...path.split(" "), "--help"]);
  expect(lines.some((line) => `${line} `.includes(`flowgate ${path} `))).toBe(true);
  for (const line of lines) {
    expect(stdout).toContain(`  ${line}\n`);
  }
});

test.each([
  [["unasigned"], "Did you mean unassigned?"],
  [["show", "collector"], "Allowed choices are alarms, assets, collectors, config, exporters, profile"],
  [["ack", "profile", "192.0.2.1:1"], "Allowed choices are collector, exporter."],
  [["show"], "missing required argument 'entity'"],
  [["rebuild", "now"], "too many arguments"],
  [["ip-groups", "serch"], "Did you mean search?"],
  [["status", "--site"], "option '--site <name>' argument missing"],
])("%j is reported as a usage error", async (args, says) => {
  const { code, stdout, stderr } = await flowgate(args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(says);
});

test.each([
  [["unasigned"], "unknown command 'unasigned'"],
  [["show"], "missing required argument 'entity'"],
  [["ip-groups"], "A command is missing."],
])("%j with --json is reported as JSON", async (args, says) => {
  const { code, stdout, stderr } = await flowgate([...args, "--json"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(JSON.parse(stderr)).toEqual({
    error: { class: "UsageError", message: expect.stringContaining(says) as string, exitCode: 2 },
  });
});

test("without arguments, the program says in ten lines where to start, and ends with 2", async () => {
  const { code, stdout, stderr } = await flowgate([]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  const named = [...stderr.matchAll(/^ {2}flowgate (\w+)/gmu)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(all.map(([path]) => path)).toEqual(expect.arrayContaining(named));
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(await flowgate(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("the help names every exit code, and no two endings share one", async () => {
  const { stdout } = await flowgate(["--help"]);
  const codes = Object.values(exitCodes);
  for (const { code, meaning } of codes) expect(stdout).toContain(`  ${String(code).padEnd(4)} ${meaning}`);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(codes.length);
});

test("a bug in the program ends with 1 and a stack trace", async () => {
  const ownKeys = (): never => {
    throw new TypeError("nobody has thought of this");
  };
  const { code, stderr } = await flowgate(["unassigned"], { env: new Proxy({}, { ownKeys }) });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: TypeError: nobody has thought of this\n +at /u)]);
});
