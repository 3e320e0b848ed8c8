import { spawn } from "node:child_process";

/** Result of a process that exited with 0. */
export interface Ended {
  readonly stdout: string;
  /** Duration from start to end. */
  readonly milliseconds: number;
}

export interface ProcessOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a program to its end. Throws an error with its output if it does not exit with 0. */
export function runProcess(command: string, args: readonly string[], { cwd, env }: ProcessOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.once("error", reject);
    child.once("close", (code) => {
      const milliseconds = performance.now() - startedAt;
      if (code === 0) resolve({ stdout, milliseconds });
      else reject(new Error(`${command} ${args.join(" ")} ended with ${String(code)}\n${stdout}\n${stderr}`));
    });
  });
}

/** This process's environment without variables that could configure the provider, the engine or Node.js. */
export function plainEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:FLOWGATE_|PULUMI_|BENCH_|NODE_ENV$|NODE_OPTIONS$)/u.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
