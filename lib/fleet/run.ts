import { sitesOf, type Fleet, type Site, type Wave, type WaveTitle } from "./fleet";
import { failureOf, isFailure, type Outcome, type Operation } from "./outcome";
import { pause, previewSite, runSite, type Busy, type RunTools, logOf, previewOf } from "./site-run";
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonText } from "../output/json";
import { Claims } from "./claims";
import { Digests } from "./digest";
import { HOME, openHome, replacePrivate } from "./private";
import { markdownOf, reportOf, type Report } from "./report";
import { Stacks, type ChangesIn } from "./stacks";
import { packageManifest } from "../package";

/** Receives the events of a run. */
export interface Listener {
  waveBegins(wave: Wave): void;
  siteBegins(site: Site): void;
  siteEnds(site: Site, outcome: Outcome): void;
  waveEnds?(wave: Wave): void;
}

/** Why a run started nothing more. */
export type Stop = "failures" | "interrupted";

/** Result of a run. */
export interface RunResult {
  readonly waves: readonly { readonly title: WaveTitle; readonly sites: readonly SiteResult[] }[];
  /** Undefined if all sites were tried. */
  readonly stopped?: Stop;
}

export interface SiteResult {
  readonly site: Site;
  readonly outcome: Outcome;
}

/** A run over the waves of a fleet by one worker. Other workers may process the same fleet. */
class FleetRun {
  readonly #results = new Map<string, Outcome>();
  readonly #allowed: number;
  #stop: Stop | undefined;

  constructor(
    private readonly fleet: Pick<Fleet, "failures" | "parallel">,
    private readonly waves: readonly Wave[],
    private readonly tools: RunTools,
    private readonly listener: Listener,
  ) {
    this.#allowed = sitesOf(
      fleet.failures,
      waves.reduce((sum, { sites }) => sum + sites.length, 0),
    );
  }

  /** Starts nothing more; running work is finished. */
  interrupt(): void {
    this.#stop ??= "interrupted";
  }

  async all(): Promise<RunResult> {
    for (const wave of this.waves) {
      if (this.#stop !== undefined) break;
      this.listener.waveBegins(wave);
      // A canary runs alone, so that its result is unambiguous.
      await this.#work(wave, wave.title === "canary" && this.tools.operation !== "preview" ? 1 : this.fleet.parallel);
      this.listener.waveEnds?.(wave);
    }
    const waves = this.waves.map(({ title, sites }) => ({
      title,
      sites: sites.map((site) => ({
        site,
        outcome: this.#results.get(site.name) ?? ({ kind: "notStarted" } as const),
      })),
    }));
    return { waves, ...(this.#stop === undefined ? {} : { stopped: this.#stop }) };
  }

  async #work(wave: Wave, parallel: number): Promise<void> {
    const queue: Waiting[] = wave.sites.map((site) => ({ site, attempts: 0 }));
    const worker = async (): Promise<void> => {
      for (;;) {
        const next = queue.shift();
        if (next === undefined) return;
        const outcome = await this.#one(next);
        if (outcome.kind === "busy") queue.push(againLater(next, outcome));
        else this.#end(next.site, outcome, wave);
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  }

  async #one(waiting: Waiting): Promise<Outcome | Busy> {
    const { site } = waiting;
    if (this.#stop !== undefined) return { kind: "notStarted" };
    if (waiting.busy === undefined) this.listener.siteBegins(site);
    else await pause(waiting.attempts, waiting.busy, this.tools.signal);
    const outcome = await this.#attempt(site);
    if (outcome.kind !== "busy" || !this.#isTooLong(waiting)) return outcome;
    return { kind: "locked", message: outcome.message };
  }

  /**
   * An error outside of the engine also counts as a failure of the site: the run continues within its limit of
   * failures.
   */
  async #attempt(site: Site): Promise<Outcome | Busy> {
    try {
      return this.tools.operation === "preview" ? await previewSite(site, this.tools) : await runSite(site, this.tools);
    } catch (error) {
      return failureOf(error, 0);
    }
  }

  #isTooLong({ since }: Waiting): boolean {
    return since !== undefined && Date.now() - since > this.tools.fleet.timeoutSeconds * 1000;
  }

  #end(site: Site, outcome: Outcome, { title }: Wave): void {
    if (outcome.kind === "notStarted") return;
    this.#results.set(site.name, outcome);
    this.listener.siteEnds(site, outcome);
    if (this.tools.operation === "preview") return;
    const failures = [...this.#results.values()].filter(isFailure).length;
    if (failures > this.#allowed || (title === "canary" && isFailure(outcome))) this.#stop ??= "failures";
  }
}

/** A site of a wave that has not finished. */
interface Waiting {
  readonly site: Site;
  readonly attempts: number;
  /** Time of the first attempt at which it was busy, in epoch milliseconds; undefined before. */
  readonly since?: number;
  readonly busy?: Busy;
}

function againLater({ site, attempts, since = Date.now() }: Waiting, busy: Busy): Waiting {
  return { site, attempts: attempts + 1, since, busy };
}

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
  readonly changesIn: ChangesIn;
  /** Aborted at the first interruption: nothing new starts. */
  readonly interrupted: AbortSignal;
  /** Aborted at the second interruption: the engines are ended. Its reason is the message of their sites. */
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
    stacks: await Stacks.open(fleet, { NODE_COMPILE_CACHE: compiled, ...options.env }, kept, options.changesIn),
    claims: new Claims(claims),
    digests: new Digests(fleet, packageManifest().version, home),
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
  const sites = operation === "preview" ? result.waves.flatMap((wave) => wave.sites) : [];
  const files = sites.map(({ site }) => previewOf(site, previews));
  // A site can fail before its preview begins.
  const found = files.filter((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0);
  return { report, result, previews: found };
}
