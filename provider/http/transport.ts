import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { ApplianceError, type ApplianceKind, type OperationClass, type Place } from "../errors/errors";
import { log } from "../errors/report";
import { busyError } from "./answer";
import { connectionPool } from "./connector";
import { exchange } from "./exchange";
import { type ConnectionOptions, limits, parseBaseUrl, parseProxy } from "./options";
import type { HttpReply, RequestSpec, Send } from "./request";
import { tlsPolicy } from "./tls";

/** What is known of an action or a path: how it may be repeated, and what it does in the words of messages. */
export type Row = readonly [operation: OperationClass, does: string, ...unknown[]];

/** The connection to one appliance. */
export interface Transport {
  /** Sends, at most `concurrency` requests at once. Repeats what is safe to repeat; never follows a redirect. */
  readonly send: Send;
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
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
  const { host, origin, pathname } = parseBaseUrl(options.url, options);
  const prefix = pathname === "/" ? "" : pathname;
  const proxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const { timeouts = {}, concurrency: connections = limits.concurrency } = options;
  const { connect = limits.connect, headers = limits.headers, total = limits.total } = timeouts;
  const context = { connect, headers, total, proxyHost: proxy?.host };
  const pool = connectionPool({ origin, tls: tlsPolicy(options), connect, headers, connections, proxy: proxy?.href });
  log(`${options.appliance} ${host} begins`, true);
  let stopped: Error | undefined;
  let closing: Promise<void> | undefined;
  /** Requests without an answer since the last answer. */
  let late = 0;

  const sendOnce = async (request: RequestSpec): Promise<HttpReply> => {
    if (stopped !== undefined) throw stopped;
    const { place: at, method, path, body = null } = request;
    const own = { accept: "application/json", "accept-encoding": "identity", ...request.headers };
    const started = performance.now();
    let result = "lost";
    try {
      const reply = await exchange(pool, { origin, path: prefix + path, method, headers: own, body }, at, context);
      result = String(reply.status);
      late = 0;
      const busy = busyError(reply, at);
      if (busy === undefined) return reply;
      throw busy;
    } catch (error) {
      if (error instanceof ApplianceError && error.details.forAll === true) result = "unsent";
      if (error instanceof ApplianceError && error.details.late === true && (late += 1) >= MOST_LATE) {
        const words = `it left ${late} requests in a row without an answer, so nothing more is sent to it in this run`;
        stopped ??= new ApplianceError(at, "none", words, { forAll: true });
      }
      throw error;
    } finally {
      const spent = `${Math.round(performance.now() - started)}ms`;
      log([at.appliance, at.host, method, at.action, result, spent].join(" "));
    }
  };
  const slots = pLimit(connections);
  return {
    host,
    origin,
    place: (action, [operation, does]) => ({ appliance: options.appliance, host, action, does, operation }),
    send: (request) => slots(() => repeating(sendOnce, request)),
    stop: (error) => {
      stopped ??= error;
    },
    close: () => (closing ??= pool.close()),
  };
}

/** Requests in a row without an answer after which an appliance counts as down: each costs the whole time limit. */
const MOST_LATE = 4;

/** What is repeated, how often and after how long. */
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
async function repeating(send: Send, request: RequestSpec): Promise<HttpReply> {
  const { attempts, initialDelayMs, maxDelayMs, maxRetryAfterMs, turnedAway } = retryPolicy;
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(request);
    } catch (error) {
      if (!isRepeatable(error, request.place.operation)) throw error;
      const { status, retryAfterMs = 0 } = error.details;
      const isTooLong = performance.now() - began + retryAfterMs > maxRetryAfterMs;
      if (tries > (status === 429 ? turnedAway : attempts) || isTooLong) throw error;
      const jitterMs = Math.random() * Math.min(maxDelayMs, initialDelayMs * 2 ** (tries - 1));
      await sleep(error.details.retryAfterMs ?? jitterMs);
    }
  }
}

function isRepeatable(error: unknown, operation: OperationClass): error is ApplianceError {
  if (!(error instanceof ApplianceError) || error.details.transient !== true) return false;
  return error.effect === "none" || operation === "read";
}
