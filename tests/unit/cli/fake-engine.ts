import childProcess, { type SpawnOptions } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PassThrough } from "node:stream";
import { temporaryFolder } from "../../support/temporary-folder";

/** What the tests of a file have opened, as functions that close it. */
export const open: (() => unknown)[] = [];

/** Closes everything that the tests of a file have opened. Call it in `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
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
export function stackOf(
  values: Readonly<Record<string, unknown>>,
  cwd = temporaryFolder(),
): { env: Record<string, string>; cwd: string } {
  const entries = Object.entries(values).map(([key, value]) => {
    return [`flowgate:${key}`, { value: JSON.stringify(value), objectValue: value, secret: true }];
  });
  writeFileSync(join(cwd, "config.json"), JSON.stringify(Object.fromEntries(entries)));
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: program\nruntime: nodejs\n");
  holds(cwd, []);
  fakeEngine(cwd, `folder="${cwd}"\n${shellAnswers}`);
  return { cwd, env: { PATH: pathTo(cwd, (args) => answerTo(cwd, args)) } };
}

/** What an engine prints for a command. An error is printed too. */
type Engine = (args: readonly string[]) => string;

/**
 * The fake engines in this process, by the PATH with each. A command in this process asks them without starting a
 * process, which would take as long as the rest of the command.
 */
const engines = new Map<string, Engine>();
const { spawn: start } = childProcess;

function askEngine(file: string, args: string[], options: SpawnOptions): unknown {
  const engine = file === "pulumi" ? engines.get(options.env?.["PATH"] ?? "") : undefined;
  if (engine === undefined) return start(file, args, options);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const child = Object.assign(new EventEmitter(), { stdout, stderr, killed: false });
  let code = 0;
  void Promise.all([once(stdout, "end"), once(stderr, "end")]).then(() => child.emit("close", code));
  try {
    stdout.end(engine(args));
    stderr.end();
  } catch (error) {
    code = 1;
    stdout.end();
    stderr.end(String(error));
  }
  return child;
}
Object.assign(childProcess, { spawn: askEngine });
afterAll(() => Object.assign(childProcess, { spawn: start }));

/** The PATH of a folder with a fake engine in this process. */
export function pathTo(folder: string, engine: Engine): string {
  const path = pathWith(join(folder, "bin"));
  engines.set(path, engine);
  return path;
}

/** What the engine of a folder prints for a command. */
export function answerTo(folder: string, args: readonly string[]): string {
  const words = args.join(" ");
  const other = join(folder, `${args[3] ?? ""}.json`);
  const isOther = words.startsWith("stack export --stack") && existsSync(other);
  const [, file = ""] = Object.entries(answers).find(([start]) => words.startsWith(start)) ?? [];
  return readFileSync(isOther ? other : join(folder, `${file}.json`), "utf8");
}

/** Sets the state that the engine of a folder returns for its own stack, or for the stack with this name. */
export function holds(cwd: string, resources: readonly object[], stack = "state"): void {
  writeFileSync(join(cwd, `${stack}.json`), JSON.stringify({ version: 3, deployment: { resources } }));
}

/** How the type of a kind begins in the states of each host. */
export const hosts = { dynamic: "pulumi-nodejs:dynamic/flowgate:", plugin: "flowgate:index:" } as const;

/** The URN of a resource of the folder's program. `above` are the types of its parents, each with `$` after it. */
export const urnOf = (kind: string, name: string, host: keyof typeof hosts = "dynamic", above = ""): string =>
  `urn:pulumi:test::program::${above}${hosts[host]}${kind}::${name}`;

/** A resource in a state. */
export function entryOf(
  kind: string,
  name: string,
  { host = "dynamic", above, inputs, outputs = inputs, ...more }: EntryValues,
): object {
  return { urn: urnOf(kind, name, host, above), type: hosts[host] + kind, custom: true, inputs, outputs, ...more };
}

export interface EntryValues {
  readonly id: string;
  readonly inputs: object;
  /** Default: the inputs. */
  readonly outputs?: object;
  readonly host?: keyof typeof hosts;
  /** Types of its parents, each with `$` after it. */
  readonly above?: string;
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
): { cwd: string; env: Record<string, string>; undisturbed: true } {
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
