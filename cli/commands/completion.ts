import { Argument, type Command, type Option } from "commander";
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

/** A word that may come next, and its meaning. */
export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/**
 * The words that may come next on a command line. `words` are those after the name of the program; the last one is
 * being typed and may be empty. An empty result means that only the user knows: a file, a name, a number.
 */
function candidates(program: Command, words: readonly string[]): readonly Candidate[] {
  const typed = words.at(-1) ?? "";
  const { command, position, open } = placeOf(program, words.slice(0, -1));
  const [, flag, begun] = /^(--[\w-]+)=(.*)$/su.exec(typed) ?? [];
  if (flag !== undefined) {
    const ofFlag = choices(optionNamed(command, flag)).map(({ word, meaning }) => ({
      word: `${flag}=${word}`,
      meaning,
    }));
    return begins(ofFlag, `${flag}=${String(begun)}`);
  }
  if (typed.startsWith("-")) return begins(flagsOf(command), typed);
  const ofOption = begins(choices(open), typed);
  // After an option with any number of values, the next word may also be an argument.
  if (open !== undefined && (open.required || ofOption.length > 0) && !open.variadic) return ofOption;
  // A command comes before all arguments.
  const below = position === 0 ? commandsBelow(command) : [];
  return begins([...choices(open), ...below, ...choices(argumentAt(command, position))], typed);
}

interface Position {
  readonly command: Command;
  /** Number of arguments of the command so far. */
  readonly position: number;
  /** The option that still needs its value. */
  readonly open: Option | undefined;
}

/** The position on the command line after all words but the last. */
function placeOf(program: Command, words: readonly string[]): Position {
  let place: Position = { command: program, position: 0, open: undefined };
  for (const word of words) place = after(place, word);
  return place;
}

function after({ command, position, open }: Position, word: string): Position {
  if (word.startsWith("-")) {
    const option = word.includes("=") ? undefined : optionNamed(command, word);
    return { command, position, open: option?.required === true || option?.optional === true ? option : undefined };
  }
  if (open !== undefined) return { command, position, open: open.variadic ? open : undefined };
  const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
  if (below !== undefined && position === 0) return { command: below, position: 0, open: undefined };
  return { command, position: position + 1, open: undefined };
}

/** Options of the command and of its parent commands. */
function optionsOf(command: Command | null): readonly Option[] {
  return command === null ? [] : [...command.options, ...optionsOf(command.parent)];
}

function optionNamed(command: Command, flag: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => long === flag || short === flag);
}

function argumentAt(command: Command, position: number): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[position] ?? (last?.variadic === true ? last : undefined);
}

function commandsBelow(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => ({ word: one.name(), meaning: one.description() }));
}

function flagsOf(command: Command): Candidate[] {
  const help = { long: "--help", meaning: "Print this help" };
  const options = optionsOf(command)
    .filter(({ hidden }) => !hidden)
    .flatMap(({ long, description }) => (typeof long === "string" ? [{ long, meaning: description }] : []));
  return [...options, help].map(({ long, meaning }) => ({ word: long, meaning }));
}

function choices(taker: Option | Argument | undefined): Candidate[] {
  return (taker?.argChoices ?? []).map((word) => ({ word, meaning: "" }));
}

function begins(found: readonly Candidate[], typed: string): Candidate[] {
  const seen = new Set<string>();
  return found.filter(({ word }) => word.startsWith(typed) && !seen.has(word) && seen.add(word));
}

/** The supported shells, each with a script that sets up completion. The command itself finds the words. */
const scripts = {
  bash: String.raw`# flowgate: completion for bash. Load it with: source <(flowgate completion bash)
_flowgate() {
  local line IFS=$'\n'
  COMPREPLY=()
  while read -r line; do
    COMPREPLY+=("${"$"}{line%% *}")
  done < <("$1" complete -- "${"$"}{COMP_WORDS[@]:1:$COMP_CWORD}" 2> /dev/null)
}
complete -o default -F _flowgate flowgate
`,
  zsh: String.raw`#compdef flowgate
# flowgate: completion for zsh. Load it with: source <(flowgate completion zsh)
_flowgate() {
  local line
  local -a found
  while IFS= read -r line; do
    found+=("${"$"}{${"$"}{line%% *}//:/\\:}${"$"}{${"$"}{line#${"$"}{line%% *}}/# /:}")
  done < <("${"$"}{words[1]}" complete -- "${"$"}{(@)words[2,$CURRENT]}" 2> /dev/null)
  if (( $#found )); then _describe flowgate found; else _files; fi
}
if [[ "${"$"}{funcstack[1]}" = _flowgate ]]; then _flowgate "$@"; else compdef _flowgate flowgate; fi
`,
  fish: String.raw`# flowgate: completion for fish. Load it with: flowgate completion fish | source
function __flowgate
    set -l typed (commandline -opc) (commandline -ct)
    set -l found ($typed[1] complete -- $typed[2..-1] 2> /dev/null)
    if test (count $found) -gt 0
        string replace ' ' \t -- $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c flowgate -f -a '(__flowgate)'
`,
} as const;

export type Shell = keyof typeof scripts;
