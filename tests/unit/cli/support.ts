import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { run } from "../../../cli/flowgate";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../../simulator";
import { cleanEnvironment, launch, root } from "../../support/clone";
import { configFor } from "../../support/configuration";
import { Sink } from "../../support/sink";
import { closeLater } from "../../support/closing";
import { stackOf } from "./stack";

export { entryOf, stackOf } from "./stack";
export { temporaryFolder } from "../../support/temporary-folder";

export interface Run {
  code: number;
  stdout: string;
  /** Standard error without the lines about waiting: whether a command waits for a second depends on the machine. */
  stderr: string;
  /** The lines about waiting. */
  waited: string[];
}

/** Clears the line of a terminal. */
const CLEAR = String.raw`\r${String.fromCharCode(27)}\[K`;
/** What a command prints while it waits: lines, or one line of a terminal that it clears. */
const waiting = new RegExp(String.raw`^.* \(\d+ s\)\n|(?:${CLEAR}[^\r\n]* \(\d+ s\))+${CLEAR}`, "gmu");

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Whether the command runs at a terminal. Default false. */
  terminal?: boolean;
  /** What the user types at the terminal. */
  typed?: string;
}

/**
 * Runs the command in this process. Everything except the process itself is real. A command that runs until it is
 * interrupted is interrupted immediately.
 */
export async function flowgate(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, cwd = tmpdir(), terminal = false, typed } = options;
  const [stdout, stderr] = [new Sink(terminal, 80), new Sink(terminal, 80)];
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  if (typed === undefined) stdin.end();
  else typeLines(stdin, typed);
  const interrupted = (): Promise<void> => Promise.resolve();
  const code = await run(args, { stdout, stderr, stdin, env: { NO_COLOR: "1", ...env }, cwd, interrupted });
  stdin.destroy();
  const waited = stderr.text.match(waiting) ?? [];
  return { code, stdout: stdout.text, stderr: stderr.text.replace(waiting, ""), waited };
}

/** What a run prints, which must end with this exit code and without an error. */
export async function printed(run: Promise<Run>, code = 0): Promise<string> {
  const { code: ended, stdout, stderr } = await run;
  expect([ended, stderr]).toEqual([code, ""]);
  return stdout;
}

/** What a run says of an error, which must end with this exit code and print nothing else. */
export async function failed(run: Promise<Run>, code: number): Promise<string> {
  const { code: ended, stdout, stderr } = await run;
  expect([ended, stdout]).toEqual([code, ""]);
  return stderr;
}

/** Types as at a terminal: a program that begins to read gets one line. */
function typeLines(stdin: PassThrough, typed: string): void {
  const lines = typed.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
  stdin.on("resume", () => {
    const line = lines.shift();
    if (line !== undefined) stdin.write(line);
  });
}

/** A simulator over HTTP, and a folder whose stack knows it. It is closed after the test. */
export interface Site {
  sim: Simulator;
  /** Pass them to {@link flowgate}. */
  options: { env: Record<string, string>; cwd: string };
  /** Runs the command against the simulator. */
  run(args: readonly string[], more?: Pick<RunOptions, "terminal" | "typed">): Promise<Run>;
  /** Runs the command with `--json`, expects this exit code (default 0) and no error, and returns the parsed output. */
  json(args: readonly string[], code?: number): Promise<unknown>;
  /** The path of a file in its folder. */
  path(name: string): string;
  /** The text of a file in its folder. */
  text(name: string): string;
  /** Writes a file into its folder. */
  write(name: string, text: string): void;
  /** Sets the state of the stack. */
  holds(resources: readonly object[]): void;
}

export async function startSite(
  options: SimulatorOptions = {},
  configuration: (sim: Simulator) => Record<string, unknown> = configFor,
): Promise<Site> {
  const sim = await startSimulator({ https: false, ...options });
  closeLater(() => sim.close());
  const stack = stackOf(configuration(sim));
  const site: Site = {
    sim,
    options: stack,
    run: (args, more = {}) => flowgate(args, { ...stack, ...more }),
    json: async (args, code) => JSON.parse(await printed(site.run([...args, "--json"]), code)) as unknown,
    path: (name) => join(stack.cwd, name),
    text: (name) => readFileSync(site.path(name), "utf8"),
    write: (name, text) => {
      writeFileSync(site.path(name), text);
    },
    holds: (resources) => {
      site.write("state.json", JSON.stringify({ version: 3, deployment: { resources } }));
    },
  };
  return site;
}

/** A new site for each test of a file or a group. */
export function siteForEach(...options: Parameters<typeof startSite>): Site {
  const site = {} as Site;
  beforeEach(async () => {
    Object.assign(site, await startSite(...options));
  });
  return site;
}

const script = join(root, "dist/cli/main.js");

/** A command in this process that runs until it is interrupted. */
export interface Running {
  /** Everything on standard output so far. */
  readonly stdout: () => string;
  /** Waits until standard output contains a text. */
  until(text: string | RegExp): Promise<string>;
  /** Interrupts it and returns the exit code. */
  end(): Promise<number>;
}

/** Starts a command in this process. It runs until it is interrupted. */
export function startInProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const [stdout, stderr] = [new Sink(false), new Sink(false)];
  const stdin = new PassThrough().end();
  let interrupt = (): void => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  let code: number | undefined;
  const ended = run(args, { stdout, stderr, stdin, env, cwd: tmpdir(), interrupted: () => interrupted }).then(
    (own) => (code = own),
  );
  const end = (): Promise<number> => {
    interrupt();
    return ended;
  };
  closeLater(end);
  const until = untilIn(
    () => stdout.text,
    () => (code === undefined ? undefined : `${code}: ${stderr.text}`),
  );
  return { stdout: () => stdout.text, until, end };
}

/** Waits for a text. Fails if the command ends first. */
function untilIn(text: () => string, ended: () => string | undefined): Running["until"] {
  return async (wanted) => {
    while (!(typeof wanted === "string" ? text().includes(wanted) : wanted.test(text()))) {
      const end = ended();
      if (end !== undefined) throw new Error(`It ended with ${end} before it said ${wanted}:\n${text()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return text();
  };
}

/** Starts the compiled command as a separate process, which a signal ends. */
export function startFlowgate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof launch> & Pick<Running, "until"> {
  const running = launch(process.execPath, [script, ...args], tmpdir(), cleanEnvironment(env));
  const { child } = running;
  closeLater(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout?.on("data", (chunk: string) => (text += chunk));
  const until = untilIn(
    () => text,
    () => child.exitCode?.toString(),
  );
  return { ...running, until };
}
