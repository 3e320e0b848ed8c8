import { applications, exporters, INTERFACES, type TrafficApplication } from "./network";

/**
 * Model of the simulated traffic: conversations between two hosts, which follow from the seed alone and never change.
 * They are never stored. Octets are a difference of two totals, so those of two adjacent intervals add up exactly.
 */
export interface TrafficModel {
  /** Number of conversations: the rows of a `conversations` report without filters. At most 1,000,000. */
  readonly conversations: number;
  /** Each seed gives different traffic. */
  readonly seed: number;
}

/** One conversation. */
export interface Flow {
  /** Number of the conversation, from 0. */
  readonly index: number;
  /** Unique per conversation: source host, destination host and application in one number. */
  readonly key: number;
  readonly source: number;
  readonly destination: number;
  /** Position in the list of applications. */
  readonly application: number;
  /** Position in the list of exporters. */
  readonly exporter: number;
  /** Interface on which the exporter receives it. */
  readonly input: number;
  /** Interface by which it leaves; 0 if the exporter drops the conversation. */
  readonly output: number;
}

/** More conversations would need more hosts than there are. */
const MOST_CONVERSATIONS = 1_000_000;

// Resolved once: a large report calls these several million times.
const { ceil, floor, imul, max, min } = Math;

const APPLICATION_BITS = 3;
/** No flows are older than 2020. Counting from here keeps totals exact. */
const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000;

/** Lengths of periods, in seconds. A conversation is active for a part of each period. */
const periods = [300, 600, 900, 1800, 3600];

/** A conversation sends at one rate for the first part of each period. */
export interface Activity {
  /** Octets per second while it sends. */
  readonly rate: number;
  /** Length of a period in seconds. */
  readonly period: number;
  /** Seconds of each period in which it sends. */
  readonly active: number;
  /** Seconds of the first period that had passed at `FIRST_SECOND`. */
  readonly phase: number;
}

/** Octets sent before an epoch second: a whole number, so that differences add up exactly. */
export function octetsUntil(second: number, { rate, period, active, phase }: Activity): number {
  const elapsed = max(0, second - FIRST_SECOND) + phase;
  return floor(rate * (floor(elapsed / period) * active + min(elapsed % period, active)));
}

/** Generates the flows of a network from its model. */
export class FlowSource {
  readonly #hostBits: number;

  /** Throws a RangeError for an invalid number of conversations. */
  constructor(readonly model: TrafficModel) {
    const { conversations } = model;
    if (!Number.isInteger(conversations) || conversations < 0 || conversations > MOST_CONVERSATIONS) {
      throw new RangeError(`There are 0 to ${MOST_CONVERSATIONS} conversations, not ${conversations}.`);
    }
    // Four times as many keys as conversations, so that each host talks only to some others.
    let bits = 1;
    while (2 ** (2 * bits + APPLICATION_BITS) < 4 * conversations) bits += 1;
    this.#hostBits = bits;
  }

  /** Number of conversations. */
  get size(): number {
    return this.model.conversations;
  }

  /** Number of hosts on each side. */
  get hosts(): number {
    return 2 ** this.#hostBits;
  }

  /** The conversation with this number. */
  flow(index: number): Flow {
    const key = this.#keyOf(index);
    const application = key % applications.length;
    const pair = floor(key / applications.length);
    const input = 1 + (this.#draw(index, 2) % INTERFACES);
    const isDropped = this.#draw(index, 3) % 8 === 0;
    return {
      index,
      key,
      application,
      source: pair % this.hosts,
      destination: floor(pair / this.hosts),
      exporter: this.#draw(index, 1) % exporters.length,
      input,
      output: isDropped ? 0 : 1 + ((input + (this.#draw(index, 4) % (INTERFACES - 1))) % INTERFACES),
    };
  }

  /** Rate and times of a conversation; they never change. */
  activity(index: number): Activity {
    const period = periods[this.#draw(index, 5) % periods.length] as number;
    return {
      // A few conversations produce most of the traffic, as in real networks.
      rate: 64 + 4_000_000 / (1 + index) ** 0.9,
      period,
      active: ceil(period * (0.2 + (this.#draw(index, 6) % 81) / 100)),
      phase: this.#draw(index, 7) % period,
    };
  }

  /** Number of packets for this many octets of a conversation. */
  packets(index: number, octets: number): number {
    return ceil(octets / (64 + (this.#draw(index, 8) % 1337)));
  }

  /** A permutation of the numbers of this many bits, so that no two conversations share a key. */
  #keyOf(index: number): number {
    const bits = 2 * this.#hostBits + APPLICATION_BITS;
    const mask = 2 ** bits - 1;
    const half = bits >> 1;
    let key = (index + this.model.seed) & mask;
    for (const odd of [0x2c1b3c6d, 0x297a2d39, 0x1b56c4e9]) {
      key = (imul(key, odd) & mask) >>> 0;
      key ^= key >>> half;
    }
    return key;
  }

  /** A uniformly distributed number from 0 to 2^32 - 1 for each conversation and use (the finalizer of MurmurHash3). */
  #draw(index: number, use: number): number {
    let hash = imul(index + 1, 0x9e3779b1) ^ imul(use, 0x85ebca6b) ^ this.model.seed;
    hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }
}

/** An application in the form of reports and port filters, e.g. `443-6`. */
export function applicationKey({ port, protocol }: TrafficApplication): string {
  return `${port}-${protocol}`;
}
