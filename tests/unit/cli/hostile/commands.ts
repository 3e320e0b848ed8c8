import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { entities } from "../../../../cli/commands/show/entities";
import { fakeEngine, fleetOf, type RunOptions, temporaryFolder } from "../support";
import { preview } from "../summary/support";
import { CONTROLS, HOSTILE, HOSTILE_PART } from "./text";

/** One way to call a command so that it shows foreign text. */
export interface Call {
  readonly args: readonly string[];
  /** Options in addition to those of a folder whose stack knows both appliances. */
  readonly options?: RunOptions;
  /** Whether the output must contain the hostile text in its escaped form. */
  readonly shows: boolean;
}

const call = (...args: string[]): Call => ({ args, shows: true });
/** A call whose output contains no text of the appliance, unless the appliance's answer is wrong. */
const quiet = (...args: string[]): Call => ({ args, shows: false });

/** A preview of the engine with the hostile text in every possible place. */
function hostilePreview(): string {
  return preview("update", ({ steps, diagnostics }) => {
    for (const step of steps) {
      step.urn = `${step.urn.replace("pulumi:dev", `pulumi:${CONTROLS}@team`)}${HOSTILE}`;
      step.replaceReasons = step.replaceReasons?.map(() => HOSTILE) ?? [];
      for (const state of [step.newState?.inputs, step.oldState?.outputs]) {
        Object.assign(state ?? {}, { name: HOSTILE, site: HOSTILE, description: `${HOSTILE} ${step.op}` });
      }
    }
    diagnostics?.push({ urn: steps[0]?.urn ?? "", message: `warning: ${HOSTILE}`, severity: "warning" });
    diagnostics?.push({ message: `error: ${HOSTILE}`, severity: "error" });
  });
}

function summary(): Call {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "preview.json"), hostilePreview());
  return { args: ["summary", "preview.json", "--title", HOSTILE], options: { cwd }, shows: true };
}

function model(...args: string[]): Call {
  const cwd = temporaryFolder();
  const layer = `${HOSTILE_PART}.yaml`;
  const value = { ipGroups: { [HOSTILE]: { rules: ["10.0.0.0/8"], [HOSTILE]: HOSTILE } }, [HOSTILE]: HOSTILE };
  writeFileSync(join(cwd, layer), JSON.stringify(value));
  return { args: ["model", ...args, layer], options: { cwd }, shows: true };
}

const words = (status: number): string => `cat "$(dirname "$0")/../words"; exit ${status}`;
const errors = `error: ${HOSTILE}\nerror: second ${HOSTILE_PART}\n`;
const fleetFile = { name: HOSTILE, sites: [{ name: "paris", stack: `acme-${HOSTILE_PART}` }, "lyon"], failures: 2 };
const marked = { kind: HOSTILE, message: HOSTILE, result: HOSTILE, startTime: "2026-01-01T00:00:00.000Z" };

/** A fleet with this file. Its engine prints the hostile text, and its history contains it. */
function fleet(operation: string, file: object = fleetFile, history: unknown = [marked]): Call {
  const program = fleetOf(words(1), JSON.stringify(history));
  writeFileSync(join(program.cwd, "words"), errors);
  writeFileSync(join(program.cwd, "fleet.yaml"), JSON.stringify(file));
  const confirm = operation === "destroy" ? ["--confirm", HOSTILE] : operation === "up" ? ["--yes"] : [];
  // The live table has its own test: jest cannot load the module that draws it.
  const options = { ...program, env: { ...program.env, CI: "1" } };
  return { args: ["fleet", operation, ...confirm], options, shows: true };
}

/** Prints a wave of the fleet. */
const wave = (command: string, ...args: string[]): Call => ({
  ...fleet(command),
  args: ["fleet", command, "--wave", "0", ...args],
  shows: false,
});

/** A fleet file that makes no sense, and one that does not exist. */
function wrongFleets(): Call[] {
  const wrong = fleet("preview", { [HOSTILE]: HOSTILE, sites: [HOSTILE, { name: "paris", stack: HOSTILE }] });
  const missing = fleet("preview");
  const args = ["fleet", "preview", "--fleet", HOSTILE_PART];
  return [wrong, { ...missing, args }, { ...missing, args: [...missing.args, "--sites", HOSTILE] }];
}

/** A call whose stack cannot be read, so that the command shows the engine's own words. */
function withBrokenStack(): Call {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
  writeFileSync(join(cwd, "words"), errors);
  const bin = fakeEngine(cwd, `cat "${cwd}/words" >&2; exit 1`);
  return {
    args: ["status"],
    options: { cwd, env: { PATH: `${bin}:${process.env["PATH"] ?? ""}` } },
    shows: true,
  };
}

/**
 * Every command, with the ways to call it that show foreign text. The tests compare the list with the commands of the
 * program. The appliances hold the hostile text in every name.
 */
export const calls: Readonly<Record<string, () => readonly Call[]>> = {
  init: () => [
    { args: ["init", HOSTILE_PART, "--template", "model"], options: { cwd: temporaryFolder() }, shows: false },
    { args: ["init", "--name", HOSTILE], options: { cwd: temporaryFolder() }, shows: true },
  ],
  simulate: () => [quiet("simulate"), call("simulate", "--token", HOSTILE), call("simulate", "--switch", HOSTILE)],
  status: () => [quiet("status"), call("status", "--site", HOSTILE), withBrokenStack()],
  show: () => [
    ...Object.keys(entities).map((name) => (["alarms", "status"].includes(name) ? quiet : call)("show", name)),
    call("show", HOSTILE),
  ],
  doctor: () => [quiet("doctor"), call("doctor", "--site", HOSTILE), withBrokenStack()],
  unassigned: () => [quiet("unassigned")],
  ack: () => [quiet("ack", "collector", "192.0.2.10:9996"), call("ack", "collector", HOSTILE)],
  rebuild: () => [quiet("rebuild")],
  "settings list": () => [call("settings", "list")],
  "settings set": () => [quiet("settings", "set", HOSTILE_PART, HOSTILE_PART)],
  "settings enable": () => [quiet("settings", "enable", HOSTILE_PART)],
  "settings disable": () => [quiet("settings", "disable", HOSTILE_PART)],
  "ip-groups list": () => [call("ip-groups", "list")],
  "ip-groups search": () => [call("ip-groups", "search", "child")],
  "ip-groups show": () => [call("ip-groups", "show", HOSTILE), call("ip-groups", "show", `${HOSTILE}?`)],
  report: () => [
    quiet("report", "--limit", "3"),
    quiet("report", "--limit", "3", "--csv"),
    quiet("report", "--limit", "3", "--csv", "--labels"),
    call("report", HOSTILE, "--ip-group", `${HOSTILE}?`),
  ],
  export: () => [
    call("export", "out", "--force"),
    call("export", "--dry-run"),
    quiet("export", "--check"),
    call("export", "--only", HOSTILE),
  ],
  import: () => [call("import", `${HOSTILE_PART}.json`)],
  accept: () => [call("accept", HOSTILE), call("accept", "--yes", "--from", HOSTILE)],
  trace: () => [call("trace", "10.30.4.9"), call("trace", "10.30.4.9", "--site", HOSTILE)],
  drift: () => [quiet("drift"), call("drift", "--site", HOSTILE)],
  diagram: () => [
    call("diagram", "groups"),
    quiet("diagram", "flows", "--format", "mermaid"),
    call("diagram", "--group", `${HOSTILE}?`),
    { ...summary(), args: ["diagram", "--preview", "preview.json"] },
  ],
  "plan-requests": () => [
    call("plan-requests", `${HOSTILE_PART}.json`),
    { ...summary(), args: ["plan-requests", "preview.json"], shows: false },
  ],
  snapshot: () => [quiet("snapshot"), call("snapshot", `${HOSTILE_PART}.json`), call("snapshot", "--site", HOSTILE)],
  adopt: () => [quiet("adopt")],
  check: () => [{ args: ["check", HOSTILE_PART], options: { cwd: temporaryFolder() }, shows: false }],
  "model check": () => [model("check")],
  "model resolve": () => [model("resolve")],
  "model diff": () => [call("model", "diff", "--sites", `${HOSTILE_PART}.yaml`, "--since", HOSTILE)],
  "model explain": () => [model("explain", HOSTILE)],
  "state to-bulk": () => [call("state", "to-bulk", `${HOSTILE_PART}.json`, "--names", HOSTILE)],
  "state to-single": () => [call("state", "to-single", `${HOSTILE_PART}.json`, "--from", HOSTILE)],
  summary: () => [summary(), { args: ["summary", `${HOSTILE_PART}.json`], shows: true }],
  completion: () => [quiet("completion", "bash")],
  complete: () => [quiet("complete", HOSTILE)],
  help: () => [call("help", HOSTILE), quiet("help", "terraform")],
  certify: () => [
    quiet("certify", "gateway", "--yes", HOSTILE),
    quiet("certify", "--clean", "--journal", HOSTILE_PART),
  ],
  "fleet matrix": () => [wave("matrix")],
  "fleet stacks": () => [wave("stacks", "--commit", "a".repeat(40), "--template", "fleet.yaml")],
  // Every operation reads the file in the same place.
  "fleet preview": () => [fleet("preview"), ...wrongFleets()],
  "fleet up": () => [fleet("up")],
  "fleet refresh": () => [fleet("refresh")],
  "fleet destroy": () => [fleet("destroy")],
};
