import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Application, type ApplianceName, html, json, type Task } from "../exchange";
import { concerns } from "../request-log";
import type { FaultKind, FaultSpec } from "./kinds";

/** How an answer reaches the client; `cut` ends in its middle. */
export type Delivery =
  { readonly way: "send" | "cut"; readonly answer: Answer } | { readonly way: "reset" | "silence" };

/** A request that a fault hits. */
export interface Struck {
  readonly task: Task;
  readonly application: Application;
  /** Aborted when the simulator closes. */
  readonly signal: AbortSignal;
  /** Called when the request was applied. */
  readonly applied: () => void;
}

/** An active fault: counts its hits and can be removed. */
export class Fault {
  #passed = 0;
  #hits = 0;

  constructor(
    readonly spec: FaultSpec,
    readonly remove: () => void,
  ) {}

  /** Number of requests that it has hit. */
  get hits(): number {
    return this.#hits;
  }

  /** True if the fault hits this request. Counts the request. */
  strikes(appliance: ApplianceName, task: Task): boolean {
    const { match, skip = 0, times = Infinity, when } = this.spec;
    if (this.spec.appliance !== undefined && this.spec.appliance !== appliance) return false;
    if (match !== undefined && !concerns(match, task)) return false;
    this.#passed += 1;
    if (this.#passed <= skip || this.#hits >= times || when?.(task) === false) return false;
    this.#hits += 1;
    return true;
  }

  /** Applies the request or not, and returns what to send. */
  async run({ task, application, signal, applied }: Struck): Promise<Delivery> {
    const { kind, apply = isApplied(kind) } = this.spec;
    if (kind === "expireSessions") application.endSessions();
    if (typeof kind === "object" && "lateMs" in kind) {
      void applyLater(kind.lateMs, { task, application, signal, applied });
      return { way: "reset" };
    }
    if (!apply) return delivery(kind, none, application);
    const answer = await task.apply(refuser(kind));
    applied();
    if (typeof kind === "object" && "delayMs" in kind) await sleep(kind.delayMs, undefined, { signal });
    return delivery(kind, answer, application);
  }
}

/** Stands for the answer of a request that was not applied. */
const none: Answer = { status: 200, headers: { "content-type": "application/json" }, body: "{}", result: "error" };

function isApplied(kind: FaultKind): boolean {
  if (typeof kind === "string") return !["resetBeforeApply", "hang", "html"].includes(kind);
  return !("status" in kind) && !("refuse" in kind);
}

function delivery(kind: FaultKind, answer: Answer, application: Application): Delivery {
  switch (kind) {
    case "resetBeforeApply":
    case "resetAfterApply":
      return { way: "reset" };
    case "hang":
      return { way: "silence" };
    case "truncate":
      return { way: "cut", answer: { ...answer, result: "error" } };
    default:
      return { way: "send", answer: answerOf(kind, answer, application) };
  }
}

function answerOf(kind: FaultKind, answer: Answer, application: Application): Answer {
  if (kind === "html") return html("Log in");
  if (kind === "invalidJson") {
    const body = Buffer.from(answer.body);
    return { ...answer, body: body.subarray(0, Math.floor(body.length / 2)), result: "error" };
  }
  if (typeof kind === "string") return answer;
  if ("status" in kind) return { headers: {}, body: "", ...kind, result: "error" };
  if ("rewrite" in kind) {
    return { ...json(kind.rewrite(JSON.parse(answer.body.toString())), answer.result), status: answer.status };
  }
  if (!("refuse" in kind)) return answer;
  const { refuse: err, details } = kind;
  return details === undefined ? application.refuse(err) : json({ err, details }, "error");
}

/** What refuses single parts of a request. */
function refuser(kind: FaultKind): ((item: string) => string | undefined) | undefined {
  if (typeof kind !== "object" || !("refuseItems" in kind)) return undefined;
  const { refuseItems, words = "refused" } = kind;
  return (item) => (item.search(refuseItems) >= 0 ? words : undefined);
}

/** Applies a request after its connection is gone, unless the simulator closes first. */
async function applyLater(ms: number, { task, signal, applied }: Struck): Promise<void> {
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
