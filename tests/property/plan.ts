import fc from "fast-check";
import { type Fault, type FaultKind, seededChance, type Simulator, type Switches, switchSpace } from "../../simulator";
import { leafName, slotNames, variantsOf } from "./slots";

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
}

/** One `pulumi up` of a plan. */
export interface PlannedRun {
  /** The variant that the program declares for each slot, in the order of the slots. 0: the slot is not declared. */
  readonly variants: readonly number[];
  readonly parallel: number;
  readonly continueOnError: boolean;
  /** Whether the run is `up --refresh`. It always is after changes by hand. */
  readonly refresh: boolean;
  /** Determines the order of resources that are ready at the same time. */
  readonly order: number;
  readonly faults: readonly PlannedFault[];
  readonly byHand: readonly HandName[];
}

export interface Plan {
  readonly switches: Partial<Switches>;
  /** The `concurrency` of both appliances. */
  readonly concurrency: number;
  readonly runs: readonly PlannedRun[];
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
  // A refused deletion has the same answer as the deletion of an object that is gone: "0 matched" (F33).
  refuseItem: {
    match: /^(?!user_api\/del)/u,
    kind: { refuseItems: /alice|staff|ops|Vitals|language/u, words: "disk full" },
  },
} as const satisfies Readonly<Record<string, Named>>;

export type FaultName = keyof typeof faultKinds;

/** Injects the faults of a run. */
export function addFaults(sim: Simulator, faults: readonly PlannedFault[]): Fault[] {
  return faults.map(({ kind, percent, seed, appliance, skip = seed % 40 }) => {
    if (!Object.hasOwn(faultKinds, kind)) throw new Error(`a plan names the fault ${kind}, which does not exist`);
    const named: Named = faultKinds[kind];
    const often = percent === 0 ? { skip, times: 1 } : { when: seededChance(seed, percent / 100) };
    return sim.faults.add({ ...named, ...often, ...(appliance === "both" ? {} : { appliance }) });
  });
}

const legacy = "legacy-netops";
const foreignNetwork = { network: "10.99.0.0", prefixLength: 16, kind: "include" } as const;

/** Changes by hand, of what the program declares. The next run must repair them. */
const handActs = {
  removeLeaf: ({ mutate, gateway }) => {
    for (const { name } of gateway.store.ipGroupsNamed(leafName)) mutate.removeIpGroup(name);
  },
  removeFloor: ({ mutate, gateway }) => {
    for (const { name } of gateway.store.ipGroupsNamed("floor 1")) mutate.removeIpGroup(name);
  },
  setFloorRules: ({ mutate, gateway }) => {
    if (gateway.store.ipGroupsNamed("floor 2").length > 0) mutate.setRules("floor 2", [{ type: "ipall", all: 1 }]);
  },
  renameLone: ({ mutate, gateway }) => {
    if (gateway.store.ipGroupsNamed("lone").length > 0) mutate.renameIpGroup("lone", "lone by hand");
  },
  setRules: ({ mutate, gateway }) => {
    if (gateway.store.ipGroupsNamed("branch").length > 0) mutate.setRules("branch", [{ type: "ipall", all: 1 }]);
  },
  removeSouth: ({ mutate, replicator }) => {
    if (replicator.store.profiles.has("south")) mutate.removeProfile("south");
  },
  changeSouth: ({ mutate, replicator }) => {
    if (!replicator.store.profiles.has("south")) return;
    mutate.setPorts("south", 23_000, 23_001);
    mutate.disableProfile("south");
  },
  leave: ({ mutate }) => {
    mutate.removeCollector("10.5.0.1");
    mutate.removeExporter("10.6.0.1");
  },
  threshold: ({ mutate, replicator }) => {
    const isThere = [...replicator.store.profiles.values()].some(({ collectors }) => collectors.has("10.5.0.1"));
    if (isThere) mutate.setThreshold("10.5.0.1", 7);
  },
  removePolicy: ({ mutate, replicator }) => {
    for (const name of replicator.store.profiles.keys()) mutate.removePolicy(name, "10.7.0.0", 16);
  },
} as const satisfies Readonly<Record<string, (sim: Simulator) => void>>;

/** Objects that others create. They must exist, unchanged, until the end. */
const foreignActs = {
  foreignGroup: ({ mutate }) => void mutate.addIpGroup("theirs", [{ type: "ip", address: "198.51.100.9" }]),
  foreignRule: ({ mutate }) => void mutate.addRules("Shared", [{ type: "ip", address: "198.51.100.8" }]),
  foreignMember: ({ mutate }) => mutate.addCollector("198.51.100.3", legacy),
  foreignPolicy: ({ mutate }) => mutate.addPolicy(legacy, foreignNetwork),
  foreignUserGroup: ({ mutate }) => void mutate.addUserGroup("their people"),
} as const satisfies Readonly<Record<string, (sim: Simulator) => void>>;

export type HandName = keyof typeof handActs | keyof typeof foreignActs;

/** Makes a change by hand. Returns whether the changed thing belongs to the program or to someone else. */
export function act(sim: Simulator, name: HandName): "ours" | "foreign" {
  if (name in foreignActs) {
    foreignActs[name as keyof typeof foreignActs](sim);
    return "foreign";
  }
  handActs[name as keyof typeof handActs](sim);
  return "ours";
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
});

const variants = fc.tuple(...variantsOf.map((most) => fc.oneof(fc.constant(0), fc.integer({ min: 0, max: most }))));

const run: fc.Arbitrary<PlannedRun> = fc.record({
  variants,
  parallel: fc.constantFrom(1, 4, 16),
  continueOnError: fc.boolean(),
  refresh: fc.boolean(),
  order: fc.nat(9999),
  faults: fc.array(fault, { maxLength: 4 }),
  byHand: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...keysOf(handActs), ...keysOf(foreignActs)), { maxLength: 2 }),
    },
  ),
});

const switches = fc.array(
  fc
    .constantFrom(...switchNames)
    .chain((name) => fc.constantFrom(...switchSpace[name]).map((position) => [name, position] as const)),
  { maxLength: 3 },
);

/**
 * Random programs that are edited while appliances and connections fail, with all settings that may affect the outcome.
 */
export const plan: fc.Arbitrary<Plan> = fc.record({
  switches: switches.map((chosen) => Object.fromEntries(chosen) as Partial<Switches>),
  concurrency: fc.constantFrom(1, 2, 4),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
});

/** The changes of one run, from the programs before it to its own. */
const changes: Readonly<Record<string, readonly ((most: number) => number)[]>> = {
  create: [() => 1],
  change: [() => 1, (most) => Math.min(2, most)],
  rename: [(most) => Math.min(2, most), (most) => most],
  remove: [(most) => most, () => 0],
};

/** Plans in which exactly one request of the last run fails: whatever it asks, the others are answered. */
export const oneFault: fc.Arbitrary<Plan> = fc
  .record({
    change: fc.constantFrom(...Object.values(changes)),
    last: fc.record({ parallel: fc.constantFrom(1, 4, 16), refresh: fc.boolean(), order: fc.nat(9999) }),
    fault: fc.record({
      kind: fc.constantFrom(...keysOf(faultKinds)),
      appliance: fc.constantFrom("gateway", "replicator"),
      skip: fc.nat(90),
    }),
  })
  .map(({ change, last, fault: one }) => {
    const calm = { parallel: 16, continueOnError: true, refresh: false, order: 1, faults: [], byHand: [] };
    const runs = change.map((variantOf) => ({ ...calm, variants: variantsOf.map(variantOf) }));
    const faults = [{ percent: 0, seed: 0, ...one }];
    return {
      switches: {},
      concurrency: 4,
      runs: runs.map((each, at) => (at === runs.length - 1 ? { ...each, ...last, faults } : each)),
    };
  });

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
