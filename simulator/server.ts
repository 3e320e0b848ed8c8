import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Application, Incoming } from "./exchange";
import type { ServerCertificate } from "./certificate";
import { Exchange, type ExchangeTools } from "./run-exchange";

/** Address and certificate of one appliance. */
export interface ListenOptions {
  /** Undefined for a server without TLS. */
  readonly certificate: ServerCertificate | undefined;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
}

/** How long an appliance retries its port on reconnect, in milliseconds. */
const PORT_TAKEN = 10_000;

/** One appliance's HTTP or HTTPS server. */
export class ApplianceServer {
  readonly #server: Server;
  /** TCP sockets by the client's port. A TLS socket cannot be reset, only its TCP socket. */
  readonly #sockets = new Map<number, Socket>();
  #port: number;
  #hasListened = false;

  constructor(
    private readonly application: Application,
    private readonly options: ListenOptions,
    private readonly tools: ExchangeTools,
  ) {
    this.#port = options.port;
    const listener = (request: IncomingMessage, response: ServerResponse): void => void this.#serve(request, response);
    // Idle connections stay open: the faults decide when they close, not a timeout.
    const common = { keepAliveTimeout: 0, requestTimeout: 0 };
    const { key, cert } = options.certificate ?? {};
    this.#server =
      key === undefined
        ? createHttpServer(common, listener)
        : createHttpsServer({ ...common, key, cert, minVersion: "TLSv1.2" }, listener);
    this.#server.on("connection", (socket: Socket) => this.#track(socket));
  }

  /** Base URL, e.g. `https://127.0.0.1:40123`. */
  get url(): string {
    const scheme = this.options.certificate === undefined ? "http" : "https";
    return `${scheme}://${this.options.host}:${this.#port}`;
  }

  /** Starts to listen. After {@link disconnect}, listens on the same port again. */
  async listen(): Promise<void> {
    const deadline = Date.now() + (this.#hasListened ? PORT_TAKEN : 0);
    let failure = await this.#tryToListen();
    // A connection of another process may be using the port meanwhile; it ends by itself.
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

  /** Stops listening and drops all connections, as if the appliance were switched off. */
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
    const exchange = new Exchange(this.application, arrival, response, this.tools, reset);
    response.on("close", () => exchange.end());
    // No body: the client hung up during its request, or the simulator closes, and no client waits.
    const body = await buffer(request).catch(() => undefined);
    if (body !== undefined) await exchange.run(toIncoming(request, body));
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
