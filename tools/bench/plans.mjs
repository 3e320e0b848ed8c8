/**
 * @typedef {"create" | "unchanged" | "refresh" | "change" | "destroy"} Job
 * @typedef {"B0" | "B1" | "B2" | "B3" | "B5" | "B6" | "B7"} Contestant
 *
 * @typedef {readonly [who: Contestant, jobs?: readonly Job[]]} Entry A contestant; by default with all jobs.
 *
 * @typedef {object} Block One kind and number of objects. A round measures the engine alone once, then each contestant
 *   at each latency, so that a ratio compares two runs within the same minutes.
 * @property {"IpGroup" | "ReplicatorProfile" | "User"} kind
 * @property {number} n
 * @property {number} rounds
 * @property {readonly number[]} latencies milliseconds that each call takes
 * @property {readonly Entry[]} contestants
 * @property {number} [capacity] calls that an appliance runs at once; unlimited by default
 */

/** The measured jobs: one command of the engine each, in this order on one stack. @type {readonly Job[]} */
export const jobs = ["create", "unchanged", "refresh", "change", "destroy"];

/** The contestants in the order of the tables. @type {Readonly<Record<Contestant, string>>} */
export const contestants = {
  B0: "engine alone",
  B1: "script, one call at a time",
  B2: "best possible script",
  B3: "sh -c curl per operation",
  B5: "this provider",
  B6: "this provider, all groups in one IpGroups",
  B7: "this provider as plugin",
};

/** What a script can do. @type {readonly Job[]} */
const scripted = ["create", "refresh", "change", "destroy"];
/** @type {readonly Job[]} */
const ends = ["create", "destroy"];

/** @type {Readonly<Record<string, readonly Block[]>>} */
export const plans = {
  full: [
    { kind: "IpGroup", n: 50, rounds: 7, latencies: [0, 20, 100], contestants: [["B5"], ["B2", scripted]] },
    { kind: "IpGroup", n: 50, rounds: 3, latencies: [20], capacity: 4, contestants: [["B5"], ["B2", scripted]] },
    {
      kind: "IpGroup",
      n: 200,
      rounds: 7,
      latencies: [0, 20],
      contestants: [["B5"], ["B7"], ["B2", scripted], ["B1", ["create"]], ["B3", ["create"]]],
    },
    { kind: "IpGroup", n: 1000, rounds: 2, latencies: [0, 20], contestants: [["B5"], ["B2", scripted], ["B6"]] },
    { kind: "ReplicatorProfile", n: 200, rounds: 5, latencies: [20], contestants: [["B5"], ["B2", scripted]] },
    {
      kind: "User",
      n: 100,
      rounds: 3,
      latencies: [100],
      capacity: 1,
      contestants: [
        ["B5", ends],
        ["B2", ends],
      ],
    },
  ],
  quick: [
    { kind: "IpGroup", n: 50, rounds: 3, latencies: [0, 20], contestants: [["B5"], ["B6"], ["B2", scripted]] },
    { kind: "IpGroup", n: 200, rounds: 1, latencies: [20], contestants: [["B5"], ["B2", scripted], ["B3", ends]] },
    { kind: "ReplicatorProfile", n: 200, rounds: 1, latencies: [20], contestants: [["B5"], ["B2", scripted]] },
  ],
  bulk: [{ kind: "IpGroup", n: 1000, rounds: 3, latencies: [0], contestants: [["B6"]] }],
  plugin: [{ kind: "IpGroup", n: 200, rounds: 3, latencies: [0, 20], contestants: [["B5"], ["B7"]] }],
  smoke: [
    {
      kind: "IpGroup",
      n: 4,
      rounds: 1,
      latencies: [1],
      contestants: [["B5"], ["B2", scripted], ["B3", ends], ["B6"], ["B7", ["create"]]],
    },
    { kind: "ReplicatorProfile", n: 4, rounds: 1, latencies: [1], contestants: [["B2", scripted]] },
    { kind: "User", n: 4, rounds: 1, latencies: [1], contestants: [["B2", ends]] },
  ],
};
