import { setTimeout as sleep } from "node:timers/promises";
import type { OutgoingHttpHeaders } from "node:http";
import { type Answer, type Application, type ApplianceName, html, json, type Task } from "./exchange";
import { concerns } from "./request-log";

/**
 * What goes wrong. Unless `apply` says otherwise:
 * - `resetBeforeApply`, `resetAfterApply`: the connection is reset without an answer.
 * - `hang`: the request is neither applied nor answered; the connection stays open.
 * - `html`: a login page with status 200 instead of the appliance, not applied.
 * - `invalidJson`: applied; the answer stops in the middle of its JSON with a matching length.
 * - `truncate`: applied; the announced length is longer than what is sent, then the connection ends.
 * - `truncateChunked`: the same in a chunked answer.
 * - `closeAfter`: applied and answered; the answer says that the connection will be closed.
 * - `dropAfter`: applied and answered; the connection then ends although the answer did not say so.
 * - `{status}`: any answer, not applied.
 * - `{refuse}`: the appliance's own form of a refusal, not applied.
 * - `{delayMs}`: applied, then the answer waits.
 * - `{drip}`: applied; the answer leaves in slices with a pause between them.
 * - `{rewrite}`: applied; the parsed answer is replaced by what the function returns.
 * - `{headers}`: applied; the answer has these headers too.
 */
export type FaultKind =
  | "resetBeforeApply"
  | "resetAfterApply"
  | "hang"
  | "html"
  | "invalidJson"
  | "truncate"
  | "truncateChunked"
  | "closeAfter"
  | "dropAfter"
  | { readonly status: number; readonly body?: string | Buffer; readonly headers?: OutgoingHttpHeaders }
  | { readonly refuse: string; readonly details?: string }
  | { readonly delayMs: number }
  | { readonly drip: { readonly bytes: number; readonly everyMs: number } }
  | { readonly rewrite: (answer: unknown) => unknown }
  | { readonly headers: OutgoingHttpHeaders };

/** A fault on demand. */
export interface FaultSpec {
  /** Default: both. */
  readonly appliance?: ApplianceName;
  /** Action or verb, or an expression found in "action verb detail". Default: every request. */
  readonly match?: string | RegExp;
  /** How many matching requests pass before it begins. Default 0. */
  readonly skip?: number;
  /** How many requests it hits. Default: all that follow. */
  readonly times?: number;
  /** Asked for each request that would be hit; for seeded random faults. */
  readonly when?: () => boolean;
  /** Whether the request is applied; default as the kind says. */
  readonly apply?: boolean;
  readonly kind: FaultKind;
}

/** How an answer travels to the client. */
export type Delivery =
  | { readonly way: "send"; readonly answer: Answer }
  | { readonly way: "sendThenDrop"; readonly answer: Answer }
  | { readonly way: "drip"; readonly answer: Answer; readonly bytes: number; readonly everyMs: number }
  | { readonly way: "cut"; readonly answer: Answer; readonly chunked: boolean }
  | { readonly way: "reset" }
  | { readonly way: "silence" };

interface Effect {
  readonly apply: boolean;
  readonly deliver: (answer: Answer | undefined, application: Application, signal: AbortSignal) => Promise<Delivery>;
}

/** A fault that was added: tells how often it struck, and can be removed. */
export class Fault {
  #passed = 0;
  #hits = 0;

  constructor(
    readonly spec: FaultSpec,
    readonly remove: () => void,
  ) {}

  /** Requests that it has hit. */
  get hits(): number {
    return this.#hits;
  }

  /** True when this request is hit; counts it. */
  strikes(appliance: ApplianceName, task: Task): boolean {
    const { match, skip = 0, times = Infinity, when } = this.spec;
    if (this.spec.appliance !== undefined && this.spec.appliance !== appliance) return false;
    if (match !== undefined && !concerns(match, task)) return false;
    if (this.#passed++ < skip || this.#hits >= times || when?.() === false) return false;
    this.#hits += 1;
    return true;
  }

  /** Applies the request or not, and says what is sent. */
  async run(task: Task, application: Application, signal: AbortSignal, applied: () => void): Promise<Delivery> {
    const effect = effectOf(this.spec.kind);
    let answer: Answer | undefined;
    if (this.spec.apply ?? effect.apply) {
      answer = await task.apply();
      applied();
    }
    return effect.deliver(answer, application, signal);
  }
}

/** The faults of a simulator. The first one that matches a request wins. */
export class Faults {
  readonly #faults = new Set<Fault>();

  /** Adds a fault; the handle removes it again. */
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

const none: Answer = { status: 200, headers: { "content-type": "application/json" }, body: "{}", result: "error" };

function effectOf(kind: FaultKind): Effect {
  if (typeof kind === "string") return namedEffects[kind];
  if ("status" in kind) {
    const { status, body = "", headers = {} } = kind;
    return instead(() => ({ status, headers, body, result: "error" }));
  }
  if ("refuse" in kind) {
    const { refuse, details } = kind;
    if (details === undefined) return instead((application) => application.refuse(refuse));
    return instead(() => json({ err: refuse, details }, "error"));
  }
  if ("delayMs" in kind) {
    return afterwards(async (answer, signal) => {
      await sleep(kind.delayMs, undefined, { signal });
      return { way: "send", answer };
    });
  }
  if ("drip" in kind) return afterwards((answer) => ({ way: "drip", answer, ...kind.drip }));
  if ("rewrite" in kind) {
    return afterwards((answer) => {
      const parsed: unknown = JSON.parse(answer.body.toString());
      return { way: "send", answer: { ...json(kind.rewrite(parsed), answer.result), status: answer.status } };
    });
  }
  return afterwards((answer) => withHeaders(answer, kind.headers));
}

function withHeaders(answer: Answer, headers: OutgoingHttpHeaders): Delivery {
  return { way: "send", answer: { ...answer, headers: { ...answer.headers, ...headers } } };
}

const namedEffects: Record<Extract<FaultKind, string>, Effect> = {
  resetBeforeApply: { apply: false, deliver: () => Promise.resolve({ way: "reset" }) },
  resetAfterApply: { apply: true, deliver: () => Promise.resolve({ way: "reset" }) },
  hang: { apply: false, deliver: () => Promise.resolve({ way: "silence" }) },
  html: instead(() => html("Log in")),
  invalidJson: afterwards((answer) => ({
    way: "send",
    answer: { ...answer, body: firstHalf(answer), result: "error" },
  })),
  truncate: afterwards((answer) => ({ way: "cut", answer: { ...answer, result: "error" }, chunked: false })),
  truncateChunked: afterwards((answer) => ({ way: "cut", answer: { ...answer, result: "error" }, chunked: true })),
  closeAfter: afterwards((answer) => withHeaders(answer, { connection: "close" })),
  dropAfter: afterwards((answer) => ({ way: "sendThenDrop", answer })),
};

/** An effect that answers something else; the request is not applied. */
function instead(make: (application: Application) => Answer): Effect {
  return {
    apply: false,
    deliver: (_answer, application) => Promise.resolve({ way: "send", answer: make(application) }),
  };
}

/** An effect on the real answer; the request is applied. */
function afterwards(change: (answer: Answer, signal: AbortSignal) => Delivery | Promise<Delivery>): Effect {
  return { apply: true, deliver: async (answer, _application, signal) => change(answer ?? none, signal) };
}

function firstHalf(answer: Answer): Buffer {
  const bytes = Buffer.from(answer.body);
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}
