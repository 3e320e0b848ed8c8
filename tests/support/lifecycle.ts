import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Simulator, type SimulatorOptions, startSimulator, type Switches } from "../../simulator";
import { makeProgramFolder } from "./clone";
import { type Config, configFor } from "./configuration";
import { canaries, leaksIn } from "./leaks";
import { type ProviderProcess, startProvider, takeProvider } from "./provider-process";
import { imageOf, restoreImage } from "./stores";

/** The settings of one `pulumi` command. */
export interface RunOptions {
  /** Configuration keys per appliance, added to those that point to the simulator. */
  config?: Config;
  /** Replaces the whole configuration, including the keys that point to the simulator. */
  onlyConfig?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
}

export interface WorldOptions extends RunOptions {
  simulator?: SimulatorOptions;
}

/** How much faster the clock of a provider runs, which waits for windows of time. Tests divide times of appliances. */
export const PACE = 10;
const paced = { TEST_PACE: String(PACE) };
/** Settings of a world whose provider's clock runs as all clocks do, for tests that count what a window of time collects. */
export const realTime: RunOptions = { env: { TEST_PACE: "1" } };

/** A provider process and its folder that a world no longer needs. Starting a process takes longer than most tests. */
interface Idle {
  readonly provider: ProviderProcess;
  /** The folder's path. */
  readonly folder: string;
  readonly env: RunOptions["env"];
}
/** Processes of closed worlds, for the next world of the same file. */
const idle: Idle[] = [];
let isOver = false;
// Worlds that belong to the whole file close after this hook.
afterAll(async () => {
  isOver = true;
  await Promise.all(idle.splice(0).map(settle));
});

/** Whether other test files have processes with this environment too. */
const isUsual = (env: RunOptions["env"]): boolean => isDeepStrictEqual(env, paced);

/** Leaves a process to the next test file, unless this file set an environment of its own for it. */
async function settle({ provider, folder, env }: Idle): Promise<void> {
  if (isUsual(env) && provider.leave(folder)) return;
  await provider.close();
  await removeFolder(folder);
}

/** Takes the process of a closed world, of this file or of an earlier one. */
function takeIdle(env: RunOptions["env"]): Idle | undefined {
  const at = idle.findIndex((one) => isDeepStrictEqual(one.env, env));
  const [own] = at === -1 ? [] : idle.splice(at, 1);
  const left = own ?? (isUsual(env) ? takeProvider() : undefined);
  return left === undefined ? undefined : { ...left, env };
}

const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/**
 * Both appliances, and Pulumi's real dynamic provider process, configured for them. Records everything that a user
 * could see or that could end up in a file, so that a test can search it for credentials.
 */
export class World {
  readonly #seen: string[] = [];
  readonly #simulator: SimulatorOptions;
  readonly #first: RunOptions;
  #sim: Simulator | undefined;
  #folder = "";
  #provider: ProviderProcess | undefined;
  #kept: { readonly image: string; readonly switches: Switches } | undefined;
  /** The environment that the process was started with. */
  #env: RunOptions["env"];

  constructor({ simulator = {}, ...run }: WorldOptions = {}) {
    this.#simulator = simulator;
    this.#first = { ...run, env: { ...paced, ...run.env } };
  }

  async start(): Promise<this> {
    const replicator = { password: canaries.password };
    const left = takeIdle(this.#first.env);
    // Plain HTTP unless a test asks for HTTPS: it keeps tests short.
    [this.#sim, this.#folder] = await Promise.all([
      startSimulator({ https: false, gateway: { token: canaries.token }, replicator, ...this.#simulator }),
      left?.folder ?? makeProgramFolder().then(({ path }) => path),
    ]);
    if (left !== undefined) {
      await rm(this.logFile, { force: true });
      this.#provider = left.provider;
      this.#env = left.env;
    }
    await this.nextRun();
    return this;
  }

  get sim(): Simulator {
    if (this.#sim === undefined) throw new Error("the world has not started");
    return this.#sim;
  }

  /** The provider process of the current run. */
  get provider(): ProviderProcess {
    if (this.#provider === undefined) throw new Error("no run has begun");
    return this.#provider;
  }

  /** The file in which this world's provider logs its requests. */
  get logFile(): string {
    return join(this.#folder, "requests.log");
  }

  /**
   * Begins another `pulumi` command. Its providers know nothing of earlier ones, whether it reuses the process or not.
   * Without an environment of its own, it has that of the world.
   */
  async nextRun(options: RunOptions = this.#first): Promise<void> {
    const config = options.onlyConfig ?? configFor(this.sim, options.config);
    const own = { ...this.#first.env, ...options.env };
    if (this.#provider?.isRunning === true && isDeepStrictEqual(this.#env, own)) {
      this.#witnessRun(this.#provider);
      await this.#provider.anotherRun(config);
    } else {
      await this.#endProcess();
      const env = { FLOWGATE_LOG: this.logFile, ...own };
      this.#provider = await startProvider({ config, env, folder: this.#folder });
      this.#env = own;
    }
    this.sim.requests.clear();
  }

  /** The world as the resources of one command see it: none of them begins a command of its own. */
  get oneCommand(): Pick<World, "witness"> & { provider: Pick<ProviderProcess, "kind"> } {
    return {
      witness: (seen) => {
        this.witness(seen);
      },
      provider: { kind: (name) => this.provider.kind(name) },
    };
  }

  /** The content of both stores, without notes and preferences, which the API cannot clear. */
  store(): string {
    return this.sim.snapshot({ withoutNotesAndPreferences: true });
  }

  /** The verbs of all requests since the log was cleared. */
  sent(): string[] {
    return this.sim.requests.verbs();
  }

  /** The verbs of those that change something. */
  changes(): string[] {
    return this.sim.requests.verbs({ kind: "write" });
  }

  /** From now on, {@link reset} brings back what the appliances hold now, and their switches. */
  keep(): void {
    this.#kept = { image: imageOf(this.sim), switches: { ...this.sim.switches } };
  }

  reset(): void {
    if (this.#kept === undefined) throw new Error("nothing was kept");
    this.sim.faults.clear();
    Object.assign(this.sim.switches, this.#kept.switches);
    restoreImage(this.sim, this.#kept.image);
  }

  /** What the provider prints while `work` runs. */
  async printed(work: Promise<unknown> | (() => Promise<unknown>)): Promise<string> {
    const { length } = this.provider.stderr;
    await (typeof work === "function" ? work() : work);
    return this.provider.stderr.slice(length);
  }

  /** Records a text or value that a user could see, e.g. a state. */
  witness(seen: unknown): void {
    this.#seen.push(typeof seen === "string" ? seen : JSON.stringify(seen));
  }

  /** The places where a credential shows, in any of its forms. If it is not empty, the product has a leak. */
  async leaks(): Promise<string[]> {
    const { stdout, stderr } = this.provider;
    const log = await readFile(this.logFile, "utf8").catch(() => "");
    const requests = JSON.stringify([...this.sim.requests]);
    return leaksIn([...this.#seen, stdout, stderr, log, requests]);
  }

  async close(): Promise<void> {
    const provider = this.#provider;
    const left = provider?.isRunning === true ? { provider, folder: this.#folder, env: this.#env } : undefined;
    if (left === undefined) await removeFolder(this.#folder);
    else if (isOver) await settle(left);
    else idle.push(left);
    await this.sim.close();
  }

  async #endProcess(): Promise<void> {
    const ended = this.#provider;
    if (ended === undefined) return;
    await ended.close();
    this.#witnessRun(ended);
  }

  #witnessRun({ stdout, stderr }: ProviderProcess): void {
    this.witness(stdout);
    this.witness(stderr);
  }
}

/** Starts a simulator and a provider process. */
export function startWorld(options: WorldOptions = {}): Promise<World> {
  return new World(options).start();
}

/** One world for all tests of a file or a group. */
export function oneWorld(options: WorldOptions = {}): World {
  const world = new World(options);
  beforeAll(() => world.start());
  afterAll(() => closed([world]));
  return world;
}

/** The same, where each test begins a run on what the appliances held at first. */
export function freshWorld(prepare: (sim: Simulator) => void = () => undefined, options: WorldOptions = {}): World {
  const world = oneWorld(options);
  beforeAll(() => {
    prepare(world.sim);
    world.keep();
  });
  beforeEach(() => world.nextRun());
  afterEach(() => {
    world.reset();
  });
  return world;
}

const ofOneTest: World[] = [];

/** A world for one test, with these switch positions, and a provider that knows nothing about it yet. */
export async function worldIn(switches: Partial<Switches> = {}, options: WorldOptions = {}): Promise<World> {
  const { simulator, ...run } = options;
  const world = await startWorld({ ...run, simulator: { ...simulator, switches } });
  ofOneTest.push(world);
  return world;
}
afterEach(() => closed(ofOneTest.splice(0)));

/** Closes worlds, and checks that no credential shows anywhere and that nothing destroyed more than one object. */
async function closed(worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    expect([await world.leaks().finally(() => world.close()), world.sim.traps]).toEqual([[], []]);
  }
}
