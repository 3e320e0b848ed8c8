import type { Simulator } from "../../../simulator";
import { containing, type Row, seconds, testRows } from "./rows";
import { refused, success } from "./support";

const some = (element: unknown): unknown[] => expect.arrayContaining([element]) as unknown[];
const only = (name: string, fields: object): object => ({ [name]: containing(fields) });

const profiles = "show/profile/0";
const collectors = "show/collectors/0";
const settings = "show/settings/0";
const realtime = "show/realtime/0";
const unassigned = "exporter/noprofile/0";
const netops = (fields: object): object => ({ profile: only("legacy-netops", fields) });
/** Expects these names in this order below the key of an answer. */
const names =
  (...wanted: string[]) =>
  (answer: unknown): void => {
    const [entries] = Object.values(answer as Record<string, object>);
    expect(Object.keys(entries ?? {})).toEqual(wanted);
  };
const one = {
  acknowledged: [],
  description: "Operations collector",
  in_profiles: ["legacy-netops"],
  ip: "192.0.2.10",
  name: "collector.example.net",
  status: { unreachable_port: [] },
  threshold: 5000,
};
const sender = {
  "192.0.2.99": {
    in_o_delta: 307_200,
    in_o_rate: "5120.00",
    in_p_delta: 240,
    in_p_rate: "4.00",
    lastseen: expect.any(String) as string,
    out_o_delta: 0,
    out_o_rate: "0.00",
    out_p_delta: 0,
    out_p_rate: "0.00",
    unixtime: expect.any(Number) as number,
  },
};
const pairRate = (rate: unknown): object =>
  containing({ pair: only("192.0.2.20 -> 192.0.2.10", { octets: { delta: 2_880_000, rate } }) });
const configured = {
  api: {
    collector: ["/api/1/collector/add/192.0.2.10/legacy-netops", "/api/1/collector/threshold/192.0.2.10/5000"],
    notate: [
      "/api/1/notate/profile/legacy-netops/Managed%20by%20the%20operations%20team",
      "/api/1/notate/ip/192.0.2.10/Operations%20collector",
    ],
    policy: ["/api/1/policies/add/192.0.2.0/26/legacy-netops/include"],
    profile: ["/api/1/profile/add/legacy-netops/9996/9996"],
  },
  cli: {
    collector: ["collector add 192.0.2.10 legacy-netops", "collector threshold 192.0.2.10 5000"],
    notate: [
      'notate profile legacy-netops "Managed by the operations team"',
      'notate ip 192.0.2.10 "Operations collector"',
    ],
    policy: ["policies add 192.0.2.0 26 legacy-netops include"],
    profile: ["profile add legacy-netops 9996 9996"],
  },
};
const acknowledged = "acknowledge/collector/192.0.2.10:9996";
const added = "profile/add/x/3000/3001";
const worded = (description?: string): object => ({ result: "success", ...(description && { description }) });
const policies = ({ mutate }: Simulator): void => {
  mutate.addPolicy("legacy-netops", { network: "10.1.0.0", prefixLength: 16, kind: "include" });
  mutate.addPolicy("legacy-netops", { network: "10.1.2.0", prefixLength: 24, kind: "exclude" });
  mutate.addPolicy("legacy-netops", { network: "10.1.2.128", prefixLength: 25, kind: "include" });
  for (const address of ["10.1.0.1", "10.1.2.1", "10.1.2.129", "10.2.0.1"]) mutate.sendTraffic(address);
};
/** Expects that only these of the senders of {@link policies} have a collector. */
const through =
  (...wanted: string[]) =>
  (answer: unknown): void => {
    const pairs = Object.keys((answer as { pair: object }).pair);
    expect(pairs.flatMap((key) => /^(10\.\S+) -> /u.exec(key)?.[1] ?? []).sort()).toEqual(wanted);
  };
const prod = ({ mutate }: Simulator): void => {
  mutate.addProfile("prod", 3000, 3000);
  mutate.addCollector("192.0.2.10", "prod");
};
const traffic = ({ mutate }: Simulator): void => {
  mutate.addCollector("10.0.0.1", "legacy-netops");
  mutate.sendTraffic("192.0.2.21", { octetsPerSecond: 1000, packetsPerSecond: 2 });
};
const secondary = ({ mutate }: Simulator): void => mutate.setRole("secondary");
const expired = ({ mutate }: Simulator): void => mutate.setLicenseDays(0);
const alarm = ({ mutate }: Simulator): void => mutate.raiseAlarm("collector", "192.0.2.10", 9996);
const inAndOut = { in: { octets: { rate: 49_000 }, packets: { rate: 42, delta: 2520 } } };

const rows: readonly Row[] = [
  [{}, ["show/config"], configured],
  [{}, ["show/config/0"], configured],
  [
    { configEscaping: "raw" },
    ["show/config"],
    containing({ api: containing({ notate: some("/api/1/notate/ip/192.0.2.10/Operations collector") }) }),
  ],
  [
    { listOrder: "reversed" },
    [prod, "show/config"],
    containing({
      api: containing({ profile: ["/api/1/profile/add/prod/3000/3000", "/api/1/profile/add/legacy-netops/9996/9996"] }),
    }),
  ],
  [{ listOrder: "reversed" }, [prod, profiles], names("prod", "legacy-netops")],
  [
    { listOrder: "reversed" },
    [prod, collectors],
    { collector: only("192.0.2.10", { in_profiles: ["prod", "legacy-netops"] }) },
  ],
  [{}, [collectors], { collector: { "192.0.2.10": one } }],
  [{}, ["show/collector/192.0.2.10"], { collector: { "192.0.2.10": one } }],
  [{ collectorKey: "collectors" }, [collectors], { collectors: { "192.0.2.10": one } }],
  // The filter matches parts of names and of values in any letter case, and 0 matches everything.
  ...(
    [
      ["prod", ["prod", "prod-2"]],
      ["PROD-2", ["prod-2"]],
      ["operations%20team", ["legacy-netops"]],
      ["0", ["legacy-netops", "prod", "prod-2", "10"]],
      ["nowhere", []],
    ] as const
  ).map(([filter, found]): Row => [
    {},
    [
      "profile/add/prod/3000/3000",
      "profile/add/prod-2/3001/3001",
      "profile/add/10/3002/3002",
      `show/profile/${filter}`,
    ],
    (answer: unknown) => {
      expect(new Set(Object.keys((answer as { profile: object }).profile))).toEqual(new Set(found));
    },
  ]),
  [{}, [profiles], netops({ name: "legacy-netops", listening_port: 9996, state: "enabled", singularity: "off" })],
  [{}, ["show/exporters/0"], { exporters: only("192.0.2.20", { in_profiles: ["legacy-netops"] }) }],
  [
    {},
    [settings],
    {
      settings: containing({
        downDisplayHour: containing({ value: "24", enabled: "on" }),
        notificationSent: containing({ enabled: "off" }),
      }),
    },
  ],
  [{}, [alarm, "show/alarms/0"], { alarms: only("collector 192.0.2.10:9996", { acknowledged: false }) }],
  [
    {},
    ["show/assets/0"],
    {
      assets: containing({
        "192.0.2.10": containing({ types: ["collector"] }),
        "192.0.2.99": containing({ types: ["unassigned"] }),
      }),
    },
  ],
  ...["alarm", "asset", "exporter", "setting", "collector"].map((word): Row => [
    { showKeys: "otherNumber" },
    [`show/${word}s/0`],
    { [word]: containing({}) },
  ]),
  [{ showKeys: "otherNumber" }, [profiles], { profiles: containing({}) }],
  ...(
    [
      ["word", { state: "disabled", singularity: "off" }, "on"],
      ["number", { enabled: 0, singularity: 0 }, 1],
      ["boolean", { enabled: false, singularity: false }, true],
    ] as const
  ).flatMap(([flagForm, profile, enabled]): Row[] => [
    [{ flagForm }, ["profile/disable/legacy-netops", profiles], netops(profile)],
    [{ flagForm }, [settings], { settings: containing({ pingCollectors: containing({ enabled }) }) }],
  ]),
  [{ showFields: "other" }, [profiles], netops({ listeningport: 9996 })],
  [{ showFields: "other" }, ["show/exporters/0"], { exporters: only("192.0.2.20", { profiles: ["legacy-netops"] }) }],
  [{ showReads: "running" }, [added, profiles], names("legacy-netops")],
  [{ showReads: "running" }, [added, "rebuild", profiles], names("legacy-netops", "x")],
  [{ visibleAfterMs: 60_000 }, [added, seconds(59), profiles], names("legacy-netops")],
  [{ visibleAfterMs: 60_000 }, [added, seconds(61), profiles], names("legacy-netops", "x")],
  [{ visibleAfterMs: 60_000 }, [added, "rebuild", profiles], names("legacy-netops", "x")],
  [
    {},
    ["show/status"],
    containing({
      "replicator port 9996": "active",
      "replicator license": "300",
      result: "success",
      version: expect.stringContaining("19") as string,
    }),
  ],
  [
    {},
    [({ mutate }) => mutate.disableProfile("legacy-netops"), "show/status/0"],
    expect.not.objectContaining({ "replicator port 9996": "active" }),
  ],
  [
    {},
    [traffic, realtime],
    (answer: unknown) => {
      expect(answer).toMatchObject({
        collector: { "192.0.2.10": inAndOut, "10.0.0.1": inAndOut },
        exporter: {
          "192.0.2.20": { profiles: ["legacy-netops"], out: { packets: { rate: 80 } } },
          "192.0.2.21": { profiles: [], in: { packets: { rate: 2 } } },
        },
        pair: {
          "192.0.2.20 -> 10.0.0.1": { packets: { rate: 40 } },
          "192.0.2.21 -> 192.0.2.10": { packets: { rate: 2 } },
        },
        profile: { "legacy-netops": { in: { packets: { rate: 42 } }, out: { packets: { rate: 84 } } } },
        stats: {
          totals: { collectors: 2, exporters: 1, pairs: 4, profiles: { disabled: 0, enabled: 1, total: 1 } },
        },
        system: { cpu: expect.any(String) as string },
      });
    },
  ],
  [{}, [realtime], pairRate(48_000)],
  [{ rateType: "string" }, [realtime], pairRate("48000.00")],
  [{ decidingPolicy: "include" }, [policies, realtime], through("10.1.0.1", "10.1.2.1", "10.1.2.129")],
  [{ decidingPolicy: "exclude" }, [policies, realtime], through("10.1.0.1")],
  [{ decidingPolicy: "longest" }, [policies, realtime], through("10.1.0.1", "10.1.2.129")],
  [
    { decidingPolicy: "exclude" },
    [policies, unassigned],
    names("192.0.2.99", "10.1.2.1", "10.1.2.129", "10.2.0.1", "total"),
  ],
  [{}, [unassigned], { noprofile: { ...sender, total: 1 } }],
  [{}, ["exporter/add/192.0.2.99/legacy-netops", unassigned], { noprofile: { total: 0 } }],
  [{ textQuotes: "none" }, [added], worded("Success: added profile x")],
  [{ textQuotes: "single" }, [added], worded("Success: added profile 'x'")],
  [{ textQuotes: "double" }, [added], worded('Success: added profile "x"')],
  [{ successText: "reworded" }, [added], worded("Added profile 'x', done.")],
  [{ successText: "omitted" }, [added], worded()],
  [{}, [alarm, acknowledged], success],
  [{}, [alarm, acknowledged, collectors], { collector: only("192.0.2.10", { acknowledged: [9996] }) }],
  [{}, [secondary, "role/test/secondary"], success],
  [{}, [secondary, added], refused(/secondary/)],
  [{}, [secondary, "rebuild"], refused(/secondary/)],
  [{}, [secondary, "show/config"], configured],
  [{}, [expired, added], refused(/license has expired/)],
  [{}, [expired, "license/check"], containing({ daysLeft: "0" })],
];

testRows("replicator", rows, [
  [/not in an alarm state/, acknowledged],
  [/primary/, "role/test/secondary"],
  [/query/, "rebuild?now=1"],
]);
