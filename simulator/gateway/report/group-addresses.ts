import { ipv4Number } from "../../ipv4";
import type { GatewayStore, IpGroup, IpGroupRule } from "../store";

/** Whether a set contains an address, given as an unsigned 32 bit number. */
export type AddressSet = (address: number) => boolean;

interface AddressRule {
  readonly contains: AddressSet;
  /** Number of addresses that it covers: the smaller, the more specific. */
  readonly size: number;
}

/** The addresses of a group: those of its rules and of all groups below it. */
export function addressSet(group: IpGroup, store: GatewayStore): AddressSet {
  const rules = rulesOf(group, store, new Set());
  return (address) => rules.some(({ contains }) => contains(address));
}

/**
 * Returns a function that finds the group under which an address is reported: the group whose own rule covers the
 * fewest addresses, since "a child group's rules are more specific than its parent's". It returns undefined if there is
 * none.
 */
export function groupFinder(store: GatewayStore): (address: number) => IpGroup | undefined {
  const ranked = [...store.ipGroups.values()]
    .flatMap((group) => [...group.rules.values()].flatMap(ownRule).map((rule) => ({ group, ...rule })))
    .sort((a, b) => a.size - b.size || a.group.id - b.group.id);
  return (address) => ranked.find(({ contains }) => contains(address))?.group;
}

function rulesOf(group: IpGroup, store: GatewayStore, seen: Set<number>): AddressRule[] {
  if (seen.has(group.id)) return [];
  seen.add(group.id);
  return [...group.rules.values()].flatMap((rule) => {
    if (rule.type !== "child") return ownRule(rule);
    const child = store.ipGroups.get(rule.child_id);
    return child === undefined ? [] : rulesOf(child, store, seen);
  });
}

function ownRule(rule: IpGroupRule): AddressRule[] {
  switch (rule.type) {
    case "ip":
      return [between(ipv4Number(rule.address), ipv4Number(rule.address))];
    case "range":
      return [between(ipv4Number(rule.sip), ipv4Number(rule.eip))];
    case "network": {
      const first = ipv4Number(rule.address);
      return [between(first, first + 2 ** (32 - Number(rule.mask)) - 1)];
    }
    case "ipall":
      return [{ contains: () => true, size: 2 ** 32 }];
    case "wildcard":
      return [wildcard(rule.address, rule.mask)];
    case "child":
      return [];
  }
}

function between(first: number, last: number): AddressRule {
  return { contains: (address) => address >= first && address <= last, size: last - first + 1 };
}

/** Bits that are set in the mask match any value. */
function wildcard(address: string, mask: string): AddressRule {
  const fixed = ~ipv4Number(mask);
  const wanted = ipv4Number(address) & fixed;
  const free = 32 - countBits(fixed >>> 0);
  return { contains: (host) => (host & fixed) === wanted, size: 2 ** free };
}

function countBits(number: number): number {
  return number.toString(2).replaceAll("0", "").length;
}
