import fc from "fast-check";
import type { Simulator } from "../../simulator";
import type { IpGroupRule } from "../../simulator/gateway/store";
import { policyKey } from "../../simulator/replicator/store";

/** What people might have configured by hand, as plain data. A child group comes before its parent. */
export interface HandMade {
  readonly groups: readonly {
    readonly name: string;
    readonly rules: readonly HandMadeRule[];
    readonly below: readonly number[];
  }[];
  readonly profiles: readonly {
    readonly name: string;
    readonly ports: readonly [number, number];
    readonly enabled: boolean;
    readonly singularity: boolean;
    readonly description: string | undefined;
    readonly collectors: readonly number[];
    readonly exporters: readonly number[];
    readonly policies: readonly {
      readonly octets: readonly [number, number];
      readonly prefix: number;
      readonly kind: "include" | "exclude";
    }[];
  }[];
  readonly thresholds: readonly (readonly [number, number])[];
  readonly notes: readonly (readonly [number, string])[];
  /** Whether there are groups that no program can declare. */
  readonly isOdd: boolean;
  readonly settings: readonly (readonly [string, string, boolean])[];
}

type HandMadeRule = Exclude<IpGroupRule, { type: "child" }>;

const octet = fc.integer({ min: 0, max: 255 });
const address = fc.tuple(octet, octet, octet).map((parts) => `10.${parts.join(".")}`);

/** A rule that differs from all others of its group. A separate test covers duplicate rules. */
const rule: fc.Arbitrary<HandMadeRule> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(octet, octet, fc.integer({ min: 17, max: 30 })).map(([a, b, length]) => ({
      type: "network" as const,
      address: `10.${String(a)}.${String(b)}.0`.replace(
        /\.\d+\.0$/u,
        length > 24 ? `.${String(b)}.0` : `.${String(b & 128)}.0`,
      ),
      mask: String(length),
    })),
  },
  { weight: 4, arbitrary: address.map((one) => ({ type: "ip" as const, address: one })) },
  {
    weight: 2,
    arbitrary: fc.tuple(octet, octet, octet).map(([a, b, c]) => ({
      type: "range" as const,
      sip: `10.${String(a)}.${String(b)}.0`,
      eip: `10.${String(a)}.${String(b)}.${String(c)}`,
    })),
  },
  { weight: 1, arbitrary: fc.constant({ type: "ipall" as const, all: 1 as const }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(octet, octet)
      .map(([a, b]) => ({ type: "wildcard" as const, address: `10.${String(a)}.0.${String(b)}`, mask: "0.0.255.0" })),
  },
);

const hostileNames = [
  "Zürich / Genève",
  "東京オフィス",
  'Server "1"',
  "a`${b}`",
  "*/ throw 1 /*",
  "--- !!js/function",
  "# not a comment",
  "yes",
  "null",
  "~",
  "123",
  "1e3",
  "0x10",
  "__proto__",
  "constructor",
  "toString",
  "class",
  "new",
  "rule",
  "<b>&amp;</b>",
  "a: b",
  "- x",
  "{}",
  "[]",
  "'",
  "\\",
  "\\u0041",
  "😀 emoji",
  "ﬁligature",
  "İstanbul",
  "a​b",
  "Ａ",
  "á",
  "lille servers",
  "Lille-Servers",
  "lille.servers",
  "::",
  "a|b",
  "%20",
  "$&",
  "import",
  "🏳️‍🌈",
  "...",
  "-",
  "_",
  "ß",
  "ſ",
];
const name = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }) },
  { weight: 3, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Za-z]{2,8}){0,2}$/u) },
);
/** Any character that a note may contain. */
const note = fc.oneof(
  fc
    .string({ minLength: 1, maxLength: 30, unit: "grapheme-ascii" })
    .map((text) => text.replace(/[/\\]/gu, "").trim())
    .filter((text) => !["", ".", ".."].includes(text)),
  fc.constant(
    Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
      .join("")
      .replace(/[/\\]/gu, "")
      .trim(),
  ),
);
const profileName = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{1,12}$/u),
  fc.constantFrom("net flow", "a%20b", "x'y", "q?r#s", "`${x}`", "Class", "a+b&c=d", "100%"),
);

/** Contents of both appliances of about the given size. */
export function handMade(most: number): fc.Arbitrary<HandMade> {
  const members = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 6 });
  return fc.record({
    groups: fc.uniqueArray(
      fc.record({
        name,
        rules: fc.uniqueArray(rule, { maxLength: 6, selector: (one) => JSON.stringify(one) }),
        below: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: most, selector: (one) => one.name.trim() },
    ),
    profiles: fc.uniqueArray(
      fc.record({
        name: profileName,
        ports: fc.tuple(fc.integer({ min: 1, max: 65535 }), fc.integer({ min: 1, max: 65535 })),
        enabled: fc.boolean(),
        singularity: fc.boolean(),
        description: fc.option(note, { nil: undefined }),
        collectors: members,
        exporters: members,
        policies: fc.uniqueArray(
          fc.record({
            octets: fc.tuple(octet, octet),
            prefix: fc.constantFrom(16, 24),
            kind: fc.constantFrom("include" as const, "exclude" as const),
          }),
          { maxLength: 4, selector: ({ octets: [a, b], prefix }) => (prefix === 16 ? a : `${String(a)}.${String(b)}`) },
        ),
      }),
      {
        maxLength: Math.max(2, most / 10),
        // A replicator refuses a second profile of a name or with a listening port.
        comparator: (one, other) => one.name === other.name || one.ports[0] === other.ports[0],
      },
    ),
    thresholds: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 90000 })), {
      maxLength: 10,
      selector: ([one]) => one,
    }),
    notes: fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), note), { maxLength: 20, selector: ([one]) => one }),
    isOdd: fc.boolean(),
    settings: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom("downDisplayHour", "flowStopAlert", "highCPUThreshold"),
        fc.integer({ min: 1, max: 99 }).map(String),
        fc.constant(true),
      ),
      { maxLength: 3, selector: ([one]) => one },
    ),
  });
}

/** The deepest nesting of groups. */
const DEEPEST = 5;

/** Replaces all groups and profiles of both appliances by what people configured. */
export function configureByHand({ gateway, replicator }: Simulator, made: HandMade): void {
  gateway.store.ipGroups.clear();
  const ids: { id: number; depth: number; isAll: boolean }[] = [];
  for (const group of made.groups) {
    const near = group.below.flatMap((back) => ids[ids.length - 1 - back] ?? []).filter(({ isAll }) => !isAll);
    const below = near.filter(({ depth }) => depth < DEEPEST);
    const children = below.map(({ id }): IpGroupRule => ({ type: "child", child_id: id }));
    const { id } = gateway.store.addIpGroup(group.name, [...group.rules, ...children]);
    const isAll = group.rules.some(({ type }) => type === "ipall");
    ids.push({ id, isAll, depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)) });
  }
  if (made.isOdd) addOddGroups(gateway.store);
  const { store } = replicator;
  store.changeByHand(() => {
    for (const map of [store.profiles, store.thresholds, store.notes]) map.clear();
    for (const { ports, collectors, exporters, policies, ...profile } of made.profiles) {
      const own = policies.map(({ octets: [a, b], prefix, kind }) => ({
        network: prefix === 16 ? `10.${String(a)}.0.0` : `10.${String(a)}.${String(b)}.0`,
        prefixLength: prefix,
        kind,
      }));
      store.profiles.set(profile.name, {
        ...profile,
        listeningPort: ports[0],
        sendingPort: ports[1],
        collectors: new Set(collectors.map((last) => `192.0.2.${String(last)}`)),
        exporters: new Set(exporters.map((last) => `192.0.2.${String(last + 20)}`)),
        policies: new Map(own.map((one) => [policyKey(one), one])),
      });
    }
    const collectors = new Set(store.collectors);
    const members = new Set([...collectors, ...store.exporters]);
    for (const [last, packets] of made.thresholds) {
      const one = `192.0.2.${String(last)}`;
      if (collectors.has(one)) store.thresholds.set(one, packets);
    }
    for (const [last, text] of made.notes) {
      const one = `192.0.2.${String(last + 10)}`;
      if (members.has(one)) store.notes.set(one, text);
    }
    for (const [key, value, enabled] of made.settings) store.settings.set(key, { value, enabled });
  });
}

/**
 * Adds a second group with an existing name, a group with rules that this package cannot write, and a parent of both.
 */
function addOddGroups(store: Simulator["gateway"]["store"]): void {
  const twin = store.addIpGroup([...store.ipGroups.values()][0]?.name ?? "", []);
  const modern = store.addIpGroup("IPv6 hosts", [{ type: "ip", address: "2001:db8::1" }]);
  const below = [twin, modern].map(({ id }): IpGroupRule => ({ type: "child", child_id: id }));
  store.addIpGroup("Above what is odd", below);
}
