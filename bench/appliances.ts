import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** First message of the appliances' process: how to reach them, as environment variables. */
export interface Served {
  readonly environment: Readonly<Record<string, string>>;
}

/** A message to the process: drop its requests and use these conditions, or only report the received requests. */
export type Question =
  | { readonly ask: "begin"; readonly latencyMs: number; readonly capacity: number | undefined }
  | { readonly ask: "got" };

/** Contents of the appliances, and requests since the last `begin`. */
export interface Reply {
  /** Number of objects of the measured kinds, without those that existed before. */
  readonly objects: number;
  readonly requests: number;
  /** Number of refused requests. It must be 0, or the measured work is not the job. */
  readonly refused: number;
  /** Number of requests by operation, e.g. `ipgroups/saveRule`. */
  readonly verbs: Readonly<Record<string, number>>;
}

/** Both appliances as delivered, in a separate process. */
export interface Appliances extends Served {
  /**
   * Drops the recorded requests. From now on each request takes `latencyMs`, and at most `capacity` of them run at
   * once.
   */
  begin(latencyMs: number, capacity: number | undefined): Promise<void>;
  got(): Promise<Reply>;
  close(): Promise<void>;
}

/** Starts the appliances; takes about a quarter of a second. */
export async function startAppliances(): Promise<Appliances> {
  const child = fork(join(__dirname, "simulator-process.js"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exit = once(child, "exit");
  const lost = exit.then(() => {
    throw new Error("The process of the simulator ended; what it printed is above.");
  });
  // The process also ends on purpose, when no client waits for an answer.
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
