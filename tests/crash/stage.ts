import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Fault, Simulator } from "../../simulator";
import { openStage, type Stage } from "../engine/support";
import type { EngineWorkspace } from "../support/engine";
import { imageOf, restoreImage } from "../support/stores";
import { kill, stopped, type Victim } from "../support/kills";
import { type Program, programOf, sourceOf, surround, withoutBulk } from "../kinds/program";

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

/** A stack with the program of all kinds. Its state and its appliances can be reset to a saved moment. */
export class CrashStage {
  readonly #moments = new Map<string, string>();

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
    const args = [command, "--parallel", "32"];
    const over = await stopped(this.engine, args, isTimeFor(faults, command), (pid) => kill(pid, victim));
    if (over !== undefined) throw new Error(`${command} ended before the crash`);
    for (const fault of faults) fault.remove();
    return holds.filter(({ request }) => this.sim.requests.count({ action: request }) > 0);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  #folderOf(moment: string): string {
    return join(this.engine.folder, ".engine", `moment-${moment}`);
  }
}

/** Whether all of these requests have arrived, or no more of them arrive. */
function isTimeFor(faults: readonly Fault[], command: string): () => boolean {
  let [came, since] = [0, Date.now()];
  return () => {
    const hits = faults.filter((fault) => fault.hits > 0).length;
    if (hits > came) since = Date.now();
    came = hits;
    const waited = Date.now() - since;
    if (came === 0 && waited > START) throw new Error(`${command} sent none of what is held`);
    return came === faults.length || (came > 0 && waited > PATIENCE);
  };
}
