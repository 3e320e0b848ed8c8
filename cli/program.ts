import { Command, Option } from "commander";
import { Terminal } from "./output/terminal";
import { commands } from "./commands";
import { examples } from "./examples";
import type { Ending } from "./exit-codes";
import type { Io } from "./io";
import { runner } from "./run";

/** Width of help without a terminal: the generated page must not depend on one. */
export const PLAIN_WIDTH = 100;

export interface Surroundings {
  readonly version: string;
  /** Called with the ending of a run that did not throw. */
  readonly ended: (ending: Ending) => void;
  /** Whether the caller reports mistakes on the command line, so that nothing is printed here. */
  readonly quiet: boolean;
}

export function makeProgram(io: Io, { version, ended, quiet }: Surroundings): Command {
  const terminal = new Terminal(io);
  terminal.mayLoseReader = true;
  const program = new Command("flowgate")
    .description("Inspects and operates the management gateway and the replication service of a site.")
    .version(version, "-V, --version", "Print the version of this package")
    .helpOption("-h, --help", "Print this help")
    .helpCommand(false)
    .addOption(new Option("--site <name>", "Site of the configuration; the top-level appliances by default"))
    .addOption(new Option("--json", "Print results and errors as JSON"))
    .addOption(new Option("--stack <name>", "Pulumi stack to read; the selected one by default"))
    .addOption(new Option("--no-stack", "Read only the environment, not the stack"))
    .addHelpText("after", `\n${configurationHelp}`)
    .showHelpAfterError("(--help shows how it is used)")
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .configureOutput({
      writeOut: (text) => void terminal.text(text),
      writeErr: (text) => {
        if (!quiet) terminal.usage(text);
      },
      getOutHelpWidth: () => terminal.width.stdout ?? PLAIN_WIDTH,
      getErrHelpWidth: () => terminal.width.stderr ?? PLAIN_WIDTH,
    });
  const run = runner(io, ended);
  for (const add of commands) add(program, run);
  addExamples(program);
  return program;
}

/** Adds two examples to the help of a command and of those below it: of a group, the first ones of these. */
function addExamples(command: Command, path: readonly string[] = []): readonly string[] {
  const below = command.commands.flatMap((one) => addExamples(one, [...path, one.name()])[0] ?? []);
  const own = examples[path.join(" ")] ?? below.slice(0, 2);
  command.addHelpText("after", ["\nExamples:", ...own].join("\n  "));
  return own;
}

const configurationHelp = "Configuration: as for Pulumi programs, from FLOWGATE_* variables and the stack.";
