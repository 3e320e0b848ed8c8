import { Option, type Command } from "commander";
import { type View, line } from "../../../lib/output/view";
import type { Diagnosis, Finding, OpenPoint } from ".";
import { PRIVATE, writeNamed } from "../../files";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";

/** `doctor`: reports everything about both appliances of a site that reads can reveal, and what to do about it. */
export function addDoctor(program: Command, run: Runner): void {
  program
    .command("doctor")
    .helpGroup("Both appliances:")
    .description("Examine configuration, connection, credentials and both appliances, and say how to fix what is wrong")
    .addOption(
      new Option("--record <file>", "Write the answers to a file, without credentials, real names or real addresses"),
    )
    .option("--verbose", "Also show what is only for the maintainers of this package, such as forms of the answers")
    .action(
      run(async (context, { record, verbose }: { record?: string; verbose?: true }) => {
        const configured = await context.configured();
        const diagnosis = await context.progress.during("Examining the appliances", () =>
          work.doctor().diagnose(configured),
        );
        if (record !== undefined) {
          const seen = diagnosis.observers.flatMap((observer) => observer.seen);
          const text = work.doctor().recordingText(seen, program.version() ?? "");
          // The data of the site are pseudonymized, but there is no proof that all are.
          await writeNamed(record, text, context.io.cwd, PRIVATE);
          context.terminal.note(`${seen.length} answers are in ${record}. Read it before you attach it to a report.`);
        }
        return resultOf(verbose === true ? diagnosis : forUsers(diagnosis));
      }),
    );
}

/** Titles of the parts, in order; the first one needs none. */
const titles: Readonly<Record<Finding["about"], string>> = {
  configuration: "",
  gateway: "Gateway",
  replicator: "Replicator",
};

/** The diagnosis without what is only for the maintainers of this package. */
function forUsers({ findings, ...diagnosis }: Diagnosis): Diagnosis {
  return { ...diagnosis, findings: findings.filter(({ isVerbose }) => isVerbose !== true), openPoints: [] };
}

function resultOf({ findings, openPoints }: Diagnosis): Result {
  const wrong = findings.filter(({ status }) => status === "attention");
  const settings = findings
    .flatMap(({ commands = [], isChoice }) => (isChoice === true ? [] : commands))
    .filter((text) => text.startsWith("pulumi config set "));
  const views: View[] = Object.entries(titles).flatMap(([about, title]) =>
    viewsOf(
      title,
      findings.filter((finding) => finding.about === about),
      openPoints.filter((point) => point.about === about),
    ),
  );
  const end =
    wrong.length === 0
      ? line("Nothing needs attention.", "good")
      : line(`${wrong.length} of ${findings.length} checks need attention.`, "bad");
  return {
    data: { findings, openPoints, settings },
    views: [...views, line(""), end],
    ending: wrong.length === 0 ? "done" : "attention",
  };
}

function viewsOf(title: string, findings: readonly Finding[], points: readonly OpenPoint[]): View[] {
  if (findings.length === 0) return [];
  const open: View = {
    kind: "fields",
    title: `What the ${title.toLowerCase()} answers where the API documents leave it open`,
    fields: points.map(({ point, answer }) => [point, answer] as const),
  };
  return [
    ...(title === "" ? [] : [{ kind: "list", title, items: [], empty: "" } as const]),
    ...findings.flatMap(linesOf),
    ...(points.length === 0 ? [] : [open]),
  ];
}

const marks: Readonly<Record<Finding["status"], string>> = { good: "ok", note: "note", unknown: "?", attention: "!!" };

function linesOf({ status, what, why, fix = [], commands = [], isChoice }: Finding): View[] {
  const tone = status === "good" ? "good" : status === "attention" ? "bad" : undefined;
  const indent = " ".repeat(7);
  return [
    line(`  ${marks[status].padEnd(4)} ${what}`, tone),
    ...(why === undefined ? [] : [line(`${indent}${why}`)]),
    ...(isChoice === true ? [line(`${indent}One of these alternatives:`)] : []),
    // A command is alone in its line, so that the line can be pasted.
    ...fix.map((text) => line(`${indent}${commands.includes(text) ? "" : "-> "}${text}`)),
  ];
}
