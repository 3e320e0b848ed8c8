import { CommanderError } from "commander";
import { packageManifest } from "./package";
import { Terminal } from "./output/terminal";
import { endingOf, errorData, printedOf, UsageError } from "./errors";
import { exitCodes, type Ending } from "./exit-codes";
import type { Io } from "./io";
import { makeProgram } from "./program";

/** Runs the command with these arguments and returns its exit code. Never throws: every error is printed on stderr. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let ending: Ending = "done";
  const { version } = packageManifest();
  const surroundings = { version, ended: (last: Ending) => (ending = last), quiet: isForJson(args) };
  const program = makeProgram({ ...io, typed: args }, surroundings);
  if (args.length === 0) {
    new Terminal(io).usage(program.helpInformation());
    return exitCodes.usage.code;
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes[ending].code;
  } catch (error) {
    if (error instanceof CommanderError) return tellParser(error, args, io);
    return tell(error, isForJson(args), io);
  }
}

/** Works even if the command line cannot be parsed. */
function isForJson(args: readonly string[]): boolean {
  return args.includes("--json");
}

/** Help and version succeed, everything else is a mistake. Commander has already printed its own errors. */
function tellParser(cause: CommanderError, args: readonly string[], io: Io): number {
  if (cause.exitCode === 0) return exitCodes.done.code;
  const words = cause.code === "commander.help" ? "A command is missing." : cause.message.replace(/^error: /u, "");
  return isForJson(args) ? tell(new UsageError(words, { cause }), true, io) : exitCodes.usage.code;
}

function tell(error: unknown, asJson: boolean, io: Io): number {
  const { code } = exitCodes[endingOf(error)];
  const terminal = new Terminal(io);
  // Who ends a pipe early wants no message.
  if ((error as NodeJS.ErrnoException).code === "EPIPE") return code;
  if (asJson) terminal.errorJson({ error: { ...errorData(error), exitCode: code } });
  else terminal.error(printedOf(error));
  return code;
}
