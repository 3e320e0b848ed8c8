import type { Command } from "commander";
import { line, type View } from "../../lib/output/view";
import { unknownWord, sentence } from "../../provider/values/quoted";
import { UsageError } from "../errors";
import type { Context } from "../context";
import type { Result } from "../result";
import type { Runner } from "../run";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

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
    throw new UsageError(`There is an ${sentence(unknown)} \`flowgate help\` lists all.`);
  }
  return { data: { ...topic }, views: pageViews(topic.text, (text) => terminal.wrapped(text)) };
}

/** A page of the documentation, by the word that selects it. */
export interface Topic {
  readonly name: string;
  /** Its first heading. */
  readonly title: string;
  readonly text: string;
}

/** All pages for users in the package, in the order of their folders. */
function topics(): readonly Topic[] {
  const docs = join(dirname(require.resolve("pulumi-flowgate/package.json")), "docs");
  const files = folders.flatMap((folder) =>
    readdirSync(join(docs, folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => join(docs, folder, name)),
  );
  return files.map((file) => {
    const text = readFileSync(file, "utf8");
    return { name: basename(file, ".md"), title: /^# (.+)$/mu.exec(text)?.[1] ?? "", text };
  });
}

const folders = ["start", "guides", "reference", "reference/resources", "operations"];

/** A page for the terminal: tables as tables, paragraphs wrapped by `wrap`, everything else unchanged. */
function pageViews(markdown: string, wrap: (text: string) => string): View[] {
  const lines = markdown.replaceAll(/^<!-- .*? -->\n+/gmu, "").split("\n");
  const views: View[] = [];
  let inCode = false;
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.startsWith("```")) {
      inCode = !inCode;
    } else if (inCode) {
      views.push(line(text === "" ? "" : `  ${text}`));
    } else if (text.startsWith("|")) {
      const end = lines.findIndex((one, index) => index > at && !one.startsWith("|"));
      views.push(tableOf(lines.slice(at, end === -1 ? undefined : end)));
      at = (end === -1 ? lines.length : end) - 1;
    } else {
      views.push(
        ...wrap(plain(text))
          .split("\n")
          .map((one) => line(one)),
      );
    }
  }
  return views;
}

function tableOf([head = "", , ...rows]: readonly string[]): View {
  return { kind: "table", columns: cellsOf(head), rows: rows.map(cellsOf), isOrdered: true, empty: "" };
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()).replaceAll("\\|", "|"));
}

/** Removes the marks that only a renderer needs; links keep their text. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/\*\*(.+?)\*\*/gu, "$1")
    .replaceAll(/\\([<>*_[\]])/gu, "$1");
}
