import type { EventEmitter } from "node:events";
import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { devNull } from "node:os";
import { dirname, join } from "node:path";
import type * as siteModule from "../../of-one-site";
import type * as secretModule from "../../../provider/values/secret";
import { isAlive, type ProcessId } from "../machine";
import { openPrivate } from "../private";
import type { Answer, Message } from "./kept-process";
import { saidBy } from "../../../provider/values/said";

/** Milliseconds between two looks at the engine after the worker of this process has ended. */
const LOOK_MS = 500;

/** A gRPC service that engines call, as Pulumi implements it. */
export type Service = Record<string, unknown>;
type Reply = (error: unknown, ...rest: unknown[]) => void;
type Handler = (call: unknown, reply: Reply) => unknown;

/** What a kept process serves. */
export interface Host {
  /** Prepares the next site. Returns the port for its engine. */
  begin(): Promise<number>;
  /** Cleans up after a site. Returns why no other site may use this process; undefined if one may. */
  end(): Promise<string | undefined>;
}

/** Loads modules as a program in the current folder does. */
export const modules = createRequire(join(process.cwd(), "package.json"));

/** Loads modules of this package, in the version that programs in the current folder use. */
function own(path: string): unknown {
  return modules(join(dirname(modules.resolve("pulumi-flowgate/package.json")), "dist", path));
}

/** Calls of the engine that have no answer yet. */
let underWay = 0;
/** Connections of engines. */
let connections = 0;
/** Connections to engines that keep this process running. */
const outgoing = new Set<EventEmitter>();
let engine: ProcessId | undefined;
let log = 1;
const failures: string[] = [];

/** Counts the calls of these methods while they have no answer. */
export function counted(service: Service, methods: readonly string[]): Service {
  const result = Object.create(service) as Service;
  for (const name of methods) {
    const handle = service[name] as Handler;
    result[name] = (call: unknown, reply: Reply): unknown => {
      underWay += 1;
      let isAnswered = false;
      return handle.call(result, call, (...answer) => {
        // Pulumi's server for programs answers twice after an error.
        if (isAnswered) return;
        isAnswered = true;
        underWay -= 1;
        reply(...answer);
      });
    };
  }
  return result;
}

/**
 * Ends this process when an engine disappears while it waits for an answer: operations would go on changing appliances,
 * and nothing would record their results. An engine that ends in order waits for its answers first.
 */
function endWithEngine(): void {
  const { createServer } = http2;
  http2.createServer = (...args) => {
    const server = createServer(...args);
    return server.on("session", (session: EventEmitter) => {
      connections += 1;
      session.once("close", () => {
        connections -= 1;
        if (underWay > 0) process.exit(1);
      });
    });
  };
}

/** Connections of gRPC with engines that keep this process running. */
export function engineConnections(): number {
  return connections + outgoing.size;
}

interface Session extends EventEmitter {
  ref(): void;
  unref(): void;
}

const http2 = modules("node:http2") as {
  createServer: (...args: unknown[]) => EventEmitter;
  connect: (...args: unknown[]) => Session;
};

/** Notes which connections to engines keep this process running. gRPC makes idle ones not do so. */
function noteOutgoing(): void {
  const { connect } = http2;
  http2.connect = (...args) => {
    const session = connect(...args);
    const { ref, unref } = session;
    const gone = (): void => void outgoing.delete(session);
    outgoing.add(session);
    session.once("close", gone);
    return Object.assign(session, {
      ref: () => {
        outgoing.add(session);
        ref.call(session);
      },
      unref: () => {
        gone();
        unref.call(session);
      },
    });
  };
}

let isQuiet = false;

/** Discards what is printed meanwhile. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  isQuiet = true;
  try {
    return await work();
  } finally {
    isQuiet = false;
  }
}

/** Writes everything that is printed to the log of the site, without the secrets that are known. */
function printToLog(): void {
  const { withoutSecrets } = own("provider/values/secret.js") as typeof secretModule;
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    if (!isQuiet) writeSync(log, withoutSecrets(text));
    const done = rest.at(-1);
    if (typeof done === "function") (done as () => void)();
    return true;
  };
  // eslint-disable-next-line no-restricted-syntax -- there is no terminal here: what is printed goes to a private file
  for (const stream of [process.stdout, process.stderr]) Object.assign(stream, { write });
}

/** Adds a reason not to use this process for another site. */
export function doNotReuse(reason: string): void {
  failures.push(reason);
}

/** Serves the worker that started this process. */
export function serve(open: () => Host): void {
  const send = (answer: Answer): void => void process.send?.(answer);
  // The worker has ended, but its engine finishes its update.
  process.once("disconnect", () => {
    setInterval(() => {
      if (connections === 0 && (engine === undefined || !isAlive(engine))) process.exit(0);
    }, LOOK_MS);
  });
  let host: Host;
  try {
    const { forgetSite } = own("lib/of-one-site.js") as typeof siteModule;
    printToLog();
    endWithEngine();
    noteOutgoing();
    host = open();
    process.on("message", (message: Message) => {
      if ("engine" in message) engine = message.engine;
      else if ("log" in message) {
        log = openPrivate(message.log);
        forgetSite();
        host.begin().then(
          (port) => send({ port }),
          (error: unknown) => send({ unfit: String(error) }),
        );
      } else {
        engine = undefined;
        const waiting = underWay > 0 ? "an operation has not ended" : undefined;
        void host.end().then((left) => {
          const unfit = left ?? waiting ?? failures[0];
          send(unfit === undefined ? { isReady: true } : { unfit });
        });
      }
    });
    send({ isReady: true });
  } catch (error) {
    log = openPrivate(devNull);
    send({ unfit: saidBy(error) });
  }
}
