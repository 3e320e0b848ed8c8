import { ipv4Number } from "../../ipv4";

/** The simulated traffic: conversations between two hosts, each at one rate. They follow from their numbers alone. */
export interface TrafficModel {
  /** Number of conversations: the rows of a `conversations` report without filters. At most 1,000,000. */
  readonly conversations: number;
}

/** A device that sends flow data to the gateway. */
export interface Exporter {
  readonly address: string;
  readonly name: string;
}

/** Every exporter has interfaces 1 to this number. */
export const INTERFACES = 4;

export const exporters: readonly Exporter[] = [
  { address: "10.1.0.1", name: "core-paris" },
  { address: "10.2.0.1", name: "core-lyon" },
  { address: "172.16.0.1", name: "edge-nice" },
  { address: "192.168.1.1", name: "branch-brest" },
];

/** Positions in {@link exporters}, by the id of a device group. */
export const deviceGroups: ReadonlyMap<number, readonly number[]> = new Map([
  [1, [0, 1]],
  [2, [2, 3]],
]);

/** An application by its port and IP protocol, as `sdfPorts` filters name them. */
export interface TrafficApplication {
  readonly name: string;
  readonly port: number;
  /** IP protocol number: 6 is TCP, 17 is UDP. */
  readonly protocol: 6 | 17;
}

export const applications: readonly TrafficApplication[] = [
  { name: "https", port: 443, protocol: 6 },
  { name: "domain", port: 53, protocol: 17 },
  { name: "http", port: 80, protocol: 6 },
  { name: "ssh", port: 22, protocol: 6 },
  { name: "snmp", port: 161, protocol: 17 },
];

/** An application in the form of reports and port filters, e.g. `443-6`. */
export function applicationKey({ port, protocol }: TrafficApplication): string {
  return `${port}-${protocol}`;
}

/** Which end of a flow. */
export type Side = "source" | "destination";

/** Addresses and countries of the networks of a side. */
const networks = {
  source: [
    [ipv4Number("10.1.0.0"), "France"],
    [ipv4Number("10.2.0.0"), "Belgium"],
    [ipv4Number("172.16.0.0"), "France"],
    [ipv4Number("192.168.0.0"), "Spain"],
  ],
  destination: [
    [ipv4Number("10.2.8.0"), "France"],
    [ipv4Number("198.18.0.0"), "Japan"],
    [ipv4Number("198.19.0.0"), "Brazil"],
  ],
} as const;

/** One conversation. */
export interface Flow {
  /** Addresses as unsigned 32 bit numbers. */
  readonly source: number;
  readonly destination: number;
  readonly country: Readonly<Record<Side, string>>;
  /** Position in the list of applications. */
  readonly application: number;
  /** Position in the list of exporters. */
  readonly exporter: number;
  /** Interface on which the exporter receives it. */
  readonly input: number;
  /** Interface by which it leaves; 0 if the exporter drops the conversation. */
  readonly output: number;
  /** Octets and packets per second while it sends. */
  readonly octets: number;
  readonly packets: number;
}

/** The conversation with this number, from 0. No two have source, destination and application in common. */
function flowAt(index: number): Flow {
  const pair = Math.floor(index / applications.length);
  const end = (side: Side, host: number): readonly [address: number, country: string] => {
    const [base, country] = networks[side][host % networks[side].length] ?? networks[side][0];
    const position = Math.floor(host / networks[side].length);
    return [base + 256 * Math.floor(position / 250) + (position % 250) + 1, country];
  };
  const [source, from] = end("source", pair % 1000);
  // Each source talks to a few hosts, and sources share some of them.
  const [destination, to] = end("destination", Math.floor(pair / 1000) + ((pair % 1000) % 7));
  const input = 1 + (index % INTERFACES);
  return {
    source,
    destination,
    country: { source: from, destination: to },
    application: index % applications.length,
    exporter: pair % exporters.length,
    input,
    output: index % 8 === 0 ? 0 : 1 + (input % INTERFACES),
    // A few conversations cause most of the traffic, as in real networks.
    octets: 1500 + Math.floor(4_000_000 / (1 + index)),
    packets: 1 + Math.floor(4000 / (1 + index)),
  };
}

/** Throws a RangeError for an invalid number of conversations. */
export function checkedTraffic(model: TrafficModel): TrafficModel {
  const { conversations } = model;
  if (Number.isInteger(conversations) && conversations >= 0 && conversations <= 1_000_000) return model;
  throw new RangeError(`There are 0 to 1000000 conversations, not ${conversations}.`);
}

/** All conversations. */
export function* flowsOf({ conversations }: TrafficModel): Iterable<Flow> {
  for (let index = 0; index < conversations; index++) yield flowAt(index);
}

const HOUR = 3600;
/** No conversation sends in the last five minutes of an hour. */
const ACTIVE = 55 * 60;

/** The seconds between two moments in which conversations send: those of parts of a time range add up. */
export function activeSeconds(start: number, end: number): number {
  const until = (second: number): number => Math.floor(second / HOUR) * ACTIVE + Math.min(second % HOUR, ACTIVE);
  return until(end) - until(start);
}
