/** The network whose flows the simulated gateway reports: exporters, device groups, addresses and applications. */

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

/** Eight of them, so that three bits select one. */
export const applications: readonly TrafficApplication[] = [
  { name: "https", port: 443, protocol: 6 },
  { name: "domain", port: 53, protocol: 17 },
  { name: "http", port: 80, protocol: 6 },
  { name: "ssh", port: 22, protocol: 6 },
  { name: "smtp", port: 25, protocol: 6 },
  { name: "ntp", port: 123, protocol: 17 },
  { name: "snmp", port: 161, protocol: 17 },
  { name: "ms-wbt-server", port: 3389, protocol: 6 },
];

/** A network of 128 hosts, `.1` to `.128`: eight of them give a side the 1024 hosts that flows may need. */
interface HostNetwork {
  /** Network address as an unsigned 32 bit number. */
  readonly base: number;
  readonly country: string;
}

const network = (first: number, second: number, third: number, fourth: number, country: string): HostNetwork => ({
  base: ((first * 256 + second) * 256 + third) * 256 + fourth,
  country,
});

/** Eight networks per side. Private ones are the company's; the others are reserved for documentation and tests. */
const hostNetworks: Record<Side, readonly HostNetwork[]> = {
  source: [
    network(10, 1, 0, 0, "France"),
    network(10, 1, 1, 0, "France"),
    network(10, 2, 0, 0, "France"),
    network(10, 2, 1, 0, "Belgium"),
    network(172, 16, 0, 0, "France"),
    network(192, 168, 1, 0, "Spain"),
    network(198, 18, 8, 0, "Japan"),
    network(198, 19, 0, 0, "Brazil"),
  ],
  destination: [
    network(10, 1, 8, 0, "France"),
    network(10, 2, 8, 0, "France"),
    network(172, 16, 8, 0, "France"),
    network(192, 168, 8, 0, "Spain"),
    network(192, 0, 2, 0, "Germany"),
    network(198, 51, 100, 0, "United States"),
    network(203, 0, 113, 0, "Australia"),
    network(198, 18, 0, 0, "Japan"),
  ],
};

/** Which end of a flow. */
export type Side = "source" | "destination";

/** Address of the n-th host of a side, as an unsigned 32 bit number. */
export function hostAddress(side: Side, host: number): number {
  return networkOf(side, host).base + 1 + Math.floor(host / hostNetworks[side].length);
}

export function hostCountry(side: Side, host: number): string {
  return networkOf(side, host).country;
}

function networkOf(side: Side, host: number): HostNetwork {
  const networks = hostNetworks[side];
  return networks[host % networks.length] as HostNetwork;
}
