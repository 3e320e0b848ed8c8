import { ipv4Number } from "../../ipv4";

/** Every exporter has interfaces 1 to this number. */
const INTERFACES = 4;

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

/** Applications by port and IP protocol: 6 is TCP, 17 is UDP. */
const applications = [
  { name: "https", port: 443, protocol: 6 },
  { name: "domain", port: 53, protocol: 17 },
  { name: "http", port: 80, protocol: 6 },
  { name: "ssh", port: 22, protocol: 6 },
  { name: "snmp", port: 161, protocol: 17 },
];

/** Networks of hosts: all but the last octet of their addresses, and their country. */
const sources = [
  { octets: "10.1.0", country: "France" },
  { octets: "10.2.0", country: "Belgium" },
  { octets: "172.16.0", country: "France" },
  { octets: "192.168.0", country: "Spain" },
];
const destinations = [
  { octets: "10.2.8", country: "France" },
  { octets: "198.18.0", country: "Japan" },
  { octets: "198.19.0", country: "Brazil" },
];

/** Counts in a second. */
export interface Amount {
  readonly octets: number;
  readonly packets: number;
}

/** Which end of a conversation. */
export type Side = "source" | "destination";

/** A conversation of two hosts, at one rate at all times. */
export interface Flow extends Amount, Readonly<Record<Side, { readonly address: string; readonly country: string }>> {
  readonly application: (typeof applications)[number];
  readonly exporter: (typeof exporters)[number];
  /** Interfaces of the exporter by which it comes and leaves. */
  readonly input: number;
  readonly output: number;
}

/** The data of every report: 80 pairs of hosts with a conversation for each application. */
export const flows: readonly Flow[] = Array.from({ length: 80 * applications.length }, (_, index) => {
  const pair = Math.floor(index / applications.length);
  return {
    source: host(sources, pair),
    // Several sources talk to the same host.
    destination: host(destinations, pair % 7),
    application: inTurn(applications, index),
    exporter: inTurn(exporters, pair),
    input: 1 + (index % INTERFACES),
    output: 1 + ((index + 1) % INTERFACES),
    // A few conversations cause most of the traffic, as in real networks.
    octets: 1500 + Math.floor(4_000_000 / (1 + index)),
    packets: 1 + Math.floor(4000 / (1 + index)),
  };
});

function host(networks: typeof sources, number: number): Flow[Side] {
  const { octets, country } = inTurn(networks, number);
  return { address: `${octets}.${Math.floor(number / networks.length) + 1}`, country };
}

function inTurn<T>(list: readonly T[], number: number): T {
  return list[number % list.length] as T;
}

export function summed(amounts: readonly Amount[]): Amount {
  const sum = (what: keyof Amount): number => amounts.reduce((total, amount) => total + amount[what], 0);
  return { octets: sum("octets"), packets: sum("packets") };
}
