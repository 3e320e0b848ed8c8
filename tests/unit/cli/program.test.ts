import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { examples } from "../../../cli/examples";
import { exitCodes } from "../../../cli/exit-codes";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import { root } from "../../support/clone";
import { failed, flowgate, leaves, printed, temporaryFolder } from "./support";
import { has } from "../../support/has";

const program = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });

const all = leaves(program);

describe.each(all)("flowgate %s", (path, command) => {
  test("has a help text that describes the command, every argument and every option, and shows its examples", async () => {
    const stdout = await printed(flowgate([...path.split(" "), "--help"]));
    expect(stdout).toContain(`Usage: flowgate ${path}`);
    for (const option of ["--site <name>", "--output <form>", "--stack <name>", "--no-stack"])
      expect(stdout).toContain(option);
    const parts = [command.description(), ...command.registeredArguments.map(({ description }) => description)];
    expect([...parts, ...command.options.map(({ description }) => description)]).not.toContain("");
    for (const line of examples[path] ?? []) expect(stdout).toContain(`  ${line}\n`);
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
    const stderr = await failed(flowgate([...path.split(" "), ...given, "--sitee", "paris"]), 2);
    expect(stderr).toContain("unknown option '--sitee'");
    expect(stderr).toContain("(--help shows how it is used)");
  });
});

/** A value that an option accepts which a command requires. */
const valueOf = (option: string | undefined): string => (option === "--commit" ? "a".repeat(40) : "0");

test("every command in the help has an example, and every example is of a command", () => {
  const shown = all.filter(([, command]) =>
    command.parent?.createHelp().visibleCommands(command.parent).includes(command),
  );
  const isExampleOf = (path: string) => (line: string) => `${line} `.includes(`flowgate ${path} `);
  expect(shown.map(([path]) => path).filter((path) => examples[path]?.some(isExampleOf(path)) !== true)).toEqual([]);
  expect(all.map(([path]) => path)).toEqual(expect.arrayContaining(Object.keys(examples)));
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

test.each([
  [["unasigned"], "Did you mean unassigned?"],
  [["show", "collector"], "Allowed choices are alarms, assets, collectors, config, exporters, profile"],
  [["ack", "profile", "192.0.2.1:1"], "Allowed choices are collector, exporter."],
  [["show"], "missing required argument 'entity'"],
  [["rebuild", "now"], "too many arguments"],
  [["ip-groups", "serch"], "Did you mean search?"],
  [["status", "--site"], "option '--site <name>' argument missing"],
  [["help", "terrafrom"], 'did you mean "terraform"?'],
  [["completion", "csh"], "Allowed choices are bash, zsh, fish."],
])("%j is reported as a usage error", async (args, says) => {
  expect(await failed(flowgate(args), 2)).toContain(says);
});

test.each([
  [["unasigned"], "unknown command 'unasigned'"],
  [["show"], "missing required argument 'entity'"],
  [["ip-groups"], "A command is missing."],
])("%j with --json is reported as JSON", async (args, says) => {
  const stderr = await failed(flowgate([...args, "--json"]), 2);
  expect(JSON.parse(stderr)).toEqual({ error: { class: "UsageError", message: has(says), exitCode: 2 } });
});

test("without arguments, the program says in ten lines where to start, and ends with 2", async () => {
  const stderr = await failed(flowgate([]), 2);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  const named = [...stderr.matchAll(/^ {2}flowgate (\w+)/gmu)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(all.map(([path]) => path)).toEqual(expect.arrayContaining(named));
});

test("--version prints the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(await printed(flowgate(["--version"]))).toBe(`${version}\n`);
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
  const stderr = await failed(flowgate(["unassigned"], { env: new Proxy({}, { ownKeys }) }), 1);
  expect(stderr).toMatch(/^error: TypeError: nobody has thought of this\n +at /u);
});

describe("help", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && path !== "index.md" && !path.startsWith("internals"))
    .map((path) => basename(path, ".md"));

  test("help lists every page for users under a unique name", async () => {
    const stdout = await printed(flowgate(["help"]));
    expect(stdout).toContain("Usage: flowgate");
    const listed = stdout.slice(stdout.indexOf("\nPages\n")).split("\n");
    expect(pages.filter((name) => !listed.some((line) => line.startsWith(`${name} `)))).toEqual([]);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test.each(pages)("help prints the page %s without Markdown syntax that a terminal does not need", async (name) => {
    const stdout = await printed(flowgate(["help", name]));
    expect(stdout).toMatch(/^(?:# |Usage: )/u);
    expect(stdout).not.toMatch(/<!-- \/?generated|\]\(|^```|^\| /mu);
  });

  test("help wraps paragraphs and tables to fit the terminal", async () => {
    const { stdout } = await flowgate(["help", "terraform"], { terminal: true });
    const outside = stdout.split("\n").filter((line) => line.length > 100);
    expect(outside).toEqual([]);
    expect(stdout).toContain("terraform force-unlock");
  });

  test("help prints the usage of a subcommand", async () => {
    expect((await flowgate(["help", "settings", "set"])).stdout).toContain("Usage: flowgate settings set [options]");
  });

  test("help finds the page of a resource by its class if a command has the same name", async () => {
    expect((await flowgate(["help", "ip-groups"])).stdout).toMatch(/^Usage: flowgate ip-groups/u);
    expect((await flowgate(["help", "IpGroups"])).stdout).toMatch(/^# IpGroups/u);
  });
});

describe("completion", () => {
  async function words(...typed: readonly string[]): Promise<string[]> {
    const stdout = await printed(flowgate(["complete", "--", ...typed]));
    return stdout.split("\n").slice(0, -1);
  }

  const firsts = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ")[0] ?? "");

  describe("the completions", () => {
    test("of the first word are the commands with their descriptions", async () => {
      const lines = await words("");
      expect(firsts(lines)).toEqual(expect.arrayContaining(["status", "show", "fleet", "completion", "help"]));
      expect(firsts(lines)).not.toContain("complete");
      expect(lines).toContain("unassigned List exporters that send data but belong to no profile");
    });

    test.each([
      ["sh", "show"],
      ["settings ", "list set enable disable"],
      ["show co", "collectors config"],
      ["--site paris show co", "collectors config"],
      ["show --watch 5 se", "settings"],
      ["ack ", "collector exporter"],
      ["report --unit ", "bits bytes percent"],
      ["report --unit=b", "--unit=bits --unit=bytes"],
      ["report --host 192.0.2.1 --side s", "source"],
      ["status --out", "--output"],
      ["status -o w", "wide"],
      ["completion ", "bash zsh fish"],
    ])("after %j are %j", async (typed, expected) => {
      expect(firsts(await words(...typed.split(" "))).join(" ")).toBe(expected);
    });

    test("of options are those of the command and those of all commands", async () => {
      const found = firsts(await words("fleet", "up", "--"));
      expect(found).toEqual(expect.arrayContaining(["--yes", "--sites", "--output", "--stack", "--help"]));
      expect(new Set(found).size).toBe(found.length);
      // Help and completion list each option once: --json is a synonym of --output json.
      expect(found).not.toContain("--json");
    });

    test.each(["summary ", "diagram --file ", "--site ", "nothing-known "])(
      "after %j are empty, so the shell completes file names",
      async (typed) => {
        expect((await words(...typed.split(" "))).filter((line) => !line.startsWith("--"))).toEqual([]);
      },
    );
  });

  test("bash completes with the script that the command prints", async () => {
    const folder = temporaryFolder();
    const { stdout: script } = await flowgate(["completion", "bash"]);
    writeFileSync(join(folder, "completion.bash"), script);
    const main = join(root, "dist/cli/main.js");
    writeFileSync(join(folder, "flowgate"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    chmodSync(join(folder, "flowgate"), 0o755);
    const lines = [
      "source completion.bash",
      "complete -p flowgate",
      'COMP_WORDS=(./flowgate show co) COMP_CWORD=2; _flowgate ./flowgate co show; echo "${COMPREPLY[*]}"',
      'COMP_WORDS=(./flowgate fleet up --ye) COMP_CWORD=3; _flowgate ./flowgate --ye up; echo "${COMPREPLY[*]}"',
      'COMP_WORDS=(./flowgate summary "") COMP_CWORD=2; _flowgate ./flowgate "" summary; echo "${#COMPREPLY[@]}"',
    ];
    const { stdout } = await promisify(execFile)("bash", ["-c", lines.join("\n")], { cwd: folder });
    expect(stdout.split("\n")).toEqual([
      "complete -o default -F _flowgate flowgate",
      "collectors config",
      "--yes",
      "0",
      "",
    ]);
  }, 60_000);

  test.each(["bash", "zsh", "fish"])("the script for %s gets the words from the complete command", async (shell) => {
    const stdout = await printed(flowgate(["completion", shell]));
    expect(stdout).toContain(" complete -- ");
    expect(stdout).not.toContain("$$");
  });
});
