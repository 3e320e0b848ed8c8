import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import type { Application, Incoming } from "./exchange";
import { Line, type LineConditions } from "./line";
import { type HttpServer, makeServer, type ServerOptions } from "./make-server";
import { Exchange, type ExchangeTools } from "./run-exchange";

/** Where and how one appliance listens. */
export interface ListenOptions extends ServerOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
}

/** Largest request that an appliance takes; a longer one is answered with 413. */
const LARGEST_REQUEST_BYTES = 64 * 1024 * 1024;
/** How long an appliance waits for its port when it is switched on again, in milliseconds. */
const PORT_TAKEN = 10_000;

/** One appliance's HTTP or HTTPS server. */
export class ApplianceServer {
  readonly #server: HttpServer;
  readonly #line = new Line();
  /** TCP sockets by the client's port: a TLS socket cannot be reset, only the one below it. */
  readonly #sockets = new Map<number, Socket>();
  #port: number;
  #hasListened = false;

  constructor(
    private readonly application: Application,
    private readonly options: ListenOptions,
    private readonly tools: ExchangeTools,
  ) {
    this.#port = options.port;
    this.#server = makeServer(options, (request, response) => void this.#serve(request, response));
    this.#server.on("connection", (socket: Socket) => this.#track(socket));
  }

  /** Base URL, e.g. `https://127.0.0.1:40123`. */
  get url(): string {
    const scheme = this.options.certificate === undefined ? "http" : "https";
    return `${scheme}://${this.options.host}:${this.#port}`;
  }

  /** Changes how the connection is, from the next request on. */
  setLine(conditions: LineConditions): void {
    this.#line.conditions = conditions;
    // The server itself counts, and says so in its last answer.
    if ("maxRequestsPerSocket" in this.#server) {
      this.#server.maxRequestsPerSocket = conditions.answersPerConnection ?? 0;
    }
  }

  /** Begins to listen; after {@link disconnect} again on the same port. */
  async listen(): Promise<void> {
    const deadline = Date.now() + (this.#hasListened ? PORT_TAKEN : 0);
    let failure = await this.#tryToListen();
    // Meanwhile the port may be that of a connection of some other process, which passes.
    while (failure?.code === "EADDRINUSE" && Date.now() < deadline) {
      await setTimeout(50);
      failure = await this.#tryToListen();
    }
    if (failure !== undefined) throw failure;
    this.#hasListened = true;
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  #tryToListen(): Promise<NodeJS.ErrnoException | undefined> {
    return new Promise((resolve) => {
      this.#server.once("error", resolve);
      this.#server.listen(this.#port, this.options.host, () => {
        this.#server.off("error", resolve);
        resolve(undefined);
      });
    });
  }

  /** Stops listening and drops every connection, as an appliance that is switched off. */
  async disconnect(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets.values()) socket.destroy();
    await closed;
  }

  #track(socket: Socket): void {
    const port = socket.remotePort;
    if (port === undefined) return;
    this.#sockets.set(port, socket);
    socket.on("close", () => this.#sockets.delete(port));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrival = this.tools.requests.arrive(this.application.appliance);
    const reset = (): void => this.#reset(request);
    const exchange = new Exchange(this.application, arrival, response, this.tools, this.#line, reset);
    response.on("close", () => exchange.end());
    const body = await this.#readBody(request);
    if (body === "gone") return;
    if (body === "tooLarge") return void response.writeHead(413, { connection: "close" }).end();
    await exchange.run(toIncoming(request, body));
  }

  async #readBody(request: IncomingMessage): Promise<Buffer | "gone" | "tooLarge"> {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
        length += (chunk as Buffer).length;
        if (length > LARGEST_REQUEST_BYTES) return "tooLarge";
        await this.#line.read(length, startedAt, this.tools.closing);
      }
    } catch {
      return "gone"; // The client hung up in the middle of its request, or the simulator closes: no client waits any more.
    }
    return Buffer.concat(chunks);
  }

  #reset(request: IncomingMessage): void {
    const tcp = this.#sockets.get(request.socket.remotePort ?? -1);
    if (tcp === undefined) request.socket.destroy();
    else tcp.resetAndDestroy();
  }
}

function toIncoming(request: IncomingMessage, body: Buffer): Incoming {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers: request.headers,
    body,
    remoteAddress: request.socket.remoteAddress ?? "",
  };
}
