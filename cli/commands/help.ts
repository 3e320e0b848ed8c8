import type { Command } from "commander";
import { line, type View } from "../../lib/output/view";
import { unknownWord } from "../../provider/values/quoted";
import { UsageError } from "../errors";
import { pageViews } from "../help/page-views";
import { topics } from "../help/topics";
import type { Context } from "../context";
import type { Result } from "../result";
import type { Runner } from "../run";

/** `help`: prints the help of a command, or a page of the documentation. */
export function addHelp(program: Command, run: Runner): void {
  program
    .command("help")
    .helpGroup("This command:")
    .description("Print the help of a command, or a page of the documentation; without a word, list all of them")
    .argument("[word...]", "A command, or the name of a page")
    .action(
      run(async (context, words: readonly string[]) => {
        const command = commandNamed(program, words);
        if (words.length > 0 && command !== undefined) {
          command.outputHelp();
          return undefined;
        }
        if (words.length === 0 && !context.isJson) program.outputHelp();
        return words.length === 0 ? listed() : page(context, words.join("-"));
      }),
    );
}

function commandNamed(program: Command, words: readonly string[]): Command | undefined {
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find((one) => one.name() === word);
  return command;
}

function listed(): Result {
  const rows = topics().map(({ name, title }) => [name, title] as const);
  const views: View[] = [
    line(""),
    { kind: "table", title: "Pages", columns: ["flowgate help", "About"], rows, isOrdered: true, empty: "" },
  ];
  return { data: Object.fromEntries(rows), views };
}

function page({ terminal }: Context, name: string): Result {
  const all = topics();
  const wanted = name.toLowerCase();
  // A page of a resource can also be named by its class, since a page may share its name with a command.
  const topic = all.find((one) => one.name === wanted || one.title.toLowerCase() === wanted);
  if (topic === undefined) {
    const unknown = unknownWord(
      "page or command",
      name,
      all.map((one) => one.name),
    );
    throw new UsageError(`There is an ${unknown.endsWith("?") ? unknown : `${unknown}.`} \`flowgate help\` lists all.`);
  }
  return { data: { ...topic }, views: pageViews(topic.text, (text) => terminal.wrapped(text)) };
}
