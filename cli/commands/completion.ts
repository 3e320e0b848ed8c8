import { Argument, type Command } from "commander";
import { candidates } from "../completion/candidates";
import { scripts, type Shell } from "../completion/scripts";
import type { Runner } from "../run";

/** `completion` prints a script that sets up completion in a shell. The script calls `complete`. */
export function addCompletion(program: Command, run: Runner): void {
  const shells = Object.keys(scripts);
  program
    .command("completion")
    .helpGroup("This command:")
    .description("Print a script that lets a shell complete commands, options and their values")
    .addArgument(new Argument("<shell>", "The shell").choices(shells))
    .action(
      run(async ({ isJson, terminal }, shell: Shell) => {
        if (isJson) return { data: { shell, script: scripts[shell] }, views: [] };
        await terminal.text(scripts[shell]);
        return undefined;
      }),
    );
  program
    .command("complete", { hidden: true })
    .description("List the words that may come next on a command line")
    .argument("[words...]", "The words after the name of the command; the last is the one that is being typed")
    .action(
      run(async ({ isJson, terminal }, words: readonly string[]) => {
        if (isJson) return { data: candidates(program, words), views: [] };
        for (const { word, meaning } of candidates(program, words)) await terminal.text(`${word} ${meaning}\n`);
        return undefined;
      }),
    );
}
