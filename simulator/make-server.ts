import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  createSecureServer,
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { SecureVersion } from "node:tls";
import type { ServerCertificate } from "./certificate";

/** Protocols of an appliance's server. */
export interface ServerOptions {
  /** Undefined for a server without TLS. */
  readonly certificate: ServerCertificate | undefined;
  /** Newest TLS version that the server offers. The oldest is 1.2, or this version if it is older. */
  readonly maxTlsVersion?: SecureVersion | undefined;
  /** Default 1.1. */
  readonly httpVersion?: "1.1" | "2" | undefined;
}

export type HttpServer = Server | Http2Server;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates a server for the chosen protocol. An HTTP/2 server speaks only HTTP/2 and sends only plain answers. */
export function makeServer(options: ServerOptions, listener: Listener): HttpServer {
  const { certificate, httpVersion = "1.1" } = options;
  if (httpVersion === "2") {
    // Node's HTTP/2 requests and answers have the HTTP/1 methods that are used here, but share no type with HTTP/1.
    const compatible = listener as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void;
    if (certificate === undefined) return createHttp2Server(compatible);
    return createSecureServer({ ...tlsOptions(certificate, options), allowHTTP1: false }, compatible);
  }
  // Idle connections stay open: the faults decide when they close, not a timeout.
  const common = { keepAliveTimeout: 0, requestTimeout: 0 };
  if (certificate === undefined) return createHttpServer(common, listener);
  return createHttpsServer({ ...common, ...tlsOptions(certificate, options) }, listener);
}

function tlsOptions({ key, cert }: ServerCertificate, { maxTlsVersion }: ServerOptions) {
  if (maxTlsVersion === undefined) return { key, cert, minVersion: "TLSv1.2" as const };
  if (maxTlsVersion >= "TLSv1.2") return { key, cert, minVersion: "TLSv1.2" as const, maxVersion: maxTlsVersion };
  // OpenSSL offers these old versions only at security level 0.
  return { key, cert, minVersion: maxTlsVersion, maxVersion: maxTlsVersion, ciphers: "DEFAULT@SECLEVEL=0" };
}
