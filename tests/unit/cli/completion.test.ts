import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../support/clone";
import { closeAll, flowgate, temporaryFolder } from "./support";

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
