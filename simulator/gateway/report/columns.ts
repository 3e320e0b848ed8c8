import type { GatewayStore } from "../store";
import type { Flow, Host, Side } from "./flows";
import { groupFinder } from "./group-addresses";
import type { ReportRequest } from "./request";
import type { Amount } from "./rows";

/** A value of a table: the raw one of the database, and the label for readers. */
export interface Cell {
  readonly rawValue: number | string;
  readonly label: string;
}

/** A column of a table, with the cell that it has for an example of a conversation or for the counts of a row. */
export interface Column<Of> {
  readonly elementName: string;
  readonly label: string;
  /** Content of its values, and the unit of their labels. */
  readonly format: { readonly type: string; readonly unit?: string };
  readonly cellOf: (of: Of) => Cell;
}

const text = (value: string): Cell => ({ rawValue: value, label: value });

const application: Column<Flow> = {
  elementName: "applicationid",
  label: "Application",
  format: { type: "application" },
  cellOf: ({ application: { name, port, protocol } }) => {
    return { rawValue: `${port}-${protocol}`, label: `${name} (${port}/${protocol === 6 ? "tcp" : "udp"})` };
  },
};

const ofSide = (
  side: Side,
  content: "address" | "country" | "ipgroup",
  title: string,
  cellOf: (host: Host) => Cell,
) => ({
  elementName: `${side}${content === "address" ? "ipaddress" : content}`,
  label: `${titles[side]}${title}`,
  format: { type: content },
  cellOf: (flow: Flow) => cellOf(flow[side]),
});

const address = (side: Side): Column<Flow> => ofSide(side, "address", "", (host) => text(host.address));

const country = (side: Side): Column<Flow> => ofSide(side, "country", " country", (host) => text(host.country));

const group = (side: Side, store: GatewayStore): Column<Flow> => {
  const groupOf = groupFinder(store);
  return ofSide(side, "ipgroup", " IP group", (host) => {
    const found = groupOf(host.address);
    return { rawValue: found?.id ?? 0, label: found?.name ?? "(no IP group)" };
  });
};

const titles: Readonly<Record<Side, string>> = { source: "Source", destination: "Destination" };

/**
 * The columns that identify a row, by the supported values of `reportTypeLang`: conversations with the same cells in
 * all of them share a row. Management gateway, "`rm=report_api`".
 */
export const keyColumns = {
  conversations: () => [address("source"), application, address("destination")],
  host2host: () => [address("source"), address("destination")],
  ipGroupGroup: (store) => [group("source", store), group("destination", store)],
  applications: () => [application],
  country2country: () => [country("source"), country("destination")],
} as const satisfies Readonly<Record<string, (store: GatewayStore) => readonly Column<Flow>[]>>;

/** The supported values of `reportTypeLang`. */
export const reportTypes = Object.keys(keyColumns) as (keyof typeof keyColumns)[];

const octetLabels = { bits: "Bits", bytes: "Bytes", percent: "Percent" };

/**
 * The computed columns. `rawValue` is the value in the database: octets or packets, in the time frame or per second.
 * Only the label is in the chosen unit. With `percent`, the choice of rate or total is ignored.
 */
export function computedColumns(request: ReportRequest, seconds: number, total: Amount): readonly Column<Amount>[] {
  const unit = request.bbp.selected;
  const isRate = unit !== "percent" && request.rateTotal.selected === "rate";
  const suffix = isRate ? "/s" : "";
  const column = (what: keyof Amount, label: string, labelOf: (value: number) => string): Column<Amount> => ({
    elementName: `sum_${what.slice(0, -1)}deltacount`,
    label: `${label}${suffix}`,
    format: { type: "number", unit: `${label.toLowerCase()}${suffix}` },
    cellOf: (amount) => {
      const rawValue = isRate ? amount[what] / seconds : amount[what];
      return { rawValue, label: labelOf(rawValue) };
    },
  });
  const octetLabel = (octets: number): string => {
    if (unit === "percent") return `${(total.octets === 0 ? 0 : (octets / total.octets) * 100).toFixed(2)} %`;
    return unit === "bits" ? scaled(octets * 8, `b${suffix}`) : scaled(octets, `B${suffix}`);
  };
  return [
    column("packets", "Packets", (packets) => scaled(packets, `p${suffix}`)),
    column("octets", octetLabels[unit], octetLabel),
  ];
}

const prefixes = ["", "k", "M", "G", "T", "P", "E"];

/** A number with a decimal prefix, e.g. `12.50 Mb/s`. */
function scaled(value: number, unit: string): string {
  let scale = 0;
  let rest = value;
  while (rest >= 1000 && scale < prefixes.length - 1) {
    rest /= 1000;
    scale += 1;
  }
  return `${rest.toFixed(2)} ${prefixes[scale]}${unit}`;
}
