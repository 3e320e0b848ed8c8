import { readFileSync } from "node:fs";
import { settingsOf } from "./digest";
import { Engine, EngineError, type Environment, type Update } from "./engine";
import type { Fleet } from "./fleet";
import { KeptProcesses } from "./kept/kept-processes";
import type { ProcessId } from "./machine";
import type { LastUpdate } from "./mark";
import type { Changes, Operation } from "./outcome";
import { removePrivate, replacePrivate } from "./private";

/** One operation on one stack. */
export interface StackRun extends Omit<Update, "env"> {
  readonly operation: Operation;
  readonly stack: string;
  /** Message in the stack's history. */
  readonly message: string;
  /** Whether to refresh the state from the appliances first. */
  readonly refresh: boolean;
  /** For a preview: whether it is that of a destroy. */
  readonly destroys: boolean;
  /** File for the engine's events, one per line. The engine masks secrets in them. */
  readonly events: string;
  /** Whether the file with the events is needed after the run. */
  readonly keepsEvents: boolean;
}

/** An existing stack. */
export interface FoundStack {
  /** The last entry of its history; undefined if it has none. */
  readonly last: LastUpdate | undefined;
}

/** The numbers of objects by operation in the events of an engine. */
export type ChangesIn = (events: string) => Changes;

/** Arguments of each operation besides those that all have. */
const argumentsOf: Readonly<
  Record<Operation, (run: Pick<StackRun, "message" | "refresh" | "destroys">) => readonly string[]>
> = {
  preview: ({ refresh, destroys }) => (destroys ? ["destroy", "--preview-only"] : ["preview", ...refreshing(refresh)]),
  up: ({ message, refresh }) => ["up", ...agreed(message), ...refreshing(refresh)],
  refresh: ({ message }) => ["refresh", ...agreed(message)],
  destroy: ({ message }) => ["destroy", ...agreed(message)],
};

function agreed(message: string): readonly string[] {
  return ["--yes", "--skip-preview", "--message", message];
}

function refreshing(refresh: boolean): readonly string[] {
  return refresh ? ["--refresh"] : [];
}

/**
 * The stacks of a fleet, on the backend that the environment names. Each is queried by its name: listing all stacks
 * takes long if there are thousands, and with PostgreSQL the engine can deadlock itself while listing. No stack is ever
 * selected, since all processes in a folder share the file with the selection. Outputs are not read: they are unused
 * here and may be secret.
 */
export class Stacks {
  /** Whether a program of this run was compiled without a mistake. All stacks have the same program. */
  #isCompiled = false;

  private constructor(
    private readonly fleet: Pick<Fleet, "program" | "checkpoints">,
    private readonly engine: Engine,
    private readonly kept: KeptProcesses,
    private readonly changesIn: ChangesIn,
  ) {}

  /**
   * `keptLog` gets what kept processes print while they serve no site. `changesIn` reads the events of an update.
   * Throws EngineError if there is no engine.
   */
  static async open(
    fleet: Pick<Fleet, "program" | "keep" | "checkpoints">,
    env: Environment,
    keptLog: string,
    changesIn: ChangesIn = () => ({}),
  ): Promise<Stacks> {
    const engine = await Engine.find(fleet.program, env);
    return new Stacks(fleet, engine, new KeptProcesses(fleet, env, keptLog), changesIn);
  }

  /** Ends the kept processes. No engine may run. */
  close(): Promise<void> {
    return this.kept.close();
  }

  /** Creates a stack. Returns false if it exists: another worker may have created it. */
  async create(stack: string, signal: AbortSignal): Promise<boolean> {
    // The engine reads this line only later. Without the option it would want a passphrase, even if the stack exists.
    const { secretsprovider: keys } = settingsOf(this.fleet, stack);
    const options = keys === undefined ? [] : [`--secrets-provider=${keys}`];
    try {
      await this.engine.query(["stack", "init", `--stack=${stack}`, "--no-select", ...options], signal);
      return true;
    } catch (error) {
      if (!(error instanceof EngineError) || !/already exists/u.test(error.output)) throw error;
      return false;
    }
  }

  /** A stack with the last entry of its history; undefined if no stack has this name. */
  async find(stack: string, signal: AbortSignal): Promise<FoundStack | undefined> {
    try {
      const last = ["--json", "--page-size", "1", "--page", "1"];
      const entries = await this.engine.query(["stack", "history", `--stack=${stack}`, ...last], signal);
      return { last: lastUpdateIn(entries) };
    } catch (error) {
      if (error instanceof EngineError && /no stack named .* found/u.test(error.output)) return undefined;
      throw error;
    }
  }

  /** Runs the engine. Throws EngineError if it ends with an error. */
  async run(run: StackRun): Promise<Changes> {
    const { stack, operation, events, log, keepsEvents } = run;
    // The engine writes into an existing file, which is private.
    replacePrivate(events, "");
    const site = await this.kept.begin(stack, log);
    const args = [...argumentsOf[operation](run), `--stack=${stack}`, "--event-log", events, ...site.args];
    const env = { ...this.#environment(), ...site.env };
    try {
      await site.during((serves) => {
        const started = (engine: ProcessId): void => (serves(engine), run.started?.(engine));
        return this.engine.update(args, { ...run, env, started });
      });
      if (operation === "up" || operation === "preview") this.#isCompiled = true;
      return this.changesIn(readFileSync(events, "utf8"));
    } catch (error) {
      if (error instanceof EngineError && operation !== "preview") error.changes = this.#changesBefore(events);
      throw error;
    } finally {
      if (!keepsEvents) removePrivate(events);
    }
  }

  /** What a failed update has changed; nothing if its engine was killed while it wrote the events. */
  #changesBefore(events: string): Changes {
    try {
      return this.changesIn(readFileSync(events, "utf8"));
    } catch {
      return {};
    }
  }

  #environment(): Environment {
    return {
      // Type errors do not depend on the site, so one check of them per run is enough.
      ...(this.#isCompiled ? { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } : {}),
      ...(this.fleet.checkpoints ? {} : { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" }),
    };
  }

  /** Removes the lock of an update that is known to have ended. */
  async unlock(stack: string, signal: AbortSignal): Promise<void> {
    await this.engine.query(["cancel", "--yes", `--stack=${stack}`], signal);
  }
}

/** The last update in the history that the engine prints. */
function lastUpdateIn(text: string): LastUpdate | undefined {
  const [last] = JSON.parse(text) as (Omit<LastUpdate, "startTime" | "endTime"> &
    Record<"startTime" | "endTime", string>)[];
  return last && { ...last, startTime: new Date(last.startTime), endTime: new Date(last.endTime) };
}
