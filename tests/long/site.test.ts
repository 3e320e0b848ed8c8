import fc from "fast-check";
import { startSimulator } from "../../simulator";
import { readSite } from "../../site/read";
import { configurationFor, exportedFiles, passGate, type Format } from "../property/site-gate";
import { handMade } from "../property/site-stores";

const seed = Number(process.env["FLOWGATE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test.each<Format>(["ts", "model"])(
  "what 50 random appliances hold becomes code (%s) without a difference, and appliances again",
  async (format) => {
    let exported = 0;
    await fc.assert(
      fc.asyncProperty(handMade(300), async (made) => {
        exported += (await passGate(made, format)).exported;
      }),
      { numRuns: 50, seed, endOnFailure: true },
    );
    expect(exported).toBeGreaterThan(100);
  },
  3_600_000,
);

test.each([300, 1_000, 5_000])(
  "%d IP groups are exported with one request each and few more",
  async (count) => {
    const sim = await startSimulator({ https: false });
    try {
      for (let index = 0; index < count; index += 1) {
        const address = `10.${String(index >> 8)}.${String(index & 255)}.0`;
        sim.gateway.store.addIpGroup(`Group ${String(index)}`, [{ type: "network", address, mask: "24" }]);
      }
      let told = 0;
      const began = performance.now();
      const reading = await readSite(configurationFor(sim), {
        site: undefined,
        all: false,
        tell: (done) => (told = done),
      });
      const files = exportedFiles(reading, "ts");
      const seconds = (performance.now() - began) / 1000;
      const requests = sim.requests.verbs().length;
      process.stderr.write(`${String(count)} groups: ${seconds.toFixed(1)} s, ${String(requests)} requests\n`);
      expect(files.get("ip-groups.ts")).toContain(`Group ${String(count - 1)}`);
      expect(told).toBe(count + 3);
      expect(requests).toBeLessThan(count + 25);
    } finally {
      await sim.close();
    }
  },
  600_000,
);
