import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import { createColors } from "picocolors";
import { endingOf, errorData, sentenceOf } from "./errors";
import { exitCodes, type Ending } from "./exit-codes";
import { hasColors, type Io } from "./io";
import { jsonText } from "./output/json";
import { endingOfParser, makeProgram } from "./program";

/** Runs the command with these arguments and gives its exit code. Never throws: every error is told on stderr. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let ending: Ending = "done";
  const program = makeProgram(io, versionOfPackage(), (last) => (ending = last));
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCodes[ending].code;
  } catch (error) {
    // Commander has told its own errors by now.
    if (error instanceof CommanderError) return exitCodes[endingOfParser(error)].code;
    const { code } = exitCodes[endingOf(error)];
    io.stderr.write(program.opts()["json"] === true ? inJson(error, code) : inWords(error, io));
    return code;
  }
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
