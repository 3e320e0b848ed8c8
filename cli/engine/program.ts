import type { StackChoice } from "../config/stack";
import type { Context } from "../context";
import { inOneLine } from "../../lib/output/text";
import { ConfigurationError } from "../errors";
import { readPreviews, type Preview } from "./preview";
import { failedRun, longRun, outputOf, pulumi, stackFlags, type Surroundings } from "./run";

/** Previews the program of the current folder. It writes and changes nothing. */
export async function previewProgram(context: Context, command: string): Promise<Preview[]> {
  const { io, options, progress } = context;
  const { stackNotRead } = await context.configured();
  if (stackNotRead !== undefined) throw new ConfigurationError(`${command} previews a program, but ${stackNotRead}.`);
  const output = await progress.during("Previewing the program", () =>
    pulumi(io, ["preview", "--json", "--show-sames", ...stackFlags(options.stack)], longRun),
  );
  return readPreviews(outputOf(output, "The preview"), "The preview");
}

/** An operation that an up would do, by resource. */
export interface Difference {
  readonly what: string;
  readonly urn: string;
}

const unchanged = ["same", "refresh", "read"];

/** Refreshes and previews the program of a folder, and returns what an up would do. It writes and changes nothing. */
export async function refreshedPreview(place: Surroundings, stack: StackChoice | undefined): Promise<Difference[]> {
  const command = ["preview", "--refresh", "--suppress-outputs", ...stackFlags(stack)];
  const output = await pulumi(place, [...command, "--expect-no-changes"], longRun);
  if (!("words" in output)) return [];
  if (output.missing !== undefined) outputOf(output, "The preview");
  // The report with the changes is large, so it is requested only if there are changes.
  const detailed = await pulumi(place, [...command, "--json"], longRun);
  if ("words" in detailed && (detailed.stdout ?? "") === "") outputOf(detailed, "The preview");
  const previews = readPreviews(detailed.stdout ?? "", "The preview");
  const steps = previews.flatMap((preview) => preview.steps);
  const differences = steps.filter(({ op }) => !unchanged.includes(op)).map(({ op, urn }) => ({ what: op, urn }));
  if (differences.length > 0) return differences;
  const said = previews.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === "error");
  const words = said.length === 0 ? output.words : said.map(({ message }) => inOneLine(message)).join("; ");
  throw failedRun("The preview", words);
}
