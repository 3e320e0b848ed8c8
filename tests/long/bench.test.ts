import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobSample, Sample } from "../../bench/samples";
import { cleanEnvironment, root } from "../support/clone";
import { temporaryFolder } from "../support/temporary-folder";

test("npm run bench measures the real engine and counts the requests that the appliances received", async () => {
  const out = temporaryFolder();
  const options = { cwd: root, env: cleanEnvironment() };
  await promisify(execFile)(process.execPath, [join(root, "tools/bench.mjs"), "--smoke", "--out", out], options);
  const [, ...lines] = (await readFile(join(out, "samples.jsonl"), "utf8")).trimEnd().split("\n");
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  const jobs = samples.filter((sample): sample is JobSample => sample.what === "job");
  expect(jobs.map(({ contestant, requests }) => [contestant, requests])).toEqual([
    ["B0", undefined],
    ["B5", 5],
    ["B2", 5],
  ]);
  const report = await readFile(join(out, "results.md"), "utf8");
  expect(report).toContain("1 ipgroups/loadTreeRootFast, 4 ipgroups/saveRule");
});
