import { definitionOf } from "../../provider/registry";
import type { FaultKind } from "../../simulator";
import { type Program, programOf, surround } from "../kinds/program";
import { earlierResource, type Resource } from "../lifecycle/resource";
import { holdingsOf } from "../support/held";
import { freshWorld, type World } from "../support/lifecycle";
import type { Properties } from "../support/provider-calls";
import { imageOf, restoreImage } from "../support/stores";

/** The kinds, and the changes that each operation of each kind sends. */
export const withoutNumbers = programOf({ sharedGroupId: 0, readersId: 0, writersId: 0 });
export const kinds = Object.keys(withoutNumbers);
/** Kinds whose objects have a content of their own, which others may have declared otherwise. */
export const withContent = kinds.filter((kind) => withoutNumbers[kind]?.theirs !== undefined);

export const isRead = (kind: string): boolean => definitionOf(kind).read !== undefined;

/** An object as the program declares it first or second, or with the content that others give to it. */
export type Content = "first" | "second" | "theirs";

/** One world in which something happens to the resources of the program of all kinds. */
export class KindBench {
  readonly #images = new Map<string, string>();
  #program: Program = {};
  /** What both appliances hold before each test. */
  before = "";

  constructor(readonly world: World) {}

  start(): void {
    this.#program = programOf(surround(this.world.sim));
    this.before = this.world.store();
  }

  declared(kind: string): Program[string] {
    const found = this.#program[kind];
    if (found === undefined) throw new Error(`the program has no ${kind}`);
    return found;
  }

  /** The inputs of the object, without `onExisting`. */
  inputs(kind: string, content: Content): Properties {
    const { [content]: inputs } = this.declared(kind);
    if (inputs === undefined) throw new Error(`a ${kind} has no content of others`);
    const { onExisting: _, ...rest }: Properties = inputs;
    return rest;
  }

  /** A resource of the kind that exists as the first edition declares it, in a new run. */
  made(kind: string): Promise<Resource> {
    return earlierResource(this.world, kind, this.declared(kind).first);
  }

  /** Prepares the object of others. The returned function puts it on the appliance at once. */
  async others(kind: string, content: Content): Promise<() => void> {
    const key = `${kind} ${content}`;
    if (!this.#images.has(key)) {
      await earlierResource(this.world, kind, this.inputs(kind, content));
      this.#images.set(key, imageOf(this.world.sim));
      this.world.reset();
    }
    const image = this.#images.get(key);
    return () => {
      if (image !== undefined) restoreImage(this.world.sim, image);
    };
  }

  /** What both appliances hold, by names, when the object exists as the program declares it. */
  async goal(kind: string, content: Content = "first"): Promise<unknown> {
    (await this.others(kind, content))();
    const goal = holdingsOf(this.world.sim);
    this.world.reset();
    return structuredClone(goal);
  }

  /** Destroys a resource. The appliances then hold what they held before each test. */
  async end(resource: Resource): Promise<void> {
    await resource.destroy();
    expect(this.world.store()).toBe(this.before);
  }

  /** The changes that were sent besides rebuilds, as the sample lists them: action, verb and detail. */
  changes(): string[] {
    const sent = this.world.sim.requests.where({ kind: "write" });
    return sent.map((one) => `${one.action} ${one.verb} ${one.detail}`).filter((text) => !text.startsWith("/rebuild"));
  }

  async during<T>(fault: FaultKind, match: RegExp | undefined, run: () => Promise<T>): Promise<T> {
    const { remove } = this.world.sim.faults.add({ kind: fault, ...(match === undefined ? {} : { match }) });
    return run().finally(remove);
  }
}

/** A bench for all tests of a file. */
export function benchOfKinds(): KindBench {
  // Within one run, the provider does not reuse the name of an earlier object.
  const world = freshWorld(() => bench.start(), { config: { gateway: { already: "already|not a member|not there" } } });
  const bench = new KindBench(world);
  return bench;
}
