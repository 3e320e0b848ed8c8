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

/** The help of every command, with one section per command. */
export function commandHelp() {
  return leaves(program())
    .map(({ path, command }) => `### ${path}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``)
    .join("\n\n");
}

function program(): Command {
  const { makeProgram } = compiled("cli/program");
  const { processIo } = compiled("cli/io");
  return makeProgram(processIo(), { version: "0.0.0", ended: () => undefined, quiet: false });
}

/** Every command that can be run, with its command line. */
function leaves(command: Command, path = command.name()): { path: string; command: Command }[] {
  const seen = command.createHelp().visibleCommands(command);
  const below = command.commands.filter((one) => seen.includes(one));
  if (below.length === 0) return [{ path, command }];
  return below.flatMap((one) => leaves(one, `${path} ${one.name()}`));
}

/** The help as shown in a terminal of 100 columns, without the options that all commands have. */
function helpOf(command: Command) {
  const help = Object.assign(command.createHelp(), { showGlobalOptions: false, helpWidth: 100 });
  return help.formatHelp(command, help).trimEnd();
}
