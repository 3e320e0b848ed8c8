import type { ApplianceName } from "../../../simulator/exchange";
import { type Config } from "../../support/configuration";
import { startWorld, type World } from "../../support/lifecycle";
import { isLong } from "../../support/long";
import type { Properties } from "../../support/provider-calls";
import { Resource } from "../resource";

/** The numbers of resources for which every row of the table of calls is counted. Long tests add a larger one. */
export const sizes = [1, 8, 50, ...(isLong ? [200] : [])];
/** The number of operations that the engine runs at the same time on two cores. */
export const P = 8;

/** The most runs that one stage supports. */
const RUNS = 64;
const siteOf = (run: number): string => `run-${run}`;

export interface StageOptions {
  /** Configuration keys for the appliances of every run. */
  readonly config?: Config;
  /** The duration of a forced rebuild, in milliseconds. */
  readonly rebuildMs?: number;
}

/**
 * Counts the requests of commands. Each run is a separate site with its own settings. So the single provider process
 * knows nothing about its appliances yet (no session, no list), like a new process.
 */
export class Stage {
  #run = 0;
  #names = 0;

  private constructor(readonly world: World) {}

  static async start({ config = {}, rebuildMs = 0 }: StageOptions = {}): Promise<Stage> {
    const own = (run: number): Properties => ({ timeouts: { total: 60_000 + run } });
    const sites = Array.from({ length: RUNS }, (_, run) => [
      siteOf(run),
      { gateway: { ...own(run), ...config["gateway"] }, replicator: { ...own(run), ...config["replicator"] } },
    ]);
    const world = await startWorld({
      config: { sites: Object.fromEntries(sites) as Config },
      simulator: { switches: { rebuildMs } },
    });
    return new Stage(world);
  }

  get site(): string {
    return siteOf(this.#run);
  }

  /** A word that differs in each call. */
  get unique(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }

  /** `n` resources that a program declares. */
  declare(kind: string, n: number, program: (index: number) => Properties): Stack {
    return new Stack(this, kind, n, program);
  }

  /** Begins another command. It knows the given stacks only from their states, and the request log is empty. */
  nextRun(...stacks: readonly Stack[]): void {
    this.#run += 1;
    if (this.#run >= RUNS) throw new Error("this stage has no more runs");
    for (const stack of stacks) stack.moveTo(this.site);
    this.world.sim.requests.clear();
  }

  /** How often each verb was sent since the run began. */
  counts(appliance?: ApplianceName): Record<string, number> {
    const sent: Record<string, number> = {};
    const verbs = this.world.sim.requests.verbs(appliance === undefined ? {} : { appliance });
    for (const verb of verbs) sent[verb] = (sent[verb] ?? 0) + 1;
    return sent;
  }

  close(): Promise<void> {
    return this.world.close();
  }
}

/**
 * Resources of one kind, run as the engine runs them: a limited number at a time, with the next one starting when one
 * ends.
 */
export class Stack {
  readonly resources: readonly Resource[];

  constructor(
    private readonly stage: Stage,
    kind: string,
    n: number,
    private program: (index: number) => Properties,
  ) {
    this.resources = Array.from({ length: n }, () => new Resource(stage.world, kind));
  }

  /** Changes what the program declares. */
  edit(program: (index: number) => Properties): void {
    this.program = program;
  }

  up(p = P): Promise<void> {
    return this.#each((resource, index) => resource.up(this.#declared(index)), p);
  }

  preview(p = P): Promise<void> {
    return this.#each((resource, index) => resource.preview(this.#declared(index)), p);
  }

  refresh(p = P): Promise<void> {
    return this.#each((resource) => resource.refresh(), p);
  }

  destroy(p = P): Promise<void> {
    return this.#each((resource) => resource.destroy(), p);
  }

  /** Keeps the state, but lets another site serve it. */
  moveTo(site: string): void {
    for (const resource of this.resources) {
      if (resource.exists) resource.assume(resource.id, { ...resource.outputs, site });
    }
  }

  #declared(index: number): Properties {
    return { ...this.program(index), site: this.stage.site };
  }

  async #each(work: (resource: Resource, index: number) => Promise<unknown>, p: number): Promise<void> {
    const waiting = [...this.resources.entries()];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next[1], next[0]);
    };
    await Promise.all(Array.from({ length: p }, worker));
  }
}
