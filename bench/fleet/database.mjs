import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../tools/lib/paths.mjs";

/** Starts a PostgreSQL server that reports its activity. */
export async function startDatabase() {
  const child = spawn(process.execPath, [join(root, "bench/fleet/postgres-server.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const next = async () => JSON.parse(String((await once(lines, "line"))[0]));
  const { url } = await next();
  return {
    url: String(url),
    /** @returns {Promise<{ activeMs: number; transactions: number; sessions: number }>} */
    counters: async () => {
      const answer = next();
      child.stdin.write("counters\n");
      return answer;
    },
    close: async () => {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
