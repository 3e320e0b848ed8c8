import { isUtf8 } from "node:buffer";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { Dispatcher } from "undici";
import { ApplianceError, type ApplianceKind, type OperationClass, type Place } from "../errors/errors";
import { log } from "../errors/report";
import { busyError } from "./answer";
import { connectionPool } from "./connector";
import { failureOf, type Failure, type FailureContext } from "./failure";
import { type ConnectionOptions, limits, parseBaseUrl, parseProxy } from "./options";
import type { HttpReply, RequestSpec, Send } from "./request";
import { tlsPolicy } from "./tls";

/** What is known of an action or a path: how it may be repeated, and what it does in the words of messages. */
export type Row = readonly [operation: OperationClass, does: string, ...unknown[]];

export interface Transport {
  /** Sends, at most `concurrency` requests at once. Repeats what is safe to repeat; never follows a redirect. */
  readonly send: Send;
  readonly host: string;
  readonly warn: (text: string) => void;
  /** What a request is, for its errors: an action or path template, and its row in the table of a client. */
  place(action: string, row: Row): Place;
  /** Sends nothing more: every later request, and every one that waits for its turn, fails with this error. */
  stop(error: Error): void;
  /** Closes after the requests in flight have ended; later ones fail. */
  close(): Promise<void>;
}

/**
 * Creates the transport of one appliance. It does not connect before the first request. Throws a plain `Error` for
 * options that cannot work: a bad URL, fingerprint, certificate or limit.
 */
export function createTransport(options: ConnectionOptions & { appliance: ApplianceKind }): Transport {
  const { appliance, concurrency: connections = limits.concurrency } = options;
  const { warn = (text: string) => process.emitWarning(text) } = options;
  const { host, origin, pathname } = parseBaseUrl(options.url, options);
  const proxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const { connect = limits.connect, headers = limits.headers, total = limits.total } = options.timeouts ?? {};
  const times = { connect, headers, total, proxyHost: proxy?.host };
  const pool = connectionPool({ ...times, origin, tls: tlsPolicy(options), connections, proxy: proxy?.href });
  log?.(`${appliance} ${host} begins`, true);
  if (options.insecureSkipVerify === true)
    warn(`insecureSkipVerify is on for the ${appliance} ${host}: anyone on the network path can read its credentials.`);
  const line = new Line(pool, { origin, prefix: pathname === "/" ? "" : pathname, times });
  const slots = pLimit(connections);
  let closing: Promise<void> | undefined;
  return {
    host,
    warn,
    place: (action, [operation, does]) => ({ appliance, host, action, does, operation }),
    send: (request) => slots(repeating, line, request),
    stop: (error) => {
      line.stopped ??= error;
    },
    close: () => (closing ??= pool.close()),
  };
}

class Line {
  /** Why nothing more is sent. */
  stopped: Error | undefined;
  /** Requests without an answer since the last answer. */
  #late = 0;

  constructor(
    private readonly pool: Dispatcher,
    private readonly parts: { readonly origin: string; readonly prefix: string; readonly times: FailureContext },
  ) {}

  /** Sends a request once. Throws an {@link ApplianceError} if there is no complete response. */
  async send(request: RequestSpec): Promise<HttpReply> {
    if (this.stopped !== undefined) throw this.stopped;
    const { place, method, path, body = null } = request;
    const { origin, prefix, times } = this.parts;
    const headers = { accept: "application/json", "accept-encoding": "identity", ...request.headers };
    const started = performance.now();
    let [result, hasBegun] = ["lost", false];
    try {
      const signal = AbortSignal.timeout(times.total);
      const whole = { origin, path: prefix + path, method, headers, body, signal };
      const { statusCode: status, headers: received, body: stream } = await this.pool.request(whole);
      hasBegun = true;
      const bytes = Buffer.from(await stream.arrayBuffer());
      // Some appliances send a byte order mark or blank lines first.
      const text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1").replace(/^[\s\ufeff]+/u, "");
      result = String(status);
      this.#late = 0;
      const reply = { status, headers: received, text, json: parsedJson(text) };
      const busy = busyError(reply, place);
      if (busy === undefined) return reply;
      throw busy;
    } catch (error) {
      const failure = error instanceof ApplianceError ? error : failureOf(error as Failure, hasBegun, place, times);
      if (failure.details.forAll === true) result = "unsent";
      if (failure.details.late === true && (this.#late += 1) >= MOST_LATE) {
        const words = `it left ${this.#late} requests in a row without an answer, so nothing more is sent to it in this run`;
        this.stopped ??= new ApplianceError(place, "none", words, { forAll: true });
      }
      throw failure;
    } finally {
      const spent = `${Math.round(performance.now() - started)}ms`;
      log?.([place.appliance, place.host, method, place.action, result, spent].join(" "));
    }
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Requests in a row without an answer after which an appliance counts as down: each costs the whole time limit. */
const MOST_LATE = 4;

const retryPolicy = {
  /** Repetitions after the first try. */
  attempts: 2,
  /** Full jitter between 0 and this many milliseconds, doubled with each try. */
  initialDelayMs: 200,
  maxDelayMs: 5_000,
  /** A longer `Retry-After` is an error instead of a wait. */
  maxRetryAfterMs: 60_000,
  /** Repetitions of one request that the appliance turned away because there were too many (429). */
  turnedAway: 20,
} as const;

/**
 * Repeats what is safe to repeat: a request that was certainly not carried out, and a request that only reads. A change
 * whose outcome is unknown is never repeated here: its sender looks first.
 */
async function repeating(line: Line, request: RequestSpec): Promise<HttpReply> {
  const { attempts, initialDelayMs, maxDelayMs, maxRetryAfterMs, turnedAway } = retryPolicy;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await line.send(request);
    } catch (error) {
      if (!isRepeatable(error, request.place.operation)) throw error;
      const { status, retryAfterMs = 0 } = error.details;
      const isTooLong = performance.now() - began + retryAfterMs > maxRetryAfterMs;
      if (tries > (status === 429 ? turnedAway : attempts) || isTooLong) throw error;
      const jitterMs = Math.random() * Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1));
      await sleep(Math.max(retryAfterMs, jitterMs));
    }
  }
}

function isRepeatable(error: unknown, operation: OperationClass): error is ApplianceError {
  if (!(error instanceof ApplianceError) || error.details.transient !== true) return false;
  return error.effect === "none" || operation === "read";
}
