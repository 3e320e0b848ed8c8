import type { Fault, FaultSpec, Simulator } from "../../simulator";
import { faultOf, Resource, type Step } from "../lifecycle/resource";
import { freshWorld, type RunOptions, type World, type WorldOptions } from "../support/lifecycle";
import { once } from "../support/once";
import { PartialFault, type Properties, type ProviderFault } from "../support/provider-calls";

/** A resource of a row, with the program that declares it. */
export interface Declared {
  readonly resource: Resource;
  program: Properties;
}

/** One row: creates resources, and injects faults. */
export class FaultRow {
  readonly #declared: Declared[] = [];
  readonly #before: string;

  constructor(readonly world: World) {
    this.#before = world.store();
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
    return this.sim.faults.add(spec);
  }

  /** Runs `act` once, just before a request is carried out. It simulates another client or the appliance. */
  before(match: string, act: () => void): void {
    this.fault({ match, when: once(act), kind: "html" });
  }

  heal(): void {
    this.sim.faults.clear();
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

  /** The error of an `up` after which the engine stores nothing for the resource. */
  async refused(declared: Declared, program: Properties = declared.program): Promise<ProviderFault> {
    const error = await faultOf(this.up(declared, program));
    expect(error).not.toBeInstanceOf(PartialFault);
    return error;
  }

  /** The error of an `up` that succeeded in part. */
  async partly(declared: Declared, program: Properties = declared.program): Promise<PartialFault> {
    const error = await faultOf(this.up(declared, program));
    expect(error).toBeInstanceOf(PartialFault);
    return error as PartialFault;
  }

  /** The verbs of all requests that were sent since the last call. */
  sent(filter: { kind?: "write" } = {}): string[] {
    const verbs = this.sim.requests.verbs(filter);
    this.sim.requests.clear();
    return verbs;
  }

  /** Those of changes. */
  changes(): string[] {
    return this.sent({ kind: "write" }).filter((verb) => verb !== "rebuild");
  }

  /** The info lines of this run. */
  infoLines(): string[] {
    return this.world.provider.stderr.split("\n").filter(Boolean);
  }

  nextRun(options?: RunOptions): Promise<void> {
    return this.world.nextRun(options);
  }

  /** What is in the state is settled: nothing differs. Without it, the appliances hold what they held before the row. */
  async end(): Promise<void> {
    this.heal();
    const made = this.#declared.filter(({ resource }) => resource.exists);
    for (const { resource, program } of made) {
      this.sim.requests.clear();
      expect([await resource.up(program), this.changes()]).toEqual(["same", []]);
      expect([await resource.refresh(), await resource.preview(program)]).toEqual(["same", "same"]);
    }
    for (const { resource } of made.reverse()) await resource.destroy();
    expect(this.world.store()).toBe(this.#before);
  }
}

/** A test for each row, on the same appliances. */
export function faultRows(options: WorldOptions = {}): (name: string, run: (row: FaultRow) => Promise<void>) => void {
  const world = freshWorld(() => undefined, options);
  return (name, run) => {
    test(name, async () => {
      const row = new FaultRow(world);
      await run(row);
      await row.end();
    });
  };
}
