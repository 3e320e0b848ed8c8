import childProcess, { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import type { Command } from "commander";
import { run } from "../../../cli/flowgate";
import { startSimulator, type Simulator, type SimulatorOptions } from "../../../simulator";
import { cleanEnvironment, root } from "../../support/clone";
import { configFor } from "../../support/configuration";

const open: (() => unknown)[] = [];

/** Closes everything that the tests of a file have opened. Call it in `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

/** A folder below the system's temporary one. It is removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "flowgate-cli-"));
  open.push(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** Every command that does something, with the words that a user types. */
export function leaves(command: Command, path: readonly string[] = []): [string, Command][] {
  const below = command.commands;
  if (below.length === 0) return [[path.join(" "), command]];
  return below.flatMap((one) => leaves(one, [...path, one.name()]));
}

/** The result of a run. */
export interface Run {
  code: number;
  stdout: string;
  /** Standard error without the lines about waiting: whether a command waits for a second depends on the machine. */
  stderr: string;
  /** The lines about waiting. */
  waited: string[];
}

function runOf(code: number, stdout: string, stderr: string): Run {
  const waiting = /^.* \(\d+ s\)\n/gmu;
  return { code, stdout, stderr: stderr.replace(waiting, ""), waited: stderr.match(waiting) ?? [] };
}

export interface RunOptions {
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** Whether the command runs at a terminal. Default false. */
  terminal?: boolean;
  /** What the user types at the terminal. */
  typed?: string;
  /** What another program pipes in. */
  piped?: string;
  /**
   * Whether the command runs without interruption. By default, a command that runs until it is interrupted is
   * interrupted immediately.
   */
  undisturbed?: boolean;
}

/** A stream that records what is written to it. */
class Sink extends Writable {
  text = "";

  constructor(
    readonly isTTY: boolean,
    readonly columns = 100,
  ) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

/** Runs the command in this process. Everything except the process itself is real. */
export async function flowgate(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, cwd = tmpdir(), terminal = false, typed, piped, undisturbed = false } = options;
  const [stdout, stderr] = [new Sink(terminal), new Sink(terminal)];
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal });
  if (typed === undefined) stdin.end(piped);
  else typeLines(stdin, typed);
  const interrupted = (): Promise<void> => (undisturbed ? new Promise(() => undefined) : Promise.resolve());
  const code = await run(args, { stdout, stderr, stdin, env, cwd, interrupted });
  stdin.destroy();
  return runOf(code, stdout.text, stderr.text);
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
  /** Runs the command with `--json`, expects success, and returns the parsed output. */
  json(args: readonly string[]): Promise<unknown>;
  /** Sets the state of the stack, or of another one. */
  holds(resources: readonly object[], stack?: string): void;
  /** Sets the steps of the preview. */
  previews(steps: readonly object[]): void;
}

export async function startSite(
  options: SimulatorOptions = {},
  configuration: (sim: Simulator) => Record<string, unknown> = configFor,
): Promise<Site> {
  const sim = await startSimulator({ https: false, ...options });
  open.push(() => sim.close());
  const stack = stackOf(configuration(sim));
  const site: Site = {
    sim,
    options: stack,
    run: (args, more = {}) => flowgate(args, { ...stack, ...more }),
    json: async (args) => {
      const { code, stdout, stderr } = await site.run([...args, "--json"]);
      expect([code, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout) as unknown;
    },
    holds: (resources, other) => {
      holds(stack.cwd, resources, other);
    },
    previews: (steps) => {
      writeFileSync(join(stack.cwd, "preview.json"), JSON.stringify({ steps }));
    },
  };
  return site;
}

/** The files with the answers of the fake engine, by the first words of the command. */
const answers = { "stack export": "state", "stack ls": "stacks", preview: "preview", config: "config" } as const;

const shellAnswers = `case "$*" in
${Object.entries(answers)
  .map(([words, file]) => `"${words}"*) answer=${file};;`)
  .join("\n")}
esac
[ "$2 $3" = "export --stack" ] && [ -e "$folder/$4.json" ] && answer="$4"
cat "$folder/$answer.json"`;

/**
 * A folder with a Pulumi project, and an engine in PATH that returns this configuration, and the states, the preview and
 * the list of stacks in the folder's files, like the real one does. The real engine takes half a second and has its own
 * test.
 */
export function stackOf(values: Readonly<Record<string, unknown>>): { env: Record<string, string>; cwd: string } {
  const cwd = temporaryFolder();
  const entries = Object.entries(values).map(([key, value]) => {
    return [`flowgate:${key}`, { value: JSON.stringify(value), objectValue: value, secret: true }];
  });
  writeFileSync(join(cwd, "config.json"), JSON.stringify(Object.fromEntries(entries)));
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
  holds(cwd, []);
  fakeEngine(cwd, `folder="${cwd}"\n${shellAnswers}`);
  return { cwd, env: { PATH: pathTo(cwd, (args) => readFileSync(join(cwd, answerTo(cwd, args)), "utf8")) } };
}

/** What an engine prints for a command. An error is printed too. */
type Engine = (args: readonly string[]) => string;
type Done = (error: object | null, stdout: string, stderr: string) => void;

/**
 * The fake engines in this process, by the PATH with each. A command in this process asks them without starting a
 * process, which would take as long as the rest of the command.
 */
const engines = new Map<string, Engine>();
const { execFile: startFile } = childProcess;

function askEngine(file: string, args: string[], options: { env: NodeJS.ProcessEnv }, done: Done): unknown {
  const engine = file === "pulumi" ? engines.get(options.env["PATH"] ?? "") : undefined;
  if (engine === undefined) return startFile(file, args, options, done as never);
  try {
    return setImmediate(done, null, engine(args), "");
  } catch (error) {
    return setImmediate(done, { code: 1 }, "", String(error));
  }
}
Object.defineProperties(askEngine, Object.getOwnPropertyDescriptors(startFile));
Object.assign(childProcess, { execFile: askEngine });
afterAll(() => Object.assign(childProcess, { execFile: startFile }));

/** The PATH of a folder with a fake engine in this process. */
export function pathTo(folder: string, engine: Engine): string {
  const path = pathWith(join(folder, "bin"));
  engines.set(path, engine);
  return path;
}

function answerTo(folder: string, args: readonly string[]): string {
  const words = args.join(" ");
  const other = `${args[3] ?? ""}.json`;
  if (words.startsWith("stack export --stack") && existsSync(join(folder, other))) return other;
  const [, file = ""] = Object.entries(answers).find(([start]) => words.startsWith(start)) ?? [];
  return `${file}.json`;
}

/** Sets the state that the engine of a folder returns for its own stack, or for the stack with this name. */
export function holds(cwd: string, resources: readonly object[], stack = "state"): void {
  writeFileSync(join(cwd, `${stack}.json`), JSON.stringify({ version: 3, deployment: { resources } }));
}

/** How the type of a kind begins in the states of each host. */
export const hosts = { dynamic: "pulumi-nodejs:dynamic/flowgate:", plugin: "flowgate:index:" } as const;

/** The URN of a resource of the folder's program. */
export const urnOf = (kind: string, name: string, host: keyof typeof hosts = "dynamic"): string =>
  `urn:pulumi:test::program::${hosts[host]}${kind}::${name}`;

/** A resource in a state. */
export function entryOf(
  kind: string,
  name: string,
  { host = "dynamic", inputs, outputs = inputs, ...more }: EntryValues,
): object {
  return { urn: urnOf(kind, name, host), type: hosts[host] + kind, custom: true, inputs, outputs, ...more };
}

export interface EntryValues {
  readonly id: string;
  readonly inputs: object;
  /** Default: the inputs. */
  readonly outputs?: object;
  readonly host?: keyof typeof hosts;
}

const pathWith = (bin: string): string => [bin, process.env["PATH"] ?? ""].join(delimiter);

/** Creates a folder for the PATH with a `pulumi` that runs these lines of shell. */
export function fakeEngine(folder: string, script: string): string {
  const bin = join(folder, "bin");
  engines.delete(pathWith(bin));
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "pulumi"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, "pulumi"), 0o755);
  return bin;
}

/**
 * A program's folder with an engine that runs these lines of shell for every update, and others for the commands of a
 * stack. By default, a stack has this history. For `flowgate fleet`, which looks for its engine in the PATH of the process.
 */
export function fleetOf(
  update: string,
  history = "[]",
  stack = 'cat "$HOME/history.json"',
): RunOptions & { cwd: string } {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "history.json"), history);
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
  const answers = [`version) echo v3.270.0;;`, `stack) ${stack};;`, `*) ${update};;`];
  const bin = fakeEngine(cwd, `case "$1" in\n${answers.join("\n")}\nesac`);
  const before = process.env["PATH"] ?? "";
  process.env["PATH"] = pathWith(bin);
  open.push(() => (process.env["PATH"] = before));
  return { cwd, env: { PATH: process.env["PATH"], HOME: cwd }, undisturbed: true };
}

const script = join(root, "dist/cli/main.js");

/** Runs the compiled command as a separate process. */
export async function flowgateProcess(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: cleanEnvironment(env), cwd: tmpdir() },
      (_error, stdout, stderr) => {
        resolve(runOf(child.exitCode ?? -1, stdout, stderr));
      },
    );
  });
}

/** A command that runs until it is interrupted. */
export interface Running {
  /** Everything on standard output so far. */
  readonly stdout: () => string;
  /** Waits until standard output contains a text. */
  until(text: string | RegExp): Promise<string>;
  /** Sends a signal and returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
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
  open.push(end);
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

export async function startFlowgate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, [script, ...args], {
    env: cleanEnvironment(env),
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  open.push(() => child.kill("SIGKILL"));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    stdout: () => text,
    until: untilIn(
      () => text,
      () => child.exitCode?.toString(),
    ),
    end: async (signal = "SIGINT") => {
      child.kill(signal);
      return ended;
    },
  };
}
