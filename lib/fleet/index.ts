import { dirname, join } from "node:path";
import { jsonText } from "../output/json";
import { Claims } from "./claims";
import { Digests } from "./digest";
import type { Fleet, Wave } from "./fleet";
import type { Operation } from "./outcome";
import { HOME, openHome, replacePrivate } from "./private";
import { markdownOf, reportOf, type Report } from "./report";
import { FleetRun, type Listener, type RunResult } from "./run";
import { logOf, previewOf, type RunTools } from "./site-run";
import { Stacks } from "./stacks";
import { versionOfPackage } from "./version";

/** Options of one run of a fleet. */
export interface FleetOptions {
  readonly fleet: Fleet;
  readonly waves: readonly Wave[];
  readonly operation: Operation;
  /** Environment of all engines: backend, passphrase, credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder for logs, claims and reports. */
  readonly home: string;
  /** Name of the run. Workers with the same name share their refreshes. */
  readonly run: string;
  readonly again: boolean;
  /** For a preview: computes what a destroy would delete, and not what an up would change. */
  readonly destroys?: boolean;
  readonly refresh: boolean;
  readonly takeOverAfterSeconds?: number | undefined;
  readonly listener: Listener;
  /** Aborted at the first interruption: nothing new starts. */
  readonly interrupted: AbortSignal;
  /** Aborted at the second interruption: the engines are ended. */
  readonly cancelled: AbortSignal;
}

/** Folder for the files that runs of a fleet write. */
export function homeOf(fleet: Fleet): string {
  return join(fleet.file === undefined ? fleet.program : dirname(fleet.file), HOME);
}

/**
 * Runs over a fleet, and writes `report.json` and `report.md` into its folder, which only its owner can read. For a
 * preview, returns the files with the findings. Throws EngineError if there is no engine, and FolderError if the folder
 * belongs to another user.
 */
export async function runFleet(
  options: FleetOptions,
): Promise<{ report: Report; result: RunResult; previews: readonly string[] }> {
  const { fleet, operation, home, run, interrupted } = options;
  const startedAt = new Date();
  const { logs, claims, previews, kept, compiled } = openHome(home);
  const tools: RunTools = {
    ...options,
    startedAt,
    stacks: await Stacks.open(fleet, { NODE_COMPILE_CACHE: compiled, ...options.env }, kept),
    claims: new Claims(claims),
    digests: new Digests(fleet, versionOfPackage(), home),
    logs,
    previews,
    signal: options.cancelled,
  };
  const fleetRun = new FleetRun(fleet, options.waves, tools, options.listener);
  interrupted.addEventListener("abort", () => fleetRun.interrupt(), { once: true });
  if (interrupted.aborted) fleetRun.interrupt();
  const result = await fleetRun.all().finally(() => tools.stacks.close());
  const report = reportOf(result, {
    fleet: fleet.name,
    operation,
    run,
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    logOf: (name) => logOf({ name }, logs),
  });
  replacePrivate(join(home, "report.json"), `${jsonText(report)}\n`);
  replacePrivate(join(home, "report.md"), markdownOf(report));
  const seen = result.waves.flatMap(({ sites }) => sites.filter(({ outcome }) => "seconds" in outcome));
  const files = operation === "preview" ? seen.map(({ site }) => previewOf(site, previews)) : [];
  return { report, result, previews: files };
}
