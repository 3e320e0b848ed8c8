import { type FaultKind, seededChance, seededRandom, type Simulator, startSimulator } from "../../simulator";
import { openStage, stateOf, type Stage } from "../engine/support";
import { type Holdings, holdingsOf, modelOf } from "../property/holdings";
import { sharedGroup } from "../property/slots";
import { Stack } from "../property/stack";
import { configFor } from "../support/configuration";
import { startProvider } from "../support/provider-process";
import { isFlat, memoryOf, processesIn, thirds } from "./memory";
import { minutes, record } from "./record";
import { literalId, randomProgram, sourceOf } from "./soak-program";

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

/** What the appliances hold, without what the API cannot clear. */
const exact = (holdings: Holdings): readonly string[] => [...holdings.exact].sort();

test(
  "a soak of random up, refresh and destroy through the engine ends with store and state equal, and memory is flat",
  async () => {
    const stage = await openStage();
    try {
      const figures = await soakEngine(stage);
      await record("soak-engine", { what: "random up, refresh, destroy; 10 % faults", seed, minutes, ...figures });
      expect(isFlat({ first: figures.providerMegabytesFirst, last: figures.providerMegabytesLast })).toBe(true);
    } finally {
      await stage.close();
    }
  },
  patience,
);

async function soakEngine({ sim, engine }: Stage) {
  const sharedId = sim.mutate.addIpGroup(sharedGroup, [{ type: "ip", address: "198.51.100.7" }]);
  const base = holdingsOf(sim);
  const random = seededRandom(seed);
  const until = Date.now() + minutes * 60_000;
  const memory: number[] = [];
  const counts = { commands: 0, failed: 0, rounds: 0, requestsHit: 0 };
  /**
   * Runs one command. Returns whether it succeeded. A failure under faults is expected, but it must be reported in our
   * own words.
   */
  const run = async (command: string, ...args: string[]): Promise<boolean> => {
    let peak = 0;
    const sampler = setInterval(() => {
      for (const pid of processesIn(engine.folder, "dynamic-provider")) peak = Math.max(peak, memoryOf(pid) ?? 0);
    }, 200);
    counts.commands += 1;
    try {
      await engine.pulumi([command, "--yes", "--skip-preview", ...args]);
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (!/ on 127\.0\.0\.1:\d+: /u.test(message) || /fault of pulumi-flowgate|Unhandled|at Object\./u.test(message)) {
        throw error;
      }
      counts.failed += 1;
      return false;
    } finally {
      clearInterval(sampler);
      if (peak > 0) memory.push(peak);
    }
  };
  while (Date.now() < until) {
    counts.rounds += 1;
    const heal = addFaults(sim, seed + counts.rounds * 100, faultKinds);
    const declared = randomProgram(random, sharedId);
    await engine.program(sourceOf(declared));
    // Like a user: repeats the same program until it succeeds.
    for (let attempt = 1; attempt <= 3; attempt += 1) if (await run("up")) break;
    if (random() < 0.5) await run("refresh");
    counts.requestsHit += heal();
    await converged(run, () => [exact(holdingsOf(sim)), exact(modelOf(declared, base))]);
    expect((await stateOf(engine)).length).toBe(declared.size);
    if (random() < 0.3) {
      const again = addFaults(sim, seed + counts.rounds * 100 + 50, faultKinds);
      await run("destroy");
      counts.requestsHit += again();
      expect(await run("destroy")).toBe(true);
      expect(exact(holdingsOf(sim))).toEqual(exact(base));
    }
  }
  expect(await run("destroy")).toBe(true);
  expect(exact(holdingsOf(sim))).toEqual(exact(base));
  expect(await stateOf(engine)).toEqual([]);
  expect(counts.requestsHit).toBeGreaterThan(0);
  const { first, last } = thirds(memory);
  return { ...counts, providerMegabytesFirst: first, providerMegabytesLast: last, violations: 0 };
}

/** Without faults, the store must match the program after at most three runs. */
async function converged(
  run: (command: string, ...args: string[]) => Promise<boolean>,
  both: () => readonly [readonly string[], readonly string[]],
): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) if (await run("up", "--refresh")) break;
  const [held, wanted] = both();
  expect(held).toEqual(wanted);
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
  stack.begin({ kind: (name) => provider.kind(name), notes: [] });
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
