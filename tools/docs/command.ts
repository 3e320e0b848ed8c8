import type { Command } from "commander";
import { compiled } from "./compiled.ts";
import { table } from "./markdown.ts";

/** Table of the exit codes. */
export function exitCodesTable() {
  const { exitCodes }: { exitCodes: Record<string, { code: number; meaning: string }> } = compiled("cli/exit-codes");
  const rows = Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]);
  return table(["Code", "Meaning"], rows);
}

/** Table of the options that every command has. */
export function globalOptionsTable() {
  const rows = program()
    .options.filter(({ hidden }) => !hidden)
    .map(({ flags, description }) => [`\`${flags}\``, `${description}.`]);
  return table(["Option", "Meaning"], rows);
}

function program(): Command {
  const { makeProgram } = compiled("cli/program");
  const { processIo } = compiled("cli/io");
  return makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });
}
