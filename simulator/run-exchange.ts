import type { ServerResponse } from "node:http";
import type { Application, Incoming, Task } from "./exchange";
import type { Delivery, Faults } from "./faults/fault";
import type { Pace } from "./pace";
import type { Switches } from "./switches";
import { framed } from "./wire";
import type { Arrival, LoggedRequest, RequestLog } from "./request-log";

/** Parts that all exchanges of one appliance share. */
export interface ExchangeTools {
  readonly requests: RequestLog;
  readonly faults: Faults;
  readonly pace: Pace;
  readonly switches: Readonly<Switches>;
  /** Resolves when the change of a request is in the file, if there is one. */
  readonly saved: () => Promise<void>;
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
      const task = this.#complete(await this.application.prepare(incoming));
      const entry = this.tools.requests.enter(this.arrival, task);
      this.#entry = entry;
      const delivery = await this.#perform(task, entry);
      if (this.#ended) entry.endedAt ??= Date.now();
      else this.#deliver(delivery, entry);
    } catch (error) {
      if (!this.tools.closing.aborted) this.#reportDefect(error);
    }
  }

  /** The same task. Its answer is as the switches write answers, and waits until its change is in the file. */
  #complete(task: Task): Task {
    const apply: Task["apply"] = async (refuseItem) => {
      const answer = framed(await task.apply(refuseItem), this.tools.switches);
      if (task.kind === "write") await this.tools.saved();
      return answer;
    };
    return { ...task, apply };
  }

  async #perform(task: Task, entry: LoggedRequest): Promise<Delivery> {
    const { application } = this;
    const { faults, pace, closing: signal } = this.tools;
    const fault = faults.find(application.appliance, task);
    await pace.wait(signal);
    const applied = (): void => void (entry.applied = true);
    if (fault !== undefined) return fault.run({ task, application, signal, applied });
    const answer = await task.apply();
    applied();
    return { way: "send", answer };
  }

  #deliver(delivery: Delivery, entry: LoggedRequest): void {
    if (!("answer" in delivery)) {
      if (delivery.way === "reset") this.reset();
      return;
    }
    const { way, answer } = delivery;
    entry.status = answer.status;
    entry.result = answer.result;
    const bytes = Buffer.from(answer.body);
    this.response.writeHead(answer.status, { ...answer.headers, "content-length": bytes.length });
    if (way === "send") this.response.end(bytes);
    else
      this.response.write(bytes.subarray(0, Math.max(1, Math.floor(bytes.length / 2))), () =>
        this.response.socket?.destroySoon(),
      );
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
