import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { createColors } from "picocolors";
import { endingOf, errorData, sentenceOf } from "./errors";
import { exitCodes, type Ending } from "./exit-codes";
import { hasColors, type Io } from "./io";
import { jsonText } from "./output/json";
import { endingOfParser, makeProgram, usageError } from "./program";

/** Runs the command with these arguments and gives its exit code. Never throws: every error is told on stderr. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let ending: Ending = "done";
  const program = makeProgram(io, {
    version: versionOfPackage(),
    ended: (last) => (ending = last),
    quiet: args.includes("--json"),
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes[ending].code;
  } catch (error) {
    if (error instanceof CommanderError) return tellParser(error, args, io);
    return tell(error, program.opts()["json"] === true, io);
  }
}

/** Commander has told its own errors in words by now. */
function tellParser(error: CommanderError, args: readonly string[], io: Io): number {
  const ending = endingOfParser(error);
  return ending === "usage" && args.includes("--json") ? tell(usageError(error), true, io) : exitCodes[ending].code;
}

function tell(error: unknown, asJson: boolean, io: Io): number {
  const { code } = exitCodes[endingOf(error)];
  io.stderr.write(asJson ? inJson(error, code) : inWords(error, io));
  return code;
}

function inWords(error: unknown, io: Io): string {
  const { red } = createColors(hasColors(io.stderr, io.env));
  return `${red("error:")} ${sentenceOf(error)}\n`;
}

function inJson(error: unknown, exitCode: number): string {
  return `${jsonText({ error: { ...errorData(error), exitCode } })}\n`;
}

function versionOfPackage(): string {
  const { version } = JSON.parse(readFileSync(require.resolve("pulumi-flowgate/package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
