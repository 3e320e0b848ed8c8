import { type Replacing, Resource, type Step } from "../lifecycle/resource";
import { inParallel } from "../support/in-parallel";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { type Declared, nameIn } from "./model";
import type { ProviderRun } from "../support/in-process";
import { mortal } from "./mortal";
import type { Others } from "./slot";
import { slotNames } from "./slots";

export interface UpOptions {
  /** The most operations at a time, like `--parallel`. */
  readonly parallel: number;
  /** Like `--continue-on-error`: resources that do not depend on a failed one continue. */
  readonly continueOnError: boolean;
  /** Chooses the index of the next resource among those that are ready. */
  readonly choose: (count: number) => number;
  /** Inputs that the user has added to a slot since, e.g. `onExisting`. */
  readonly more?: (slot: string) => Properties;
  /** `--target`: the other slots stay as they are. */
  readonly targets?: ReadonlySet<string>;
  /** `--replace`. */
  readonly replace?: ReadonlyMap<string, Replacing>;
  /** The literal id that the user writes if a slot's own id cannot be used. */
  readonly literalId?: (slot: string, forSlot: string) => string | undefined;
}

/** An error of one resource in one run. */
export interface StackError {
  readonly slot: string;
  readonly error: Error;
}

/** A step of a preview. */
export interface PreviewStep {
  readonly slot: string;
  readonly op: Step | "delete";
  readonly oldState?: { readonly id: string; readonly inputs: Properties; readonly outputs: Properties };
  readonly newState?: { readonly inputs: Properties };
}

interface Entry {
  readonly resource: Resource;
  /** The slots that it referred to in its last declaration. */
  readonly dependsOn: ReadonlySet<string>;
  /** The variant's references, by input. */
  readonly refers: Readonly<Record<string, readonly string[]>>;
  readonly kind: string;
}

/** The state of a stack, and the engine's part: it runs the steps of a run in an order that the dependencies allow. */
export class Stack {
  #entries = new Map<string, Entry>();
  readonly #seen: (seen: unknown) => void;
  #run: Pick<ProviderRun, "kind"> | undefined;

  constructor(witness: (seen: unknown) => void) {
    this.#seen = witness;
  }

  /**
   * Begins another `pulumi` command, with a provider that remembers nothing. As soon as it `isKilled`, the outcome of a
   * call does not reach the state.
   */
  begin(run: Pick<ProviderRun, "kind">, isKilled = (): boolean => false): void {
    this.#run = { kind: (name) => mortal(run.kind(name), isKilled) };
  }

  /** `pulumi stack export`. Returns `pulumi stack import` of that. */
  backup(): () => void {
    const all = [...this.#entries].map(([slot, entry]) => ({ slot, entry, putBack: entry.resource.backup() }));
    return () => {
      this.#entries = new Map(all.map(({ slot, entry }) => [slot, entry]));
      for (const { putBack } of all) putBack();
    };
  }

  /** The slots in the state. */
  get slots(): string[] {
    return [...this.#entries].filter(([, { resource }]) => resource.exists).map(([name]) => name);
  }

  /** The id of a slot in the state. */
  idOf(slot: string): string | undefined {
    return this.resourceOf(slot)?.id;
  }

  /** A slot in the state. */
  resourceOf(slot: string): Resource | undefined {
    const resource = this.#entries.get(slot)?.resource;
    return resource?.exists === true ? resource : undefined;
  }

  /** The name of a slot in the state. */
  nameOf(slot: string): string {
    return String(this.#at(slot).resource.outputs["name"]);
  }

  /** The resources that were declared. The state may have nothing of them any more, or only what they replaced. */
  get resources(): Resource[] {
    return [...this.#entries.values()].map(({ resource }) => resource);
  }

  /** `pulumi refresh`, dependencies first, as in a state. Returns the errors and the slots that changed. */
  async refresh(parallel: number): Promise<{ errors: StackError[]; changed: string[] }> {
    const changed: string[] = [];
    const order = [...this.#entries.keys()].sort((one, other) => slotNames.indexOf(one) - slotNames.indexOf(other));
    const errors = await errorsOf(order, parallel, async (slot) => {
      if ((await this.#at(slot).resource.refresh()) !== "same") changed.push(slot);
    });
    return { errors, changed };
  }

  /** `pulumi preview`. Returns the steps of all slots, with the state and the inputs as the engine prints them. */
  async preview(declared: Declared, options: Pick<UpOptions, "more" | "literalId"> = {}): Promise<PreviewStep[]> {
    const gone = this.slots.filter((slot) => !declared.has(slot));
    const steps: PreviewStep[] = gone.map((slot) => ({ slot, op: "delete", oldState: this.#stateOf(slot) }));
    for (const slot of declared.keys()) {
      const inputs = this.#inputs(declared, slot, options);
      const { resource } = this.#declareEntry(declared, slot);
      const op = await resource.preview(inputs);
      steps.push({ slot, op, ...(op === "create" ? {} : { oldState: this.#stateOf(slot) }), newState: { inputs } });
    }
    return steps;
  }

  #stateOf(slot: string): { id: string; inputs: Properties; outputs: Properties } {
    const { id, inputs, outputs } = this.#at(slot).resource;
    return { id, inputs, outputs };
  }

  /** `pulumi up`. */
  async up(declared: Declared, options: UpOptions): Promise<{ errors: StackError[]; steps: Record<string, Step> }> {
    const steps: Record<string, Step> = {};
    const waiting = new Set(declared.keys());
    const done = new Set<string>();
    const errors: StackError[] = [];
    const running = new Set<Promise<void>>();
    const isTarget = (slot: string): boolean => options.targets?.has(slot) !== false;
    for (const slot of [...waiting].filter((one) => !isTarget(one))) {
      waiting.delete(slot);
      if (this.idOf(slot) !== undefined) done.add(slot);
    }
    const start = async (slot: string): Promise<void> => {
      try {
        steps[slot] = await this.#declare(declared, slot, options);
        done.add(slot);
      } catch (error) {
        errors.push({ slot, error: error as Error });
      }
    };
    for (;;) {
      const stopped = errors.length > 0 && !options.continueOnError;
      const ready = stopped
        ? []
        : [...waiting].filter((slot) => references(declared, slot).every((one) => done.has(one)));
      if (ready.length === 0 && running.size === 0) break;
      if (ready.length === 0 || running.size >= options.parallel) {
        await Promise.race(running);
        continue;
      }
      const slot = ready[options.choose(ready.length)] ?? "";
      waiting.delete(slot);
      const work: Promise<void> = start(slot).finally(() => running.delete(work));
      running.add(work);
    }
    // If a registration fails, the program ends with an error. The engine then does not know which resources were
    // removed.
    if (errors.length === 0) {
      const surplus = [...this.#entries.keys()].filter((slot) => !declared.has(slot) && isTarget(slot));
      errors.push(...(await this.#remove(surplus, options.parallel, options.continueOnError)));
      const kept = [...declared.keys()].filter(isTarget).reverse();
      errors.push(...(await errorsOf(kept, options.parallel, (slot) => this.#at(slot).resource.removeLeft())));
    }
    return { errors, steps };
  }

  /** `pulumi destroy`. */
  destroy(parallel: number): Promise<StackError[]> {
    return this.#remove([...this.#entries.keys()], parallel, true);
  }

  #at(slot: string): Entry {
    const entry = this.#entries.get(slot);
    if (entry === undefined) throw new Error(`${slot} was never declared`);
    return entry;
  }

  #declareEntry(declared: Declared, name: string): Entry {
    const slot = declared.get(name)?.slot;
    if (slot === undefined) throw new Error(`${name} is not declared`);
    const world = {
      provider: { kind: (kind: string) => this.#provider.kind(kind) },
      witness: (seen: unknown) => this.#seen(seen),
    };
    const before = this.#entries.get(name);
    const resource = before?.resource ?? new Resource(world, slot.kind, name);
    // Until the step is done, the resource may still use what it referred to before.
    const dependsOn = new Set([...references(declared, name), ...(before?.dependsOn ?? [])]);
    const entry = { resource, dependsOn, refers: slot.refers ?? {}, kind: slot.kind };
    this.#entries.set(name, entry);
    return entry;
  }

  get #provider(): Pick<ProviderRun, "kind"> {
    if (this.#run === undefined) throw new Error("no run has begun");
    return this.#run;
  }

  async #declare(declared: Declared, slot: string, options: UpOptions): Promise<Step> {
    const inputs = this.#inputs(declared, slot, options);
    const before = this.#entries.get(slot);
    const replacing = options.replace?.get(slot);
    if (before?.resource.exists === true && (await before.resource.plan(inputs, replacing)).isDeletedFirst) {
      await this.#removeDependents(slot);
    }
    const entry = this.#declareEntry(declared, slot);
    const step = await entry.resource.declare(inputs, replacing);
    this.#entries.set(slot, { ...entry, dependsOn: new Set(references(declared, slot)) });
    return step;
  }

  #inputs(declared: Declared, slot: string, { more, literalId }: Partial<UpOptions>): Properties {
    const one = declared.get(slot);
    if (one === undefined) throw new Error(`${slot} is not declared`);
    const others: Others = {
      has: (name) => declared.has(name),
      idOf: (name) => literalId?.(name, slot) ?? this.#at(name).resource.id,
      nameOf: (name) => nameIn(declared, name),
    };
    return { ...one.slot.inputs(one.variant, others), ...more?.(slot) };
  }

  /** Before an object is replaced, deletes its dependents that would have to be replaced too, as the engine does. */
  async #removeDependents(replaced: string): Promise<void> {
    for (const slot of this.slots) {
      const { resource, dependsOn, refers, kind } = this.#at(slot);
      if (!dependsOn.has(replaced)) continue;
      const unknown = Object.keys(refers).filter((key) => refers[key]?.includes(replaced) === true);
      const news = Object.fromEntries(
        Object.entries(resource.inputs).map(([key, value]) => [key, unknown.includes(key) ? UNKNOWN : value]),
      );
      const { replaces } = await this.#provider.kind(kind).diff(resource.id, resource.outputs, news);
      if (replaces.length === 0) continue;
      await this.#removeDependents(slot);
      await resource.remove();
    }
  }

  /**
   * Deletes slots that nothing in the state depends on any more. Repeats this until nothing is left, or until the
   * remaining slots cannot be deleted. Independent slots are deleted together. After an error it stops, unless `goOn`
   * is set.
   */
  async #remove(slots: readonly string[], parallel: number, goOn: boolean): Promise<StackError[]> {
    const left = new Set(slots);
    const errors: StackError[] = [];
    for (;;) {
      const failed = new Set(errors.map(({ slot }) => slot));
      const free = [...left].filter((slot) => !failed.has(slot) && !this.#isNeeded(slot));
      if (free.length === 0 || (errors.length > 0 && !goOn)) return errors;
      errors.push(
        ...(await errorsOf(free, parallel, async (slot) => {
          await this.#at(slot).resource.remove();
          left.delete(slot);
        })),
      );
    }
  }

  #isNeeded(slot: string): boolean {
    return this.slots.some((other) => other !== slot && this.#at(other).dependsOn.has(slot));
  }
}

/** The declared slots to which a declared slot refers. */
function references(declared: Declared, name: string): string[] {
  const slot = declared.get(name)?.slot;
  const all = [...(slot?.needs ?? []), ...Object.values(slot?.refers ?? {}).flat()];
  return [...new Set(all)].filter((one) => declared.has(one));
}

/** Runs work for each slot, at most `parallel` at a time. Returns the errors. */
async function errorsOf(
  slots: readonly string[],
  parallel: number,
  work: (slot: string) => Promise<void>,
): Promise<StackError[]> {
  const errors: StackError[] = [];
  await inParallel(slots, parallel, (slot) =>
    work(slot).catch((error: unknown) => errors.push({ slot, error: error as Error })),
  );
  return errors;
}
