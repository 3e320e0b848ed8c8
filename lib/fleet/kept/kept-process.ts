import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../engine";
import type { ProcessId } from "../machine";
import { openPrivate } from "../private";

/** The processes that a worker can keep. */
export type Role = "provider" | "program";

/**
 * A process that serves one site after another, instead of being started by the engine of each. It belongs to a process
 * group of its own, like the engines: Ctrl-C must not end it while an update finishes. If this worker is killed, it
 * serves the running engine until that ends.
 */
export class KeptProcess {
  readonly #child: ChildProcess;
  readonly #waiting: ((answer: Answer) => void)[] = [];
  #unfit: string | undefined;

  private constructor(role: Role, folder: string, env: Environment, log: string) {
    const output = openPrivate(log);
    this.#child = fork(join(__dirname, `${role}-host.js`), {
      cwd: folder,
      env: { ...env },
      detached: true,
      stdio: ["ignore", output, output, "ipc"],
    });
    closeSync(output);
    this.#child.on("message", (answer: Answer) => this.#answered(answer));
    this.#child.on("error", (error) => this.#answered({ unfit: error.message }));
    this.#child.once("exit", (code, signal) => this.#answered({ unfit: `it ended with ${signal ?? String(code)}` }));
  }

  /** Starts a process in the folder of the program. `log` gets what it prints before its first site. */
  static async start(role: Role, folder: string, env: Environment, log: string): Promise<KeptProcess> {
    const process = new KeptProcess(role, folder, env, log);
    await process.#answer();
    return process;
  }

  /** Why no further site can use this process; undefined if one can. */
  get unfit(): string | undefined {
    return this.#unfit;
  }

  /** Begins a site. Returns the port for its engine; undefined if the process is unfit. */
  async begin(log: string): Promise<number | undefined> {
    const answer = await this.#ask({ log });
    return "port" in answer ? answer.port : undefined;
  }

  /** Names the engine that uses this process from now on. */
  serves(engine: ProcessId): void {
    if (this.#unfit === undefined) this.#child.send({ engine } satisfies Message);
  }

  /** Ends a site after its engine has ended. */
  async end(): Promise<void> {
    await this.#ask({ isOver: true });
  }

  /** Ends the process at once: nothing may change an appliance any more. */
  async kill(): Promise<void> {
    this.#unfit ??= "it was ended";
    await this.#gone(() => this.#child.kill("SIGKILL"));
  }

  /** Lets the process end, and waits for it. */
  async close(): Promise<void> {
    await this.#gone(() => this.#child.connected && this.#child.disconnect());
  }

  async #gone(end: () => unknown): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    const gone = once(this.#child, "exit");
    end();
    await gone;
  }

  #ask(message: Message): Promise<Answer> {
    if (this.#unfit !== undefined) return Promise.resolve({ unfit: this.#unfit });
    const answer = this.#answer();
    this.#child.send(message);
    return answer;
  }

  #answer(): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answered(answer: Answer): void {
    if ("unfit" in answer) this.#unfit ??= answer.unfit;
    this.#waiting.shift()?.(answer);
  }
}

/** What a worker sends to a kept process. */
export type Message =
  /** A site begins; what is printed from now on goes to this file. */
  | { readonly log: string }
  /** The engine of the site runs. */
  | { readonly engine: ProcessId }
  /** The engine of the site has ended. */
  | { readonly isOver: true };

/** What a kept process answers. */
export type Answer =
  /** The engine of the site may connect to this port. */
  | { readonly port: number }
  /** The next site may begin. */
  | { readonly isReady: true }
  /** No further site may begin, for this reason. */
  | { readonly unfit: string };
