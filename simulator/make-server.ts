import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { ServerCertificate } from "./certificate";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Creates a server with TLS 1.2 or later, or without TLS if there is no certificate. */
export function makeServer(certificate: ServerCertificate | undefined, listener: Listener): Server {
  // Idle connections stay open: the faults decide when they close, not a timeout.
  const common = { keepAliveTimeout: 0, requestTimeout: 0 };
  if (certificate === undefined) return createHttpServer(common, listener);
  const { key, cert } = certificate;
  return createHttpsServer({ ...common, key, cert, minVersion: "TLSv1.2" }, listener);
}
