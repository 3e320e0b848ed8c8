import { rule, ruleText } from "../../../provider/values/rule";
import { setOf, UNKNOWN } from "../../../provider/values/schema";
import { accepts, canonicalOf, faultsOf, refuses } from "./support";

const types = "ip, range, network, all, wildcard, child";

describe("a rule is one of six types, each with its own fields", () => {
  accepts(rule, [
    { type: "ip", address: "10.0.0.1" },
    { type: "range", start: "10.0.0.1", end: "10.0.0.9" },
    { type: "range", start: "10.0.0.1", end: "10.0.0.1" },
    { type: "range", start: "9.255.255.255", end: "10.0.0.0" },
    { type: "network", cidr: "10.0.0.0/8" },
    { type: "all" },
    { type: "wildcard", address: "10.0.3.0", mask: "0.0.0.255" },
    { type: "child", groupId: "12" },
  ]);

  refuses(rule, [
    [{ type: "subnet", cidr: "10.0.0.0/8" }, `type: unknown rule type "subnet"; known: ${types}`],
    [{ cidr: "10.0.0.0/8" }, `type: is required (one of ${types})`],
    [{ type: 5 }, `type: must be one of ${types}`],
    ["10.0.0.1", 'must be a rule, not a string: write rule.ip("10.0.0.1")'],
    ["10.0.0.0/8", 'must be a rule, not a string: write rule.network("10.0.0.0/8")'],
    ["office", "must be an object, not a string"],
    [null, "must be an object, not null"],
    [[], "must be an object, not a list"],
    [{ type: "ip" }, "address: is required (a string)"],
    [{ type: "range", start: "10.0.0.1" }, "end: is required (a string)"],
    [{ type: "network" }, "cidr: is required (a string)"],
    [{ type: "wildcard", address: "10.0.0.0" }, "mask: is required (a string)"],
    [
      { type: "wildcard", address: "10.0.0.1", mask: "0.0.0.254" },
      'mask: "0.0.0.254" may hold only the octets 0 (must be equal) and 255 (any value)',
    ],
    [{ type: "child" }, "groupId: is required (an id: a positive whole number)"],
    [{ type: "child", groupId: "Offices" }, "groupId: must be an id: a positive whole number"],
    [{ type: "range", start: "10.0.0.9", end: "10.0.0.1" }, "its start is after its end"],
    [{ type: "range", start: "10.0.0.0", end: "9.255.255.255" }, "its start is after its end"],
    [{ type: "ip", address: "10.0.0.1", mask: "16" }, 'unknown key "mask"; known: type, address'],
    [{ type: "ip", adress: "10.0.0.1", address: "10.0.0.1" }, 'unknown key "adress", did you mean "address"?'],
    [{ type: "all", all: 1 }, 'unknown key "all"; known: type'],
  ]);

  test("all faults of a rule are reported at once", () => {
    expect(faultsOf(rule, { type: "range", start: "10.0.0", finish: "x" })).toEqual([
      'unknown key "finish"; known: type, start, end',
      'start: "10.0.0" is not an IPv4 address in dotted decimal, like 10.1.2.3',
      "end: is required (a string)",
    ]);
  });
});

test("wildcards that differ in their address or mask have different texts", () => {
  const wildcard = { type: "wildcard", address: "10.0.3.0", mask: "0.0.0.255" } as const;
  const texts = [wildcard, { ...wildcard, address: "10.0.4.0" }, { ...wildcard, mask: "0.0.0.127" }].map(ruleText);
  expect(new Set(texts).size).toBe(3);
});

test("a set of rules is the same in any order, with any repetitions, and with fields in any order", () => {
  const rules = [{ type: "all" }, { type: "child", groupId: 12 }, { type: "network", cidr: "10.0.0.0/8" }];
  const other = [
    { cidr: "10.0.0.0/8", type: "network" },
    { type: "child", groupId: "12" },
    { type: "all" },
    { type: "all" },
  ];
  expect(canonicalOf(setOf(rule), other)).toEqual(canonicalOf(setOf(rule), rules));
});

test("a rule with values that are not known yet is checked by its known values", () => {
  expect(faultsOf(rule, { type: "range", start: UNKNOWN, end: "x" })).toEqual([
    'end: "x" is not an IPv4 address in dotted decimal, like 10.1.2.3',
  ]);
  expect(faultsOf(rule, { type: "range", start: UNKNOWN })).toEqual(["end: is required (a string)"]);
  expect(faultsOf(rule, { type: "child", groupId: UNKNOWN, group: 1 })).toEqual([
    'unknown key "group", did you mean "groupId"?',
  ]);
});
