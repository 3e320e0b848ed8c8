import { IPv4 } from "ipaddr.js";
import { quoted } from "./quoted";
import { checkedText } from "./schema";

export function isAddress(text: string): boolean {
  return IPv4.isValidFourPartDecimal(text);
}

/** An IPv4 address in dotted decimal, without leading zeros (some parsers read those as octal). */
export const ipv4 = checkedText((value) =>
  isAddress(value) ? undefined : `${quoted(value)} is not an IPv4 address in dotted decimal, like 10.1.2.3`,
);

/** A network as `<address>/<prefix length>`, without host bits. */
export const cidr = checkedText(cidrFault);

/** Wildcard mask: each octet 0 (must be equal) or 255 (any value). */
export const wildcardMask = checkedText(wildcardFault);

function cidrFault(value: string): string | undefined {
  const { address, prefix } = splitCidr(value);
  if (!isAddress(address) || !/^[^/]*\/(?:\d|[12]\d|3[012])$/u.test(value)) {
    return `${quoted(value)} is not an IPv4 network with a prefix length from 0 to 32, like 10.1.0.0/16`;
  }
  const network = networkOf({ network: address, prefix });
  return network === address ? undefined : `"${value}" has host bits set; the network is ${network}/${String(prefix)}`;
}

/** The network address: the address of a network without its host bits. */
export function networkOf({ network, prefix }: { network: string; prefix: number }): string {
  const text = `${network}/${String(prefix)}`;
  return IPv4.isValidCIDR(text) ? IPv4.networkAddressFromCIDR(text).toString() : network;
}

function wildcardFault(value: string): string | undefined {
  if (!isAddress(value)) return `${quoted(value)} is not a dotted mask, like 0.0.255.0`;
  const isDocumented = value.split(".").every((octet) => octet === "0" || octet === "255");
  return isDocumented ? undefined : `"${value}" may hold only the octets 0 (must be equal) and 255 (any value)`;
}

/** Splits a network that {@link cidr} accepted into address and prefix length. */
export function splitCidr(value: string): { address: string; prefix: number } {
  const [address = "", prefix = ""] = value.split("/");
  return { address, prefix: Number(prefix) };
}

/** The first and the last address of a network, which may be written with host bits. */
export function networkBounds(value: string): [string, string] {
  return [IPv4.networkAddressFromCIDR(value).toString(), IPv4.broadcastAddressFromCIDR(value).toString()];
}

/** The prefix length of a dotted network mask, or undefined if its bits are not contiguous. */
export function prefixOfMask(mask: string): number | undefined {
  return isAddress(mask) ? (IPv4.parse(mask).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

/** Compares two addresses as numbers: negative if the first is lower. */
export function compareAddresses(first: string, second: string): number {
  return numberOf(first) - numberOf(second);
}

function numberOf(address: string): number {
  return IPv4.parse(address).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The address with 0 in every octet that a wildcard mask ignores, so that equal rules look equal. */
export function maskedAddress(address: string, mask: string): string {
  const masks = mask.split(".");
  const octets = address.split(".").map((octet, index) => (masks[index] === "255" ? "0" : octet));
  return octets.join(".");
}

/** An address as eight upper-case hex digits, the form in permission codes. */
export function hexOfAddress(address: string): string {
  return Buffer.from(IPv4.parse(address).octets).toString("hex").toUpperCase();
}

export function addressOfHex(hex: string): string {
  return new IPv4([...Buffer.from(hex, "hex")]).toString();
}

/** An IPv4 address without leading zeros, which are read as decimal; undefined for anything else. */
export function plainAddress(value: string): string | undefined {
  if (!/^(?:\d+\.){3}\d+$/u.test(value)) return undefined;
  const plain = value.split(".").map(Number).join(".");
  return IPv4.isValidFourPartDecimal(plain) ? plain : undefined;
}
