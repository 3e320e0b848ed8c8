import { Option, type Command } from "commander";
import { line, type View } from "../../../lib/output/view";
import type { ProfileOfAddress, Trace } from "../../../lib/site/trace";
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
  const was = before === undefined ? now : linesOf(before);
  const gone = was.filter((text) => !now.includes(text)).map((text) => line(`- ${text}`, "bad"));
  const here = now.map((text) => (was.includes(text) ? line(`  ${text}`) : line(`+ ${text}`, "good")));
  return [line(address), ...gone, ...here, line("")];
}

function linesOf({ groups, profiles }: Trace): string[] {
  const inGroups = groups.map(
    ({ name, rule }) => `IP group ${name}${rule === undefined ? ", by a group below it" : ` by ${rule}`}`,
  );
  return [
    ...(groups.length === 0 ? ["in no IP group"] : inGroups),
    ...(profiles.length === 0 ? ["no exporter and no policy takes its flows"] : profiles.map(profileLine)),
  ];
}

function profileLine({ profile, by, openBecauseOf, enabled, collectors }: ProfileOfAddress): string {
  const to = collectors.length === 0 ? "no collector" : collectors.join(", ");
  const off = enabled ? "" : " (disabled: it sends nothing)";
  const open =
    openBecauseOf === undefined
      ? ""
      : `; ${openBecauseOf} has it too, and the API does not say which of the two counts`;
  return `${by} > profile ${profile}${off} > ${to}${open}`;
}
