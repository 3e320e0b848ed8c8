import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { processIo } from "../../../cli/io";
import { makeProgram } from "../../../cli/program";
import type { Simulator } from "../../../simulator";
import { entryOf, type Run, siteForEach } from "./support";
import { creations, cut, deletions, done, failed, group, oneRule, rename, stack, upOf } from "./summary/scenarios";

/**
 * What each command prints, as JSON too, with its exit code and the changes that it sent. A file for each case, which a
 * person has read. FLOWGATE_KEEP_GOLDEN writes the files anew.
 */
const folder = join(__dirname, "golden");
const site = siteForEach();

interface Case {
  readonly args: readonly string[];
  readonly prepare?: () => unknown;
  /** What the user types at a terminal. */
  readonly typed?: string;
}

const fill = (sim: Simulator): void => {
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
  ];
};

const layers = `ipGroups:
  - { name: Offices, rules: [10.20.0.0/16], children: [Servres] }
  - { name: Servers, rules: [10.20.0.10] }
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

const summaryOf = (text: () => string | Buffer): Case => ({
  args: ["summary", "preview.json"],
  prepare: () => writeFileSync(site.path("preview.json"), text()),
});

/** The output of an up in which a user group failed, so that its permissions were refused without being tried. */
function upWithFailures(): string {
  const operators = stack.step("create", {
    kind: "UserGroup",
    name: "ops",
    inputs: { name: "ops", members: ["nobody"] },
  });
  const permissions = Array.from({ length: 5 }, (_, at) => stack.urn("Permission", `permission-${String(at)}`));
  const fine = stack.step("create", group("fine", [{ type: "ip", address: "192.0.2.1" }], 0));
  return upOf(
    [failed(operators), done(fine)],
    [operators.urn, 'UserGroup "ops": the gateway refused to create it: User nobody does not exist'],
    ...permissions.map((urn) => [urn, "userGroup: is required"] as const),
    [undefined, "update failed"],
  );
}

const cases: Readonly<Record<string, Case>> = {
  "call-search": { args: ["call", "gateway", "ipgroups/search", "name=Serv", "fc_name_comp=like"] },
  "call-collectors": { args: ["call", "replicator", "show/collectors"] },
  "call-message": { args: ["call", "replicator", "collector/threshold/10.20.0.10", "threshold=7000"] },
  "call-users": { args: ["call", "gateway", "user_api/delUsers", 'delUsers=["nobody",4711]'] },
  "call-refused": { args: ["call", "gateway", "ipgroups/deleteRule", "rule_id=99999"] },
  "call-unknown": { args: ["call", "gateway", "ipgroups/serch"] },
  "call-missing": { args: ["call", "replicator", "profile/add/edge", "listeningport=2055"] },
  "call-unconfirmed": { args: ["call", "gateway", "ipgroups/deleteAll"] },
  "call-typed-wrong": { args: ["call", "replicator", "collector/allremove/10.20.0.10"], typed: "elsewhere\n" },
  "call-list": { args: ["call", "gateway", "--list"] },
  doctor: { args: ["doctor"] },
  "doctor-no-token": {
    args: ["doctor"],
    prepare: () => site.sim.faults.add({ match: "loadTreeRootFast", kind: { refuse: "not now" } }),
  },
  report: { args: ["report", "--rows", "3", "--time", "2026-01-31T08:00:00Z/2026-01-31T09:00:00Z"] },
  "report-csv": { args: ["report", "host2host", "--rows", "2", "--csv", "--set", "rateTotal=total"] },
  "report-wrong": { args: ["report", "--unit", "bit", "--time", "Tody", "--filter", "exporter=10.0.0"] },
  drift: { args: ["drift"], prepare: () => site.holds(managed(site.sim)) },
  "drift-unmanaged": { args: ["drift", "--unmanaged"], prepare: () => site.holds(managed(site.sim)) },
  "drift-write": {
    args: ["drift", "--write", "site.yaml"],
    prepare: () => {
      site.holds(managed(site.sim));
      site.write("site.yaml", owned);
    },
  },
  "drift-empty": { args: ["drift"] },
  export: { args: ["export", "site"] },
  "export-in-project": { args: ["export", "site", "--kinds", "IpGroup"], prepare: () => site.holds(managed(site.sim)) },
  "export-model": { args: ["export", "site", "--format", "model"] },
  diagram: { args: ["diagram"] },
  "model-check": { args: ["model", "check", "site.yaml"], prepare: () => site.write("site.yaml", layers) },
  "model-resolve": {
    args: ["model", "resolve", "site.yaml", "--explain", "profiles.netflow"],
    prepare: () => site.write("site.yaml", "profiles:\n  netflow: { listeningPort: 2055, sendingPort: 2056 }\n"),
  },
  "summary-one-rule": summaryOf(oneRule),
  "summary-rename": summaryOf(rename),
  "summary-creations": summaryOf(creations),
  "summary-deletions": summaryOf(deletions),
  "summary-cut": summaryOf(cut),
  "summary-engine": summaryOf(() => readFileSync(join(__dirname, "summary/update.json"), "utf8")),
  "summary-among-lines": summaryOf(() => `\ufeffwarning: a line before\n${rename()}\na line after\n`),
  "summary-utf16": summaryOf(() => Buffer.from(`\ufeff${rename()}`, "utf16le")),
  "summary-foreign": summaryOf(() => "Previewing update (dev)\n"),
  "summary-failed": summaryOf(upWithFailures),
  "summary-deletes": { ...summaryOf(deletions), args: ["summary", "preview.json", "--max-deletes", "2"] },
  "fleet-wrong": {
    args: ["fleet", "preview"],
    prepare: () => site.write("fleet.yaml", "sites: [paris, paris]\nparalel: 2\n"),
  },
  help: { args: ["--help"] },
};

/** How a question moves the cursor, in terminals that have one. */
const cursor = new RegExp(`${String.fromCharCode(27)}\\[\\d*[GJ]`, "gu");

function shown({ code, stdout, stderr }: Run, sent: readonly string[]): string {
  const parts = [
    stdout,
    stderr === "" ? "" : `--- stderr\n${stderr}`,
    sent.length === 0 ? "" : `--- sent\n${sent.join("\n")}\n`,
  ];
  const { gateway, replicator } = site.sim;
  return `${parts.join("")}--- exit ${String(code)}\n`
    .replaceAll(cursor, "")
    .replaceAll(new URL(gateway.url).host, "gateway.example")
    .replaceAll(new URL(replicator.url).host, "replicator.example")
    .replaceAll(site.options.cwd, "<folder>")
    .replaceAll(/\b[0-9a-f]{32}\b/gu, "<id>")
    .replaceAll(/\b1[5-9]\d{8}\b/gu, "<seconds>")
    .replaceAll(/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/gu, "<date>");
}

/** Compares what a run prints with the file of a case. */
async function compare(name: string, ending: string, run: () => Promise<Run>): Promise<void> {
  fill(site.sim);
  cases[name]?.prepare?.();
  site.sim.requests.clear();
  const text = shown(await run(), site.sim.requests.verbs({ kind: "write" }));
  const file = join(folder, `${name}${ending}`);
  if (process.env["FLOWGATE_KEEP_GOLDEN"] !== undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
}

test.each(Object.entries(cases))("%s prints what a person has read and approved", async (name, { args, typed }) => {
  await compare(name, ".txt", () => site.run(args, { terminal: true, ...(typed === undefined ? {} : { typed }) }));
});

/** Reports of many objects are long: their comment says enough. */
const forScripts = Object.entries(cases).filter(
  ([name, { args, typed }]) =>
    typed === undefined &&
    !args.includes("--csv") &&
    name !== "help" &&
    (!/^summary-/u.test(name) || name === "summary-failed"),
);

test.each(forScripts)("%s prints the same for scripts with --json", async (name, { args }) => {
  await compare(name, ".json", () => site.run([...args, "--json"]));
});

test("the help of all commands fits 40 lines of 80 columns, and no command has more than 12 options", async () => {
  const { stdout } = await site.run(["--help"], { terminal: true });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const program = makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: true });
  expect(program.commands).toHaveLength(11);
  expect(all(program).filter(({ options }) => options.length > 12)).toEqual([]);
});
