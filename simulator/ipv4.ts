import { IPv4 } from "ipaddr.js";
import { z } from "#zod";

/** Four decimal octets without leading zeros; everything else (octal, hex, short forms, IPv6) is refused. */
export function isIpv4(text: string): boolean {
  return IPv4.isValidFourPartDecimal(text);
}

/** The address as an unsigned 32 bit number, for comparisons. */
export function ipv4Number(address: string): number {
  return IPv4.parse(address).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** True if no bit right of the prefix is set. */
export function isNetworkAddress(address: string, prefixLength: number): boolean {
  return IPv4.networkAddressFromCIDR(`${address}/${prefixLength}`).toString() === address;
}

/** The prefix length as a dotted mask, e.g. `255.255.0.0` for 16. */
export function dottedMask(prefixLength: number): string {
  return IPv4.subnetMaskFromPrefixLength(prefixLength).toString();
}

/** True when the address lies in the network. */
export function networkContains(network: string, prefixLength: number, address: string): boolean {
  return IPv4.parse(address).match(IPv4.parse(network), prefixLength);
}

/** An IPv4 address in a request. */
export const ipv4Schema = z.string().refine(isIpv4, { error: "is not an IPv4 address" });

/** A prefix length in a request: decimal text from 0 to 32 without leading zeros. */
export const prefixLengthSchema = z
  .string()
  .refine((text) => /^(?:\d|[12]\d|3[0-2])$/u.test(text), { error: "is not a prefix length from 0 to 32" });
