import type { Command } from "commander";
import { Context, type GlobalOptions, type Result } from "./context";
import type { Ending } from "./exit-codes";
import type { Io } from "./io";

/** A command, with its arguments and options. Returns its result, or nothing if it has printed while it ran. */
export type Action<A extends readonly unknown[]> = (context: Context, ...args: A) => Promise<Result | undefined>;

/** Wraps an action for commander: creates a context, prints the result and closes everything. */
export type Runner = <A extends readonly unknown[]>(action: Action<A>) => (...args: unknown[]) => Promise<void>;

/** A runner that reports how a run ended, unless it threw. */
export function runner(io: Io, ended: (ending: Ending) => void): Runner {
  return <A extends readonly unknown[]>(action: Action<A>) =>
    async (...args: unknown[]) => {
      // Commander passes the command itself as the last argument.
      const command = args.at(-1) as Command;
      const context = new Context(io, command.optsWithGlobals<GlobalOptions>());
      try {
        const result = await action(context, ...(args.slice(0, -1) as readonly unknown[] as A));
        if (result !== undefined) await context.print(result);
        ended(result?.ending ?? "done");
      } catch (error) {
        throw await context.named(error);
      } finally {
        await context.close();
      }
    };
}
