import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { cleanEnvironment, launch, root } from "../support/clone";
import { temporaryFolder } from "../support/temporary-folder";

jest.setTimeout(300_000);

const claims = [
  "the preview sent no request",
  "the gateway has the IP group Company",
  "both appliances are as they were before",
];

test("the demo ends with code 0, shows each claim, prints no token and no password, and leaves nothing behind", async () => {
  const folder = temporaryFolder();
  const env = cleanEnvironment({ TMPDIR: folder });
  const { code, stdout, stderr } = await launch(process.execPath, [join(root, "tools/demo.mjs")], root, env).ended;
  const output = `${stderr}${stdout}`;
  expect({ code, output: code === 0 ? "" : output }).toEqual({ code: 0, output: "" });
  expect(output.trimEnd().split("\n").at(-1)).toMatch(/^Done\./u);
  for (const claim of claims) expect(output).toContain(`ok ${claim}`);
  expect(output).not.toMatch(/(?:gateway|replicator)-[0-9a-f]{8}/u);
  expect((await readdir(folder)).filter((name) => name.startsWith("flowgate-demo-"))).toEqual([]);
});
