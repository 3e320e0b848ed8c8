import { readdirSync, chmodSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../support/clone";
import { flowgate, closeAll, temporaryFolder } from "./support";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

describe("help", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && path !== "index.md" && !path.startsWith("internals"))
    .map((path) => basename(path, ".md"));

  test("help lists every page for users under a unique name", async () => {
    const { code, stdout } = await flowgate(["help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: flowgate");
    const listed = stdout.slice(stdout.indexOf("\nPages\n")).split("\n");
    expect(pages.filter((name) => !listed.some((line) => line.startsWith(`${name} `)))).toEqual([]);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test.each(pages)("help prints the page %s without Markdown syntax that a terminal does not need", async (name) => {
    const { code, stdout } = await flowgate(["help", name]);
    expect(code).toBe(0);
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

  test("help suggests the nearest page for an unknown word", async () => {
    const { code, stdout, stderr } = await flowgate(["help", "terrafrom"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain('did you mean "terraform"?');
  });
});

describe("completion", () => {
  afterEach(closeAll);

  async function words(...typed: readonly string[]): Promise<string[]> {
    const { code, stdout, stderr } = await flowgate(["complete", "--", ...typed]);
    expect([code, stderr]).toEqual([0, ""]);
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
    const { code, stdout } = await flowgate(["completion", shell]);
    expect(code).toBe(0);
    expect(stdout).toContain(" complete -- ");
    expect(stdout).not.toContain("$$");
  });

  test("an unknown shell is a usage error", async () => {
    expect(await flowgate(["completion", "csh"])).toMatchObject({ code: 2, stdout: "" });
  });
});
