import fc from "fast-check";
import {
  cidr,
  compareAddresses,
  hexOfAddress,
  ipv4,
  maskedAddress,
  prefixOfMask,
  splitCidr,
  wildcardMask,
} from "../../../provider/values/addresses";
import { accepts, faultsOf, refuses, refusesAll } from "./support";

const octets = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(255)));
const addresses = octets.map((numbers) => numbers.join("."));

function numberOf(address: string): bigint {
  return BigInt(`0x${hexOfAddress(address)}`);
}

/** The network of an address, computed with bit operations. */
function networkOf(address: string, prefix: number): string {
  const hostBits = BigInt(32 - prefix);
  const network = (numberOf(address) >> hostBits) << hostBits;
  return [24n, 16n, 8n, 0n].map((shift) => String((network >> shift) & 255n)).join(".");
}

describe("an address is IPv4 in dotted decimal", () => {
  accepts(ipv4, ["10.0.0.1", "0.0.0.0", "255.255.255.255"]);
  const plain = (text: string): string => `"${text}" is not an IPv4 address in dotted decimal, like 10.1.2.3`;
  refuses(ipv4, [
    ["1.2.3.4\n", plain("1.2.3.4\\u000a")],
    [16909060, "must be a string, not a number"],
  ]);

  refusesAll(ipv4, plain, [
    "1.2.3",
    "010.0.0.1",
    "10.0.0.1:2055",
    "::1",
    "1.2.3.4.5",
    "0x7f.1",
    "0x7f.0.0.1",
    "2130706433",
    "256.1.1.1",
    "-1.1.1.1",
    "",
  ]);
  refusesAll(ipv4, plain, [" 1.2.3.4", "1.2.3.4 ", "collector.example.net", "\u0661.2.3.4", "10.0.0.0/8"]);

  test("a message repeats only the first 80 characters of a text of 8 KB", () => {
    expect(faultsOf(ipv4, "1".repeat(8192))).toEqual([
      `"${"1".repeat(80)}..." is not an IPv4 address in dotted decimal, like 10.1.2.3`,
    ]);
  });
});

describe("a network has a prefix length and no host bits", () => {
  accepts(cidr, ["10.0.0.0/8", "0.0.0.0/0", "10.1.2.3/32", "128.0.0.0/1"]);
  const form = (text: string): string =>
    `"${text}" is not an IPv4 network with a prefix length from 0 to 32, like 10.1.0.0/16`;
  refusesAll(
    cidr,
    form,
    ["", "/33", "/08", "/-1", "/", "/8 ", "/8.0", "/8/8", "/255.0.255.0", "/255.0.0.0"].map((end) => `10.0.0.0${end}`),
  );
  refusesAll(cidr, form, ["branch", "::/0", "010.0.0.0/8", "10.0.0/8"]);
  refuses(cidr, [
    ["10.0.0.1/8", '"10.0.0.1/8" has host bits set; the network is 10.0.0.0/8'],
    ["1.0.0.0/0", '"1.0.0.0/0" has host bits set; the network is 0.0.0.0/0'],
  ]);

  test("any address is accepted exactly if it is its own network, and otherwise the message names the network", () => {
    fc.assert(
      fc.property(addresses, fc.nat(32), (address, prefix) => {
        const network = networkOf(address, prefix);
        const expected =
          network === address ? [] : [`"${address}/${prefix}" has host bits set; the network is ${network}/${prefix}`];
        expect(faultsOf(cidr, `${address}/${prefix}`)).toEqual(expected);
        expect(faultsOf(cidr, `${network}/${prefix}`)).toEqual([]);
        expect(splitCidr(`${network}/${prefix}`)).toEqual({ address: network, prefix });
      }),
    );
  });
});

describe("the mask of a wildcard", () => {
  accepts(wildcardMask, ["0.0.0.0", "0.0.255.0", "255.255.255.255"]);
  const octet = (text: string): string => `"${text}" may hold only the octets 0 (must be equal) and 255 (any value)`;
  refusesAll(wildcardMask, octet, ["0.0.0.254", "0.0.0.1"]);
  const noMask = (text: string): string => `"${text}" is not a dotted mask, like 0.0.255.0`;
  refusesAll(wildcardMask, noMask, ["16", "0.0.255", "0.0.0255.0"]);

  test("two addresses that differ only in octets that the mask ignores have one canonical form", () => {
    const masks = fc.tuple(...[0, 1, 2, 3].map(() => fc.constantFrom(0, 255)));
    fc.assert(
      fc.property(octets, octets, masks, (first, second, mask) => {
        const mixed = first.map((octetOfFirst, i) => (mask[i] === 255 ? second[i] : octetOfFirst)).join(".");
        const dotted = mask.join(".");
        expect(maskedAddress(mixed, dotted)).toBe(maskedAddress(first.join("."), dotted));
      }),
    );
    expect(maskedAddress("10.1.2.3", "0.0.255.0")).toBe("10.1.0.3");
  });
});

describe("addresses as numbers", () => {
  test("are ordered by value, not by spelling", () => {
    fc.assert(
      fc.property(addresses, addresses, (first, second) => {
        const order = numberOf(first) - numberOf(second);
        expect(Math.sign(compareAddresses(first, second))).toBe(order < 0n ? -1 : order > 0n ? 1 : 0);
      }),
    );
    expect(compareAddresses("9.0.0.0", "10.0.0.0")).toBeLessThan(0);
  });

  test("have eight upper-case hex digits", () => {
    expect(hexOfAddress("10.1.1.1")).toBe("0A010101");
    expect(hexOfAddress("0.0.0.0")).toBe("00000000");
    expect(hexOfAddress("255.255.255.255")).toBe("FFFFFFFF");
  });

  test("a dotted mask has a prefix length only if its bits are contiguous", () => {
    expect(prefixOfMask("255.255.128.0")).toBe(17);
    expect(prefixOfMask("0.0.0.0")).toBe(0);
    expect(prefixOfMask("255.0.255.0")).toBeUndefined();
    expect(prefixOfMask("16")).toBeUndefined();
  });
});
