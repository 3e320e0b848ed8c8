import { spawn } from "node:child_process";
import { once } from "node:events";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, root } from "../support/clone";

jest.setTimeout(300_000);

const claims = [
  "the preview sent no request",
  "Pulumi found no difference and sent no request",
  "the appliances match the program again",
  "Pulumi sent one rename and no other change",
  "both appliances are byte for byte as they were before",
];

test("the demo ends with code 0, shows each claim, prints no token and no password, and leaves nothing behind", async () => {
  const child = spawn(process.execPath, [join(root, "tools/demo.mjs")], {
    cwd: root,
    env: cleanEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  expect(output.trimEnd().split("\n").at(-1)).toMatch(/^Done\./u);
  for (const claim of claims) expect(output).toContain(`ok ${claim}`);
  expect(output).toContain("flowgate:gateway.token ...");
  expect(output).not.toMatch(/(?:gateway|replicator)-[0-9a-f]{8}/u);
  await expect(access(join(root, ".demo", String(child.pid)))).rejects.toThrow("ENOENT");
});
