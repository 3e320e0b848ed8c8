import type { Fault, FaultSpec, Simulator } from "../../simulator";
import { Resource, type Step } from "../lifecycle/resource";
import { Invariants } from "../support/invariants";
import { type RunOptions, startWorld, type World, type WorldOptions } from "../support/lifecycle";
import { PartialFault, type Properties, ProviderFault } from "../support/provider-calls";

/** The most requests of a row, unless it sets another limit. */
const usual = 30;

/** A resource of a row, with the program that declares it. */
export interface Declared {
  readonly resource: Resource;
  program: Properties;
}

/** One row: creates resources, injects faults, and records what a user would see. */
export class FaultRow {
  readonly invariants: Invariants;
  readonly #declared: Declared[] = [];
  readonly #faults: Fault[] = [];
  #budget = usual;
  #printed: number;

  constructor(readonly world: World) {
    world.sim.requests.clear();
    this.invariants = new Invariants(world);
    this.#printed = world.provider.stderr.length;
  }

  get sim(): Simulator {
    return this.world.sim;
  }

  /** Declares a resource in the program. Sends nothing yet. */
  declare(kind: string, program: Properties): Declared {
    const declared = { resource: new Resource(this.world, kind), program };
    this.#declared.push(declared);
    return declared;
  }

  fault(spec: FaultSpec): Fault {
    const fault = this.sim.faults.add(spec);
    this.#faults.push(fault);
    return fault;
  }

  /** Runs `act` once, just before a request is carried out. It simulates another client or the appliance. */
  before(match: string, act: () => void): void {
    let done = false;
    const when = (): boolean => {
      if (!done) act();
      done = true;
      return false;
    };
    this.fault({ match, when, kind: "html" });
  }

  /** Removes the faults of this row. */
  heal(): void {
    for (const fault of this.#faults.splice(0)) fault.remove();
  }

  /** Sets the limit of a row that needs more requests than usual. */
  within(requests: number): void {
    this.#budget = requests;
  }

  /** Declares a resource that an `up` creates. */
  async made(kind: string, program: Properties): Promise<Declared> {
    const declared = this.declare(kind, program);
    expect(await this.up(declared)).toBe("create");
    return declared;
  }

  /** One `up` of one resource. */
  up(declared: Declared, program: Properties = declared.program): Promise<Step> {
    declared.program = program;
    return declared.resource.up(program);
  }

  /**
   * The error of a call that must fail. Its sentence names kind, object and host, and contains neither a stack trace
   * nor HTML.
   */
  async failure(call: Promise<unknown>): Promise<ProviderFault> {
    const error = await call.then(
      (value) => new Error(`the call succeeded: ${JSON.stringify(value)}`),
      (reason: unknown) => reason,
    );
    if (!(error instanceof ProviderFault)) throw error;
    this.invariants.shown(error.message);
    expect(error.message).toMatch(/^[A-Z][A-Za-z]+ ".+" on 127\.0\.0\.1:\d+: .+[.?!]$/su);
    expect(error.message).not.toMatch(/\n\s+at |<html|<!DOCTYPE/iu);
    return error;
  }

  /** The error of an `up` after which the engine stores nothing for the resource. */
  async refused(declared: Declared, program: Properties = declared.program): Promise<ProviderFault> {
    const error = await this.failure(this.up(declared, program));
    expect(error).not.toBeInstanceOf(PartialFault);
    return error;
  }

  /** The error of an `up` that succeeded in part. */
  async partly(declared: Declared, program: Properties = declared.program): Promise<PartialFault> {
    const error = await this.failure(this.up(declared, program));
    expect(error).toBeInstanceOf(PartialFault);
    return error as PartialFault;
  }

  /** The verbs of the changes that were sent since the last call. */
  changes(): string[] {
    const verbs = this.sim.requests.verbs({ kind: "write" }).filter((verb) => verb !== "rebuild");
    this.#count();
    return verbs;
  }

  /** The verbs of all requests that were sent since the last call. */
  sent(): string[] {
    const verbs = this.sim.requests.verbs();
    this.#count();
    return verbs;
  }

  /** The info lines that the user got since the last call. */
  infoLines(): string[] {
    const printed = this.world.provider.stderr.slice(this.#printed);
    this.#printed += printed.length;
    return printed.split("\n").filter(Boolean);
  }

  /** Begins another `pulumi` command, with providers that remember nothing. */
  async nextRun(options?: RunOptions): Promise<void> {
    this.#count();
    await this.world.nextRun(options);
    this.#printed = 0;
  }

  /** Checks what must always hold, and destroys everything in the state. */
  async end(): Promise<void> {
    this.heal();
    this.#count();
    const resources = this.#declared.map(({ resource }) => resource);
    await this.invariants.expectNothingLost(resources, this.#budget);
    const made = this.#declared.filter(({ resource }) => resource.exists);
    for (const { resource, program } of made) await this.invariants.expectSettled(resource, program);
    for (const { resource } of made.reverse()) await resource.destroy();
    this.invariants.expectRestored();
  }

  #count(): void {
    this.invariants.sent(this.sim.requests.count());
    this.sim.requests.clear();
  }
}

/** Runs the rows of a file against one simulator and the real provider process. */
export function faultRows(options: WorldOptions = {}): {
  /** A test whose name begins with the row's number. */
  row(name: string, run: (row: FaultRow) => Promise<void>): void;
} {
  let world: World | undefined;
  let switches: Simulator["switches"] | undefined;
  const start = async (): Promise<World> => {
    world ??= await startWorld(options);
    switches ??= { ...world.sim.switches };
    return world;
  };
  beforeAll(start);
  afterAll(() => world?.close());
  return {
    row(name, run) {
      test(name, async () => {
        const here = await start();
        const row = new FaultRow(here);
        try {
          await run(row);
          await row.end();
        } catch (error) {
          // What the failed row left behind must not fail the rows after it.
          world = undefined;
          await here.close();
          throw error;
        }
        here.sim.faults.clear();
        Object.assign(here.sim.switches, switches);
      });
    },
  };
}
