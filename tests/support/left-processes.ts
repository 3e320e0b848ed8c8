import childProcess, { type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Socket } from "node:net";
import { runInThisContext } from "node:vm";

/** Processes that one jest worker keeps. */
const MOST = 2;

/** A process that a test file leaves running for a later file of the same jest worker. */
export interface LeftProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** What was started, without what depends on the file. */
  readonly command: string;
  readonly port: string;
  /** Runs that it has had. */
  readonly run: number;
  /** Its working directory, which goes with it. */
  readonly folder: string;
}

/** Where a process carries the rest of it, as text: an object would keep all of the file in memory that made it. */
const note = Symbol.for("flowgate.left");
type Noted = ChildProcessWithoutNullStreams & { [note]?: string };

/** Ends with the worker whatever is left. It is code of the worker itself, which outlives the files. */
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

/** Each test file has modules of its own; those of Node.js are the same in all files of a worker. */
const kept = childProcess as { [note]?: Noted[] | undefined };
const list = (): Noted[] => (kept[note] ??= runInThisContext(makeList) as Noted[]);

/**
 * Leaves a process to later files, unless there are enough, or the package may be built again between two files. What
 * listens to it must end then.
 */
export function leave({ child, ...rest }: LeftProcess): boolean {
  if (list().length >= MOST || process.env["FLOWGATE_TESTS_BUILT"] !== "true") return false;
  (child as Noted)[note] = JSON.stringify(rest);
  list().push(child);
  for (const handle of handlesOf(child)) handle.unref();
  return true;
}

/** A process that was started by this command and is left, if there is one. */
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

/** What keeps a worker from ending. */
function handlesOf(child: ChildProcessWithoutNullStreams): { ref(): void; unref(): void }[] {
  const { stdin, stdout, stderr, channel } = child;
  const handles = [child, stdin as Socket, stdout as unknown as Socket, stderr as unknown as Socket, channel];
  return handles.filter((handle) => handle !== null && handle !== undefined);
}
