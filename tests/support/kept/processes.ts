import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** The processes of a program and of its provider, which serve several commands. */
export interface KeptProcesses {
  /** Begins a command: both processes take over its environment. */
  begin(env: Readonly<Record<string, string>>): Promise<void>;
  /** Folder of a `pulumi` that uses both processes. */
  readonly bin: string;
  /** Environment variables that make a command use both processes. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends a command. Returns what both processes have printed since it began. */
  end(): Promise<string>;
  close(): Promise<void>;
}

/** One process that answers each message with exactly one message. */
class KeptProcess {
  readonly #child: ChildProcess;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #ended: string | undefined;

  constructor(name: string, cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = fork(join(__dirname, `${name}.cjs`), { cwd, env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child.on("message", (answer: Answer) => this.#waiting.shift()?.(answer));
    this.#child.once("exit", (code, signal) => {
      this.#ended = `the kept process ${name} ended with ${signal ?? code}`;
      for (const answer of this.#waiting.splice(0)) answer({ ended: this.#ended });
    });
  }

  /** Sends a message and waits for its answer. Without a message, waits until the process is ready. */
  async ask(message?: object): Promise<Answer> {
    if (this.#ended !== undefined) throw new Error(this.#ended);
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.push(resolve);
      if (message !== undefined) this.#child.send(message);
    });
    if (answer.ended !== undefined) throw new Error(answer.ended);
    return answer;
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return;
    const ended = once(this.#child, "exit");
    this.#child.disconnect();
    await ended;
  }
}

interface Answer {
  port?: number;
  printed?: string;
  /** If the process ended instead of answering: how it ended. */
  ended?: string;
}

/** A `pulumi` that lets the kept process run the program, for commands that run one. */
const SHIM = `#!/bin/sh
case "$1" in
up | preview | refresh | destroy) exec "$KEPT_ENGINE/pulumi" "$@" --client="$KEPT_PROGRAM" --exec-kind auto.inline ;;
*) exec "$KEPT_ENGINE/pulumi" "$@" ;;
esac
`;

/** Starts both processes in a program's folder. Writes their `pulumi`, which uses an engine, to the folder `bin`. */
export async function keepProcesses(
  folder: string,
  env: Readonly<Record<string, string>>,
  engine: string,
  bin: string,
): Promise<KeptProcesses> {
  await mkdir(bin);
  await writeFile(join(bin, "pulumi"), SHIM, { mode: 0o755 });
  const program = new KeptProcess("program", folder, env);
  const provider = new KeptProcess("provider", folder, env);
  const both = [program, provider];
  const [programPort, providerPort] = await Promise.all(both.map(async (one) => (await one.ask()).port));
  return {
    bin,
    env: {
      PATH: [bin, env["PATH"]].join(delimiter),
      KEPT_ENGINE: engine,
      KEPT_PROGRAM: `127.0.0.1:${programPort}`,
      PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${providerPort}`,
    },
    async begin(values) {
      await Promise.all(both.map((one) => one.ask({ env: values })));
    },
    end: async () => (await Promise.all(both.map((one) => one.ask({})))).map(({ printed }) => printed).join(""),
    async close() {
      await Promise.all(both.map((one) => one.close()));
    },
  };
}
