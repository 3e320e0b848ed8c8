import { IPv4 } from "ipaddr.js";
import type { GatewayStore, IpGroup } from "../store";
import { applicationKey, type Flow } from "./flows";
import { groupFinder } from "./group-addresses";
import { applications, hostAddress, hostCountry, type Side } from "./network";

/** A value of a table: the raw one of the database, and the label for readers. */
export interface Cell {
  readonly rawValue: number | string;
  readonly label: string;
}

/** A column that identifies a row. */
export interface KeyColumn {
  readonly elementName: string;
  readonly label: string;
  /** Content of its values. */
  readonly content: "address" | "application" | "country" | "ipgroup";
}

/** A report type: which conversations share a row, and how the row is labelled. */
export interface ReportKind {
  readonly columns: readonly KeyColumn[];
  /** Whether the report shows IP groups, whose rules can change. */
  readonly showsGroups: boolean;
  /** Starts a report on the current store. */
  readonly over: (store: GatewayStore) => Rows;
}

/** The rows of one report. Any conversation of a row determines its cells, which are created on demand. */
export interface Rows {
  readonly rowOf: (flow: Flow) => number | string;
  readonly cells: (example: Flow) => readonly Cell[];
}

const sides: readonly Side[] = ["source", "destination"];

function column(side: Side, content: KeyColumn["content"], what: string): KeyColumn {
  const elementName = { address: "ipaddress", country: "country", ipgroup: "ipgroup", application: "application" }[
    content
  ];
  return {
    elementName: `${side}${elementName}`,
    label: `${side === "source" ? "Source" : "Destination"}${what}`,
    content,
  };
}

const applicationColumn: KeyColumn = { elementName: "applicationid", label: "Application", content: "application" };

/** A kind that does not need the store. */
function kind(columns: readonly KeyColumn[], rowOf: Rows["rowOf"], cells: Rows["cells"]): ReportKind {
  return { columns, showsGroups: false, over: () => ({ rowOf, cells }) };
}

const [sourceAddress, destinationAddress] = sides.map((side) => column(side, "address", "")) as [KeyColumn, KeyColumn];

/** Report types by `reportTypeLang`. Management gateway, "`rm=report_api`". */
export const reportKinds = {
  conversations: kind(
    [sourceAddress, applicationColumn, destinationAddress],
    ({ key }) => key,
    (flow) => [addressCell("source", flow), applicationCell(flow), addressCell("destination", flow)],
  ),
  host2host: kind(
    [sourceAddress, destinationAddress],
    ({ source, destination }) => `${source} ${destination}`,
    (flow) => sides.map((side) => addressCell(side, flow)),
  ),
  ipGroupGroup: {
    columns: sides.map((side) => column(side, "ipgroup", " IP group")),
    showsGroups: true,
    over: (store) => groupRows(groupFinder(store)),
  },
  applications: kind(
    [applicationColumn],
    ({ application }) => application,
    (flow) => [applicationCell(flow)],
  ),
  country2country: kind(
    sides.map((side) => column(side, "country", " country")),
    (flow) => sides.map((side) => hostCountry(side, flow[side])).join(),
    (flow) => sides.map((side) => countryCell(side, flow)),
  ),
} as const satisfies Readonly<Record<string, ReportKind>>;

/** The IP groups of both ends, each host looked up once. */
function groupRows(find: (address: number) => IpGroup | undefined): Rows {
  const known: Record<Side, Map<number, IpGroup | undefined>> = { source: new Map(), destination: new Map() };
  const groupOf = (side: Side, flow: Flow): IpGroup | undefined => {
    const host = flow[side];
    if (!known[side].has(host)) known[side].set(host, find(hostAddress(side, host)));
    return known[side].get(host);
  };
  return {
    rowOf: (flow) => sides.map((side) => groupOf(side, flow)?.id ?? 0).join(),
    cells: (flow) =>
      sides.map((side) => {
        const group = groupOf(side, flow);
        return { rawValue: group?.id ?? 0, label: group?.name ?? "(no IP group)" };
      }),
  };
}

function addressCell(side: Side, flow: Flow): Cell {
  const address = hostAddress(side, flow[side]);
  const text = new IPv4([24, 16, 8, 0].map((shift) => (address >>> shift) & 255)).toString();
  return { rawValue: text, label: text };
}

function applicationCell({ application: position }: Flow): Cell {
  const application = applications[position];
  if (application === undefined) return { rawValue: "", label: "" };
  const { name, port, protocol } = application;
  return { rawValue: applicationKey(application), label: `${name} (${port}/${protocol === 6 ? "tcp" : "udp"})` };
}

function countryCell(side: Side, flow: Flow): Cell {
  const country = hostCountry(side, flow[side]);
  return { rawValue: country, label: country };
}

/** The supported values of `reportTypeLang`. */
export const reportTypes = Object.keys(reportKinds) as (keyof typeof reportKinds)[];
