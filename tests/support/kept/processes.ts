import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The processes of a program and of its provider, kept for several commands. */
export interface KeptProcesses {
  /** Begins a command: what each process takes from its environment is of this one. */
  begin(env: Readonly<Record<string, string>>): Promise<void>;
  /** Arguments of the command that make the engine ask the kept process for the program. */
  readonly programArguments: readonly string[];
  /** Environment variables of the command that make the engine ask the kept process for the dynamic provider. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends a command: what both have printed since it began. */
  end(): Promise<string>;
  close(): Promise<void>;
}

/** One process that answers each message with one. */
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

  /** The answer to a message; without one, what the process says when it is ready. */
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
  /** Says how the process ended instead of answering. */
  ended?: string;
}

/** Starts both in a program's folder. */
export async function keepProcesses(folder: string, env: Readonly<Record<string, string>>): Promise<KeptProcesses> {
  const program = new KeptProcess("program", folder, env);
  const provider = new KeptProcess("provider", folder, env);
  const both = [program, provider];
  const [programPort, providerPort] = await Promise.all(both.map(async (one) => (await one.ask()).port));
  return {
    programArguments: [`--client=127.0.0.1:${programPort}`, "--exec-kind", "auto.inline"],
    env: { PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${providerPort}` },
    async begin(values) {
      await Promise.all(both.map((one) => one.ask({ env: values })));
    },
    end: async () => (await Promise.all(both.map((one) => one.ask({})))).map(({ printed }) => printed).join(""),
    async close() {
      await Promise.all(both.map((one) => one.close()));
    },
  };
}
