import { devNull } from "node:os";
import { LocalWorkspace, Stack, type EngineEvent, type PulumiCommand } from "@pulumi/pulumi/automation";
import { EngineError, engineWith, findEngine, type EngineOptions } from "./engine";
import type { Fleet } from "./fleet";
import type { LastUpdate } from "./mark";
import type { Changes, Operation } from "./outcome";

/** One operation on one stack. */
export interface StackRun extends Pick<EngineOptions, "started"> {
  readonly operation: Operation;
  readonly stack: string;
  /** File for the engine's complete output. */
  readonly log: string;
  /** Message in the stack's history. */
  readonly message: string;
  /** Ends the engine: it finishes its current work and starts nothing more. */
  readonly signal: AbortSignal;
  /** Whether to refresh the state from the appliances first. */
  readonly refresh: boolean;
  /** Receives all events of a preview; the engine has masked secrets. */
  readonly found?: ((event: EngineEvent) => void) | undefined;
}

/** An existing stack. */
export interface FoundStack {
  /** The last entry of its history; undefined if it has none. */
  readonly last: LastUpdate | undefined;
}

/**
 * The stacks of a fleet, on the backend that the environment names. Each is queried by its name: listing all stacks
 * takes long if there are thousands, and with PostgreSQL the engine can deadlock itself while listing.
 */
export class Stacks {
  private constructor(
    private readonly fleet: Pick<Fleet, "program">,
    private readonly env: EngineOptions["env"],
    private readonly engine: PulumiCommand,
  ) {}

  /** Throws EngineError if there is no engine. */
  static async open(fleet: Pick<Fleet, "program">, env: EngineOptions["env"]): Promise<Stacks> {
    return new Stacks(fleet, env, await findEngine());
  }

  /** Creates a stack if it does not exist. Another worker may create it first; then this one uses it. */
  async create(stack: string): Promise<void> {
    const workspace = await this.#workspace();
    try {
      await workspace.createStack(stack);
    } catch (error) {
      if (!(error instanceof EngineError) || !/already exists/u.test(error.output)) throw error;
    }
  }

  /** A stack with the last entry of its history; undefined if no stack has this name. */
  async find(stack: string): Promise<FoundStack | undefined> {
    const opened = await this.#stack(stack);
    try {
      const [last] = await opened.history(1, 1, false);
      return { last };
    } catch (error) {
      if (error instanceof EngineError && /no stack named .* found/u.test(error.output)) return undefined;
      throw error;
    }
  }

  /** Runs the engine. Throws EngineError if it ends with an error. */
  async run(run: StackRun): Promise<Changes> {
    const stack = await this.#stack(run.stack, run);
    const { message, signal, refresh, found } = run;
    switch (run.operation) {
      case "preview":
        return (await stack.preview({ signal, refresh, ...(found === undefined ? {} : { onEvent: found }) }))
          .changeSummary;
      case "up":
        return (await stack.up({ message, signal, refresh, showSecrets: false })).summary.resourceChanges ?? {};
      case "refresh":
        return (await stack.refresh({ message, signal, showSecrets: false })).summary.resourceChanges ?? {};
      case "destroy":
        return (await stack.destroy({ message, signal, showSecrets: false })).summary.resourceChanges ?? {};
    }
  }

  /** Removes the lock of an update that is known to have ended. */
  async unlock(stack: string): Promise<void> {
    await (await this.#stack(stack)).cancel();
  }

  async #stack(name: string, options?: Pick<EngineOptions, "log" | "started">): Promise<Stack> {
    return Stack.select(name, await this.#workspace(options));
  }

  /**
   * Never selects a stack, since all processes in a folder share the file with the selection; each command names its
   * stack. Outputs are not read: they are unused here and may be secret.
   */
  async #workspace(options: Pick<EngineOptions, "log" | "started"> = { log: devNull }): Promise<LocalWorkspace> {
    const engine = engineWith(this.engine, { env: this.env, ...options });
    const workspace = await LocalWorkspace.create({ workDir: this.fleet.program, pulumiCommand: engine });
    return Object.assign(workspace, {
      selectStack: async () => undefined,
      stackOutputs: async () => ({}),
      createStack: async (name: string) => {
        await engine.run(["stack", "init", name, "--no-select"], this.fleet.program, {});
      },
    });
  }
}
