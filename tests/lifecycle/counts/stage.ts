import { inParallel } from "../../support/in-parallel";
import type { World } from "../../support/lifecycle";
import { isLong } from "../../support/long";
import type { Properties } from "../../support/provider-calls";
import { Resource } from "../resource";

/** The numbers of resources for which every row of the table of calls is counted. Long tests add larger ones. */
export const sizes = [1, 12, ...(isLong ? [50, 200] : [])];
/** The number of operations that the engine runs at the same time on two cores. */
export const P = 8;

let words = 0;
/** A word that differs in each call. */
export const unique = (): string => `n${(words += 1)}`;

/** How often each verb was sent since the run began. */
export function countsOf(world: World): Record<string, number> {
  const sent: Record<string, number> = {};
  for (const verb of world.sent()) sent[verb] = (sent[verb] ?? 0) + 1;
  return sent;
}

/**
 * Resources of one kind, run as the engine runs them: in one command, a limited number at a time, with the next one
 * starting when one ends.
 */
export class Stack {
  readonly resources: readonly Resource[];

  constructor(
    world: World,
    kind: string,
    n: number,
    private program: (index: number) => Properties,
  ) {
    this.resources = Array.from({ length: n }, () => new Resource(world.oneCommand, kind));
  }

  /** Changes what the program declares. */
  edit(program: (index: number) => Properties): void {
    this.program = program;
  }

  up(p = P): Promise<void> {
    return this.#each((resource, index) => resource.up(this.program(index)), p);
  }

  refresh(p = P): Promise<void> {
    return this.#each((resource) => resource.refresh(), p);
  }

  destroy(p = P): Promise<void> {
    return this.#each((resource) => resource.destroy(), p);
  }

  #each(work: (resource: Resource, index: number) => Promise<unknown>, p: number): Promise<void> {
    return inParallel(this.resources.entries(), p, ([index, resource]) => work(resource, index));
  }
}
