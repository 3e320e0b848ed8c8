import type { LoggedRequest, RequestLog } from "../../../simulator";
import type { Terminal } from "../../../lib/output/terminal";

const INTERVAL_MS = 200;

/** Prints a line for each finished request, in the order of arrival. */
export class RequestLines {
  readonly #timer: NodeJS.Timeout;
  /** Sequence number of the last printed request. */
  #last = 0;

  constructor(
    private readonly log: RequestLog,
    private readonly json: boolean,
    private readonly terminal: Pick<Terminal, "jsonLine" | "line">,
  ) {
    this.#timer = setInterval(() => {
      this.#flush();
    }, INTERVAL_MS);
  }

  /** Prints the remaining requests. */
  end(): void {
    clearInterval(this.#timer);
    this.#flush();
  }

  #flush(): void {
    for (const request of this.log) {
      if (request.sequence <= this.#last) continue;
      // Later requests that are finished wait, so that the order is kept.
      if (request.endedAt === undefined) return;
      void (this.json ? this.terminal.jsonLine(dataOf(request)) : this.terminal.line(textOf(request)));
      this.#last = request.sequence;
    }
    // All entries are printed: a sandbox that runs for days must not keep them.
    this.log.clear();
  }
}

function dataOf({ startedAt, endedAt, sequence: _sequence, inFlight: _inFlight, ...request }: LoggedRequest): object {
  return { time: new Date(startedAt).toISOString(), milliseconds: (endedAt ?? startedAt) - startedAt, ...request };
}

function textOf(request: LoggedRequest): string {
  const { appliance, verb, detail, kind, status, result, startedAt, endedAt = startedAt } = request;
  const time = new Date(startedAt).toTimeString().slice(0, 8);
  const what = detail === "" ? verb : `${verb} ${detail}`;
  const answer = `${status === 0 ? "no answer" : status} ${result}`;
  return `${time}  ${appliance.padEnd(10)}  ${kind.padEnd(7)}  ${what}  ${answer}  ${endedAt - startedAt} ms`;
}
