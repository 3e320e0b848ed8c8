import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What the process of the appliances says first: what leads to them, as environment variables. */
export interface Served {
  readonly environment: Readonly<Record<string, string>>;
}

/** What it is asked: to forget its requests and work under these conditions, or only what it got. */
export type Question =
  | { readonly ask: "begin"; readonly latencyMs: number; readonly capacity: number | undefined }
  | { readonly ask: "got" };

/** What the appliances hold and got since the last `begin`. */
export interface Reply {
  /** Objects of the kinds that are measured, without those that were there before. */
  readonly objects: number;
  readonly requests: number;
  /** Requests that were refused: none, or what is measured is not the job. */
  readonly refused: number;
  /** Requests by what they do, e.g. `ipgroups/saveRule`. */
  readonly verbs: Readonly<Record<string, number>>;
}

/** Both appliances as delivered, in a process of their own. */
export interface Appliances extends Served {
  /** Forgets what was sent; each request takes `latencyMs` from now on, and at most `capacity` of them run at once. */
  begin(latencyMs: number, capacity: number | undefined): Promise<void>;
  got(): Promise<Reply>;
  close(): Promise<void>;
}

/** Starts them; takes about a quarter of a second. */
export async function startAppliances(): Promise<Appliances> {
  const child = fork(join(__dirname, "simulator-process.js"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exit = once(child, "exit");
  const lost = exit.then(() => {
    throw new Error("The process of the simulator ended; what it printed is above.");
  });
  // It also ends on purpose, and then no client waits for an answer.
  lost.catch(() => undefined);
  const answer = async <T>(): Promise<T> => {
    const waiting = new AbortController();
    try {
      const [message] = (await Promise.race([once(child, "message", { signal: waiting.signal }), lost])) as [T];
      return message;
    } finally {
      waiting.abort();
    }
  };
  const { environment } = await answer<Served>();
  const ask = (question: Question): Promise<Reply> => {
    const reply = answer<Reply>();
    child.send(question);
    return reply;
  };
  return {
    environment,
    begin: async (latencyMs, capacity) => {
      await ask({ ask: "begin", latencyMs, capacity });
    },
    got: () => ask({ ask: "got" }),
    close: async () => {
      child.disconnect();
      await exit;
    },
  };
}
