import { ipv4Number } from "../../ipv4";

/** Every exporter has interfaces 1 to this number. */
export const INTERFACES = 4;

/** The devices that send flow data to the gateway, with the ids of their device groups. */
const devices = [
  { address: "10.1.0.1", name: "core-paris", group: 1 },
  { address: "10.2.0.1", name: "core-lyon", group: 1 },
  { address: "172.16.0.1", name: "edge-nice", group: 2 },
  { address: "192.168.1.1", name: "branch-brest", group: 2 },
];

/** The same with their addresses as filters name them. */
export const exporters = devices.map((one) => {
  return { ...one, hex: ipv4Number(one.address).toString(16).padStart(8, "0").toUpperCase() };
});

/** Applications by port and IP protocol, as `sdfPorts` filters name them: 6 is TCP, 17 is UDP. */
const applications = [
  { name: "https", port: 443, protocol: 6 },
  { name: "domain", port: 53, protocol: 17 },
  { name: "http", port: 80, protocol: 6 },
  { name: "ssh", port: 22, protocol: 6 },
  { name: "snmp", port: 161, protocol: 17 },
];

/** Which end of a flow. */
export type Side = "source" | "destination";

export interface Host {
  readonly address: string;
  readonly country: string;
}

/** Networks of hosts: all but the last octet of their addresses, and their country. */
type Networks = readonly (readonly [octets: string, country: string])[];

const sources: Networks = [
  ["10.1.0", "France"],
  ["10.2.0", "Belgium"],
  ["172.16.0", "France"],
  ["192.168.0", "Spain"],
];
const destinations: Networks = [
  ["10.2.8", "France"],
  ["198.18.0", "Japan"],
  ["198.19.0", "Brazil"],
];

/** One conversation between two hosts. */
export interface Flow extends Readonly<Record<Side, Host>> {
  readonly application: (typeof applications)[number];
  readonly exporter: (typeof exporters)[number];
  /** Interface on which the exporter receives it. */
  readonly input: number;
  /** Interface by which it leaves; 0 if the exporter drops the conversation. */
  readonly output: number;
  /** Octets and packets per second while it sends. */
  readonly octets: number;
  readonly packets: number;
}

/** The simulated traffic: 80 pairs of hosts with a conversation for each application, each at one rate. */
export const flows: readonly Flow[] = Array.from({ length: 80 * applications.length }, (_, index) => {
  const pair = Math.floor(index / applications.length);
  const input = 1 + (index % INTERFACES);
  return {
    source: host(sources, pair),
    // Several sources talk to the same host.
    destination: host(destinations, pair % 7),
    application: inTurn(applications, index),
    exporter: inTurn(exporters, pair),
    input,
    output: index % 8 === 0 ? 0 : 1 + (input % INTERFACES),
    // A few conversations cause most of the traffic, as in real networks.
    octets: 1500 + Math.floor(4_000_000 / (1 + index)),
    packets: 1 + Math.floor(4000 / (1 + index)),
  };
});

function host(networks: Networks, number: number): Host {
  const [octets, country] = inTurn(networks, number);
  return { address: `${octets}.${Math.floor(number / networks.length) + 1}`, country };
}

function inTurn<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

const HOUR = 3600;
/** No conversation sends in the last five minutes of an hour. */
const ACTIVE = 55 * 60;

/** The seconds between two moments in which conversations send: those of parts of a time range add up. */
export function activeSeconds(start: number, end: number): number {
  const until = (second: number): number => Math.floor(second / HOUR) * ACTIVE + Math.min(second % HOUR, ACTIVE);
  return until(end) - until(start);
}
