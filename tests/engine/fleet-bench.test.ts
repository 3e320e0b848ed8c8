import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { cleanEnvironment, root } from "../support/clone";

jest.setTimeout(300_000);

test("the measurement of fleets updates every site with the number of requests that its program needs", async () => {
  const args = ["--sites", "2", "--resources", "6", "--workers", "1", "--backend", "file", "--keep", "program"];
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, "bench/fleet/main.mjs"), ...args], {
    cwd: root,
    env: cleanEnvironment(),
  });
  const { keep, results } = JSON.parse(stdout) as { keep: string; results: Record<string, number>[] };
  // 4 at the gateway: a list, and one for each of 3 groups. 10 at the replicator for 3 objects.
  expect([keep, results]).toEqual([
    "program",
    [expect.objectContaining({ workers: 1, sites: 2, requestsPerSite: 14 })],
  ]);
  expect(results[0]?.["cpuSecondsPerSite"]).toBeGreaterThan(0);
});
