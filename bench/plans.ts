import { type Job, jobs } from "./jobs";
import type { Block, Cell, Entry, Plan } from "./plan";

/** The jobs that a script can do. */
const scripted: readonly Job[] = ["create", "refresh", "change", "destroy"];
const ends: readonly Job[] = ["create", "destroy"];

const provider: Entry = { contestant: "B5", jobs };
const best: Entry = { contestant: "B2", jobs: scripted };
/** All groups in one resource. */
const bulk: Entry = { contestant: "B6", jobs };
/** The same program, with the provider plugin. */
const ofPlugin: Entry = { contestant: "B7", jobs };
const bulkJobs: readonly Job[] = ["create", "unchanged", "refresh", "destroy"];
/** This takes long, and only the latency determines the duration: three rounds suffice. */
const sequential: Entry = { contestant: "B1", jobs: ["create"], rounds: 3 };
const curl: Entry = { contestant: "B3", jobs: ends };

const cell = (latencyMs: number, ...entries: Entry[]): Cell => ({ latencyMs, entries });

/** The plan whose results are committed: everything that the targets need, in about an hour on two cores. */
const full: Plan = {
  name: "full",
  starts: 15,
  blocks: [
    {
      ...ipGroups(50, 7),
      cells: [
        cell(0, provider),
        cell(5, { ...provider, jobs: ends, rounds: 3 }, { ...best, jobs: ends, rounds: 3 }),
        cell(20, provider, best),
        { ...cell(20, { ...provider, rounds: 3 }, { ...best, rounds: 3 }), capacity: 1 },
        { ...cell(20, { ...provider, rounds: 3 }, { ...best, rounds: 3 }), capacity: 4 },
        cell(100, { ...provider, jobs: ends }, { ...best, jobs: ends }),
      ],
    },
    { ...ipGroups(100, 3), jobs: ["create"], cells: [cell(20, { ...provider, jobs: ["create"] })] },
    {
      ...ipGroups(200, 7),
      cells: [
        cell(0, provider),
        cell(1, { ...provider, jobs: ["create"] }, { ...curl, jobs: ["create"] }),
        cell(20, provider, best, { ...curl, jobs: ["create"] }, sequential),
        cell(100, { ...provider, jobs: ["create", "refresh"] }, { ...best, jobs: ["create", "refresh"] }, sequential),
      ],
    },
    { ...ipGroups(1, 3), cells: [cell(0, bulk), cell(20, bulk)] },
    { ...ipGroups(1000, 2), cells: [cell(0, bulk), cell(20, provider, best, bulk)] },
    profiles(200, 5),
    users(100, 3),
    {
      ...ipGroups(2000, 1),
      jobs: ["create", "unchanged", "refresh"],
      cells: [cell(0, { ...provider, jobs: ["create", "unchanged", "refresh"] })],
    },
  ],
  leftOut: [
    "N = 1,000 only at L = 20 ms, two rounds; N = 2,000 only at L = 0, one round, without change and destroy",
    "C = 1 and C = 4 only at N = 50, L = 20 ms; L = 5 ms only at N = 50",
    "B1 only for creations, B3 only at N = 200, L = 1 and 20 ms: nothing else is compared with them",
    "all of it: `npm run bench -- --all`",
  ],
};

/** Takes less than five minutes: shows whether something is far off. */
const quick: Plan = {
  name: "quick",
  starts: 5,
  blocks: [
    { ...ipGroups(50, 3), cells: [cell(0, provider, bulk), cell(20, provider, best, bulk)] },
    {
      ...ipGroups(200, 1),
      cells: [
        cell(0, { ...provider, jobs: ["create", "unchanged"] }),
        cell(1, { ...provider, jobs: ["create"] }, { ...curl, jobs: ["create"] }),
        cell(20, provider, best, { ...curl, jobs: ["create"] }, sequential),
      ],
    },
    profiles(200, 1),
  ],
  leftOut: [
    "few rounds: a figure near its target says nothing",
    "N = 100, 1,000 and 2,000 and what needs them: memory, growth, state",
    "L = 5 and 100 ms, C = 1 and 4, users",
  ],
};

/** All groups in one resource compared with the engine alone, if an hour is too long. */
const bulkOnly: Plan = {
  name: "bulk",
  starts: 0,
  blocks: [
    { ...ipGroups(1, 3), jobs: bulkJobs, cells: [cell(0, { ...bulk, jobs: bulkJobs })] },
    { ...ipGroups(200, 3), jobs: bulkJobs, cells: [cell(0, { ...bulk, jobs: bulkJobs })] },
    { ...ipGroups(1000, 1), jobs: bulkJobs, cells: [cell(0, { ...bulk, jobs: bulkJobs })] },
  ],
  leftOut: ["everything but `IpGroups`: this form only compares it with the engine alone"],
};

/** The complete grid. Takes most of a day. */
const all: Plan = {
  name: "all",
  starts: 15,
  blocks: [
    ...[50, 100, 200, 1000].map((n): Block => ({ ...ipGroups(n, 7), cells: [...grid(), cell(1, provider, curl)] })),
    profiles(200, 7),
    users(100, 7),
    { ...ipGroups(2000, 3), cells: [cell(0, provider)] },
  ],
  leftOut: [],
};

/** The provider plugin compared with dynamic resources, in a quarter of an hour. */
const plugin: Plan = {
  name: "plugin",
  starts: 9,
  blocks: [
    { ...ipGroups(200, 3), cells: [cell(0, provider, ofPlugin)] },
    { ...ipGroups(50, 3), cells: [cell(20, provider, ofPlugin)] },
  ],
  leftOut: ["scripts and other kinds", "N = 1,000 and more"],
};

/** Takes seconds: shows whether the bench itself works. */
const smoke: Plan = {
  name: "smoke",
  starts: 1,
  blocks: [
    {
      ...ipGroups(4, 1),
      jobs: ["create"],
      cells: [cell(1, ...[provider, best].map((one) => ({ ...one, jobs: ["create" as const] })))],
    },
  ],
  leftOut: ["nearly everything: this only shows that the bench works"],
};

export const plans = { full, quick, bulk: bulkOnly, all, smoke, plugin } satisfies Record<Plan["name"], Plan>;

function ipGroups(n: number, rounds: number): Omit<Block, "cells"> {
  return { kind: "IpGroup", n, rounds, jobs };
}

/** The replicator: one read for all resources on refresh, and a rebuild after changes. */
function profiles(n: number, rounds: number): Block {
  return {
    kind: "ReplicatorProfile",
    n,
    rounds,
    jobs: ["create", "refresh"],
    cells: [cell(20, { ...provider, jobs: ["create", "refresh"] }, { ...best, jobs: ["create", "refresh"] })],
  };
}

/**
 * Batches: an appliance that runs one call at a time, with a provider that is configured for it and one that is not.
 */
function users(n: number, rounds: number): Block {
  const made: readonly Entry[] = [{ ...provider, jobs: ends }];
  return {
    kind: "User",
    n,
    rounds,
    jobs: ends,
    cells: [
      { latencyMs: 100, capacity: 1, concurrency: 1, entries: made },
      { latencyMs: 100, capacity: 1, entries: [...made, { ...best, jobs: ends }] },
    ],
  };
}

function grid(): Cell[] {
  const everybody: readonly Entry[] = [provider, best, { ...sequential, jobs: scripted }, curl];
  return [0, 5, 20, 100].flatMap((latencyMs) => [
    { latencyMs, entries: everybody },
    ...[1, 4].map((capacity) => ({ latencyMs, capacity, entries: [provider, best] })),
  ]);
}
