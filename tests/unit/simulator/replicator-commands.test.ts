import type { Simulator } from "../../../simulator";
import { type Asked, containing, type Refusal, type Row, seconds, testRows } from "./rows";
import { refused, success } from "./support";

type Part = NonNullable<Row[3]>;

const netops = "legacy-netops";
const long = "x".repeat(256);
const profile =
  (name: string): Part =>
  ({ profiles }) =>
    profiles.get(name);
const policies: Part = ({ profiles }) =>
  [...(profiles.get(netops)?.policies.values() ?? [])].map(
    ({ network, prefixLength, kind }) => `${kind} ${network}/${prefixLength}`,
  );
const included = "include 192.0.2.0/26";
const other = "policies/add/192.0.2.0/26/legacy-netops/exclude";
const hostBits = "policies/add/10.0.0.1/8/legacy-netops/include";
const repeatable = { repeatedChange: "success" } as const;

/** Commands that succeed, a part of the store, what it then is or contains, and the switches. */
const changes: readonly (readonly [paths: string[], part: Part, holds: unknown, Row[0]?])[] = [
  [
    ["profile/add/p/2055/2056"],
    profile("p"),
    { enabled: true, listeningPort: 2055, sendingPort: 2056, singularity: false },
  ],
  [
    ["profile/add/p/2055/2056", "profile/disable/p", "profile/update/p/2057/2058"],
    profile("p"),
    { enabled: false, listeningPort: 2057, sendingPort: 2058 },
  ],
  [["profile/disable/legacy-netops", "profile/enable/legacy-netops"], profile(netops), { enabled: true }],
  [["profile/enable/legacy-netops"], profile(netops), { enabled: true }],
  [["profile/singularity/legacy-netops/enable"], profile(netops), { singularity: true }],
  [
    ["profile/singularity/legacy-netops/enable", "profile/singularity/legacy-netops/disable"],
    profile(netops),
    { singularity: false },
  ],
  // A listening port of another profile is free as a sending port.
  [["profile/add/p/3000/9996"], profile("p"), { sendingPort: 9996 }],
  [
    ["profile/rename/legacy-netops/renamed"],
    ({ profiles }) => [profiles.has(netops), profiles.get("renamed")],
    [false, containing({ name: "renamed", listeningPort: 9996, description: "Managed by the operations team" })],
  ],
  [["profile/rename/legacy-netops/renamed"], (store) => store.profiles.get("renamed")?.policies.size, 1],
  [["collector/add/10.0.0.1/legacy-netops"], (store) => store.collectors, ["192.0.2.10", "10.0.0.1"]],
  [["exporter/add/10.0.0.1/legacy-netops"], (store) => store.exporters, ["192.0.2.20", "10.0.0.1"]],
  [["collector/remove/192.0.2.10/legacy-netops"], (store) => store.collectors, []],
  [["exporter/remove/192.0.2.20/legacy-netops"], (store) => store.exporters, []],
  [["profile/add/p/1/2", "collector/add/192.0.2.10/p", "collector/allremove/192.0.2.10"], (s) => s.collectors, []],
  [["profile/add/p/1/2", "exporter/add/192.0.2.20/p", "exporter/allremove/192.0.2.20"], (s) => s.exporters, []],
  [["collector/threshold/192.0.2.10/250"], (store) => store.thresholds.get("192.0.2.10"), 250],
  [["collector/threshold/192.0.2.10/0"], (store) => store.thresholds.has("192.0.2.10"), false],
  // A collector that is left without a profile loses its threshold, but keeps its description.
  [
    ["profile/remove/legacy-netops"],
    (store) => [store.collectors, store.thresholds.size, store.notes.get("192.0.2.10")],
    [[], 0, "Operations collector"],
  ],
  [["policies/add/10.0.0.0/8/legacy-netops/exclude"], policies, [included, "exclude 10.0.0.0/8"]],
  [["policies/remove/192.0.2.0/26/legacy-netops/include"], policies, []],
  [["notate/profile/legacy-netops/50%20%25%20of%20a%20%26%20b"], profile(netops), { description: "50 % of a & b" }],
  [["notate/ip/192.0.2.20/exporter"], (store) => store.notes.get("192.0.2.20"), "exporter"],
  [["notate/ip/192.0.2.20/%20text%20"], (store) => store.notes.get("192.0.2.20"), " text "],
  [
    ["setting/set/notificationSent/192.0.2.1%20162", "setting/enable/notificationSent"],
    (store) => store.settings.get("notificationSent"),
    { value: "192.0.2.1 162", enabled: true },
  ],
  [
    ["setting/disable/pingCollectors"],
    (store) => store.settings.get("pingCollectors"),
    { value: undefined, enabled: false },
  ],
  [["collector/add/192.0.2.10/legacy-netops"], (store) => store.collectors, ["192.0.2.10"], repeatable],
  [[other], policies, [included, "exclude 192.0.2.0/26"], { policyKinds: "onePerKind" }],
  [[hostBits], policies, [included, "include 10.0.0.1/8"], { policyHostBits: "verbatim" }],
  [[hostBits], policies, [included, "include 10.0.0.0/8"], { policyHostBits: "canonical" }],
  [["notate/ip/192.0.2.10/%20text%20"], (store) => store.notes.get("192.0.2.10"), "text", { storedText: "trimmed" }],
];

const added = "profile/add/x/3000/3000";
const noted = "notate/profile/x/text";
const byHand = ({ mutate }: Simulator): void => mutate.setProfileDescription(netops, "by hand");
const alarm = ({ mutate }: Simulator): void => mutate.raiseAlarm("collector", "192.0.2.10", 9996);
const before = "Managed by the operations team";
/** Whether changes wait, the descriptions in use, and the rebuild that made each change effective. */
const inUse = ({ dirty, running, changes }: Pick<Parameters<Part>[0], "dirty" | "running" | "changes">): unknown[] => [
  dirty,
  ...[netops, "x"].map((name) => running.profiles.get(name)?.description),
  changes.map(({ coveredBy }) => coveredBy),
];
const later = (count: number): Asked[] => [added, seconds(count), "version"];
const automaticRebuildMs = 120_000;
const version = containing({ apiversion: 1 });

/** Each of these names is data: a segment is decoded exactly once. */
const names = ["__proto__", "constructor", "a%2Fb", "%2e%2e", "a b", "a/b", "a?b#c;d+e&f=g'(h)*!", "0", "total"];
const rows: readonly Row[] = [
  ...changes.map(([paths, part, holds, switches = {}]): Row => {
    const isPart = typeof holds === "object" && !Array.isArray(holds);
    return [switches, paths, success, part, isPart ? containing(holds as object) : holds];
  }),
  // A change takes effect with a rebuild that began after it, or by hand if no other change waits.
  [{}, [added, noted], success, inUse, [true, before, undefined, [undefined, undefined]]],
  [{}, [added, noted, "rebuild"], success, inUse, [false, before, "text", [1, 1]]],
  [{}, [byHand], undefined, inUse, [false, "by hand", undefined, []]],
  [{}, [added, byHand], undefined, inUse, [true, before, undefined, [undefined]]],
  [{ automaticRebuildMs }, later(119), version, ({ rebuilds }) => rebuilds, []],
  [
    { automaticRebuildMs },
    later(121),
    version,
    ({ rebuilds }) => rebuilds,
    [containing({ number: 1, automatic: true })],
  ],
  [{ automaticRebuildMs }, later(121), version, inUse, [false, before, undefined, [1]]],
  // Refused requests and acknowledgements are no changes.
  [{}, ["profile/remove/absent"], refused(/absent/), ({ changes }) => changes, []],
  [{}, [alarm, "acknowledge/collector/192.0.2.10:9996"], success, ({ changes }) => changes, []],
  ...names.map((name): Row => [
    {},
    [`profile/add/${encodeURIComponent(name)}/3000/3000`, "show/profile/0"],
    { profile: containing({ [name]: containing({ name }) }) },
    profile(name),
    containing({ name }),
  ]),
];

const absent = /absent does not exist/;
const noPort = /port: is not a port/;
const noAddress = /ip: is not an IPv4 address/;
/** Commands that are refused and change nothing. */
const refusals: readonly Refusal[] = [
  [noPort, ...["0", "65536", "1.5", "02055", "2055%20", "-1", "port"].map((port) => `profile/add/p/${port}/2055`)],
  [noPort, ...["0", "65536", "x"].map((port) => `profile/update/legacy-netops/3000/${port}`)],
  [/Listening port 9996 is already used by profile legacy-netops/, "profile/add/x/9996/1"],
  [/legacy-netops already exists/, "profile/add/legacy-netops/3000/3000", "profile/rename/legacy-netops/legacy-netops"],
  [absent, ...["enable", "disable", "remove"].map((action) => `profile/${action}/absent`)],
  [absent, "profile/update/absent/3000/3000", "profile/rename/absent/x", "profile/singularity/absent/enable"],
  [/not printable ASCII/, "profile/add/Z%C3%BCrich/3000/3000", "profile/add/a%0Ab/3000/3000"],
  [/<=255 characters/, `profile/add/${long}/3000/3000`],
  [absent, "collector/add/10.0.0.1/absent", "exporter/add/10.0.0.1/absent"],
  [/is not in profile/, "collector/remove/10.0.0.1/legacy-netops", "exporter/remove/10.0.0.1/legacy-netops"],
  [/is in no profile/, "collector/allremove/10.0.0.1", "exporter/allremove/10.0.0.1"],
  [/is already in profile/, "collector/add/192.0.2.10/legacy-netops", "exporter/add/192.0.2.20/legacy-netops"],
  ...["10.0.0", "10.0.0.256", "010.0.0.1", "::1", "10.0.0.1:2055", "host.example.net"].map(
    (address) =>
      [noAddress, `collector/add/${address}/legacy-netops`, `exporter/add/${address}/legacy-netops`] as const,
  ),
  [
    /threshold: is not an integer/,
    ...["-1", "1.5", "x", "05", "9007199254740992", "1e3"].map((n) => `collector/threshold/192.0.2.10/${n}`),
  ],
  [/10.9.9.9 does not exist/, "collector/threshold/10.9.9.9/5"],
  [/already in profile/, "policies/add/192.0.2.0/26/legacy-netops/include"],
  [/not in profile/, "policies/remove/10.0.0.0/8/legacy-netops/include"],
  [/an include policy for 192.0.2.0\/26/, "policies/add/192.0.2.0/26/legacy-netops/exclude"],
  [/10.0.0.0\/8 is$/, "policies/add/10.0.0.1/8/legacy-netops/include"],
  [
    /cidr: is not a prefix length/,
    ...["33", "08", "-1", "8%20", "255.0.0.0"].map((cidr) => `policies/add/10.0.0.0/${cidr}/legacy-netops/include`),
  ],
  [/incexc/, "policies/add/10.0.0.0/8/legacy-netops/both"],
  [absent, "policies/add/10.0.0.0/8/absent/include", "notate/profile/absent/x"],
  [/neither a collector nor an exporter/, "notate/ip/10.9.9.9/x"],
  [/not an IPv4 address/, "notate/ip/host/x"],
  [/description: is not printable ASCII/, "notate/ip/192.0.2.10/%C3%A9"],
  [/does not exist/, "setting/set/unknown/1", "setting/set/__proto__/1"],
  [/needs a number/, "setting/set/downDisplayHour/soon"],
  [/percentage/, "setting/set/highCPUThreshold/101"],
  [/needs an address and a port/, "setting/set/notificationSent/192.0.2.1"],
  [/no value/, "setting/set/noRepWhenDown/on"],
  [/is not ip:port/, "acknowledge/collector/192.0.2.10"],
];

const { context, ask } = testRows("replicator", rows, refusals);

test("allremove is counted as a trap", async () => {
  expect(await ask("collector/allremove/192.0.2.10")).toEqual(success);
  expect(context.sim.traps.count("collector/allremove")).toBe(1);
});

test("a change during a rebuild is not covered by it", async () => {
  const { store } = context.sim.replicator;
  context.sim.switches.rebuildMs = 60;
  await ask(added);
  const rebuild = ask("rebuild");
  while (store.rebuilds.length === 0) await new Promise(setImmediate);
  await ask("profile/add/during/3001/3001");
  await rebuild;
  expect(store.uncoveredChanges().map(({ detail }) => detail)).toEqual(["during 3001 3001"]);
  expect([...store.running.profiles.keys()]).toEqual([netops, "x"]);
  const [first] = store.rebuilds;
  expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBeGreaterThanOrEqual(55);
});

test("overlapping rebuilds never restore an older configuration", async () => {
  const { store } = context.sim.replicator;
  await ask(added);
  const endOlder = store.beginRebuild(false);
  await ask(noted);
  store.beginRebuild(false)();
  endOlder();
  expect(inUse(store)).toEqual([false, before, "text", [2, 2]]);
});
