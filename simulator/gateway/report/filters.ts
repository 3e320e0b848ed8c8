import { z } from "zod";
import { Refusal } from "../../exchange";
import { isIpv4, isNetworkAddress, networkContains } from "../../ipv4";
import type { Switches } from "../../switches";
import type { GatewayStore } from "../store";
import { exporters, type Flow } from "./flows";
import { addressSet } from "./group-addresses";

/** Direction of a report, "relative to the filter's interfaces". */
export type Direction = "inbound" | "outbound";

/** Whether a conversation belongs to a report. */
export type FlowFilter = (flow: Flow) => boolean;

/** Context in which a filter is parsed. */
export interface FilterContext {
  readonly direction: Direction;
  readonly store: GatewayStore;
  readonly switches: Readonly<Switches>;
}

/** `filters` of `rpt_json`. The API document requires a first exporter filter. */
export const filtersSchema = z
  .record(z.string().regex(/^(?:sdfDips|sdfIps|sdfIpns|sdfPorts|sdfIPGroups)_\d{1,3}$/u), z.string(), {
    error: "is not an object of known filters",
  })
  .refine((filters) => Object.hasOwn(filters, "sdfDips_0"), { error: "sdfDips_0 is missing" });

/** Filters of one kind widen a report, filters of different kinds narrow it. Throws Refusal for a malformed filter. */
export function filterOf(filters: z.output<typeof filtersSchema>, context: FilterContext): FlowFilter {
  const narrowing = Object.entries(readers).map(([kind, read]) => {
    const found = Object.entries(filters).filter(([key]) => key.startsWith(`${kind}_`));
    return found.map(([key, text]) => read(text, context) ?? malformed(key));
  });
  return (flow) =>
    // A conversation that an exporter drops leaves by no interface.
    (context.direction === "inbound" || flow.output !== 0) &&
    narrowing.every((wider) => wider.length === 0 || wider.some((filter) => filter(flow)));
}

function malformed(key: string): never {
  throw new Refusal(`rpt_json.filters.${key}: is not a known form of this filter`);
}

/**
 * Parsers by the kind of a filter: field notes, reports 2. A report may have any number of each kind, counted from 0.
 * They return undefined for a text in none of the forms.
 */
const readers: Readonly<Record<string, (text: string, context: FilterContext) => FlowFilter | undefined>> = {
  sdfDips: (text, context) => groupFilter(text) ?? interfaceFilter(text, context),
  sdfIps: (text) => hostFilter(text, (value) => (isIpv4(value) ? (address) => address === value : undefined)),
  sdfIpns: (text) =>
    hostFilter(text, (value) => {
      const { network = "", prefix } = /^(?<network>[\d.]+)[_/](?<prefix>\d|[12]\d|3[0-2])$/u.exec(value)?.groups ?? {};
      if (!isIpv4(network) || !isNetworkAddress(network, Number(prefix))) return undefined;
      return (address) => networkContains(network, Number(prefix), address);
    }),
  sdfPorts: (text) => {
    const { port, protocol } = /^in_(?<port>\d{1,5})(?:-(?<protocol>\d{1,3}))?$/u.exec(text)?.groups ?? {};
    if (port === undefined || Number(port) > 65_535 || Number(protocol ?? 0) > 255) return undefined;
    return ({ application }) =>
      application.port === Number(port) && (protocol === undefined || application.protocol === Number(protocol));
  },
  sdfIPGroups: (text, { store }) =>
    hostFilter(text, (value) => {
      if (!/^[1-9]\d{0,14}$/u.test(value)) return undefined;
      const group = store.ipGroups.get(Number(value));
      if (group === undefined) throw new Refusal(`IP group ${value} does not exist`);
      return addressSet(group, store);
    }),
};

/** `in_GROUP_ALL` matches every exporter, `in_GROUP_<id>` those of a device group. */
function groupFilter(text: string): FlowFilter | undefined {
  if (text === "in_GROUP_ALL") return () => true;
  const id = /^in_GROUP_(\d{1,9})$/u.exec(text)?.[1];
  if (id === undefined) return undefined;
  if (!exporters.some(({ group }) => group === Number(id))) throw new Refusal(`device group ${id} does not exist`);
  return ({ exporter }) => exporter.group === Number(id);
}

/**
 * `in_<HEX>_ALL` matches every interface of an exporter; one that sends nothing is valid. One interface has the
 * documented spelling `in_<hex>_<index>` or that of real clients, `in_<HEX>_<HEX>-<index>`.
 */
function interfaceFilter(text: string, { direction, switches }: FilterContext): FlowFilter | undefined {
  const { hex, again, index } =
    /^in_(?<hex>[0-9a-f]{8})_(?:ALL|(?:(?<again>[0-9a-f]{8})-)?(?<index>\d{1,9}))$/iu.exec(text)?.groups ?? {};
  if (hex === undefined || (again ?? hex).toUpperCase() !== hex.toUpperCase()) return undefined;
  const isFrom = ({ exporter }: Flow): boolean => exporter.hex === hex.toUpperCase();
  if (index === undefined) return isFrom;
  const spelling = again === undefined ? "index" : "hexIndex";
  if (switches.interfaceFilter !== "both" && switches.interfaceFilter !== spelling) return undefined;
  const side = direction === "inbound" ? "input" : "output";
  return (flow) => isFrom(flow) && flow[side] === Number(index);
}

/** `in_<value>_<side>`, the side in any letter case; the reader of the value says which addresses it contains. */
function hostFilter(
  text: string,
  read: (value: string) => ((address: string) => boolean) | undefined,
): FlowFilter | undefined {
  const { value, side } = /^in_(?<value>.+)_(?<side>src|dst|both)$/iu.exec(text)?.groups ?? {};
  const contains = value === undefined ? undefined : read(value);
  if (contains === undefined) return undefined;
  const wanted = side?.toLowerCase();
  return ({ source, destination }) =>
    (wanted !== "dst" && contains(source.address)) || (wanted !== "src" && contains(destination.address));
}
