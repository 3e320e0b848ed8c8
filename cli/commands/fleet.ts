import type { Command } from "commander";
import type { FleetOptions, PlanOptions } from "../fleet/command";
import { LOGS } from "../fleet/own-files";
import { work } from "../lazy";
import type { Runner } from "../run";
import { deletions } from "./summary";

/** `fleet`: one program or model at many sites. */
export function addFleet(program: Command, run: Runner): void {
  const fleet = program
    .command("fleet")
    .helpGroup("Operate:")
    .helpCommand(false)
    .description("Preview or update one program or model at many sites, in waves");
  const add = (name: string, description: string): Command =>
    fleet.command(name).description(description).option("--fleet <file>", "The fleet file", "fleet.yaml");
  atSomeSites(add("preview", "Preview the program or model at the sites")).action(
    run((context, sites: string[], given: FleetOptions) => work.fleet().atSites(context, "preview", sites, given)),
  );
  atSomeSites(add("up", "Update the sites: a canary first, then waves; Ctrl-C lets running sites end"))
    .option("--yes", "Confirm the update")
    .option("--changed", "Skip the sites whose last update succeeded with the same files and package")
    .action(run((context, sites: string[], given: FleetOptions) => work.fleet().atSites(context, "up", sites, given)));
  add("plan", "List the sites in the order of the waves, as many as a pipeline runs at once")
    .option("--operator", "Print Stack objects of the Pulumi operator for Kubernetes; write the program of a model")
    .action(run((context, given: PlanOptions) => work.fleet().planned(context, given)));
  reported(add("merge", "Make one report of those of many runs").argument("<report...>", "Files of --report")).action(
    run((context, paths: string[], given: FleetOptions) => work.fleet().merged(context, paths, given)),
  );
}

function atSomeSites(command: Command): Command {
  return reported(command.argument("[sites...]", "Only these sites"))
    .option("--report <file>", "The report to write", `${LOGS}/report.json`)
    .option("--continue <report>", "Skip the sites that this report shows as done with the same commit");
}

function reported(command: Command): Command {
  return command
    .option("--max-deletes <number>", "Refuse more deletions at all sites than this number", deletions)
    .option("--markdown", "Print the report as a comment");
}
