import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import type { Fault, Simulator } from "../../simulator";
import type { EngineCalls } from "../lifecycle/resource";
import type { ProviderRun } from "../support/in-process";
import type { Kill } from "./refactoring";

/** How long the appliance may take to carry out a request, measured from the moment of the fault. */
const CARRIED_OUT_MS = 15;

/** One `pulumi` command that may be killed. From then on, the answers and requests of its providers are dropped. */
export class KillableRun {
  #kill: () => void = () => undefined;
  /** Resolves when the run is killed. */
  readonly killed = new Promise<"killed">((resolve) => {
    this.#kill = () => {
      this.#isDead = true;
      resolve("killed");
    };
  });
  #isDead = false;
  #calls = 0;
  #fault: Fault | undefined;

  private constructor(
    private readonly kill: Kill,
    private readonly line: Line,
  ) {}

  static async start(kill: Kill, sim: Simulator): Promise<KillableRun> {
    const run = new KillableRun(kill, await Line.open());
    if (kill.at === "request") run.#holdRequest(kill, sim);
    return run;
  }

  /** The proxy through which the providers of this run reach the appliances. */
  get proxy(): string {
    return this.line.url;
  }

  /** Wraps a run's calls so that they work only until the run is killed. */
  over(run: ProviderRun): ProviderRun {
    return { notes: run.notes, kind: (name) => this.#over(run.kind(name)) };
  }

  /** Call it after the run, killed or not. */
  close(): void {
    this.#fault?.remove();
    this.line.cut();
  }

  #over(calls: EngineCalls): EngineCalls {
    const alive = <Given extends unknown[], T>(call: (...given: Given) => Promise<T>, counts: boolean) => {
      return async (...given: Given): Promise<T> => {
        const strikes = counts ? this.#strikes() : undefined;
        if (strikes === "before") this.#die();
        if (this.#hasEnded()) return never();
        const settled = await call(...given).then(
          (value) => () => value,
          (error: unknown) => () => {
            throw error;
          },
        );
        if (strikes === "after") this.#die();
        if (this.#hasEnded()) return never();
        return settled();
      };
    };
    return {
      kind: calls.kind,
      check: alive(calls.check, false),
      diff: alive(calls.diff, false),
      read: alive(calls.read, false),
      create: alive(calls.create, true),
      update: alive(calls.update, true),
      delete: alive(calls.delete, true),
    };
  }

  /** Whether the kill happens at the call that begins now: before it, after it, or not at all. */
  #strikes(): "before" | "after" | undefined {
    if (this.kill.at !== "call" || ++this.#calls !== this.kill.n) return undefined;
    return this.kill.done ? "after" : "before";
  }

  #hasEnded(): boolean {
    return this.#isDead;
  }

  #holdRequest({ n, applied }: Kill & { at: "request" }, sim: Simulator): void {
    let changes = 0;
    this.#fault = sim.faults.add({
      kind: "hang",
      apply: applied,
      times: 1,
      when: ({ verb }) => {
        if (/show|load|login|search|license/u.test(verb) || ++changes !== n) return false;
        setTimeout(() => this.#die(), CARRIED_OUT_MS);
        return true;
      },
    });
  }

  #die(): void {
    this.line.cut();
    this.#kill();
  }
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** A proxy for the connections of one process. Closing it ends them all. */
class Line {
  readonly #sockets = new Set<Socket>();
  #port = 0;
  readonly #server = createServer((client) => {
    this.#keep(client);
    client.once("data", (head: Buffer) => {
      const [, port = ""] = /^CONNECT 127\.0\.0\.1:(\d+) /u.exec(head.toString("latin1")) ?? [];
      const appliance = this.#keep(connect(Number(port), "127.0.0.1"));
      appliance.once("connect", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n");
        client.pipe(appliance).pipe(client);
      });
    });
  });

  static async open(): Promise<Line> {
    const line = new Line();
    await new Promise<void>((resolve) => line.#server.listen(0, "127.0.0.1", resolve));
    line.#port = (line.#server.address() as AddressInfo).port;
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  cut(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => this.#sockets.delete(socket));
    return socket;
  }
}
