import { seededRandom, type Simulator, startSimulator } from "../../simulator";
import { addFaults } from "../property/plan";
import { sharedGroup } from "../property/slots";
import { Stack } from "../property/stack";
import { configFor } from "../support/configuration";
import { startProvider } from "../support/provider-process";
import { isFlat, memoryOf, thirds } from "./memory";
import { minutes, record, seedOf } from "./record";
import { literalId, randomProgram } from "./soak-program";

const seed = seedOf();
const patience = minutes * 60_000 + 900_000;
/** A process takes sessions that end repeatedly for stolen ones. So here they end only by their age. */
const kinds = ["dropBefore", "dropAfter", "cut", "closeSilently", "badGateway", "busy", "delay"] as const;
/** The percentage of requests that a fault of each kind hits: together one in ten. */
const percent = 10 / kinds.length;

test(
  "a provider process that lives for the whole soak does not grow",
  async () => {
    const sim = await startSimulator({ https: false });
    const provider = await startProvider({ config: configFor(sim) });
    try {
      const figures = await soakProcess(sim, provider);
      await record("soak-process", { what: "one provider process; 10 % faults", seed, minutes, ...figures });
      expect(isFlat({ first: figures.megabytesFirst, last: figures.megabytesLast })).toBe(true);
    } finally {
      await provider.close();
      await sim.close();
    }
  },
  patience,
);

async function soakProcess(sim: Simulator, provider: Awaited<ReturnType<typeof startProvider>>) {
  const sharedId = sim.mutate.addIpGroup(sharedGroup, [{ type: "ip", address: "198.51.100.7" }]);
  const stack = new Stack(() => undefined);
  stack.begin(provider);
  const random = seededRandom(seed);
  const until = Date.now() + minutes * 60_000;
  const memory: number[] = [];
  const counts = { runs: 0, failedRuns: 0, requestsHit: 0 };
  const options = {
    parallel: 8,
    continueOnError: true,
    choose: (count: number) => Math.floor(random() * count),
    more: () => ({ onExisting: "adopt" }),
    literalId,
  };
  while (Date.now() < until) {
    counts.runs += 1;
    const first = seed + counts.runs * 100;
    const faults = addFaults(
      sim,
      kinds.map((kind, index) => ({ kind, percent, seed: first + index, appliance: "both" as const })),
    );
    const { errors } = await stack.up(randomProgram(random, sharedId), options);
    const refreshed = random() < 0.5 ? await stack.refresh(8) : { errors: [] };
    const destroyed = random() < 0.2 ? await stack.destroy(8) : [];
    if (errors.length + refreshed.errors.length + destroyed.length > 0) counts.failedRuns += 1;
    sim.faults.clear();
    counts.requestsHit += faults.reduce((sum, { hits }) => sum + hits, 0);
    sim.requests.clear();
    memory.push(memoryOf(provider.pid) ?? 0);
  }
  const { first, last } = thirds(memory);
  return { ...counts, megabytesFirst: first, megabytesLast: last };
}
