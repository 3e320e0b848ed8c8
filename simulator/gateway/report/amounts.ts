import type { Amount } from "./data";
import type { Cell } from "./kinds";
import type { ReportRequest } from "./request";

/** A column that is computed from the counts of a row. */
export interface ComputedColumn {
  readonly elementName: string;
  readonly label: string;
  /** Unit of the labels. */
  readonly unit: string;
  readonly cell: (amount: Amount) => Cell;
}

/**
 * The computed columns. `rawValue` is the value in the database: octets or packets, in the time frame or per second.
 * Only the label is in the chosen unit. With `percent`, the choice of rate or total is ignored.
 */
export function computedColumns(request: ReportRequest, seconds: number, total: Amount): readonly ComputedColumn[] {
  const unit = request.bbp.selected;
  const isRate = unit !== "percent" && request.rateTotal.selected === "rate";
  const shared = (value: number): number => (isRate ? value / seconds : value);
  const suffix = isRate ? "/s" : "";
  const packets: ComputedColumn = {
    elementName: "sum_packetdeltacount",
    label: `Packets${suffix}`,
    unit: `packets${suffix}`,
    cell: (amount) => ({ rawValue: shared(amount.packets), label: scaled(shared(amount.packets), `p${suffix}`) }),
  };
  if (unit === "percent") {
    const share = (octets: number): number => (total.octets === 0 ? 0 : (octets / total.octets) * 100);
    const cell = ({ octets }: Amount): Cell => ({ rawValue: octets, label: `${share(octets).toFixed(2)} %` });
    return [packets, { elementName: "sum_octetdeltacount", label: "Percent", unit: "percent", cell }];
  }
  const symbol = unit === "bits" ? "b" : "B";
  const shown = (octets: number): string => scaled(shared(octets) * (unit === "bits" ? 8 : 1), `${symbol}${suffix}`);
  const octets: ComputedColumn = {
    elementName: "sum_octetdeltacount",
    label: `${unit === "bits" ? "Bits" : "Bytes"}${suffix}`,
    unit: `${unit}${suffix}`,
    cell: (amount) => ({ rawValue: shared(amount.octets), label: shown(amount.octets) }),
  };
  return [packets, octets];
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
