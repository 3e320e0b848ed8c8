import { bulkhead } from "cockatiel";
import type { Dispatcher } from "undici";
import type { ApplianceKind, Place } from "../errors/errors";
import { statusError } from "./answer";
import { connectionPool } from "./connector";
import { Exchange } from "./exchange";
import { failureError, isAboutCertificate, type FailureContext } from "./failure";
import { type ConnectionOptions, limits, parseBaseUrl, pathPrefix } from "./options";
import { requestLog, type HttpReply, type OperationClass, type RequestSpec, type Send } from "./request";
import { repeating } from "./retry";
import { tlsPolicy } from "./tls";
import { shownCertificate, type ServerCertificateInfo } from "./tls-inspection";

/** The connection to one appliance. */
export interface Transport {
  /** Sends, at most `concurrency` requests at once. Repeats what is safe to repeat; never follows a redirect. */
  readonly send: Send;
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Where a request goes, for its errors. */
  place(action: string, operation: OperationClass): Place;
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
  const base = parseBaseUrl(options.url, { allowHttp: options.allowHttp });
  if (base.protocol === "http:" && (options.certFingerprints?.length ?? 0) > 0) {
    throw new Error("certFingerprints cannot be checked over http://: use https://.");
  }
  const proxy = options.proxy === undefined ? undefined : parseProxy(options.proxy);
  const context: FailureContext = { ...boundsOf(options), proxyHost: proxy?.host, trust: options };
  const concurrency = atLeastOne("concurrency", options.concurrency ?? limits.concurrency);
  const pool = connectionPool({
    origin: base.origin,
    tls: tlsPolicy(options),
    connectMs: context.connectMs,
    connections: concurrency,
    proxy: proxy?.href,
  });
  const prefix = pathPrefix(base);
  const log = requestLog(options.appliance, base.host);
  const place: Transport["place"] = (action, operation) => ({
    appliance: options.appliance,
    host: base.host,
    action,
    isRead: operation === "read",
  });
  // Through a proxy it would need a tunnel of its own.
  const certificate = proxy === undefined ? onceAtATime(() => shownCertificate(options)) : undefined;
  const slots = bulkhead(concurrency, Number.MAX_SAFE_INTEGER);
  let stopped: Error | undefined;
  let closing: Promise<void> | undefined;

  const sendOnce = async (request: RequestSpec): Promise<HttpReply> => {
    if (stopped !== undefined) throw stopped;
    const exchange = new Exchange(context);
    pool.dispatch(dispatchOptions(base.origin, prefix, request), exchange);
    const started = performance.now();
    const outcome = await exchange.outcome;
    const milliseconds = performance.now() - started;
    const at = place(request.action, request.operation);
    if ("reply" in outcome) {
      log?.(request, String(outcome.reply.status), milliseconds);
      const fault = statusError(outcome.reply, at);
      if (fault?.details.transient === true) throw fault;
      return outcome.reply;
    }
    const { failure } = outcome;
    log?.(request, failure.kind, milliseconds);
    const refused = isAboutCertificate(failure) ? await certificate?.() : undefined;
    throw failureError(failure, at, context, refused);
  };
  const repeated = repeating(sendOnce);

  return {
    host: base.host,
    origin: base.origin,
    place,
    send: (request) => slots.execute(() => repeated(request)),
    stop: (error) => {
      stopped ??= error;
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
