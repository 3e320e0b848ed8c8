import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Application, ApplianceName, Task } from "../exchange";
import { concerns } from "../request-log";
import { type Delivery, type Effect, effectOf } from "./effects";
import type { FaultSpec } from "./kinds";

/** An active fault: counts its hits and can be removed. */
export class Fault {
  readonly #effect: Effect;
  #passed = 0;
  #hits = 0;

  constructor(
    readonly spec: FaultSpec,
    readonly remove: () => void,
  ) {
    this.#effect = effectOf(spec.kind);
  }

  /** Number of requests that it has hit. */
  get hits(): number {
    return this.#hits;
  }

  /** True if the fault hits this request. Counts the request. */
  strikes(appliance: ApplianceName, task: Task): boolean {
    const { match, skip = 0, every = 1, times = Infinity, when } = this.spec;
    if (this.spec.appliance !== undefined && this.spec.appliance !== appliance) return false;
    if (match !== undefined && !concerns(match, task)) return false;
    const number = ++this.#passed - skip;
    if (number <= 0 || number % every !== 0 || this.#hits >= times || when?.(task) === false) return false;
    this.#hits += 1;
    return true;
  }

  /** Applies the request or not, and returns what to send. */
  async run(task: Task, application: Application, signal: AbortSignal, applied: () => void): Promise<Delivery> {
    const { apply, again = false, laterMs, before, interference, deliver } = this.#effect;
    let answer: Answer | undefined;
    before?.(application);
    if (this.spec.apply ?? apply) {
      answer = await task.apply(interference);
      if (again) await task.apply(interference);
      applied();
    } else if (laterMs !== undefined) {
      void applyLater(task, laterMs, signal, applied);
    }
    return deliver(answer, application, signal);
  }
}

/** Applies a request after its connection is gone, unless the simulator closes first. */
async function applyLater(task: Task, ms: number, signal: AbortSignal, applied: () => void): Promise<void> {
  const isOver = await sleep(ms, false, { signal }).catch(() => true);
  if (isOver) return;
  await task.apply();
  applied();
}

/** The faults of a simulator. The first fault that matches a request applies. */
export class Faults {
  readonly #faults = new Set<Fault>();

  /** Adds a fault. The returned handle can remove it. */
  add(spec: FaultSpec): Fault {
    const fault: Fault = new Fault(spec, () => this.#faults.delete(fault));
    this.#faults.add(fault);
    return fault;
  }

  clear(): void {
    this.#faults.clear();
  }

  /** The fault that hits this request, if any. Called by the server. */
  find(appliance: ApplianceName, task: Task): Fault | undefined {
    for (const fault of this.#faults) if (fault.strikes(appliance, task)) return fault;
    return undefined;
  }
}
