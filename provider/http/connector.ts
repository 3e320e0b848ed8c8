import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from "undici";
import { limits } from "./options";
import type { TlsPolicy } from "./tls";

/**
 * No connection was established, so nothing was sent. It has its own class and code for two reasons: undici treats some
 * codes of its connector as "try again" (forever), and this failure must be distinguished from one on an open
 * connection.
 */
export class ConnectFailure extends Error {
  readonly code = "CONNECT_FAILURE";
  /** Code of the operating system, of TLS, or `CONNECT_TIMEOUT`, `PIN_MISMATCH`, `PROXY_REFUSED`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = "ConnectFailure";
    this.reason = reason;
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
    const settle = (error: ConnectFailure | undefined, socket: Socket | null): void => {
      if (settled) {
        discard(socket);
        return;
      }
      settled = true;
      clearTimeout(timer);
      if (error === undefined && socket !== null) {
        callback(null, socket);
        return;
      }
      discard(socket);
      callback(error ?? new ConnectFailure("CONNECT_FAILURE", "the connector gave neither socket nor error"), null);
    };
    const timer = setTimeout(
      () => settle(new ConnectFailure("CONNECT_TIMEOUT", "no connection in time"), null),
      connectMs,
    );
    connect(options, (error: Error | null, socket: Socket | null) => {
      if (error !== null) {
        settle(connectFailure(error), socket);
        return;
      }
      const refused =
        socket instanceof TLSSocket ? tls.refuse(socket.getPeerX509Certificate()?.fingerprint256) : undefined;
      settle(
        refused === undefined ? undefined : new ConnectFailure(refused, "the certificate is not a pinned one"),
        socket,
      );
    });
  };
}

/** Destroys a socket that no request uses, and ignores its late errors, which have no listener. */
function discard(socket: Socket | null): void {
  socket?.on("error", () => undefined).destroy();
}

function connectFailure(error: Error & { code?: unknown; cause?: unknown }): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  // undici wraps the TLS failure of a proxied connection, so that its own retry loop does not see the code.
  if (error.name === "SecureProxyConnectionError" && error.cause instanceof Error) return connectFailure(error.cause);
  const reason = typeof error.code === "string" ? error.code : "CONNECT_FAILURE";
  if (reason === "UND_ERR_ABORTED") return new ConnectFailure("PROXY_REFUSED", error.message);
  if (reason === "UND_ERR_CONNECT_TIMEOUT") return new ConnectFailure("CONNECT_TIMEOUT", "no connection in time");
  return new ConnectFailure(reason, error.message);
}
