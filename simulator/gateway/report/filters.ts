import { Refusal } from "../../exchange";
import { ipv4Number, isIpv4, networkContains } from "../../ipv4";
import { childIds } from "../rules";
import type { GatewayStore, IpGroup } from "../store";
import type { Flow } from "./data";

type FlowFilter = (flow: Flow) => boolean;
type AddressFilter = (address: string) => boolean;

/** Filters of one kind widen a report, filters of different kinds narrow it. Throws Refusal for an unknown form. */
export function filterOf(
  { filters, reportDirections }: { filters: object; reportDirections: { selected: string } },
  store: GatewayStore,
): FlowFilter {
  const side = reportDirections.selected === "inbound" ? "input" : "output";
  const byKind = new Map<string, FlowFilter[]>();
  for (const [key, text] of Object.entries(filters as Readonly<Record<string, string>>)) {
    const kind = /^(.+)_\d{1,3}$/u.exec(key)?.[1] ?? "";
    const filter = kind === "sdfDips" ? deviceFilter(text, side) : trafficFilter(kind, text, store);
    if (filter === undefined) throw new Refusal(`rpt_json.filters.${key}: is not a known form of a filter`);
    byKind.set(kind, [...(byKind.get(kind) ?? []), filter]);
  }
  return (flow) => [...byKind.values()].every((wider) => wider.some((filter) => filter(flow)));
}

/**
 * All exporters, a device group, an exporter, or one interface in the documented spelling or that of real clients. Field
 * notes, reports 1.
 */
function deviceFilter(text: string, side: "input" | "output"): FlowFilter | undefined {
  if (text === "in_GROUP_ALL") return () => true;
  const group = /^in_GROUP_(\d+)$/u.exec(text)?.[1];
  if (group !== undefined) return ({ exporter }) => exporter.group === Number(group);
  const [, hex, , index] = /^in_([0-9a-f]{8})_(?:ALL|(\1-)?(\d+))$/iu.exec(text) ?? [];
  if (hex === undefined) return undefined;
  return (flow) => flow.exporter.hex === hex.toUpperCase() && (index === undefined || flow[side] === Number(index));
}

/** Kinds of filters that only client code shows. Field notes, reports 2. */
function trafficFilter(kind: string, text: string, store: GatewayStore): FlowFilter | undefined {
  if (kind === "sdfPorts") {
    const [, port, protocol] = /^in_(\d{1,5})(?:-(\d{1,3}))?$/u.exec(text) ?? [];
    if (port === undefined) return undefined;
    return ({ application }) =>
      application.port === Number(port) && (protocol === undefined || application.protocol === Number(protocol));
  }
  const [, value = "", end] = /^in_(.+)_(src|dst|both)$/u.exec(text) ?? [];
  const contains = end === undefined ? undefined : addressFilter(kind, value, store);
  if (contains === undefined) return undefined;
  return ({ source, destination }) =>
    (end !== "dst" && contains(source.address)) || (end !== "src" && contains(destination.address));
}

function addressFilter(kind: string, value: string, store: GatewayStore): AddressFilter | undefined {
  if (kind === "sdfIps" && isIpv4(value)) return (address) => address === value;
  if (kind === "sdfIpns") {
    const [, network = "", prefix] = /^([\d.]+)_(\d|[12]\d|3[0-2])$/u.exec(value) ?? [];
    return isIpv4(network) ? (address) => networkContains(network, Number(prefix), address) : undefined;
  }
  const group = kind === "sdfIPGroups" ? store.ipGroups.get(Number(value)) : undefined;
  return group && ((address) => covers(group, address, store));
}

/** The group under which an address is reported: one that covers it by its own rules, not by those of a child. */
export function groupOf(address: string, store: GatewayStore): IpGroup | undefined {
  const groups = [...store.ipGroups.values()].filter((group) => covers(group, address, store));
  return groups.find((group) => groups.every(({ id }) => !childIds(group).includes(id)));
}

function covers({ rules }: IpGroup, address: string, store: GatewayStore): boolean {
  const number = ipv4Number(address);
  return [...rules.values()].some((rule) => {
    switch (rule.type) {
      case "ip":
        return rule.address === address;
      case "range":
        return ipv4Number(rule.sip) <= number && number <= ipv4Number(rule.eip);
      case "network":
        return networkContains(rule.address, Number(rule.mask), address);
      case "ipall":
        return true;
      case "wildcard":
        return ((number ^ ipv4Number(rule.address)) & ~ipv4Number(rule.mask)) === 0;
      case "child": {
        const child = store.ipGroups.get(rule.child_id);
        return child !== undefined && covers(child, address, store);
      }
    }
  });
}
