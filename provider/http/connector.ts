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
    readonly certificate?: X509Certificate,
  ) {
    super(message);
    this.name = "ConnectFailure";
  }
}

interface PoolParts {
  origin: string;
  tls: TlsPolicy;
  /** Time limits in milliseconds: for a connection with TLS, and from then on for the header of a response. */
  connect: number;
  headers: number;
  connections: number;
  proxy?: string | undefined;
}

/**
 * Keep-alive connections to one appliance, with one request at a time on each: undici sends pipelined requests again
 * after a failed one, and nothing may be sent twice here. The exchange limits the time of the whole request.
 */
export function connectionPool({ origin, tls, connect, headers, connections, proxy }: PoolParts): Dispatcher {
  // A resumed session would skip the check of the name in the certificate.
  const connector: buildConnector.BuildOptions = { ...tls.options, timeout: connect, maxCachedSessions: 0 };
  const options = {
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: limits.headerBytes,
    maxResponseSize: limits.responseBytes,
    headersTimeout: headers,
    bodyTimeout: 0,
  } satisfies Pool.Options;
  if (proxy === undefined) {
    return new Pool(origin, { ...options, connect: guarded(buildConnector(connector), tls) });
  }
  return new ProxyAgent({
    ...options,
    uri: proxy,
    // Its own limit for the answer of a proxy is five minutes.
    clientFactory: (target, inherited) => new Pool(target, { ...inherited, headersTimeout: connect }),
    requestTls: connector,
    proxyTls: { timeout: connect, minVersion: "TLSv1.2" },
    factory: (target, inherited) => {
      const { connect: own, ...rest } = inherited as Pool.Options;
      return new Pool(target, { ...rest, connect: guarded(own as buildConnector.connector, tls) });
    },
  });
}

/** A connector that fails only with a {@link ConnectFailure}, and lets the policy refuse. */
function guarded(connect: buildConnector.connector, tls: TlsPolicy): buildConnector.connector {
  return (options, callback) => {
    connect(options, (error: Error | null, socket: Socket | null) => {
      const failure = error === null ? refused(tls, socket) : connectFailure(error);
      if (failure === undefined && socket !== null) callback(null, socket);
      else {
        // Late errors of a socket that no request uses have no listener.
        socket?.on("error", () => undefined).destroy();
        callback(failure ?? connectFailure(new Error("no connection")), null);
      }
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

function connectFailure(error: Error & { code?: unknown; cause?: unknown }): ConnectFailure {
  // undici wraps the TLS failure of a proxied connection, so that its own retry loop does not see the code.
  if (error.name === "SecureProxyConnectionError" && error.cause instanceof Error) return connectFailure(error.cause);
  if (error instanceof ConnectFailure) return error;
  const reason = typeof error.code === "string" ? error.code : "CONNECT_FAILURE";
  return new ConnectFailure(failures[reason] ?? reason, error.message);
}

const failures: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: "CONNECT_TIMEOUT",
  UND_ERR_HEADERS_TIMEOUT: "CONNECT_TIMEOUT",
  UND_ERR_ABORTED: "PROXY_REFUSED",
};
