import { applications, exporters, INTERFACES, type TrafficApplication } from "./network";

/**
 * What the simulated network carries: conversations between two hosts, each the same for ever by the seed alone. They
 * are never stored. Octets are a difference of two totals, so those of two intervals add up to those of both together.
 */
export interface TrafficModel {
  /** Number of conversations: the rows of a `conversations` report without filters. At most 1,000,000. */
  readonly conversations: number;
  /** Another seed is another network traffic. */
  readonly seed: number;
}

/** One conversation. */
export interface Flow {
  /** Its number, from 0. */
  readonly index: number;
  /** Distinct for each conversation: source host, destination host and application in one number. */
  readonly key: number;
  readonly source: number;
  readonly destination: number;
  /** Position in the list of applications. */
  readonly application: number;
  /** Position in the list of exporters. */
  readonly exporter: number;
  /** Interface on which the exporter receives it. */
  readonly input: number;
  /** Interface by which it leaves; 0 for a conversation that the exporter drops. */
  readonly output: number;
}

/** There are no hosts for more. */
const MOST_CONVERSATIONS = 1_000_000;

// Looked up once: these run several million times for a large report.
const { ceil, floor, imul, max, min } = Math;

const APPLICATION_BITS = 3;
/** No flows are older than 2020. Counting from here keeps totals exact. */
const FIRST_SECOND = Date.UTC(2020, 0, 1) / 1000;

/** Conversations are active for a part of each period, in seconds. */
const periods = [300, 600, 900, 1800, 3600];

/** A conversation sends at one rate for the first part of each period. */
export interface Activity {
  /** Octets a second while it sends. */
  readonly rate: number;
  /** Seconds. */
  readonly period: number;
  /** Seconds of each period in which it sends. */
  readonly active: number;
  /** Seconds of a period that were over when flows began. */
  readonly phase: number;
}

/** Octets that were sent before an epoch second: a whole number, so that differences add up exactly. */
export function octetsUntil(second: number, { rate, period, active, phase }: Activity): number {
  const elapsed = max(0, second - FIRST_SECOND) + phase;
  return floor(rate * (floor(elapsed / period) * active + min(elapsed % period, active)));
}

/** Draws a network's flows from its model. */
export class FlowSource {
  readonly #hostBits: number;

  /** Throws RangeError for a number of conversations that cannot be. */
  constructor(readonly model: TrafficModel) {
    const { conversations } = model;
    if (!Number.isInteger(conversations) || conversations < 0 || conversations > MOST_CONVERSATIONS) {
      throw new RangeError(`There are 0 to ${MOST_CONVERSATIONS} conversations, not ${conversations}.`);
    }
    // Four times as many keys as conversations, so that hosts talk to some others, not to all.
    let bits = 1;
    while (2 ** (2 * bits + APPLICATION_BITS) < 4 * conversations) bits += 1;
    this.#hostBits = bits;
  }

  /** Number of conversations. */
  get size(): number {
    return this.model.conversations;
  }

  /** Hosts on either side. */
  get hosts(): number {
    return 2 ** this.#hostBits;
  }

  /** The conversation of that number. */
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

  /** How much a conversation sends and when, the same for ever. */
  activity(index: number): Activity {
    const period = periods[this.#draw(index, 5) % periods.length] as number;
    return {
      // A few conversations make most of the traffic, as in real networks.
      rate: 64 + 4_000_000 / (1 + index) ** 0.9,
      period,
      active: ceil(period * (0.2 + (this.#draw(index, 6) % 81) / 100)),
      phase: this.#draw(index, 7) % period,
    };
  }

  /** Packets that carry so many octets of a conversation. */
  packets(index: number, octets: number): number {
    return ceil(octets / (64 + (this.#draw(index, 8) % 1337)));
  }

  /** A permutation of the numbers of this many bits, so that no two conversations have one key. */
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

  /** An even number from 0 to 2^32 - 1 for each conversation and use (the finalizer of MurmurHash3). */
  #draw(index: number, use: number): number {
    let hash = imul(index + 1, 0x9e3779b1) ^ imul(use, 0x85ebca6b) ^ this.model.seed;
    hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  }
}

/** An application as reports name it, e.g. `443-6`: the form of a port filter. */
export function applicationKey({ port, protocol }: TrafficApplication): string {
  return `${port}-${protocol}`;
}
