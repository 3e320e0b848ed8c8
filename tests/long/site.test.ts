import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { passGate, type Format } from "../property/site-gate";
import { handMade } from "../property/site-stores";
import { root } from "../support/clone";
import { closeAll, startSite } from "../unit/cli/support";
import { memoryOf } from "./memory";
import { record, seedOf } from "./record";

afterEach(closeAll);

const seed = seedOf();

/** The number of random sites per format. */
const STORES = Number(process.env["FLOWGATE_STORES"] ?? 50);

test.each<Format>(["ts", "model"])(
  "what random appliances hold becomes code (%s) without a difference, and appliances again",
  async (format) => {
    let [objects, rebuilt, leftOut] = [0, 0, 0];
    const began = performance.now();
    await fc.assert(
      fc.asyncProperty(handMade(300), async (made) => {
        const passed = await passGate(made, format);
        objects += passed.exported;
        leftOut += passed.leftOut;
        rebuilt += passed.isRebuilt ? 1 : 0;
      }),
      { numRuns: STORES, seed, endOnFailure: true },
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    await record(`site-${format}`, { stores: STORES, seed, seconds, objects, leftOut, rebuilt });
    expect(objects).toBeGreaterThan(100);
    expect(rebuilt).toBeGreaterThan(0);
  },
  3_600_000,
);

test.each([300, 1_000, 5_000])(
  "%d IP groups are exported by one process with one request each and few more, within 500 MB, and it says how far it is",
  async (count) => {
    const { sim, options } = await startSite();
    const { store } = sim.gateway;
    store.ipGroups.clear();
    for (let index = 0; index < count; index += 1) {
      const address = `10.${index >> 8}.${index & 255}.0`;
      store.addIpGroup(`Group ${index}`, [{ type: "network", address, mask: "24" }]);
    }
    const began = performance.now();
    const { code, stdout, stderr, megabytes } = await exported(options);
    const seconds = (performance.now() - began) / 1000;
    const requests = sim.requests.verbs().length;
    await record(`export-${count}`, {
      groups: count,
      seconds: Number(seconds.toFixed(1)),
      requests,
      megabytes: Math.round(megabytes),
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("objects are written to") as string]);
    const program = await readFile(join(options.cwd, "out/ip-groups.ts"), "utf8");
    expect(program.match(/new IpGroup\(/gu)).toHaveLength(count);
    expect(requests).toBeLessThan(count + 25);
    expect(megabytes).toBeLessThan(500);
    // The first line comes after a second, perhaps before the first group is read, and the next one after 15 seconds.
    if (count === 5_000) expect(stderr).toMatch(/Reading the appliances(?:: \d+ of 5000 IP groups)? \(\d+ s\)/u);
  },
  600_000,
);

/** Runs an export as a separate process and monitors its memory. */
async function exported({ cwd, env }: { cwd: string; env: Record<string, string> }) {
  const script = join(root, "dist/cli/main.js");
  const child = spawn(process.execPath, [script, "export", "out"], { cwd, env: { ...process.env, ...env } });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, memoryOf(child.pid ?? 0) ?? 0);
  }, 50);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(watch);
  const [stdout, stderr] = await output;
  return { code, stdout, stderr, megabytes };
}
