import { CommanderError } from "commander";
import { packageManifest } from "./package";
import { Terminal } from "./output/terminal";
import { endingOf, errorData, linesOf } from "./errors";
import { exitCodes, type Ending } from "./exit-codes";
import type { Io } from "./io";
import { endingOfParser, makeProgram, usageError } from "./program";

/** Runs the command with these arguments and returns its exit code. Never throws: every error is printed on stderr. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args.length === 0) {
    new Terminal(io).usage(whereToStart);
    return exitCodes.usage.code;
  }
  let ending: Ending = "done";
  const program = makeProgram(io, {
    version: packageManifest().version,
    ended: (last) => (ending = last),
    quiet: isForJson(args),
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes[ending].code;
  } catch (error) {
    if (error instanceof CommanderError) return tellParser(error, args, io);
    return tell(error, isForJson(args), io);
  }
}

/** What the command prints without any argument: its whole help has a hundred lines. */
const whereToStart = `flowgate works on the management gateway and the replication service of a site.

  flowgate simulate          start simulated appliances to try it with
  flowgate doctor            find out what is wrong, and how to fix it
  flowgate export network    write what the appliances hold as a program

flowgate --help lists every command. The pages are in node_modules/pulumi-flowgate/docs.
`;

/** Works even if the command line cannot be parsed. */
function isForJson(args: readonly string[]): boolean {
  return args.includes("--json");
}

/** Commander has already printed its own errors. */
function tellParser(error: CommanderError, args: readonly string[], io: Io): number {
  const ending = endingOfParser(error);
  return ending === "usage" && isForJson(args) ? tell(usageError(error), true, io) : exitCodes[ending].code;
}

function tell(error: unknown, asJson: boolean, io: Io): number {
  const { code } = exitCodes[endingOf(error)];
  const terminal = new Terminal(io);
  if (asJson) terminal.errorJson({ error: { ...errorData(error), exitCode: code } });
  else terminal.error(...linesOf(error));
  return code;
}
