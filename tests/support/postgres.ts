import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./clone";

/** A real PostgreSQL server with an empty database. */
export interface Postgres {
  /** For `PULUMI_BACKEND_URL`. */
  readonly url: string;
  /** Stops the server and deletes its folder. */
  close(): Promise<void>;
}

/** Starts a server on a free port. Takes some seconds. */
export async function startPostgres(): Promise<Postgres> {
  const child = spawn(process.execPath, [join(root, "bench/fleet/postgres-server.mjs")], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  const ended = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`PostgreSQL did not start:\n${complaints}`);
  const { url } = JSON.parse(String(first[0])) as { url: string };
  return {
    url,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
