import type { GatewayStore, IpGroup } from "../store";
import { applicationKey, applications, type Flow, type Side } from "./flows";
import { groupFinder } from "./group-addresses";

/** A value of a table: the raw one of the database, and the label for readers. */
export interface Cell {
  readonly rawValue: number | string;
  readonly label: string;
}

/** What identifies a row in one column: of a conversation, and as a cell. */
interface Value<T> {
  readonly of: (flow: Flow) => T;
  readonly cell: (value: T) => Cell;
}

/** A column that identifies a row. */
export interface KeyColumn {
  readonly elementName: string;
  readonly label: string;
  /** Content of its values. */
  readonly content: "address" | "application" | "country" | "ipgroup";
  /** Starts a report on the current store. */
  readonly over: (store: GatewayStore) => Pick<Rows, "rowOf"> & { readonly cell: (flow: Flow) => Cell };
}

/** The rows of one report. Any conversation of a row determines its cells, which are created on demand. */
export interface Rows {
  readonly rowOf: (flow: Flow) => number | string;
  readonly cells: (example: Flow) => readonly Cell[];
}

function column<T extends number | string>(
  heading: Omit<KeyColumn, "over">,
  valueIn: (store: GatewayStore) => Value<T>,
): KeyColumn {
  const over: KeyColumn["over"] = (store) => {
    const { of, cell } = valueIn(store);
    return { rowOf: of, cell: (flow) => cell(of(flow)) };
  };
  return { ...heading, over };
}

function onBothSides<T extends number | string>(
  content: KeyColumn["content"],
  [element, what]: readonly [string, string],
  valueIn: (side: Side, store: GatewayStore) => Value<T>,
): [source: KeyColumn, destination: KeyColumn] {
  const one = (side: Side, name: string): KeyColumn =>
    column({ elementName: `${side}${element}`, label: `${name}${what}`, content }, (store) => valueIn(side, store));
  return [one("source", "Source"), one("destination", "Destination")];
}

const text = (value: string): Cell => ({ rawValue: value, label: value });

const [source, destination] = onBothSides("address", ["ipaddress", ""], (side) => ({
  of: (flow) => flow[side],
  cell: (address) => text([24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join(".")),
}));
const countries = onBothSides("country", ["country", " country"], (side) => ({
  of: ({ country }) => country[side],
  cell: text,
}));
const groups = onBothSides("ipgroup", ["ipgroup", " IP group"], (side, store) => {
  const find = groupOnce(store);
  return {
    of: (flow) => find(flow[side])?.id ?? 0,
    cell: (id) => ({ rawValue: id, label: store.ipGroups.get(id)?.name ?? "(no IP group)" }),
  };
});
const application = column({ elementName: "applicationid", label: "Application", content: "application" }, () => ({
  of: (flow) => flow.application,
  cell: (position) => {
    const found = applications[position];
    if (found === undefined) return text("");
    const { name, port, protocol } = found;
    return { rawValue: applicationKey(found), label: `${name} (${port}/${protocol === 6 ? "tcp" : "udp"})` };
  },
}));

/** The columns that identify a row, by `reportTypeLang`. Management gateway, "`rm=report_api`". */
export const reportKinds = {
  conversations: [source, application, destination],
  host2host: [source, destination],
  ipGroupGroup: groups,
  applications: [application],
  country2country: countries,
} as const satisfies Readonly<Record<string, readonly KeyColumn[]>>;

/** The supported values of `reportTypeLang`. */
export const reportTypes = Object.keys(reportKinds) as (keyof typeof reportKinds)[];

/** Conversations share a row if all columns that identify it have the same value. */
export function rowsOf(columns: readonly KeyColumn[], store: GatewayStore): Rows {
  const values = columns.map(({ over }) => over(store));
  return {
    rowOf: (flow) => values.map(({ rowOf }) => rowOf(flow)).join(" "),
    cells: (flow) => values.map(({ cell }) => cell(flow)),
  };
}

/** Looks each host up only once. */
function groupOnce(store: GatewayStore): (address: number) => IpGroup | undefined {
  const find = groupFinder(store);
  const known = new Map<number, IpGroup | undefined>();
  return (address) => {
    if (!known.has(address)) known.set(address, find(address));
    return known.get(address);
  };
}
