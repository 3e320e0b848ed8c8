import type { GatewayStore } from "../store";
import type { Amount, Flow, Side } from "./data";
import { groupOf } from "./filters";

/** A value of a table: the raw one of the database, and the label for readers. */
export interface Cell {
  readonly rawValue: number | string | null;
  readonly label: string;
}

/** A column of a table, with the cell that it has for an example of a conversation or for the counts of a row. */
export interface Column<Of> {
  readonly elementName?: string;
  readonly label: string;
  /** Content of its values, and the unit of their labels. */
  readonly format: { readonly type: string; readonly unit?: string };
  readonly cellOf: (of: Of, store: GatewayStore) => Cell;
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

const titles = { source: "Source", destination: "Destination" };

const ofSide = (side: Side, type: string, title: string, cellOf: Column<Flow[Side]>["cellOf"]): Column<Flow> => ({
  elementName: `${side}${type}`,
  label: `${titles[side]}${title}`,
  format: { type },
  cellOf: (flow, store) => cellOf(flow[side], store),
});

const address = (side: Side): Column<Flow> => ofSide(side, "ipaddress", "", (host) => text(host.address));

const country = (side: Side): Column<Flow> => ofSide(side, "country", " country", (host) => text(host.country));

const group = (side: Side): Column<Flow> =>
  ofSide(side, "ipgroup", " IP group", (host, store) => {
    const found = groupOf(host.address, store);
    return { rawValue: found?.id ?? 0, label: found?.name ?? "(no IP group)" };
  });

/** The columns that identify a row, by report: conversations with the same cells in all of them share a row. */
export const keyColumns = {
  conversations: [address("source"), application, address("destination")],
  host2host: [address("source"), address("destination")],
  ipGroupGroup: [group("source"), group("destination")],
  applications: [application],
  country2country: [country("source"), country("destination")],
} as const satisfies Readonly<Record<string, readonly Column<Flow>[]>>;

/** The documented values of `reportTypeLang`. */
export const reportTypes = Object.keys(keyColumns) as (keyof typeof keyColumns)[];

const octetLabels = { bits: "Bits", bytes: "Bytes", percent: "Percent" };

/**
 * The computed columns. `rawValue` is the value in the database: octets or packets, in the time frame or per second.
 * Only the label is in the chosen unit. With `percent`, the choice of rate or total is ignored.
 */
export function computedColumns(
  request: { bbp: { selected: keyof typeof octetLabels }; rateTotal: { selected: string } },
  seconds: number,
  total: Amount,
): readonly Column<Amount>[] {
  const unit = request.bbp.selected;
  const isRate = unit !== "percent" && request.rateTotal.selected === "rate";
  const suffix = isRate ? "/s" : "";
  const column = (what: keyof Amount, label: string, labelOf: (value: number) => string): Column<Amount> => ({
    elementName: `sum_${what.slice(0, -1)}deltacount`,
    label: `${label}${suffix}`,
    format: { type: "number", unit: `${label.toLowerCase()}${suffix}` },
    cellOf: (amount) => {
      const rawValue = isRate ? amount[what] : amount[what] * seconds;
      return { rawValue, label: labelOf(rawValue) };
    },
  });
  const octetLabel = (octets: number): string => {
    if (unit === "percent") return `${((octets / (total.octets * seconds || 1)) * 100).toFixed(2)} %`;
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
  const scale = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
  return `${(value / 1000 ** scale).toFixed(2)} ${prefixes[scale]}${unit}`;
}
