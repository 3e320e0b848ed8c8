import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, launch, root } from "../../support/clone";
import { temporaryFolder } from "../../support/temporary-folder";

const words = "pulumi-flowgate needs Node.js 20.19 or later, and this is 20.18.1: get it from https://nodejs.org.";

/** Runs Node.js as if it had another version. */
async function withOldNode(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const preload = join(temporaryFolder(), "old.cjs");
  writeFileSync(preload, 'Object.defineProperty(process.versions, "node", { value: "20.18.1" });');
  return launch(process.execPath, [`--require=${preload}`, ...args], root, cleanEnvironment({})).ended;
}

test("the command says in one sentence that Node.js is too old", async () => {
  const { code, stdout, stderr } = await withOldNode(join(root, "dist/cli/main.js"), "--help");
  expect([code, stdout, stderr]).toEqual([3, "", `error: ${words}\n`]);
});

test.each([
  ["| true", ""],
  ["> /dev/full", "error: ENOSPC: no space left on device, write\n"],
])("a reader that ends and a full disk (%s) end the command with 141", async (to, stderr) => {
  const line = `set -o pipefail; "${process.execPath}" dist/cli/main.js call --list gateway ${to}`;
  expect(await launch("bash", ["-c", line], root, cleanEnvironment({})).ended).toEqual({
    code: 141,
    stdout: "",
    stderr,
  });
});

test("the package says the same as an error whose message alone Pulumi prints", async () => {
  const script = `try { require("./dist/sdk"); } catch ({ message, __pulumiRunError, stack }) {
    console.log(message, __pulumiRunError, stack === ""); }`;
  expect((await withOldNode("-e", script)).stdout).toBe(`${words} true true\n`);
});
