import { IPv4 } from "ipaddr.js";
import { z } from "zod";

function isAddress(text: string): boolean {
  return IPv4.isValidFourPartDecimal(text);
}

/** An IPv4 address in dotted decimal, without leading zeros (some parsers read those as octal). */
export const ipv4 = z.string().superRefine((value, context) => {
  if (!isAddress(value)) {
    context.addIssue({ code: "custom", message: `"${value}" is no IPv4 address in dotted decimal (like 10.1.2.3)` });
  }
});

/** Address of a collector or exporter: an IPv4 address, no port. */
export const applianceAddress = ipv4;

/** A network as `<address>/<prefix length>`, without host bits. */
export const cidr = z.string().superRefine((value, context) => {
  const message = cidrFault(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

function cidrFault(value: string): string | undefined {
  const [address = "", prefix = "", ...rest] = value.split("/");
  const wellFormed =
    isAddress(address) && /^(?:0|[1-9]\d?)$/u.test(prefix) && Number(prefix) <= 32 && rest.length === 0;
  if (!wellFormed) return `"${value}" is no IPv4 network (like 10.1.0.0/16, prefix length 0 to 32)`;
  const network = `${IPv4.networkAddressFromCIDR(value).toString()}/${prefix}`;
  return network === value ? undefined : `"${value}" has host bits set; the network is ${network}`;
}

/** Splits a network that {@link cidr} accepted into address and prefix length. */
export function splitCidr(value: string): { address: string; prefix: number } {
  const [address = "", prefix = ""] = value.split("/");
  return { address, prefix: Number(prefix) };
}

/** Wildcard mask: each octet 0 (must be equal) or 255 (any value). */
export const wildcardMask = z.string().superRefine((value, context) => {
  if (!isAddress(value)) {
    context.addIssue({ code: "custom", message: `"${value}" is no dotted mask (like 0.0.255.0)` });
  } else if (value.split(".").some((octet) => octet !== "0" && octet !== "255")) {
    const message = `"${value}" has an octet other than 0 (must be equal) and 255 (any value), the two that are documented`;
    context.addIssue({ code: "custom", message });
  }
});

/** The prefix length of a dotted network mask, or undefined where its bits are not contiguous. */
export function prefixOfMask(mask: string): number | undefined {
  return isAddress(mask) ? (IPv4.parse(mask).prefixLengthFromSubnetMask() ?? undefined) : undefined;
}

/** Compares two addresses as numbers: negative where the first is lower. */
export function compareAddresses(first: string, second: string): number {
  return numberOf(first) - numberOf(second);
}

function numberOf(address: string): number {
  return IPv4.parse(address).octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** The address with every octet that a wildcard mask ignores set to 0, so that equal rules look equal. */
export function maskedAddress(address: string, mask: string): string {
  const ignored = mask.split(".").map((octet) => octet === "255");
  return address
    .split(".")
    .map((octet, index) => (ignored[index] === true ? "0" : octet))
    .join(".");
}

/** Eight upper-case hex digits of an address, as permission codes spell it. */
export function hexOfAddress(address: string): string {
  return IPv4.parse(address)
    .octets.map((octet) => octet.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** True for a dotted-decimal IPv4 address. */
export { isAddress };
