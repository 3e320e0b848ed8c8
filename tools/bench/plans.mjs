/**
 * @typedef {"check" | "comment" | "model" | "preview" | "create" | "drift" | "unchanged" | "refresh" | "change" | "destroy"} Job
 * @typedef {"engine" | "provider" | "bulk" | "idle" | "plugin" | "commands"} Contestant
 *
 * @typedef {object} Block One kind and number of objects. A round measures the engine alone, then each contestant at
 *   each latency, so that a ratio compares two runs within the same minutes.
 * @property {"IpGroup" | "ReplicatorProfile"} kind
 * @property {number} n
 * @property {number} rounds
 * @property {readonly number[]} latencies milliseconds that each call takes
 * @property {readonly Contestant[]} contestants
 * @property {"preview"} [only] the one job that is measured
 * @property {true} [isAlone] without the engine alone
 */

/** One command of the engine each, in this order on one stack. @type {readonly Job[]} */
const stackJobs = ["preview", "create", "unchanged", "refresh", "change", "destroy"];
/** @type {readonly Job[]} */
export const jobs = ["comment", "check", "model", ...stackJobs, "drift"];

/** The contestants in the order of the tables, each with what it can do. @type {Readonly<Record<Contestant, readonly Job[]>>} */
export const contestants = {
  engine: stackJobs,
  provider: stackJobs,
  bulk: ["preview", "create", "drift", "unchanged", "refresh", "change", "destroy"],
  idle: stackJobs,
  plugin: stackJobs,
  commands: ["comment", "check", "model"],
};

/** @type {Readonly<Record<string, readonly Block[]>>} */
export const plans = {
  full: [
    { kind: "IpGroup", n: 50, rounds: 7, latencies: [0, 20, 100], contestants: ["provider"] },
    { kind: "IpGroup", n: 200, rounds: 7, latencies: [0, 20], contestants: ["provider", "plugin"] },
    { kind: "IpGroup", n: 1000, rounds: 2, latencies: [0, 20], contestants: ["provider", "bulk"] },
    { kind: "IpGroup", n: 3000, rounds: 2, latencies: [0], contestants: ["provider"], only: "preview" },
    { kind: "ReplicatorProfile", n: 200, rounds: 5, latencies: [20], contestants: ["provider"] },
  ],
  quick: [
    { kind: "IpGroup", n: 50, rounds: 3, latencies: [0, 20], contestants: ["provider", "bulk"] },
    { kind: "IpGroup", n: 200, rounds: 1, latencies: [20], contestants: ["provider"] },
    { kind: "ReplicatorProfile", n: 200, rounds: 1, latencies: [20], contestants: ["provider"] },
  ],
  slopes: [...[500, 1000, 2000].map((n) => slope(n, ["bulk"])), ...[125, 250, 500].map((n) => slope(n, ["commands"]))],
};

/** How a job grows with the number of objects. @param {number} n @param {readonly Contestant[]} contestants @returns {Block} */
function slope(n, contestants) {
  return { kind: "IpGroup", n, rounds: 1, latencies: [0], contestants, isAlone: true };
}
