import { IPv4 } from "ipaddr.js";

/** An IPv4 address without leading zeros, which are read as decimal; undefined for anything else. */
export function plainAddress(value: string): string | undefined {
  if (!/^(?:\d+\.){3}\d+$/u.test(value)) return undefined;
  const plain = value.split(".").map(Number).join(".");
  return IPv4.isValidFourPartDecimal(plain) ? plain : undefined;
}
