import { z } from "zod";
import type { StackChoice } from "../config/stack";
import { pulumi, outputOf, type EngineOptions, type Surroundings } from "../engine";
import { jsonOf } from "../pulumi-text";
import { CommandError } from "../errors";

/** The changes that a preview shows, by resource. */
export interface Previewed {
  readonly differences: readonly { readonly what: string; readonly urn: string }[];
}

const limits: EngineOptions = { deadlineMs: 3_600_000, mostOutputBytes: 1024 * 1024 * 1024 };

const report = z.object({
  steps: z.array(z.object({ op: z.string(), urn: z.string() })).optional(),
  changeSummary: z.record(z.string(), z.number()).optional(),
});

const unchanged = ["same", "refresh", "read"];

/** Refreshes and previews the program of a folder. It writes and changes nothing. */
export async function previewed(place: Surroundings, stack: StackChoice | undefined): Promise<Previewed> {
  const named = typeof stack === "string" ? ["--stack", stack] : [];
  const command = ["preview", "--refresh", "--suppress-outputs", ...named];
  const output = await pulumi(place, [...command, "--expect-no-changes"], limits);
  if (!("words" in output)) return { differences: [] };
  if (output.missing) outputOf(output, "The preview");
  // The report with the changes is large, so it is requested only if there are changes.
  const detailed = await pulumi(place, [...command, "--json"], limits);
  const parsed = report.safeParse(jsonOf(detailed.stdout ?? ""));
  if ("words" in detailed && !parsed.success) outputOf(detailed, "The preview");
  const steps = parsed.data?.steps ?? [];
  const differences = steps.filter(({ op }) => !unchanged.includes(op)).map(({ op, urn }) => ({ what: op, urn }));
  if (differences.length > 0) return { differences };
  throw new CommandError("refused", `The preview failed: pulumi says "${output.words}".`);
}
