import { type FaultKind, seededChance, seededRandom, type Simulator, startSimulator } from "../../simulator";
import { sharedGroup } from "../property/slots";
import { Stack } from "../property/stack";
import { configFor } from "../support/configuration";
import { startProvider } from "../support/provider-process";
import { isFlat, memoryOf, thirds } from "./memory";
import { minutes, record } from "./record";
import { literalId, randomProgram } from "./soak-program";

const seed = Number(process.env["FLOWGATE_SEED"] ?? Date.now() % 1_000_000_000);
const patience = minutes * 60_000 + 900_000;
/** The share of requests that a fault hits. */
const FAULTY = 0.1;

const faultKinds: readonly FaultKind[] = [
  "resetBeforeApply",
  "resetAfterApply",
  "truncate",
  "dropAfter",
  { status: 502, body: "<html></html>" },
  { busy: { status: 503, retryAfter: 0 } },
  { delayMs: 40 },
  "expireSessions",
];

/** Hits each request with a probability of one in ten, with a random kind of fault. */
function addFaults(sim: Simulator, from: number, kinds: readonly FaultKind[]): () => number {
  const faults = kinds.map((kind, index) =>
    sim.faults.add({ kind, when: seededChance(from + index, FAULTY / kinds.length) }),
  );
  // Removes the faults and returns the number of requests that they hit.
  return () => {
    sim.faults.clear();
    return faults.reduce((sum, { hits }) => sum + hits, 0);
  };
}

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
  // A process takes sessions that end repeatedly for stolen ones. So here they end only by their age.
  const kinds = faultKinds.filter((kind) => kind !== "expireSessions");
  const options = {
    parallel: 8,
    continueOnError: true,
    choose: (count: number) => Math.floor(random() * count),
    more: () => ({ onExisting: "adopt" }),
    literalId,
  };
  while (Date.now() < until) {
    counts.runs += 1;
    const heal = addFaults(sim, seed + counts.runs * 100, kinds);
    const { errors } = await stack.up(randomProgram(random, sharedId), options);
    const refreshed = random() < 0.5 ? await stack.refresh(8) : { errors: [] };
    const destroyed = random() < 0.2 ? await stack.destroy(8) : [];
    if (errors.length + refreshed.errors.length + destroyed.length > 0) counts.failedRuns += 1;
    counts.requestsHit += heal();
    sim.requests.clear();
    memory.push(memoryOf(provider.pid) ?? 0);
  }
  const { first, last } = thirds(memory);
  return { ...counts, megabytesFirst: first, megabytesLast: last };
}
