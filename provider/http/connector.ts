import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from "undici";
import { limits } from "./options";
import type { TlsPolicy } from "./tls";

/**
 * No connection was established, so nothing was sent. It has a code of its own, because undici treats some codes of its
 * connector as "try again" (forever).
 */
export class ConnectFailure extends Error {
  readonly code = "CONNECT_FAILURE";

  constructor(
    /** Code of the operating system or of TLS, the code of a refused certificate, `CONNECT_TIMEOUT` or `PROXY_REFUSED`. */
    readonly reason: string,
    message: string,
    /** The certificate that is not accepted. */
    readonly certificate?: X509Certificate,
  ) {
    super(message);
    this.name = "ConnectFailure";
  }
}

interface PoolParts {
  /** Origin of the appliance. */
  origin: string;
  tls: TlsPolicy;
  /** Time limit in milliseconds for a connection, TLS and proxy included. */
  connectMs: number;
  connections: number;
  proxy?: string | undefined;
}

/**
 * Keep-alive connections to one appliance, with one request at a time on each: undici sends pipelined requests again
 * after a failed one, and nothing may be sent twice here. The exchange has its own deadlines, so undici's are off.
 */
export function connectionPool({ origin, tls, connectMs, connections, proxy }: PoolParts): Dispatcher {
  // A resumed session would skip the check of the name in the certificate.
  const connector: buildConnector.BuildOptions = { ...tls.options, timeout: connectMs, maxCachedSessions: 0 };
  const options = {
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  } satisfies Pool.Options;
  if (proxy === undefined) {
    return new Pool(origin, { ...options, connect: guarded(buildConnector(connector), tls, connectMs) });
  }
  return new ProxyAgent({
    ...options,
    uri: proxy,
    requestTls: connector,
    proxyTls: { timeout: connectMs, minVersion: "TLSv1.2" },
    factory: (target, inherited) => {
      const { connect, ...rest } = inherited as Pool.Options;
      return new Pool(target, { ...rest, connect: guarded(connect as buildConnector.connector, tls, connectMs) });
    },
  });
}

/** A connector that fails only with a {@link ConnectFailure}, keeps the deadline and lets the policy refuse. */
function guarded(connect: buildConnector.connector, tls: TlsPolicy, connectMs: number): buildConnector.connector {
  return (options, callback) => {
    let settled = false;
    const settle = (failure: ConnectFailure | undefined, socket: Socket | null): void => {
      // A socket that no request uses is destroyed. Its late errors have no listener.
      if (settled || failure !== undefined) socket?.on("error", () => undefined).destroy();
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (socket !== null && failure === undefined) callback(null, socket);
      else callback(failure ?? timedOut(), null);
    };
    const timer = setTimeout(settle, connectMs, timedOut(), null);
    connect(options, (error: Error | null, socket: Socket | null) => {
      settle(error === null ? refused(tls, socket) : connectFailure(error), socket);
    });
  };
}

function refused(tls: TlsPolicy, socket: Socket | null): ConnectFailure | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Node 20 returns it only once.
  const certificate = socket.getPeerX509Certificate();
  const code = tls.refuse(socket, certificate?.fingerprint256);
  return code === undefined ? undefined : new ConnectFailure(code, "the certificate is not accepted", certificate);
}

const timedOut = (): ConnectFailure => new ConnectFailure("CONNECT_TIMEOUT", "no connection in time");

function connectFailure(error: Error & { code?: unknown; cause?: unknown }): ConnectFailure {
  // undici wraps the TLS failure of a proxied connection, so that its own retry loop does not see the code.
  if (error.name === "SecureProxyConnectionError" && error.cause instanceof Error) return connectFailure(error.cause);
  if (error instanceof ConnectFailure) return error;
  const reason = typeof error.code === "string" ? error.code : "CONNECT_FAILURE";
  if (reason === "UND_ERR_CONNECT_TIMEOUT") return timedOut();
  return new ConnectFailure(reason === "UND_ERR_ABORTED" ? "PROXY_REFUSED" : reason, error.message);
}
