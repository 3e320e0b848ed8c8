import { join } from "node:path";
import fc from "fast-check";
import { ModelError, modelProblemText } from "../../../lib/model/problem";
import { checkModel, type LayerSource, loadModel } from "../../../lib/model/resolve";
import { has } from "../../support/has";
import { boundsOf, type Box, boxesOf, boxText, isCovered, overlapOf, sizeOf, spanText } from "../../../lib/model/boxes";
import type { SiteModel } from "../../../lib/model/schema";
import { type CanonicalRule, rule } from "../../../provider/values/rule";

const folder = join(__dirname, "mistakes");
const files = ["global.yaml", "region.yaml", "paris.yaml"].map((layer) => ({ layer, file: join(folder, layer) }));

/** The problems that are reported for layers, one per line. */
function mistakesIn(...sources: readonly LayerSource[]): string[] {
  return checkModel(sources).problems.map(modelProblemText);
}

test("loadModel throws one error with all mistakes, and without the secret", () => {
  expect(() => loadModel(files)).toThrow(ModelError);
  try {
    loadModel(files);
  } catch (error) {
    const { message, problems } = error as ModelError;
    expect(message).toContain("The site model has 21 mistakes; no appliance was contacted:");
    expect(message.split("\n")).toHaveLength(problems.length + 1);
    expect(message).not.toContain("hunter2");
  }
});

test("YAML that cannot be parsed is reported with line and column, for all files at once", () => {
  const lines = mistakesIn(
    { layer: "one.yaml", text: "users:\n  - name: [anna\n" },
    { layer: "two.yaml", text: "users: {}\nusers: {}\n" },
  );
  expect(lines).toEqual([has(/^one\.yaml:\d+:\d+: Flow sequence/u), "two.yaml:2:1: Map keys must be unique"]);
});

test("a missing file is one mistake, and the other layers are still checked", () => {
  const missing = { layer: "sites/lyon.yaml", file: join(folder, "lyon.yaml") };
  const twice: LayerSource = { layer: "site", values: { users: [{ name: "anna" }, { name: "anna" }] } };
  expect(mistakesIn(missing, twice)).toEqual([
    "sites/lyon.yaml: the file does not exist",
    "site: users.anna: is listed twice, first at site: remove one of them, or merge them",
  ]);
});

test("an item of a list needs its name as text, and a name in a map must equal its key", () => {
  const values = { profiles: [{}, { name: 5 }, "flows"], ipGroups: { Paris: { name: "Lyon" }, Oslo: 5 } };
  const lines = mistakesIn({ layer: "a", values: values as never });
  for (const line of [
    'a: profiles[0]: needs "name", which identifies it in every layer',
    'a: profiles[1]: "name" must be text: write it in quotation marks',
    'a: profiles[2]: must be an object with "name"',
    'a: ipGroups.Paris.name: must be left out or equal "Paris", the name of its key',
    "a: ipGroups.Oslo: must be an object, or null to remove it",
  ])
    expect(lines).toContain(line);
});

test("values of a program that are not plain data are refused, each with its path", () => {
  const circle: Record<string, unknown> = {};
  circle["users"] = circle;
  const output = { __pulumiOutput: true };
  expect(mistakesIn({ layer: "a", values: { settings: [{ name: "x", value: output as never }] } })).toEqual([
    has(/^a: settings\[0\]\.value: is an output, whose value is not known in time/u),
  ]);
  expect(mistakesIn(circle)[0]).toMatch(/contains itself/u);
  expect(mistakesIn({ users: (() => []) as never })[0]).toMatch(/^layer 1: users: must be text, a number/u);
});

test("a warning about a rule is at that rule, so that a comment beside it accepts it and no other", () => {
  const lines = [
    "ipGroups:",
    "  - name: Office",
    "    rules: [10.1.0.0/16]",
    "    children:",
    "      - name: Labs",
    "        rules:",
    "          - 10.1.2.0/24",
    "          - 10.8.0.0/16",
    "          - 10.9.0.0/16 # flowgate-accept outside-parent: it moves there next month",
  ];
  const [problem, ...others] = mistakesIn({ layer: "site.yaml", text: lines.join("\n") });
  expect(problem).toMatch(
    /^site\.yaml:8:13: warning: outside-parent: .* network 10\.8\.0\.0\/16 of "Labs" is outside/u,
  );
  expect(others).toEqual([]);
});

/** Rules around 10.0.0.0/26, so that a test can try every address. */
const octet = fc.integer({ min: 0, max: 63 });
const someRule: fc.Arbitrary<CanonicalRule> = fc.oneof(
  octet.map((last) => rule.parse({ type: "ip", address: `10.0.0.${last}` })),
  fc
    .tuple(octet, octet)
    .map(([a, b]) => rule.parse({ type: "range", start: `10.0.0.${Math.min(a, b)}`, end: `10.0.0.${Math.max(a, b)}` })),
  fc.tuple(octet, fc.integer({ min: 26, max: 32 })).map(([last, prefix]) => {
    const size = 2 ** (32 - prefix);
    return rule.parse({ type: "network", cidr: `10.0.0.${Math.floor(last / size) * size}/${prefix}` });
  }),
);
const addresses = Array.from({ length: 64 }, (_, last) => last);
const base = 10 * 2 ** 24;

/** The last octets of the addresses in boxes, computed without the code under test. */
function members(boxes: readonly Box[]): number[] {
  return addresses.filter((last) => boxes.some(({ low, high }) => (low[3] ?? 0) <= last && last <= (high[3] ?? 0)));
}

test("the boxes of a rule contain exactly its addresses", () => {
  fc.assert(
    fc.property(someRule, (one) => {
      const held = members(boxesOf(one));
      const { first, last } = {
        first: Math.min(...boxesOf(one).map((box) => boundsOf(box).first)) - base,
        last: Math.max(...boxesOf(one).map((box) => boundsOf(box).last)) - base,
      };
      expect(held).toEqual(addresses.filter((address) => first <= address && address <= last));
      if (one.type === "range") expect(`10.0.0.${first}-10.0.0.${last}`).toBe(`${one.start}-${one.end}`);
    }),
  );
});

test("rules are covered by others exactly if each of their addresses is in one of the others", () => {
  const rules = fc.array(someRule, { maxLength: 5 });
  fc.assert(
    fc.property(rules, rules, (some, others) => {
      const [own, by] = [some.flatMap(boxesOf), others.flatMap(boxesOf)];
      const taken = new Set(members(by));
      expect(isCovered(own, by)).toBe(members(own).every((address) => taken.has(address)));
    }),
    { numRuns: 500 },
  );
});

test("a wildcard overlaps a network only if every octet does", () => {
  const [printers] = boxesOf(rule.parse({ type: "wildcard", address: "10.0.250.0", mask: "0.255.0.255" }));
  const [office] = boxesOf(rule.parse({ type: "network", cidr: "10.30.0.0/16" }));
  const [other] = boxesOf(rule.parse({ type: "network", cidr: "10.30.0.0/17" }));
  if (printers === undefined || office === undefined || other === undefined) throw new Error("a rule has no boxes");
  expect(boxText(printers)).toBe("10.*.250.*");
  expect(overlapOf(printers, office)).toEqual({ low: [10, 30, 250, 0], high: [10, 30, 250, 255] });
  expect(overlapOf(printers, other)).toBeUndefined();
  expect(isCovered([printers], boxesOf(rule.parse({ type: "all" })))).toBe(true);
  expect([spanText(base, base), spanText(base, base + 255), spanText(base, base + 2)]).toEqual([
    "10.0.0.0",
    "10.0.0.0/24",
    "10.0.0.0-10.0.0.2",
  ]);
});

describe("checks of IP groups", () => {
  const network = (cidr: string) => ({ type: "network" as const, cidr });
  const messagesOf = (ipGroups: NonNullable<SiteModel["ipGroups"]>): string[] =>
    checkModel([{ layer: "m", values: { ipGroups } }]).problems.map(modelProblemText);

  test("a group may overlap its ancestors and descendants, and a group of all addresses may overlap any group", () => {
    const leaf = { name: "Leaf", rules: [network("10.1.1.0/24")] };
    const middle = { name: "Middle", rules: [network("10.1.0.0/16")], children: [leaf] };
    const groups = [{ name: "Top", rules: [network("10.0.0.0/8")], children: [middle] }];
    expect(messagesOf([...groups, { name: "Everywhere", rules: [{ type: "all" }] }])).toEqual([]);
  });

  test("two groups with many common addresses cause one warning, which names the first overlap and counts the others", () => {
    const rules = ["10.1.0.0/24", "10.2.0.0/24", "10.3.0.0/24"].map(network);
    expect(
      messagesOf([
        { name: "A", rules },
        { name: "B", rules },
      ]),
    ).toEqual([
      'm: warning: overlap: ipGroups.B.rules[0]: "B" and "A" share 10.1.0.0/24 and 2 more: keep the addresses in only ' +
        "one of them, or put one group below the other",
    ]);
  });

  test("a group that contains every address of another one, and more, causes no warning", () => {
    const inside = [
      {
        name: "Ranges",
        rules: [{ type: "range" as const, start: "10.1.0.1", end: "10.1.0.9" }, network("10.9.0.0/17")],
      },
      { name: "Printers", rules: [{ type: "wildcard" as const, address: "10.0.250.0", mask: "0.255.0.255" }] },
    ];
    expect(messagesOf([{ name: "Private", rules: [network("10.0.0.0/8")] }, ...inside])).toEqual([]);
  });

  test("a group that shares addresses with many others causes one warning, and pairs among the others one each", () => {
    const sites = Array.from({ length: 290 }, (_, at) => ({
      name: `Site ${at}`,
      rules: [
        network(`10.${at % 250}.${Math.floor(at / 250)}.0/24`),
        network(`172.31.${at % 250}.${at > 249 ? 1 : 0}/32`),
      ],
    }));
    const supernet = { name: "Private", rules: [network("10.0.0.0/8")] };
    expect(messagesOf([supernet, ...sites])).toEqual([
      'm: warning: overlap: ipGroups.Private.rules[0]: "Private" covers addresses of 290 groups: "Site 0", "Site 250", ' +
        '"Site 1" and 287 more; keep the addresses in only one group, or put these groups below "Private"',
    ]);
  });

  test("a child may be as wide as its parent's rule, and a wider one is reported at its rule", () => {
    const parent = (cidr: string) => [
      { name: "P", rules: [network("10.1.0.0/16")], children: [{ name: "C", rules: [network(cidr)] }] },
    ];
    expect(["10.1.0.0/16", "10.1.4.0/24"].flatMap((cidr) => messagesOf(parent(cidr)))).toEqual([]);
    expect(messagesOf(parent("10.0.0.0/15"))).toEqual([
      has(/^m: warning: wider-child: ipGroups\.P\.children\.C\.rules\[0\]: child "C" is wider than its parent: /u),
    ]);
  });

  test("a child's rule outside of its parent causes a warning at that rule, unless the parent has no addresses", () => {
    const children = [{ name: "C", rules: [network("10.1.4.0/24"), network("10.2.0.0/16")] }];
    expect(messagesOf([{ name: "P", rules: [network("10.1.0.0/16")], children }])).toEqual([
      'm: warning: outside-parent: ipGroups.P.children.C.rules[1]: network 10.2.0.0/16 of "C" is outside its parent "P": widen the ' +
        "parent, or move the group",
    ]);
    expect(messagesOf([{ name: "P", children }])).toEqual([]);
  });

  test("10,000 rules in 200 groups are checked within 20 seconds", () => {
    const groups = Array.from({ length: 200 }, (_, a) => ({
      name: `G${a}`,
      rules: Array.from({ length: 50 }, (__, b) => ({ type: "ip" as const, address: `10.${a}.${b}.1` })),
    }));
    const start = performance.now();
    expect(messagesOf(groups)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

test("the size of several boxes is the number of distinct addresses in them", () => {
  const octet = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
  const box = fc.tuple(octet, octet, octet, octet).map((octets) => ({
    low: octets.map(([one, other]) => Math.min(one, other)),
    high: octets.map(([one, other]) => Math.max(one, other)),
  }));
  const every = Array.from({ length: 256 }, (_, index) => [index >> 6, (index >> 4) & 3, (index >> 2) & 3, index & 3]);
  fc.assert(
    fc.property(fc.array(box, { maxLength: 6 }), (boxes) => {
      const inside = every.filter((address) =>
        boxes.some(({ low, high }) =>
          address.every((at, index) => at >= (low[index] ?? 0) && at <= (high[index] ?? 0)),
        ),
      );
      expect(sizeOf(boxes)).toBe(inside.length);
    }),
  );
});
