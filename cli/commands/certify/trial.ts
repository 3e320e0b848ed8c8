import { isDeepStrictEqual } from "node:util";
import type { Kind } from "../../../lib/site/kinds";
import type { Lifecycle } from "../../../provider/lifecycle/lifecycle";
import { PartlyDoneError, Refusal } from "../../../provider/errors/refusal";
import type { Values } from "../../../provider/values/inputs";
import type { Box, Run } from "./box";
import { isRefused, NotRunError } from "./verdict";

interface Entry {
  readonly id: string;
  readonly outputs: Values;
  /** Whether the last change was done only in part: the next `up` then updates. */
  readonly isUnfinished: boolean;
}

/** What an `up` did with a resource. */
export type Done = "create" | "update" | "replace" | "same";

/** One resource of a program with its entry in the state: it makes the calls that Pulumi's engine makes. */
export class Trial {
  #entry: Entry | undefined;
  /** Messages of the provider in the last command. */
  notes: readonly string[] = [];

  constructor(
    private readonly box: Box,
    readonly kind: Kind,
    private readonly site: string | undefined,
  ) {}

  get exists(): boolean {
    return this.#entry !== undefined;
  }

  get known(): Entry {
    if (this.#entry === undefined) throw new NotRunError("the object does not exist");
    return this.#entry;
  }

  /** `pulumi up`. */
  up(inputs: Values): Promise<Done> {
    return this.#during((lifecycle) => this.upIn(lifecycle, inputs));
  }

  /** The part of an `up` for this resource, in a run that it shares with others. */
  async upIn(lifecycle: Lifecycle, given: Values): Promise<Done> {
    const { inputs, failures } = lifecycle.check(this.site === undefined ? given : { ...given, site: this.site });
    if (failures.length > 0) throw new Refusal(failures.join("; "));
    const entry = this.#entry;
    if (entry === undefined) return this.#create(lifecycle, inputs, "create");
    const { changes, replaces } = lifecycle.diff(entry.id, entry.outputs, inputs);
    if (replaces.length > 0) {
      await this.destroyIn(lifecycle);
      return this.#create(lifecycle, inputs, "replace");
    }
    if (changes === false && !entry.isUnfinished) return "same";
    const { outputs } = await this.#keeping(() => lifecycle.update(entry.id, entry.outputs, inputs));
    this.#entry = { id: entry.id, outputs, isUnfinished: false };
    return "update";
  }

  /** `pulumi refresh`. */
  refresh(): Promise<"same" | "changed" | "gone"> {
    return this.#during(async (lifecycle) => {
      const before = this.known;
      const live = await lifecycle.read(before.id, before.outputs);
      this.#entry = live === undefined ? undefined : { id: live.id, outputs: live.outputs, isUnfinished: false };
      if (live === undefined) return "gone";
      return isDeepStrictEqual(live.outputs, before.outputs) ? "same" : "changed";
    });
  }

  /** `pulumi destroy`. */
  destroy(): Promise<void> {
    return this.#during((lifecycle) => this.destroyIn(lifecycle));
  }

  async destroyIn(lifecycle: Lifecycle): Promise<void> {
    const { id, outputs } = this.known;
    await lifecycle.delete(id, outputs);
    this.#entry = undefined;
  }

  /** Forgets the entry of the state: the object has another owner now. */
  forget(): void {
    this.#entry = undefined;
  }

  async #create(lifecycle: Lifecycle, inputs: Values, done: Done): Promise<Done> {
    const { id, outputs } = await this.#keeping(() => lifecycle.create(inputs)).catch((error: unknown) => {
      if (!isRefused(error)) this.box.created.add(this.kind);
      throw error;
    });
    this.box.created.add(this.kind);
    this.#entry = { id, outputs, isUnfinished: false };
    return done;
  }

  /** Keeps what exists after a change that failed in part, as the engine does. */
  async #keeping<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof PartlyDoneError) this.#entry = { id: error.id, outputs: error.outputs, isUnfinished: true };
      throw error;
    }
  }

  #during<T>(work: (lifecycle: Lifecycle) => Promise<T>): Promise<T> {
    return this.box.during(async (run: Run) => {
      try {
        return await work(run.kinds.lifecycle(this.kind));
      } finally {
        this.notes = run.notes;
      }
    });
  }
}
