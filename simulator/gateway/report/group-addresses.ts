import { ipv4Number } from "../../ipv4";
import type { GatewayStore, IpGroup, IpGroupRule } from "../store";

interface AddressRule {
  /** Whether it covers an address. */
  readonly contains: (address: string) => boolean;
  /** Number of addresses that it covers: the smaller, the more specific. */
  readonly size: number;
}

/** Whether an address is in a group: in its rules or in those of all groups below it. */
export function addressSet(group: IpGroup, store: GatewayStore): (address: string) => boolean {
  const rules = rulesOf(group, store, new Set());
  return (address) => rules.some(({ contains }) => contains(address));
}

/**
 * Returns a function that finds the group under which an address is reported: the group whose own rule covers the
 * fewest addresses, since "a child group's rules are more specific than its parent's". It returns undefined if there is
 * none.
 */
export function groupFinder(store: GatewayStore): (address: string) => IpGroup | undefined {
  const ranked = [...store.ipGroups.values()]
    .flatMap((group) => [...group.rules.values()].flatMap(ownRule).map((rule) => ({ group, ...rule })))
    .sort((a, b) => a.size - b.size || a.group.id - b.group.id);
  return (address) => ranked.find(({ contains }) => contains(address))?.group;
}

function rulesOf(group: IpGroup | undefined, store: GatewayStore, seen: Set<number>): AddressRule[] {
  if (group === undefined || seen.has(group.id)) return [];
  seen.add(group.id);
  return [...group.rules.values()].flatMap((rule) =>
    rule.type === "child" ? rulesOf(store.ipGroups.get(rule.child_id), store, seen) : ownRule(rule),
  );
}

function ownRule(rule: IpGroupRule): AddressRule[] {
  switch (rule.type) {
    case "ip":
      return [from(rule.address, 1)];
    case "range":
      return [from(rule.sip, ipv4Number(rule.eip) - ipv4Number(rule.sip) + 1)];
    case "network":
      return [from(rule.address, 2 ** (32 - Number(rule.mask)))];
    case "ipall":
      return [from("0.0.0.0", 2 ** 32)];
    case "wildcard":
      return [wildcard(ipv4Number(rule.address), ipv4Number(rule.mask))];
    case "child":
      return [];
  }
}

/** The addresses from one on. */
function from(address: string, size: number): AddressRule {
  const first = ipv4Number(address);
  const isIn = (number: number): boolean => number >= first && number < first + size;
  return { contains: (host) => isIn(ipv4Number(host)), size };
}

/** Bits that are set in the mask match any value. */
function wildcard(address: number, mask: number): AddressRule {
  const wanted = address & ~mask;
  const size = 2 ** mask.toString(2).replaceAll("0", "").length;
  return { contains: (host) => (ipv4Number(host) & ~mask) === wanted, size };
}
