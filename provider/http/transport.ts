import { bulkhead } from "cockatiel";
import type { Dispatcher } from "undici";
import type { ApplianceKind, OperationClass, Place } from "../errors/errors";
import { statusError } from "./answer";
import { connectionPool } from "./connector";
import { exchange, ExchangeFailure } from "./exchange";
import { failureError, type FailureContext } from "./failure";
import { type ConnectionOptions, limits, parseBaseUrl, pathPrefix } from "./options";
import { requestLog, type HttpReply, type RequestSpec, type Send } from "./request";
import { repeating } from "./retry";
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
  const { host, origin, ...base } = baseIn(options);
  const proxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const context = contextOf(options, proxy?.host);
  const connections = atLeastOne("concurrency", options.concurrency ?? limits.concurrency);
  const { connectMs } = context;
  const pool = connectionPool({ origin, tls: tlsPolicy(options), connectMs, connections, proxy: proxy?.href });
  const log = requestLog();
  let stopped: Error | undefined;
  let closing: Promise<void> | undefined;

  const sendOnce = async (request: RequestSpec): Promise<HttpReply> => {
    if (stopped !== undefined) throw stopped;
    const target = dispatchOptions(origin, base.prefix, request);
    const started = performance.now();
    const done = (result: string): void => log?.(request, result, performance.now() - started);
    try {
      const reply = await exchange(pool, target, context);
      done(String(reply.status));
      const fault = statusError(reply, request.place);
      if (fault?.details.transient === true) throw fault;
      return reply;
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      done(error.sent ? "lost" : "unsent");
      throw failureError(error, request.place, context);
    }
  };
  const repeated = repeating(sendOnce);
  const slots = bulkhead(connections, Number.MAX_SAFE_INTEGER);
  return {
    host,
    origin,
    place: (action, [operation, does]) => ({ appliance: options.appliance, host, action, does, operation }),
    send: (request) => slots.execute(() => repeated(request)),
    stop: (error) => {
      stopped ??= error;
    },
    close: () => (closing ??= pool.close()),
  };
}

function baseIn({ url, allowHttp, certFingerprints = [] }: ConnectionOptions) {
  const base = parseBaseUrl(url, { allowHttp });
  if (base.protocol === "http:" && certFingerprints.length > 0) {
    throw new Error("certFingerprints cannot be checked over http://: use https://.");
  }
  return { host: base.host, origin: base.origin, prefix: pathPrefix(base) };
}

function contextOf({ timeouts = {}, maxResponseBytes }: ConnectionOptions, proxyHost?: string): FailureContext {
  return {
    connectMs: atLeastOne("timeouts.connect", timeouts.connect ?? limits.connect),
    headersMs: atLeastOne("timeouts.headers", timeouts.headers ?? limits.headers),
    totalMs: atLeastOne("timeouts.total", timeouts.total ?? limits.total),
    responseBytes: atLeastOne("maxResponseBytes", maxResponseBytes ?? limits.responseBytes),
    proxyHost,
  };
}

function atLeastOne(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`${name} is not valid: it is a whole number of at least 1.`);
}

/** Unlike the appliance's URL, the proxy's URL may hold credentials. */
function parseProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new Error("proxy is not valid: write it as http://host:port.");
  }
  return url;
}

/** Refuses a request that would reach another host or path than it was built for. */
function dispatchOptions(origin: string, prefix: string, request: RequestSpec): Dispatcher.DispatchOptions {
  const path = `${prefix}${request.path}`;
  const target = /^\/(?!\/)/u.test(request.path) ? new URL(`${origin}${path}`) : undefined;
  if (target?.origin !== origin || `${target.pathname}${target.search}` !== path) {
    throw new Error(`The request ${request.place.action} was not sent: its path is not one below the configured URL.`);
  }
  const headers = { accept: "application/json", "accept-encoding": "identity", ...request.headers };
  return { origin, path, method: request.method, headers, body: request.body ?? null };
}
