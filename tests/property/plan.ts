import fc from "fast-check";
import {
  type Fault,
  type FaultKind,
  type FaultSpec,
  seededChance,
  type Simulator,
  type Switches,
  switchSpace,
} from "../../simulator";
import { type ActName, actNames } from "./others";
import { slotNames, variantsOf } from "./slots";

/** A fault that hits requests at random, or exactly one request. Plain data, so that a plan can be saved to a file. */
export interface PlannedFault {
  readonly kind: FaultName;
  /** The percentage of matching requests that are hit. 0: exactly one request is hit. */
  readonly percent: number;
  /** The seed of the random choice. If exactly one request is hit: the number of requests before it. */
  readonly seed: number;
  readonly appliance: "gateway" | "replicator" | "both";
  /** The number of requests before the one that is hit, if it may be larger than a random plan chooses. */
  readonly skip?: number;
  /** Exactly one write is hit, after so many others. */
  readonly write?: number | undefined;
}

/** One command of a plan, and what others do before it. */
export interface PlannedStep {
  /** What others do, each with the seed of its choices. */
  readonly acts: readonly (readonly [act: ActName, seed: number])[];
  /** `target` and `replace` are `up` with that option. */
  readonly command: "up" | "refresh" | "target" | "replace" | "destroy";
  /** The variant that the program declares for each slot, in the order of the slots. 0: the slot is not declared. */
  readonly variants: readonly number[];
  readonly parallel: number;
  readonly continueOnError: boolean;
  /** Whether a refresh comes first: `--refresh`. */
  readonly refresh: boolean;
  /** Which slots get `onExisting: "adopt"`: none, those whose error named it, or all. */
  readonly adopt: "none" | "named" | "all";
  /** Determines the order of resources that are ready at the same time, and the slots of `--target` and `--replace`. */
  readonly order: number;
  readonly faults: readonly PlannedFault[];
  /** The number of writes before the one at which the process is killed, carried out or not. */
  readonly kill?: { readonly write: number; readonly applied: boolean } | undefined;
}

export interface Plan {
  readonly switches: Partial<Switches>;
  /** The `concurrency` of both appliances. */
  readonly concurrency: number;
  readonly steps: readonly PlannedStep[];
}

/**
 * Keeps refusals away from the login: a process does not retry refused credentials, and other runs share this process.
 */
const notLogin = /^(?!\S*login)/u;

interface Named {
  readonly kind: FaultKind;
  readonly match?: RegExp;
  readonly apply?: boolean;
}

const page = "<html><body>Bad gateway</body></html>";
const faultKinds = {
  dropBefore: { kind: "resetBeforeApply" },
  dropAfter: { kind: "resetAfterApply" },
  cut: { kind: "truncate" },
  badGateway: { kind: { status: 502, body: page } },
  badGatewayApplied: { kind: { status: 504, body: page }, apply: true },
  serverError: { kind: { status: 500, body: "Internal error" } },
  busy: { kind: { status: 503, headers: { "retry-after": "0" } } },
  tooMany: { kind: { status: 429 } },
  delay: { kind: { delayMs: 30 } },
  expire: { kind: "expireSessions" },
  loginPage: { kind: "html", match: notLogin },
  refuse: { kind: { refuse: "Disk full" }, match: notLogin },
  empty: { kind: { status: 200, body: "" }, apply: true },
  invalid: { kind: "invalidJson" },
  // A refused deletion has the same answer as the deletion of an object that is gone: "0 matched".
  refuseItem: {
    match: /^(?!user_api\/del)/u,
    kind: { refuseItems: /alice|staff|ops|Vitals|language/u, words: "disk full" },
  },
} as const satisfies Readonly<Record<string, Named>>;

export type FaultName = keyof typeof faultKinds;

/** Injects the faults of a run. */
export function addFaults(sim: Simulator, faults: readonly PlannedFault[]): Fault[] {
  return faults.map(({ kind, percent, seed, appliance, skip = seed % 40, write }) => {
    if (!Object.hasOwn(faultKinds, kind)) throw new Error(`a plan names the fault ${kind}, which does not exist`);
    const named: Named = faultKinds[kind];
    const once = write === undefined ? { skip } : { when: isWrite(write) };
    const often = percent === 0 ? { ...once, times: 1 } : { when: seededChance(seed, percent / 100) };
    return sim.faults.add({ ...named, ...often, ...(appliance === "both" ? {} : { appliance }) });
  });
}

/** True at the write after so many others. */
function isWrite(after: number): NonNullable<FaultSpec["when"]> {
  let left = after;
  return ({ kind }) => kind === "write" && left-- === 0;
}

/**
 * Kills the process at a write: nothing that it sends from then on arrives. Returns whether that has happened. `seen`
 * gets each write until then.
 */
export function addKill(
  sim: Simulator,
  kill: PlannedStep["kill"],
  seen: (write: string) => void = () => undefined,
): () => boolean {
  let isKilled = false;
  if (kill === undefined) return () => false;
  const isTime = isWrite(kill.write);
  sim.faults.add({ kind: "resetBeforeApply", when: () => isKilled });
  sim.faults.add({
    kind: kill.applied ? "resetAfterApply" : "resetBeforeApply",
    when: (request) => {
      if (request.kind === "write") seen(`${request.verb} ${request.detail}`);
      return (isKilled = isTime(request));
    },
  });
  return () => isKilled;
}

/** Switches that affect what these plans do. The suites of the switches cover the others. */
const switchNames = [
  "idType",
  "repeatedLink",
  "repeatedChange",
  "listOrder",
  "rulesShape",
  "networkMaskOnRead",
  "updateReply",
  "duplicateGroupName",
  "errStatus",
  "expiredAnswer",
  "sessionCarrier",
  "configEscaping",
  "successText",
  "refusalStatus",
  "rebuildMs",
  "showReads",
] as const satisfies readonly (keyof Switches)[];

const keysOf = <T extends object>(value: T): (keyof T)[] => Object.keys(value) as (keyof T)[];

const fault: fc.Arbitrary<PlannedFault> = fc.record({
  kind: fc.constantFrom(...keysOf(faultKinds)),
  percent: fc.constantFrom(0, 0, 2, 5, 10, 20, 40),
  seed: fc.nat(9999),
  appliance: fc.constantFrom("both", "gateway", "replicator"),
  write: fc.option(fc.nat(20), { nil: undefined }),
});

const variants = fc.tuple(...variantsOf.map((most) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most }))));

const often = <T>(usual: T, weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const step: fc.Arbitrary<PlannedStep> = fc.record({
  acts: fc.array(fc.tuple(fc.constantFrom(...actNames), fc.nat(9999)), { maxLength: 3 }),
  command: fc.constantFrom(...(["up", "up", "up", "up", "refresh", "target", "replace", "destroy"] as const)),
  variants,
  parallel: fc.constantFrom(1, 4, 16),
  continueOnError: fc.boolean(),
  refresh: fc.boolean(),
  adopt: fc.constantFrom("none", "named", "all"),
  order: fc.nat(9999),
  faults: often([], 2, fc.array(fault, { maxLength: 3 })),
  kill: often(undefined, 5, fc.record({ write: fc.nat(20), applied: fc.boolean() })),
});

const switches = fc.array(
  fc
    .constantFrom(...switchNames)
    .chain((name) => fc.constantFrom(...switchSpace[name]).map((position) => [name, position] as const)),
  { maxLength: 3 },
);

/**
 * Random programs that are edited while others act, and while appliances, connections and processes fail, with all
 * settings that may affect the outcome.
 */
export const plan: fc.Arbitrary<Plan> = fc.record({
  switches: switches.map((chosen) => Object.fromEntries(chosen) as Partial<Switches>),
  concurrency: fc.constantFrom(1, 2, 4),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

/** Plans with one thing less than this one. */
export function* smaller(kept: Plan): Iterable<Plan> {
  const { steps } = kept;
  for (const at of steps.keys()) if (steps.length > 1) yield { ...kept, steps: steps.toSpliced(at, 1) };
  if (Object.keys(kept.switches).length > 0) yield { ...kept, switches: {} };
  if (kept.concurrency !== 1) yield { ...kept, concurrency: 1 };
  for (const [at, one] of steps.entries()) {
    for (const less of smallerSteps(one)) yield { ...kept, steps: steps.with(at, less) };
  }
}

function* smallerSteps(one: PlannedStep): Iterable<PlannedStep> {
  const { variants: chosen, acts, faults } = one;
  if (one.kill !== undefined) yield { ...one, kill: undefined };
  for (const at of faults.keys()) yield { ...one, faults: faults.toSpliced(at, 1) };
  for (const at of acts.keys()) yield { ...one, acts: acts.toSpliced(at, 1) };
  const plain = { command: "up", refresh: false, adopt: "none", parallel: 1, continueOnError: true } as const;
  for (const [key, value] of Object.entries(plain)) {
    if (one[key as keyof typeof plain] !== value) yield { ...one, [key]: value };
  }
  for (const least of [0, 1]) {
    for (const [at, variant] of chosen.entries())
      if (variant > least) yield { ...one, variants: chosen.with(at, least) };
  }
}

/** Reads a plan from a file. Rejects a plan for other slots. */
export function parsePlan(text: string): Plan {
  const { plan: kept, slots } = JSON.parse(text) as { plan: Plan; slots: string[] };
  if (JSON.stringify(slots) !== JSON.stringify(slotNames)) throw new Error("the plan was made for other slots");
  return kept;
}

/** The text of a plan for a file. `found` says what the plan showed. */
export function planText(kept: Plan, found: string): string {
  return `${JSON.stringify({ found, slots: slotNames, plan: kept }, undefined, 2)}\n`;
}
