import type { Resource } from "../lifecycle/resource";
import { type Fact, type Facts, factsOf } from "./held";
import type { World } from "./lifecycle";

/**
 * What must hold after every fault of any kind. The checks look at the simulator's store, at the state that the engine would keep, and at
 * everything that was printed.
 */

/** Checks one row against what must always hold. */
export class Invariants {
  readonly #before: Facts;
  readonly #image: string;
  readonly #ours = new Set<string>();
  readonly #errors: string[] = [];
  #requests = 0;

  constructor(private readonly world: World) {
    this.#before = factsOf(world.sim);
    this.#image = this.#store();
  }

  /** Marks an object that existed before as one that the row adopts or changes. `key` is the key of its fact. */
  ours(key: string): void {
    this.#ours.add(key);
  }

  /** Records an error that the user saw. An object that an error names is not lost. */
  shown(message: string): void {
    this.#errors.push(message);
    this.world.witness(message);
  }

  /** Adds to the number of requests that the row has sent so far, over all its runs. */
  sent(count: number): void {
    this.#requests += count;
  }

  /** At any moment, also directly after the fault: nothing is there twice, lost, or changed for others; no secret shows. */
  async expectNothingLost(resources: readonly Resource[], mostRequests: number): Promise<void> {
    const now = factsOf(this.world.sim);
    const made = [...now.values()].filter(({ key }) => !this.#before.has(key));
    expect({ twice: copies(made) }).toEqual({ twice: [] });
    const known = [...this.#errors, ...resources.filter(({ exists }) => exists).map(stateText)].join("\n");
    const isKnown = ({ subject, also }: Fact): boolean =>
      known.includes(subject) || (also !== undefined && known.includes(also));
    expect({ lost: made.filter((fact) => !isKnown(fact)) }).toEqual({ lost: [] });
    const foreign = [...this.#before.values()].filter(({ key }) => !this.#ours.has(key));
    const touched = foreign.filter(({ key, content }) => now.get(key)?.content !== content);
    expect({ touched }).toEqual({ touched: [] });
    expect({ leaks: await this.world.leaks() }).toEqual({ leaks: [] });
    expect(this.world.sim.traps).toEqual([]);
    const requests = this.#requests;
    expect({ isFew: requests <= mostRequests, requests }).toEqual({ isFew: true, requests });
  }

  /** The next `up` changes nothing, and a refresh drops nothing that exists. */
  async expectSettled(resource: Resource, program: Readonly<Record<string, unknown>>): Promise<void> {
    const { requests } = this.world.sim;
    requests.clear();
    expect({ up: await resource.up(program), sent: requests.verbs({ kind: "write" }) }).toEqual({
      up: "same",
      sent: [],
    });
    expect({ refresh: await resource.refresh() }).toEqual({ refresh: "same" });
    expect({ preview: await resource.preview(program) }).toEqual({ preview: "same" });
  }

  /** After destroy, the appliances hold the same as before the row. */
  expectRestored(): void {
    const left = [...factsOf(this.world.sim).keys()].filter((key) => !this.#before.has(key));
    expect({ left }).toEqual({ left: [] });
    expect(this.#store()).toBe(this.#image);
  }

  #store(): string {
    return this.world.sim.snapshot({ withoutNotesAndPreferences: true });
  }
}

/**
 * Facts that share their kind and subject with another one. Pass only facts that the row created: a foreign object of
 * the same name does not make ours a copy.
 */
export function copies(made: readonly Fact[]): string[] {
  const nameOf = ({ kind, subject }: Fact): string => `${kind} "${subject}"`;
  const seen = new Set<string>();
  return made.flatMap((fact) => {
    const name = nameOf(fact);
    if (seen.has(name)) return [fact.key];
    seen.add(name);
    return [];
  });
}

/** The content of a state entry, as text in which names can be searched. */
export function stateText({ id, inputs, outputs }: Pick<Resource, "id" | "inputs" | "outputs">): string {
  // Not JSON: it would escape characters of names.
  return [id, ...textsIn(inputs), ...textsIn(outputs)].join("\n");
}

function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  // The keys of some maps are names, e.g. those of groups.
  return Array.isArray(value) ? value.flatMap(textsIn) : Object.entries(value).flat().flatMap(textsIn);
}
