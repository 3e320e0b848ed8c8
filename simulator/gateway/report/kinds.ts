import type { GatewayStore } from "../store";
import { applicationKey, applications, type Flow, type Side } from "./flows";
import { groupFinder } from "./group-addresses";

/** A value of a table: the raw one of the database, and the label for readers. */
export interface Cell {
  readonly rawValue: number | string;
  readonly label: string;
}

/** A column that identifies a row: conversations share a row if all of these columns have the same value. */
export interface KeyColumn {
  readonly elementName: string;
  readonly label: string;
  /** Content of its values. */
  readonly content: "address" | "application" | "country" | "ipgroup";
  readonly valueOf: (flow: Flow) => number | string;
  /** The cell of a row, from any of its conversations. */
  readonly cellOf: (example: Flow) => Cell;
}

/** The supported values of `reportTypeLang`. Management gateway, "`rm=report_api`". */
export const reportTypes = ["conversations", "host2host", "ipGroupGroup", "applications", "country2country"] as const;

const text = (value: string): Cell => ({ rawValue: value, label: value });

const application: KeyColumn = {
  elementName: "applicationid",
  label: "Application",
  content: "application",
  valueOf: (flow) => flow.application,
  cellOf: (flow) => {
    const found = applications[flow.application];
    if (found === undefined) return text("");
    const { name, port, protocol } = found;
    return { rawValue: applicationKey(found), label: `${name} (${port}/${protocol === 6 ? "tcp" : "udp"})` };
  },
};

/** The columns that identify a row of a report on the current store. */
export function keyColumns(type: (typeof reportTypes)[number], store: GatewayStore): readonly KeyColumn[] {
  const groupOf = groupOnce(store);
  const of = (side: Side, title: string): Readonly<Record<"address" | "country" | "group", KeyColumn>> => ({
    address: {
      elementName: `${side}ipaddress`,
      label: title,
      content: "address",
      valueOf: (flow) => flow[side],
      cellOf: (flow) => text([24, 16, 8, 0].map((shift) => (flow[side] >>> shift) & 255).join(".")),
    },
    country: {
      elementName: `${side}country`,
      label: `${title} country`,
      content: "country",
      valueOf: ({ country }) => country[side],
      cellOf: ({ country }) => text(country[side]),
    },
    group: {
      elementName: `${side}ipgroup`,
      label: `${title} IP group`,
      content: "ipgroup",
      valueOf: (flow) => groupOf(flow[side]),
      cellOf: (flow) => {
        const id = groupOf(flow[side]);
        return { rawValue: id, label: store.ipGroups.get(id)?.name ?? "(no IP group)" };
      },
    },
  });
  const [source, destination] = [of("source", "Source"), of("destination", "Destination")];
  switch (type) {
    case "conversations":
      return [source.address, application, destination.address];
    case "host2host":
      return [source.address, destination.address];
    case "ipGroupGroup":
      return [source.group, destination.group];
    case "applications":
      return [application];
    case "country2country":
      return [source.country, destination.country];
  }
}

/** Finds the id of the group of a host, or 0. Looks each host up only once. */
function groupOnce(store: GatewayStore): (address: number) => number {
  const find = groupFinder(store);
  const known = new Map<number, number>();
  return (address) => {
    const id = known.get(address) ?? find(address)?.id ?? 0;
    known.set(address, id);
    return id;
  };
}
