import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

/** A process that watches its engine, as each provider process does, and prints its id once it waits for something. */
function watching(waitsFor: string): string {
  const module = JSON.stringify(join(process.cwd(), "dist/provider/dynamic/engine-watch"));
  return `require(${module}).endWithEngine(true); ${waitsFor}; setTimeout(() => console.log(process.pid), 50)`;
}

const pipe = join(temporaryFolder(), "pipe");
execFileSync("mkfifo", [pipe]);

const waits = {
  "a timer": "setInterval(() => undefined, 1000)",
  "a connection": 'require("node:net").createServer().listen(0, "127.0.0.1")',
  // Such a thread cannot be stopped: it is like the look-up of a name, or a file on a disk that does not answer.
  "a thread that reads a file": `require("node:fs").readFile(${JSON.stringify(pipe)}, () => undefined)`,
};

test.each(Object.entries(waits))(
  "a provider ends when its engine is gone, while it waits for %s",
  async (_what, waitsFor) => {
    const child = spawn(process.execPath, ["-e", watching(waitsFor)], { stdio: ["pipe", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const ended = once(child, "exit");
    child.stdin.destroy();
    expect(await ended).toEqual([null, "SIGKILL"]);
  },
);

test("a provider without a pipe to its engine ends when its parent is gone", async () => {
  // Replaces standard input. The shell stands for the engine, and does not pass its own input on.
  const script = `"$0" -e "$1" < /dev/null & wait`;
  const args = ["-c", script, process.execPath, watching(waits["a timer"])];
  const engine = spawn("sh", args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(engine.stdout, "data");
  // Standard output closes when the last process that has it ends.
  const closed = once(engine.stdout, "close");
  engine.kill("SIGKILL");
  await closed;
  expect(engine.stdout.closed).toBe(true);
});

test("a provider ends if nothing listens at the address of its engine, though its input is open", async () => {
  const args = ["-e", watching(waits["a timer"]), "program", "127.0.0.1:10"];
  const provider = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "inherit"] });
  expect(await once(provider, "exit")).toEqual([null, "SIGKILL"]);
});
