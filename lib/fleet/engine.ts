import { closeSync, fstatSync, readSync, writeSync } from "node:fs";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import { LONGEST_TIMER_MS } from "../../provider/values/numbers";
import { startEngine, type EngineProcess } from "../engine-process";
import type { Changes } from "./outcome";
import { processWith, type ProcessId } from "./machine";
import { openPrivate } from "./private";
import { saidBy } from "../../provider/values/said";

/**
 * Settings of the engine's garbage collection, a Go program. A query ends before it would need any. An update needs a
 * tenth less processor time with this one, and at most 100 MB more memory. `GOGC` in the environment takes precedence.
 */
const collection = { query: "off", update: "400" } as const;

/** The engine's words for a stack whose file of attributes is empty: an engine was killed while it wrote that file. */
const UNREADABLE = "failed to load checkpoint: EOF";
const AFTER_KILL =
  "An earlier engine was killed while it wrote the attributes of the state. The state itself is intact. Remove the " +
  "empty file in the folder of the states: find .pulumi/stacks -name '*.attrs' -empty -delete";

/** Thrown if an engine ends with an error or cannot be started. */
export class EngineError extends Error {
  /** What an update had changed before its engine ended. */
  changes?: Changes;

  constructor(
    /** Its complete output. */
    readonly output: string,
    /** Its exit code; null if a signal ended it. */
    readonly code: number | null,
    /** The signal that may have ended it. Its reason then says more than the output. */
    signal?: AbortSignal,
  ) {
    super(reasonOf(signal) ?? sentenceOf(output) ?? `The engine ended with ${code ?? "a signal"} and said nothing.`);
    this.name = "EngineError";
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** One update: a command that changes or computes a stack. */
export interface Update {
  /** File for its complete output. */
  readonly log: string;
  /** Environment variables of this update only. */
  readonly env: Environment;
  /** Ends the engine: it finishes its current work and starts nothing more. */
  readonly signal: AbortSignal;
  /** Called with the engine's process once it runs. */
  readonly started?: ((engine: ProcessId) => void) | undefined;
}

/** The engine, as a command in the folder of a program. */
export class Engine {
  private constructor(
    private readonly command: string,
    private readonly folder: string,
    private readonly env: Environment,
  ) {}

  /** Throws EngineError if there is no engine, or if it is too old. */
  static async find(folder: string, env: Environment): Promise<Engine> {
    try {
      const { command } = await PulumiCommand.get();
      return new Engine(command, folder, env);
    } catch (error) {
      const words = saidBy(error);
      const isMissing = words.includes("ENOENT");
      throw new EngineError(
        isMissing ? "error: there is no `pulumi` on the PATH; install it" : `error: ${words}`,
        null,
      );
    }
  }

  /** Runs a short command and returns its standard output. Throws EngineError if it fails or `signal` ends it. */
  async query(args: readonly string[], signal: AbortSignal): Promise<string> {
    const engine = this.#start(args, "query", {}, "pipe");
    const { code, stdout, stderr } = await ended(engine, signal);
    if (code !== 0) throw new EngineError(`${stdout}\n${stderr}`, code, signal);
    return stdout;
  }

  /**
   * Runs an update. Its output goes to a file, not to a pipe: if this process is killed, the engine still finishes its
   * update and releases the stack. Throws EngineError if it fails.
   */
  async update(args: readonly string[], { log: path, env, signal, started }: Update): Promise<void> {
    const log = openPrivate(path);
    try {
      writeSync(log, `\n== ${new Date().toISOString()} pulumi ${args.join(" ")}\n`);
      const from = fstatSync(log).size;
      const engine = this.#start(args, "update", env, log);
      const { pid } = engine.child;
      const id = pid === undefined ? undefined : processWith(pid);
      if (id !== undefined) started?.(id);
      const { code } = await ended(engine, signal);
      if (code !== 0) throw new EngineError(readFrom(log, from), code, signal);
    } finally {
      closeSync(log);
    }
  }

  #start(
    args: readonly string[],
    kind: keyof typeof collection,
    env: Environment,
    output: number | "pipe",
  ): EngineProcess {
    // Without PULUMI_DEBUG_COMMANDS, the engine has no --event-log.
    const own = { GOGC: collection[kind], PULUMI_AUTOMATION_API: "true", PULUMI_DEBUG_COMMANDS: "true" };
    const options = { cwd: this.folder, env: { ...own, ...this.env, ...env } };
    return startEngine(this.command, [...args, "--color", "never"], output, options);
  }
}

/** Waits for an engine, which `signal` stops. */
function ended({ ended: end, stop }: EngineProcess, signal: AbortSignal): EngineProcess["ended"] {
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return end.finally(() => signal.removeEventListener("abort", stop));
}

function readFrom(log: number, from: number): string {
  const bytes = Buffer.alloc(fstatSync(log).size - from);
  const length = readSync(log, bytes, 0, bytes.length, from);
  return bytes.toString("utf8", 0, length);
}

/** Maximum number of engine errors in a message. */
const MOST_ERRORS = 3;

/** A signal that ends the engines of a site after its time limit. */
export function limitOf({ timeoutSeconds }: { readonly timeoutSeconds: number }): AbortSignal {
  const limit = new AbortController();
  const end = (): void => limit.abort(new Error(`not finished within ${timeoutSeconds} s, so it was cancelled`));
  setTimeout(end, Math.min(timeoutSeconds * 1000, LONGEST_TIMER_MS)).unref();
  return limit.signal;
}

/** Why a signal ended an engine; undefined if none did. */
function reasonOf(signal: AbortSignal | undefined): string | undefined {
  return signal?.aborted === true && signal.reason instanceof Error ? signal.reason.message : undefined;
}

/** The engine's own errors, without the surrounding lines. */
function sentenceOf(output: string): string | undefined {
  const errors = output
    .split("\n")
    .flatMap((line) => /^\s*(?:\*\* |panic: )?error: (?<words>.+)$/su.exec(line)?.groups?.["words"]?.trim() ?? [])
    .filter((words) => !/^(?:update|refresh|destroy|preview) failed$/u.test(words))
    .map((words) => words.replace(/^\S*:(\w+) resource '([^']*)' has a problem: /u, '$1 "$2": '))
    .map((words) => (words === UNREADABLE ? `${words}. ${AFTER_KILL}` : words));
  const different = [...new Set(errors)];
  if (different.length === 0) return undefined;
  const more = different.length > MOST_ERRORS ? ` (and ${different.length - MOST_ERRORS} more)` : "";
  return different.slice(0, MOST_ERRORS).join("; ") + more;
}
