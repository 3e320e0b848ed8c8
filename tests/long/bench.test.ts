import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, root } from "../support/clone";
import { temporaryFolder } from "../support/temporary-folder";

jest.setTimeout(600_000);

test("npm run bench measures the real engine and counts the requests that the appliances received", async () => {
  const out = temporaryFolder();
  const options = { cwd: root, env: cleanEnvironment() };
  await promisify(execFile)(process.execPath, [join(root, "tools/bench/main.mjs"), "smoke", "--out", out], options);
  const report = await readFile(join(out, "results.md"), "utf8");
  const [, table = ""] = report.split("## Requests");
  const cells =
    /^\| 4 x IpGroup, L 1 ms \| create \|(.*)\|$/mu
      .exec(table)?.[1]
      ?.split("|")
      .map((cell) => cell.trim()) ?? [];
  // One list and four creations by the script; this provider may search once before.
  const [script, ...ours] = cells.filter((cell) => cell !== "");
  expect([script, ours.length]).toEqual(["5", 3]);
  for (const requests of ours) expect(Number(requests)).toBeLessThanOrEqual(6);
});
