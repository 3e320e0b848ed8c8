import { Option, type Command } from "commander";
import { line, type View } from "../../../lib/output/view";
import type { GroupOfAddress, ProfileOfAddress, Trace } from "../../../lib/site/trace";
import type { Runner } from "../../run";
import type { Source } from "../diagram";
import type { TracedAddress } from ".";
import { work } from "../../lazy";

/** `trace`: what happens to an address. */
export function addTrace(program: Command, run: Runner): void {
  program
    .command("trace")
    .helpGroup("Existing appliances:")
    .description("Show the IP groups that have an address, and which profiles send its flows to which collectors")
    .argument("<address...>", "IPv4 addresses")
    .addOption(
      new Option("--state", "Trace in the state of the stack; on the live appliances by default").conflicts("preview"),
    )
    .option("--preview <file>", "Trace what pulumi preview --json --show-sames printed, before and after; - for stdin")
    .addHelpText("after", "\nOnly reads: nothing is changed on the appliances.")
    .action(
      run(async (context, addresses: string[], options: Source) => {
        const data = await work.trace().traced(context, addresses, options);
        return { data, views: data.flatMap(viewsOf) };
      }),
    );
}

function viewsOf(traced: TracedAddress): View[] {
  const { address, before } = traced;
  const now = linesOf(traced);
  const was = before === undefined ? now : linesOf(before, traced);
  const isIn = (lines: readonly Line[], { meaning }: Line): boolean => lines.some((one) => one.meaning === meaning);
  const gone = was.filter((one) => !isIn(now, one)).map(({ text }) => line(`- ${text}`, "bad"));
  const here = now.map((one) => (isIn(was, one) ? line(`  ${one.text}`) : line(`+ ${one.text}`, "good")));
  return [line(address), ...gone, ...here, line("")];
}

/** A line, and the same text for lines of the same meaning: with the names after a change. */
interface Line {
  readonly text: string;
  readonly meaning: string;
}

/** @param after what a change leads to, with the new names */
function linesOf({ groups, profiles }: Trace, after?: Trace): Line[] {
  const lineOf = <T extends object>(textIn: (one: T) => string, one: T, renamed: Partial<T> | undefined): Line => ({
    text: textIn(one),
    meaning: textIn({ ...one, formerName: undefined, ...renamed }),
  });
  const inGroups = groups.map((one) => {
    const renamed = after?.groups.find(({ formerName }) => formerName === one.name);
    return lineOf(groupLine, one, renamed && { name: renamed.name });
  });
  const byProfiles = profiles.map((one) => {
    const renamed = after?.profiles.find(({ formerName }) => formerName === one.profile);
    return lineOf(profileLine, one, renamed && { profile: renamed.profile });
  });
  const only = (text: string): Line => ({ text, meaning: text });
  return [
    ...(groups.length === 0 ? [only("in no IP group")] : inGroups),
    ...(profiles.length === 0 ? [only("no exporter and no policy takes its flows")] : byProfiles),
  ];
}

const beforeText = (formerName: string | undefined): string =>
  formerName === undefined ? "" : ` (before: ${formerName})`;

function groupLine({ name, formerName, rule }: GroupOfAddress): string {
  return `IP group ${name}${beforeText(formerName)}${rule === undefined ? ", by a group below it" : ` by ${rule}`}`;
}

function profileLine({ profile, formerName, by, openBecauseOf, enabled, collectors }: ProfileOfAddress): string {
  const to = collectors.length === 0 ? "no collector" : collectors.join(", ");
  const off = enabled ? "" : " (disabled: it sends nothing)";
  const open =
    openBecauseOf === undefined
      ? ""
      : `; ${openBecauseOf} has it too, and the API does not say which of the two counts`;
  return `${by} > profile ${profile}${beforeText(formerName)}${off} > ${to}${open}`;
}
