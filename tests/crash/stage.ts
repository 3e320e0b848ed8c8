import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Fault, Simulator } from "../../simulator";
import type { StoredStores } from "../../simulator/store-file";
import { openStage, type Stage } from "../engine/support";
import type { EngineWorkspace } from "../support/engine";
import { imageOf, restoreImage } from "../support/stores";
import { descendantsOf, endOf, killNow, providerOf } from "./processes";
import { type Program, programOf, sourceOf, surround, withoutBulk } from "../kinds/program";

/** The processes that a crash kills, as kill -9 or a lack of memory would. `both` is a crash of the machine. */
export const victims = ["provider", "engine", "both"] as const;
export type Victim = (typeof victims)[number];

/**
 * A request at which everything stops. The appliance either does not carry it out, or carries it out and never answers.
 */
export interface Hold {
  readonly request: RegExp;
  readonly applied: boolean;
}

/** How long an engine may take until its first request on a busy machine, in milliseconds. */
const START = 120_000;
/** How long to wait for further requests before the crash happens without them, in milliseconds. */
const PATIENCE = 4_000;
/** How long a provider process may live on after its engine has ended, in milliseconds. */
const ORPHANED = 10_000;

/** A stack with the program of all kinds. Its state and its appliances can be reset to a saved moment. */
export class CrashStage {
  readonly #moments = new Map<string, StoredStores>();

  private constructor(
    private readonly stage: Stage,
    readonly program: Program,
  ) {}

  static async open(): Promise<CrashStage> {
    const stage = await openStage();
    // Every request that waits for its answer occupies a slot.
    await stage.engine.config({ gateway: { concurrency: 16 }, replicator: { concurrency: 16 } });
    return new CrashStage(stage, withoutBulk(programOf(surround(stage.sim))));
  }

  get sim(): Simulator {
    return this.stage.sim;
  }

  get engine(): EngineWorkspace {
    return this.stage.engine;
  }

  /** Switches the stack to an edition of the program. */
  async declare(edition: "first" | "second", adopted: readonly string[] = []): Promise<void> {
    await this.engine.program(sourceOf(this.program, edition, adopted));
  }

  /** Saves the present state and appliances under a name for {@link goBack}. */
  async keep(moment: string): Promise<void> {
    this.#moments.set(moment, imageOf(this.sim));
    await cp(this.engine.stateFolder, this.#folderOf(moment), { recursive: true });
  }

  /** Restores state and appliances to a saved moment. */
  async goBack(moment: string): Promise<void> {
    const image = this.#moments.get(moment);
    if (image === undefined) throw new Error(`nothing was kept as ${moment}`);
    restoreImage(this.sim, image);
    this.sim.faults.clear();
    this.sim.expireSessions();
    await rm(this.engine.stateFolder, { recursive: true });
    await cp(this.#folderOf(moment), this.engine.stateFolder, { recursive: true });
  }

  /**
   * Runs a command until all of these requests have arrived, or no more of them arrive, and then kills. Returns the
   * requests that arrived. One request may be several of them: links of several resources can share it.
   */
  async crash(command: "up" | "destroy", holds: readonly Hold[], victim: Victim): Promise<Hold[]> {
    this.sim.requests.clear();
    const faults = holds.map(({ request, applied }) =>
      this.sim.faults.add({ match: request, times: 1, kind: "hang", apply: applied }),
    );
    const run = this.#start(command);
    const ended = once(run, "close");
    const isOver = ended.then(() => true);
    try {
      await untilHeld(faults, isOver, command);
      await kill(run.pid ?? 0, victim);
    } catch (error) {
      // Otherwise the command would keep the stack locked for the next test.
      run.kill("SIGKILL");
      throw error;
    }
    await ended;
    for (const fault of faults) fault.remove();
    return holds.filter(({ request }) => this.sim.requests.count({ action: request }) > 0);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  #start(command: "up" | "destroy"): ChildProcess {
    const args = [command, "--yes", "--skip-preview", "--non-interactive", "--color", "never", "--parallel", "32"];
    return spawn("pulumi", args, { cwd: this.engine.folder, env: this.engine.env, stdio: "ignore" });
  }

  #folderOf(moment: string): string {
    return join(this.engine.folder, ".engine", `moment-${moment}`);
  }
}

/**
 * The file backend writes the attributes file of the state before it moves the new state into place. A kill between the
 * two leaves the attributes file empty, and the engine can then read neither file.
 */
export async function removeEmptyAttributes(stateFolder: string): Promise<void> {
  // Only the states: `readdir` would follow links to the modules of a program beside them.
  const states = join(stateFolder, ".pulumi");
  const below = await readdir(states, { recursive: true });
  const files = below.filter((name) => name.endsWith(".attrs")).map((name) => join(states, name));
  for (const file of files) if ((await stat(file)).size === 0) await rm(file);
}

/** Waits until all of these requests have arrived, or no more of them arrive. */
async function untilHeld(faults: readonly Fault[], isOver: Promise<boolean>, command: string): Promise<void> {
  const began = Date.now();
  for (let came = 0, since = began; came < faults.length;) {
    if (await Promise.race([isOver, setTimeout(10, false)])) throw new Error(`${command} ended before the crash`);
    const hits = faults.filter((fault) => fault.hits > 0).length;
    if (hits > came) since = Date.now();
    came = hits;
    if (came > 0 && Date.now() - since > PATIENCE) break;
    if (came === 0 && Date.now() - began > START) throw new Error(`${command} sent none of what is held`);
  }
  // The appliance carries out a request a moment after the fault has hit it.
  await setTimeout(20);
}

/** Kills an engine, its provider process, or both at the same time. */
export async function kill(engine: number, victim: Victim): Promise<void> {
  const processes = await descendantsOf(engine);
  const provider = providerOf(processes).pid;
  if (victim !== "provider") killNow(engine);
  if (victim !== "engine") killNow(provider);
  await endOf(provider, ORPHANED);
  // The language host would end by itself only minutes later.
  if (victim !== "provider") for (const { pid } of processes) killNow(pid);
}
