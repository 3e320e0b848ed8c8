import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { examples } from "../../../cli/examples";
import type { FaultKind, Simulator } from "../../../simulator";
import { configFor, type Config, environmentOf } from "../../support/configuration";
import { entryOf, siteForEach, stackOf } from "./support";
import * as scenes from "./summary/scenarios";

/** The appliances and the folder of each case. */
export const site = siteForEach();

/** Brings the appliances, the state or files into the form that a case needs. */
type Preparation = (sim: Simulator) => unknown;

interface Case {
  readonly args: readonly string[];
  readonly prepare: Preparation | undefined;
  /** What the user types at a terminal. */
  readonly typed?: string;
}

const line = (text: string, prepare?: Preparation): Case => ({ args: text.split(" "), prepare });

/** What the appliances hold in each case. */
export const fill = (sim: Simulator): void => {
  const servers = sim.mutate.addIpGroup("Servers", [{ type: "ip", address: "10.20.0.10" }]);
  sim.mutate.addIpGroup("Offices", [
    { type: "network", address: "10.20.0.0", mask: "16" },
    { type: "child", child_id: servers },
  ]);
  sim.mutate.addProfile("netflow", 2055, 2056);
  sim.mutate.addCollector("10.20.0.10", "netflow");
  sim.mutate.setThreshold("10.20.0.10", 5000);
};

/** The state of a stack that manages a part of what {@link fill} adds; the number of a group is known only then. */
const managed = (sim: Simulator): object[] => {
  const id = String(sim.gateway.store.ipGroupsNamed("Servers")[0]?.id);
  const rules = [{ type: "ip", address: "10.20.0.10" }];
  const profile = { name: "netflow", listeningPort: 2055, sendingPort: 2056, enabled: true, singularity: false };
  const lost = { name: "lost", listeningPort: 2057, sendingPort: 2058, enabled: true, singularity: false };
  return [
    entryOf("IpGroup", "servers", id, { name: "Servers", rules }, { groupId: Number(id), ruleCount: 1 }),
    entryOf("ReplicatorProfile", "netflow", "netflow", { ...profile, sendingPort: 2060 }),
    entryOf("ReplicatorProfile", "lost", "lost", lost),
    { ...entryOf("IpGroup", "read", "103", {}), external: true },
  ];
};

const layers = `ipGroups:
  - { name: Offices, rules: [10.20.0.0/16], children: [Servres] }
  - { name: Servers, rules: [10.20.0.300] }
profiles:
  netflow: { listeningPort: 2055, sendingPort: "x" }
`;

/** The model of the state in {@link managed}. */
const owned = `ipGroups:
  - { name: Servers, rules: [10.20.0.10] }
profiles:
  netflow: { listeningPort: 2055, sendingPort: 2060 }
  lost: { listeningPort: 2057, sendingPort: 2058 }
`;

const sites = "sites: { paris: [a.yaml], rome: [b.yaml], lyon: [a.yaml] }\n";

/** Layers: the second removes what the first has, the last sets it otherwise. */
const merged = {
  "a.yaml": "profiles:\n  netflow: { listeningPort: 1, sendingPort: 2 }\n  lab: { listeningPort: 3, sendingPort: 4 }\n",
  "b.yaml": "profiles:\n  lab: null\n",
  "c.yaml": "profiles:\n  netflow: { listeningPort: 7 }\ncollectors:\n  10.20.0.10: { profiles: [netflow] }\n",
};

/** The rules of a group, and one of a type that no document has. */
const strangeRules = (answer: unknown): object => {
  const { results, ...rest } = answer as { results: object[] };
  return { ...rest, results: [...results, { rule_id: 99, type: "vlan", vlan: 7 }] };
};

const configured =
  (more: Config): Preparation =>
  (sim) =>
    stackOf(configFor(sim, more), site.options.cwd);

const met =
  (match: string, kind: FaultKind): Preparation =>
  ({ faults }) =>
    faults.add({ match, kind });

const wrote =
  (files: Readonly<Record<string, string>>): Preparation =>
  () => {
    for (const [name, text] of Object.entries(files)) site.write(name, text);
  };

const fleet = (text: string, files = {}): Preparation => wrote({ "fleet.yaml": text, ...files });

/** A stack that holds what {@link managed} says, from an entry on, and its model. */
const holding =
  (from = 0): Preparation =>
  (sim) => {
    site.holds(managed(sim).slice(from));
    site.write("site.yaml", owned);
  };

/** The engine fails with these words. */
const failing =
  (words: string): Preparation =>
  () => {
    site.write("bin/pulumi", `#!/bin/sh\necho "error: ${words}" >&2\nexit 255\n`);
  };

/** A state that another box gave. */
function elsewhere(): void {
  const outputs = { groupId: 104, ruleCount: 0, appliance: "https://old.example" };
  site.holds([entryOf("IpGroup", "servers", "104", { name: "Servers", rules: [] }, outputs)]);
}

/** A folder without a project. */
function alone(sim: Simulator): void {
  rmSync(site.path("Pulumi.yaml"));
  Object.assign(site.options.env, environmentOf(sim));
}

/** The replicator is a secondary with a license that ends soon, and the gateway refuses to show rules. */
function secondary({ replicator: { store }, faults }: Simulator): void {
  store.role = "secondary";
  store.license.daysLeft = 10;
  faults.add({ match: "ipgroups/loadRules", kind: { refuse: "not now" } });
}

/** Objects whose names or values need care in a program. */
function unusual({ mutate }: Simulator): void {
  const [last, first] = ["Zone", "Annex"].map(
    (name) => ({ type: "child", child_id: mutate.addIpGroup(name, []) }) as const,
  );
  mutate.addIpGroup(
    "servers!",
    [last, first].flatMap((rule) => rule ?? []),
  );
  for (const name of ["toString", "Twin", "Twin"]) mutate.addIpGroup(name, []);
  mutate.addCollector("10.20.0.11", "netflow");
  mutate.setThreshold("10.20.0.11", 0);
}

/** What no program can declare: a group with a rule twice, a profile and a note with an umlaut. */
function undeclarable({ mutate }: Simulator): void {
  const one = { type: "ip", address: "10.0.0.1" } as const;
  mutate.addIpGroup("Doubled", [one, one]);
  mutate.addProfile("Straße", 3055, 3056);
  mutate.setProfileDescription("netflow", "für alle");
  mutate.addCollector("10.20.0.10", "Straße");
  mutate.setSetting("banner", { value: "Grüße" });
}

const summaryOf = (text: () => string | Buffer, more = ""): Case =>
  line(`summary preview.json${more}`, () => {
    writeFileSync(site.path("preview.json"), text());
  });

/** The output of an up that fails for some objects, makes a missing one again, and takes over one of two new ones. */
function upWithFailures(): string {
  const ops = { kind: "UserGroup", name: "ops", inputs: { name: "ops", members: ["nobody"] } };
  const operators = scenes.stack.step("create", ops);
  const flow = { kind: "Setting", name: "flow", inputs: { name: "flowStopAlert", value: "45", onDestroy: "keep" } };
  const setting = scenes.stack.step("update", flow, { value: "60" });
  const fine = scenes.group("fine", [{ type: "ip", address: "192.0.2.1" }], 0);
  const both = { kind: "IpGroups", name: "all", inputs: { groups: { New: { rules: [] }, Old: { rules: [] } } } };
  const message = 'IpGroups "New, Old" on box: group "Old": adopted (id 7).';
  const missing = [ops, fine].map((one) => scenes.done(scenes.stack.step("refresh", one)));
  const made = [fine, both].map((one) => scenes.done(scenes.stack.step("create", one)));
  const said = { diagnosticEvent: { severity: "warning", message } };
  return scenes.upOf(
    [...missing, scenes.failed(operators), scenes.failed(setting), ...made, said],
    [
      operators.urn,
      'UserGroup "ops": the gateway refused to create it: User \u001b[90mnobody\u001b[39m does not exist',
    ],
    [scenes.stack.urn("Permission", "may"), 'seccode: unknown seccode "runRepot", did you mean "runReport"?'],
    [undefined, "update failed"],
  );
}

export const cases: Readonly<Record<string, Case>> = {
  "call-search": line(String(examples["call"]?.[0]).replace("flowgate ", "")),
  "call-null": line(
    "call gateway ipgroups/loadTreeRootFast",
    met("ipgroups/loadTreeRootFast", { rewrite: () => null }),
  ),
  "call-collectors": line("call replicator show/collectors"),
  "call-noprofile": line("call replicator exporter/noprofile/0"),
  "call-none": line("call replicator show/alarms/0"),
  "call-message": line("call replicator collector/threshold/10.20.0.10 threshold=7000"),
  "call-users": line('call gateway user_api/delUsers delUsers=["dora"]'),
  "call-file": line("call gateway user_api/delUsers delUsers=@some.json", wrote({ "some.json": '["dora",4711]\n' })),
  "call-refused": line("call gateway ipgroups/deleteRule rule_id=99999"),
  "call-unknown": line("call gateway ipgroups/serch"),
  "call-field": line("call gateway ipgroups/search nam=Serv fc_name_comp=like"),
  "call-near": line("call replicator colector/add/10.0.0.1/netflow"),
  "call-profile": line("call replicator profile/remove/netflow"),
  "call-missing": line("call replicator profile/add/edge listeningport=2055"),
  "call-unconfirmed": line("call gateway ipgroups/deleteAll"),
  "call-typed-wrong": { ...line("call replicator collector/allremove/10.20.0.10"), typed: "elsewhere\n" },
  "call-logout": line("call replicator logout"),
  "call-list": line("call gateway --list"),
  doctor: line("doctor"),
  "doctor-no-token": line("doctor", configured({ gateway: { token: "not-the-token" } })),
  "doctor-password": line("doctor", configured({ replicator: { password: "not-the-word" } })),
  "doctor-gateway": line("doctor", (sim) => stackOf({ gateway: configFor(sim)["gateway"] }, site.options.cwd)),
  "doctor-mistake": line("doctor", configured({ gateway: { url: "ftp://gateway.example" } })),
  "doctor-plain": line(
    "doctor",
    wrote({ "Pulumi.dev.yaml": "config: { flowgate:gateway: { token: a long text } }\n" }),
  ),
  "doctor-stale": line("doctor", () => (site.options.env["FLOWGATE_GATEWAY_TOKEN"] = "stale-token")),
  "doctor-strange": line("doctor", met("ipgroups/loadRules", { rewrite: strangeRules })),
  "doctor-secondary": line("doctor", secondary),
  "doctor-old-login": line("doctor", met("login", { status: 405 })),
  report: line("report --rows 3 --time 2026-01-31T08:00:00Z/2026-01-31T09:00:00Z"),
  "report-csv": line("report host2host --rows 2 --csv --set rateTotal=total"),
  "report-near": line("report host2hots"),
  "report-wrong": line("report --unit bit --time Tody --filter exporter=10.0.0"),
  "report-set": line("report --set =rateTotal=total"),
  drift: line("drift", holding()),
  "drift-unmanaged": line("drift --unmanaged", (sim) => {
    sim.mutate.addIpGroup("Tab\there\u2028and ", []);
    return holding()(sim);
  }),
  "drift-in-a-set": line("drift", (sim) => {
    const [{ id: Servers } = { id: 0 }] = sim.gateway.store.ipGroupsNamed("Servers");
    const groups = { Servers: { rules: [{ type: "ip", address: "10.20.0.10" }] } };
    site.holds([entryOf("IpGroups", "all", "ip-groups-1", { groups }, { groupIds: { Servers } })]);
    sim.mutate.renameIpGroup("Servers", "By hand");
  }),
  "drift-elsewhere": line("drift", elsewhere),
  "drift-no-engine": line("drift", () => (site.options.env["PATH"] = site.path("nowhere"))),
  "drift-no-stack": line("drift --no-stack", holding()),
  "drift-write": line("drift --write site.yaml", holding()),
  "drift-write-nothing": line("drift --write site.yaml", holding(2)),
  "drift-write-site": line("drift --site paris --write site.yaml", (sim) => {
    configured({ sites: { paris: configFor(sim) } })(sim);
    holding()(sim);
  }),
  "drift-write-fleet": line("drift --write site.yaml", (sim) => {
    fleet("models: sites.yaml", { "site.yaml": owned })(sim);
    const parent = "urn:pulumi:dev::branches::flowgate:index:SiteTemplate::paris";
    site.holds(managed(sim).map((one) => ({ ...one, parent })));
  }),
  "drift-empty": line("drift"),
  export: line("export site", unusual),
  "export-part": line("export site --kinds IpGroup:servers! IpGroup:nomatch*", unusual),
  "export-nothing": line("export site --kinds IpGroup:nomatch* Setting:no", unusual),
  "export-new": line("export site --kinds IpGroup", alone),
  "export-in-project": line("export site --kinds IpGroup", holding()),
  // The stack does not manage the threshold.
  "export-held": line("export site --kinds Collector:10.20.*", () => {
    site.holds([entryOf("Collector", "analysis", "10.20.0.10", { address: "10.20.0.10", profiles: ["netflow"] })]);
  }),
  "export-undeclarable": line("export site --kinds IpGroup:D* ReplicatorProfile Collector Setting", undeclarable),
  "export-model": line("export site --format model", unusual),
  "export-twice": line("export site --format model", holding()),
  diagram: line("diagram"),
  "model-check": line("model check site.yaml", wrote({ "site.yaml": layers })),
  "model-sites": line(
    "model check --sites sites.yaml",
    wrote({ "sites.yaml": sites, "a.yaml": layers, "b.yaml": owned }),
  ),
  "model-resolve": line("model resolve a.yaml b.yaml c.yaml", wrote(merged)),
  "model-explain": line("model resolve a.yaml b.yaml c.yaml --explain profiles.netflow", wrote(merged)),
  "model-removed": line("model resolve a.yaml b.yaml c.yaml --explain profiles.lab", wrote(merged)),
  "summary-rename": summaryOf(scenes.rename),
  "summary-creations": summaryOf(scenes.creations),
  "summary-deletions": summaryOf(() => scenes.deletions()),
  "summary-losses": summaryOf(scenes.losses, " --max-deletes 6"),
  "summary-cut": summaryOf(scenes.cut),
  "summary-moves": summaryOf(scenes.moves),
  "summary-engine": summaryOf(() => readFileSync(join(__dirname, "summary/update.json"), "utf8")),
  "summary-among-lines": summaryOf(() => `\ufeffwarning: a line before\n${scenes.rename()}\na line after\n`),
  "summary-utf16": summaryOf(() => Buffer.from(`\ufeff${scenes.rename()}`, "utf16le")),
  "summary-foreign": summaryOf(() => `${"Previewing update (dev) ".repeat(3)}\n`),
  "summary-failed": summaryOf(upWithFailures),
  "summary-killed": summaryOf(() => scenes.killed(scenes.stack.step("create", scenes.group("fine", [])))),
  "summary-killed-first": summaryOf(() => scenes.killed()),
  "summary-fleet": summaryOf(scenes.fleet),
  // A lazy pattern over such a text has no room for what it tries.
  "summary-huge": summaryOf(() => scenes.rename().replace("{}", `{ "a:b": "${"\u0436".repeat(9_000_000)}" }`)),
  "summary-over": summaryOf(() => scenes.deletions({ "flowgate:maxDeletes": "1" })),
  "summary-protected": summaryOf(() => scenes.deletions({ "flowgate:protect": '["B 99*"]' })),
  "summary-renamed": summaryOf(scenes.renamed),
  "summary-replaced": summaryOf(scenes.replaced, " --max-deletes 0"),
  "summary-deletes": summaryOf(() => scenes.deletions(), " --max-deletes 2"),
  "fleet-wrong": line(
    "fleet preview",
    fleet('sites: [paris]\nparalel: 2\nwaves: ["10 %", 0]\nfailures: -1\nsiteTimeout: 0.5\n'),
  ),
  "fleet-sites": line("fleet up", fleet("models: s.yaml\n", { "s.yaml": "sites: { paris: [], rome: 3 }\n" })),
  "fleet-twice": line("fleet up", fleet("sites: [a, b, a]\ncanary: ab\nprogram: no\n", { "Pulumi.yaml": "" })),
  "fleet-one-stack": line("fleet preview", fleet("sites: [lyon.x, lyon-x]\nstack: prod\n")),
  "fleet-unconfirmed": line("fleet up", fleet("sites: [paris]\n")),
  "check-nowhere": line("check nowhere"),
  help: line("--help"),
  "unknown-command": line("drft"),
  "unknown-option": line("doctor --jsn"),
  "unknown-format": line("export --format modl"),
  "unknown-kind": line("export site --kinds IpGruop"),
  "no-site": line("doctor --site paris"),
  "unknown-site": line("doctor --site pari", configured({ sites: { paris: {} } })),
  "not-configured": line("call gateway ipgroups/search", () => stackOf({}, site.options.cwd)),
  "not-selected": line("drift", failing("no stack selected; please use pulumi stack select")),
  "not-logged-in": line("doctor", failing("PULUMI_ACCESS_TOKEN must be set for login during non-interactive sessions")),
  "no-passphrase": line("doctor", failing("passphrase must be set with PULUMI_CONFIG_PASSPHRASE")),
  "wrong-passphrase": line("export site", failing("incorrect passphrase")),
};
