import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, root } from "../support/clone";

jest.setTimeout(300_000);

describe("the demo", () => {
  let code: number | null;
  let output = "";
  let pid: number | undefined;

  beforeAll(async () => {
    const child = spawn(process.execPath, [join(root, "tools/demo.mjs")], {
      cwd: root,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    pid = child.pid;
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    code = await new Promise((resolve) => child.once("close", resolve));
  });

  test("exits with code 0 and reports that the appliances hold what they held before", () => {
    // If it fails, show the whole output.
    expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
    expect(output.trimEnd().split("\n").at(-1)).toMatch(/^Done\./u);
  });

  test.each([
    "the preview sent no request",
    "Pulumi found no difference and sent no request",
    "the appliances match the program again",
    "Pulumi sent one rename and no other change",
    "both appliances are byte for byte as they were before",
  ])("shows that %s", (claim) => {
    expect(output).toContain(`ok ${claim}`);
  });

  test("prints no token and no password", () => {
    expect(output).toContain("flowgate:gateway.token ...");
    expect(output).not.toMatch(/(?:gateway|replicator)-[0-9a-f]{8}/u);
  });

  test("leaves nothing behind", async () => {
    await expect(access(join(root, ".demo", String(pid)))).rejects.toThrow("ENOENT");
  });
});
