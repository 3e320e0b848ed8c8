import { once } from "node:events";
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { closeLater } from "../../support/closing";
import { cleanEnvironment, launch, root } from "../../support/clone";
import type { ConnectionOptions } from "../../../provider/http/options";
import type { RequestSpec } from "../../../provider/http/request";
import { createTransport, type Transport } from "../../../provider/http/transport";

/** A server that gives access to the bytes. It parses only enough to find the end of a request. */
export interface RawServer {
  url: string;
  port: number;
  /** Complete requests as text, in the order in which they arrived. */
  requests: string[];
  /** The number of HTTP bytes that arrived, including those of incomplete requests. */
  bytes: () => number;
  connections: () => number;
}

export type OnRequest = (socket: Socket, request: string, index: number) => void;

/** Starts a server on any free port. With `tls` it uses HTTPS. */
export async function rawServer(onRequest: OnRequest, tls?: TlsOptions): Promise<RawServer> {
  const requests: string[] = [];
  let bytes = 0;
  let connections = 0;
  const onConnection = (socket: Socket): void => {
    let text = "";
    connections += 1;
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      text += chunk.toString("latin1");
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        onRequest(socket, request, requests.push(request) - 1);
      }
    });
  };
  const server: Server = tls === undefined ? createPlainServer(onConnection) : createTlsServer(tls, onConnection);
  server.on("tlsClientError", () => undefined);
  const port = await listen(server);
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    port,
    requests,
    bytes: () => bytes,
    connections: () => connections,
  };
}

/** Lets a server listen until the end of the test, which also ends its connections. Returns its port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  closeLater(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** The position after the first complete request. 0 if there is none. */
function endOfRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n") + 4;
  if (head < 4) return 0;
  const length = /^content-length: (\d+)/imu.exec(text.slice(0, head))?.[1];
  if (length !== undefined) return text.length >= head + Number(length) ? head + Number(length) : 0;
  if (!/^transfer-encoding: chunked/imu.test(text.slice(0, head))) return head;
  const last = text.indexOf("\r\n0\r\n\r\n", head - 2);
  return last < 0 ? 0 : last + 7;
}

/** A transport with `allowHttp`. It is closed after the test. */
export function transportTo(url: string, options: Partial<ConnectionOptions> = {}): Transport {
  const transport = createTransport({ appliance: "gateway", url, allowHttp: true, ...options });
  closeLater(() => transport.close());
  return transport;
}

const sender = `const { all, request } = JSON.parse(process.argv[1]);
for (const one of all) {
  const transport = require("./dist/provider/http/transport").createTransport({ appliance: "gateway", ...one });
  transport.send(request).then(({ text }) => text, String).then(console.log).finally(transport.close);
}`;

/** What a process prints that begins with these variables and reads once with each of these options. */
export async function printedWith(
  env: Record<string, string>,
  ...all: readonly Partial<ConnectionOptions>[]
): Promise<{ stdout: string; stderr: string }> {
  const given = JSON.stringify({ all, request: read });
  return launch(process.execPath, ["-e", sender, given], root, cleanEnvironment(env)).ended;
}

/** A request that reads, and one that creates. */
const place = {
  appliance: "gateway",
  host: "gw.example",
  action: "test/read",
  does: "the test",
  operation: "read",
} as const;
export const read: RequestSpec = { place, method: "GET", path: "/read" };
export const write: RequestSpec = {
  place: { ...place, action: "test/write", operation: "creating" },
  method: "POST",
  path: "/write",
  body: '{"name":"x"}',
};

/** A complete answer as bytes. */
export function answer(body: string, { status = "200 OK", headers = [] as string[] } = {}): string {
  const head = [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

/** The error with which a promise is rejected. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** What an error says of its request: it was not sent, its outcome is unknown, and so on. */
export type Outcome = Readonly<Record<string, unknown>>;
export const unsent: Outcome = { name: "ApplianceError", effect: "none" };
export const lost: Outcome = { name: "ApplianceError", effect: "unknown" };
export const strange: Outcome = { name: "ApplianceError", details: { arrived: true } };
export const refused: Outcome = { name: "ApplianceError", effect: "none" };
export const credentialsRefused: Outcome = { name: "ApplianceError", effect: "none", details: { credentials: true } };

/** Expects that a promise is rejected with such an error, in these words, and returns the error. */
export async function fails(promise: Promise<unknown>, outcome: Outcome, words: string | RegExp = ""): Promise<Error> {
  const error = (await rejection(promise)) as Error;
  expect(error).toMatchObject(outcome);
  expect(error.message).toMatch(words);
  return error;
}

/** Expects that a promise is rejected because a request was not sent, in these words. */
export async function notSent(
  promise: Promise<unknown>,
  transient: boolean,
  words: string | RegExp = "",
): Promise<void> {
  expect(await fails(promise, unsent, words)).toMatchObject({ details: { transient } });
}
