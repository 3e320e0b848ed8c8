import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Capacity } from "./capacity";
import type { Answer, Application, Incoming, Task } from "./exchange";
import type { Delivery } from "./faults/effects";
import type { Faults } from "./faults/fault";
import type { Latency } from "./latency";
import type { Switches } from "./switches";
import { framed } from "./wire";
import type { Arrival, LoggedRequest, RequestLog } from "./request-log";

/** Parts that all exchanges of one appliance share. */
export interface ExchangeTools {
  readonly requests: RequestLog;
  readonly faults: Faults;
  readonly latency: Latency;
  readonly capacity: Capacity;
  readonly switches: Readonly<Switches>;
  /** Resolves when the change of a request is in the file. Undefined without a file. */
  readonly saved: (() => Promise<void>) | undefined;
  /** Aborted when the simulator closes, so that all waits end. */
  readonly closing: AbortSignal;
}

/** Handles one request from its arrival to the last byte of its answer: parse, wait, apply, answer, log. */
export class Exchange {
  #entry: LoggedRequest | undefined;
  #ended = false;

  constructor(
    private readonly application: Application,
    private readonly arrival: Arrival,
    private readonly response: ServerResponse,
    private readonly tools: ExchangeTools,
    private readonly reset: () => void,
  ) {}

  /** Called when the answer has been sent or the connection is gone. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.tools.requests.leave(this.arrival, this.#entry);
  }

  async run(incoming: Incoming): Promise<void> {
    try {
      const task = this.#written(this.#keeping(await this.application.prepare(incoming)));
      const entry = this.tools.requests.enter(this.arrival, task);
      this.#entry = entry;
      const delivery = await this.#perform(task, entry);
      if (this.#ended) entry.endedAt ??= Date.now();
      else await this.#deliver(delivery, entry);
    } catch (error) {
      if (!this.tools.closing.aborted) this.#reportDefect(error);
    }
  }

  /** The same task, except that its answer waits until its change is in the file. */
  #keeping(task: Task): Task {
    const { saved } = this.tools;
    if (saved === undefined || task.kind !== "write") return task;
    const apply: Task["apply"] = async (interference) => {
      const answer = await task.apply(interference);
      await saved();
      return answer;
    };
    return { ...task, apply };
  }

  /** The same task, with its answer as the switches write answers. */
  #written(task: Task): Task {
    const apply: Task["apply"] = async (interference) => framed(await task.apply(interference), this.tools.switches);
    return { ...task, apply };
  }

  async #perform(task: Task, entry: LoggedRequest): Promise<Delivery> {
    const { faults, capacity, latency, closing } = this.tools;
    const fault = faults.find(this.application.appliance, task);
    const leave = await capacity.enter();
    try {
      await latency.wait(closing);
      if (fault !== undefined) return await fault.run(task, this.application, closing, () => (entry.applied = true));
      const answer = await task.apply();
      entry.applied = true;
      return { way: "send", answer };
    } finally {
      leave();
    }
  }

  async #deliver(delivery: Delivery, entry: LoggedRequest): Promise<void> {
    if (delivery.way === "silence") return;
    if (delivery.way === "reset") {
      this.reset();
      return;
    }
    const { answer } = delivery;
    entry.status = answer.status;
    entry.result = answer.result;
    const bytes = Buffer.from(answer.body);
    if (delivery.way === "cut") {
      this.#cut(answer, bytes, delivery.chunked);
      return;
    }
    if (delivery.way === "drip") return this.#drip(answer, bytes, delivery.bytes, delivery.everyMs);
    const drop = (): void => {
      if (delivery.way === "sendThenDrop") this.response.socket?.destroySoon();
    };
    this.response.writeHead(answer.status, withLength(answer, bytes));
    this.response.end(bytes, drop);
  }

  #cut(answer: Answer, bytes: Buffer, chunked: boolean): void {
    const headers = chunked ? answer.headers : withLength(answer, bytes);
    this.response.writeHead(answer.status, headers);
    this.response.write(bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2))), () => {
      this.response.socket?.destroySoon();
    });
  }

  async #drip(answer: Answer, bytes: Buffer, slice: number, everyMs: number): Promise<void> {
    this.response.writeHead(answer.status, withLength(answer, bytes));
    for (let start = 0; start < bytes.length && !this.#ended; start += slice) {
      this.response.write(bytes.subarray(start, start + slice));
      await sleep(everyMs, undefined, { signal: this.tools.closing });
    }
    this.response.end();
  }

  /** Reports an exception as a bug of the simulator, so that it does not look like a refusal of the appliance. */
  #reportDefect(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`flowgate simulator defect: ${text}\n`);
    if (this.#entry !== undefined) this.#entry.status = 500;
    if (this.response.headersSent) this.response.destroy();
    else this.response.writeHead(500, { "content-type": "text/plain" }).end("simulator defect\n");
  }
}

function withLength(answer: Answer, bytes: Buffer): Answer["headers"] {
  return { ...answer.headers, "content-length": bytes.length };
}
