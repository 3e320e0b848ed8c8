import type { Dispatcher } from "undici";
import type { ApplianceKind } from "../errors/errors";
import { type ConnectionOptions, limits, parseBaseUrl, pathPrefix } from "./options";
import { connectionPool } from "./connector";
import { Exchange } from "./exchange";
import { failureError, isAboutCertificate, type FailureContext } from "./failure";
import { type HttpReply, requestLog, type RequestSpec, type Send } from "./request";
import { tlsPolicy } from "./tls";
import { shownCertificate, type ServerCertificateInfo } from "./tls-inspection";
import { bulkhead } from "cockatiel";

/** The connection to one appliance. */
export interface Transport {
  /** Sends once. Never retries, never follows a redirect, and keeps nothing of a response. */
  readonly send: Send;
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Closes after the requests in flight have ended; later ones fail. */
  close(): Promise<void>;
}

/**
 * Creates the transport of one appliance. It does not connect before the first request. Throws a plain `Error` for
 * options that cannot work: a bad URL, fingerprint, certificate or limit.
 */
export function createTransport(options: ConnectionOptions & { appliance: ApplianceKind }): Transport {
  const base = parseBaseUrl(options.url, { allowHttp: options.allowHttp });
  if (base.protocol === "http:" && (options.certFingerprints?.length ?? 0) > 0) {
    throw new Error("certFingerprints cannot be checked over http://: use https://.");
  }
  const proxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const context: FailureContext = { ...boundsOf(options), proxyHost: proxy?.host, trust: options };
  const pool = connectionPool({
    origin: base.origin,
    tls: tlsPolicy(options),
    connectMs: context.connectMs,
    connections: atLeastOne("concurrency", options.concurrency ?? limits.concurrency),
    proxy: proxy?.href,
  });
  const prefix = pathPrefix(base);
  const log = requestLog(options.appliance, base.host);
  const place = { appliance: options.appliance, host: base.host };
  // Through a proxy it would need a tunnel of its own.
  const certificate = proxy === undefined ? onceAtATime(() => shownCertificate(options)) : undefined;
  let closing: Promise<void> | undefined;

  return {
    host: base.host,
    origin: base.origin,
    send: async (request) => {
      const exchange = new Exchange(context);
      pool.dispatch(dispatchOptions(base.origin, prefix, request), exchange);
      const started = performance.now();
      const outcome = await exchange.outcome;
      const milliseconds = performance.now() - started;
      if ("reply" in outcome) {
        log?.(request, String(outcome.reply.status), milliseconds);
        return outcome.reply;
      }
      const { failure } = outcome;
      const refused = isAboutCertificate(failure) ? await certificate?.() : undefined;
      const error = failureError(failure, { ...place, action: request.action }, context, refused);
      log?.(request, error.name, milliseconds);
      throw error;
    },
    close: () => (closing ??= pool.close()),
  };
}

/** All running requests fail because of the same certificate, so one inspection serves them all. */
function onceAtATime(
  look: () => Promise<ServerCertificateInfo | undefined>,
): () => Promise<ServerCertificateInfo | undefined> {
  let looking: ReturnType<typeof look> | undefined;
  return () => (looking ??= look().finally(() => (looking = undefined)));
}

function boundsOf({ timeouts = {}, maxResponseBytes }: ConnectionOptions): Omit<FailureContext, "trust"> {
  return {
    connectMs: atLeastOne("timeouts.connect", timeouts.connect ?? limits.connect),
    headersMs: atLeastOne("timeouts.headers", timeouts.headers ?? limits.headers),
    totalMs: atLeastOne("timeouts.total", timeouts.total ?? limits.total),
    responseBytes: atLeastOne("maxResponseBytes", maxResponseBytes ?? limits.responseBytes),
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
    throw new Error(`The request ${request.action} was not sent: its path is not one below the configured URL.`);
  }
  const headers = { accept: "application/json", "accept-encoding": "identity", ...request.headers };
  if (Object.keys(headers).some((name) => name.toLowerCase() === "host")) {
    throw new Error(`The request ${request.action} was not sent: it names a host of its own.`);
  }
  return { origin, path, method: request.method, headers, body: request.body ?? null };
}

/**
 * Sends at most this many requests at once, first come first served. A request keeps its slot during retries and the
 * delays between them, like the operations in `appliance/client-layer.ts`: a busy appliance then gets fewer requests, not
 * other ones in between. The pool has the same limit. This one exists for the layers below it: when a request gets its
 * slot, they decide whether to send it at all.
 */
export function limitConcurrency(send: Send, concurrency: number): Send {
  const slots = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  return (request) => slots.execute(() => send(request));
}

/**
 * Sends nothing more after a response that makes all later requests useless: these fail at once, with the same error.
 * Must be directly before the transport, so that requests which wait for their turn fail too.
 *
 * @param refusalIn returns the error for such a response
 */
export function stopAtRefusal(
  send: Send,
  refusalIn: (reply: HttpReply, request: RequestSpec) => Error | undefined,
): Send {
  let refusal: Error | undefined;
  return async (request) => {
    if (refusal !== undefined) throw refusal;
    const reply = await send(request);
    refusal ??= refusalIn(reply, request);
    if (refusal !== undefined) throw refusal;
    return reply;
  };
}
