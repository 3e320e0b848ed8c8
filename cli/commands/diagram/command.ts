import { Argument, Option, type Command } from "commander";
import { line } from "../../../lib/output/view";
import type { Context } from "../../context";
import type { Choice, Source } from ".";
import { UsageError } from "../../errors";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { writeNamed } from "../../files";
import { numberFrom } from "../values";

/** Maximum number of boxes: with more, a page is unreadable. */
const MOST_BOXES = 60;

interface DiagramOptions extends Source, Omit<Choice, "what"> {
  readonly format: "svg" | "mermaid";
  readonly file?: string;
}

/** `diagram`: draws a site. */
export function addDiagram(program: Command, run: Runner): void {
  const source = (flags: string, description: string, others: string[]): Option =>
    new Option(flags, description).conflicts(others);
  program
    .command("diagram")
    .helpGroup("Existing appliances:")
    .description(
      "Draw the tree of IP groups, the path from exporters through profiles to collectors, and who may see what",
    )
    .addArgument(new Argument("[what]", "What to draw").choices(["all", "groups", "flows", "access"]).default("all"))
    .addOption(source("--state", "Draw the state of the stack; the live appliances by default", ["model", "preview"]))
    .addOption(source("--model <layers...>", "Draw a site model of these layers", ["state", "preview"]))
    .addOption(
      source("--preview <file>", "Draw what pulumi preview --json printed, with its changes; - for stdin", [
        "state",
        "model",
      ]),
    )
    .option("--group <name>", "Only this IP group, with what is above and below it")
    .option("--profile <name>", "Only this profile")
    .addOption(
      new Option("--format <format>", "An image, or text for Markdown").choices(["svg", "mermaid"]).default("svg"),
    )
    .option("--file <file>", "Write the drawing into this file; printed by default")
    .option("--most <boxes>", "Maximum number of boxes in one drawing: the rest are combined", boxes, MOST_BOXES)
    .addHelpText("after", "\nOnly reads: nothing is changed on the appliances.")
    .action(run(diagram));
}

async function diagram(context: Context, what: Choice["what"], options: DiagramOptions): Promise<Result> {
  const { dataOf, drawingOf, textOf } = work.diagram();
  const { format, file } = options;
  if (format === "svg" && file === undefined && context.terminal.isSeen && context.isForPeople) {
    throw new UsageError("A terminal shows no image: write it with --file <file>, or add --format mermaid.");
  }
  const drawing = await drawingOf(context, options, { ...options, what });
  for (const note of drawing.notes) context.terminal.note(note);
  const data = dataOf(drawing);
  if (drawing.charts.length === 0) return { data, views: [line("There is nothing to draw.")], ending: "attention" };
  const text = textOf(drawing, format);
  if (file !== undefined) {
    await writeNamed(file, text, context.io.cwd);
    return { data, views: [line(`Drawn in ${file}: ${drawing.charts.map(({ title }) => title).join(", ")}.`, "good")] };
  }
  if (context.isForPeople) await context.terminal.text(text);
  return { data, views: [] };
}

const boxes = numberFrom(2, 9999, "Write a number of boxes from 2 to 9999.");
