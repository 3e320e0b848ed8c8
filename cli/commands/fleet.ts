import { InvalidArgumentError, type Command } from "commander";
import type { Operation } from "../../lib/fleet/outcome";
import { work } from "./lazy";
import type { Runner } from "../run";
import type { FleetCommandOptions } from "./fleet/run-operation";

const descriptions: Readonly<Record<Operation, string>> = {
  preview: "Show what an up of each site would change; nothing is sent to an appliance",
  up: "Update every site to match the program: a canary first, then waves",
  refresh: "Update the state of every site to match its appliances",
  destroy: "Remove everything that the stacks of all sites have created",
};

/** `fleet`: one stack per site of one program. */
export function addFleet(program: Command, run: Runner): void {
  const fleet = program
    .command("fleet")
    .helpGroup("Many sites:")
    .description("Run one program at many sites, in waves");
  for (const operation of ["preview", "up", "refresh", "destroy"] as const) {
    const command = withOptions(fleet.command(operation).description(descriptions[operation]), operation);
    command.action(
      run((context, options: FleetCommandOptions) => work.fleet().runOperation(context, operation, options)),
    );
  }
}

function withOptions(command: Command, operation: Operation): Command {
  command
    .option("--fleet <file>", "The fleet file; fleet.yaml by default")
    .option("--sites <name...>", "Only these sites; without a fleet file, the sites of the program in this folder")
    .option("--tags <tag...>", "Only sites with one of these tags")
    .option("--parallel <count>", "Sites in progress at once; the fleet file's by default", count)
    .option("--fresh-processes", "Start the provider and the program anew for every site")
    .option("--folder <path>", "Folder for logs and reports; .fleet beside the fleet file by default");
  if (operation === "preview" || operation === "up") {
    command.option("--refresh", "Read the current state of the appliances first");
  }
  if (operation === "up") command.option("--again", "Include the sites whose last up was with the same program");
  if (operation === "preview") return command;
  command
    .option("--run <name>", "Name of the run; workers of one refresh share it")
    .option(
      "--take-over-after <duration>",
      "Cancel locks older than this, e.g. 2h; use it with only one worker at a time",
    );
  if (operation === "up") command.option("--yes", "Skip the preview and the question; required without a terminal");
  return operation === "destroy" ? command.option("--confirm <name>", "The fleet's name, as confirmation") : command;
}

function count(value: string): number {
  const number = Number(value);
  if (/^\d{1,3}$/u.test(value) && number >= 1 && number <= 256) return number;
  throw new InvalidArgumentError("Write a number from 1 to 256.");
}
