import childProcess, { type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Socket } from "node:net";
import { runInThisContext } from "node:vm";

/** The most processes that one jest worker keeps. */
const MOST = 2;

/** A process that a test file leaves running for a later file of the same jest worker. */
export interface LeftProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** The command that started it, without parts that depend on the test file. */
  readonly command: string;
  readonly port: string;
  /** The number of runs that it has had. */
  readonly run: number;
  /** Its working directory, which is deleted with it. */
  readonly folder: string;
}

/**
 * Property of a process that stores the other fields as text. An object would keep the memory of the whole test file
 * alive that created it.
 */
const note = Symbol.for("flowgate.left");
type Noted = ChildProcessWithoutNullStreams & { [note]?: string };

/**
 * Ends all remaining processes when the worker ends. It runs as code of the worker itself, which outlives the test
 * files.
 */
const makeList = `(() => {
  const left = [];
  process.on("exit", () => {
    for (const child of left) {
      child.kill("SIGKILL");
      const { folder } = JSON.parse(child[Symbol.for("flowgate.left")]);
      process.getBuiltinModule("node:fs").rmSync(folder, { recursive: true, force: true });
    }
  });
  return left;
})()`;

/** Each test file has its own copy of this module. The modules of Node.js are shared by all files of a worker. */
const kept = childProcess as { [note]?: Noted[] | undefined };
const list = (): Noted[] => (kept[note] ??= runInThisContext(makeList) as Noted[]);

/**
 * Leaves a process to later test files. Refuses if enough processes are left already, or if the package may be rebuilt
 * between two files. Remove your listeners on the process first.
 */
export function leave({ child, ...rest }: LeftProcess): boolean {
  if (list().length >= MOST || process.env["FLOWGATE_TESTS_BUILT"] !== "true") return false;
  (child as Noted)[note] = JSON.stringify(rest);
  list().push(child);
  for (const handle of handlesOf(child)) handle.unref();
  return true;
}

/** Takes a process that this command started and that an earlier file left, if there is one. */
export function takeLeft(command: string): LeftProcess | undefined {
  const at = list().findIndex((child) => read(child).command === command && isRunning(child));
  const [child] = at === -1 ? [] : list().splice(at, 1);
  if (child === undefined) return undefined;
  for (const handle of handlesOf(child)) handle.ref();
  return { ...read(child), child };
}

export function isRunning({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean {
  return exitCode === null && signalCode === null;
}

function read(child: Noted): Omit<LeftProcess, "child"> {
  return JSON.parse(child[note] ?? "{}") as Omit<LeftProcess, "child">;
}

/** The handles that keep a worker from ending. */
function handlesOf(child: ChildProcessWithoutNullStreams): { ref(): void; unref(): void }[] {
  const { stdin, stdout, stderr, channel } = child;
  const handles = [child, stdin as Socket, stdout as unknown as Socket, stderr as unknown as Socket, channel];
  return handles.filter((handle) => handle !== null && handle !== undefined);
}
