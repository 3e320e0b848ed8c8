/**
 * @typedef {"preview" | "create" | "unchanged" | "refresh" | "change" | "destroy"} Job
 * @typedef {"engine" | "script" | "curl" | "provider" | "bulk" | "plugin"} Contestant
 *
 * @typedef {object} Block One kind and number of objects. A round measures the engine alone, then each contestant at
 *   each latency, so that a ratio compares two runs within the same minutes.
 * @property {"IpGroup" | "ReplicatorProfile"} kind
 * @property {number} n
 * @property {number} rounds
 * @property {readonly number[]} latencies milliseconds that each call takes
 * @property {readonly Contestant[]} contestants
 * @property {"preview"} [only] the one job that is measured
 */

/** The measured jobs: one command of the engine each, in this order on one stack. @type {readonly Job[]} */
export const jobs = ["preview", "create", "unchanged", "refresh", "change", "destroy"];

/** The contestants in the order of the tables, each with what it can do. @type {Readonly<Record<Contestant, readonly Job[]>>} */
export const contestants = {
  engine: jobs,
  script: ["create", "refresh", "change", "destroy"],
  curl: ["create", "destroy"],
  provider: jobs,
  bulk: jobs,
  plugin: jobs,
};

/** @type {Readonly<Record<string, readonly Block[]>>} */
export const plans = {
  full: [
    { kind: "IpGroup", n: 50, rounds: 7, latencies: [0, 20, 100], contestants: ["provider", "script"] },
    { kind: "IpGroup", n: 200, rounds: 7, latencies: [0, 20], contestants: ["provider", "plugin", "script", "curl"] },
    { kind: "IpGroup", n: 1000, rounds: 2, latencies: [0, 20], contestants: ["provider", "script", "bulk"] },
    { kind: "IpGroup", n: 3000, rounds: 2, latencies: [0], contestants: ["provider"], only: "preview" },
    { kind: "ReplicatorProfile", n: 200, rounds: 5, latencies: [20], contestants: ["provider", "script"] },
  ],
  quick: [
    { kind: "IpGroup", n: 50, rounds: 3, latencies: [0, 20], contestants: ["provider", "bulk", "script"] },
    { kind: "IpGroup", n: 200, rounds: 1, latencies: [20], contestants: ["provider", "script", "curl"] },
    { kind: "ReplicatorProfile", n: 200, rounds: 1, latencies: [20], contestants: ["provider", "script"] },
  ],
  smoke: [
    { kind: "IpGroup", n: 4, rounds: 1, latencies: [1], contestants: ["provider", "bulk", "plugin", "script", "curl"] },
    { kind: "ReplicatorProfile", n: 4, rounds: 1, latencies: [1], contestants: ["provider", "script"] },
  ],
};
