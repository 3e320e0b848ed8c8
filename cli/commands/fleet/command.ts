import { type Command } from "commander";
import type { Operation } from "../../../lib/fleet/outcome";
import { work } from "../../lazy";
import type { Runner } from "../../run";
import type { FleetCommandOptions } from "./run-operation";
import { deletions } from "../summary/options";
import type { MatrixOptions, StacksOptions } from "./waves";
import { numberFrom, textLike } from "../values";

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
    .helpCommand(false)
    .description("Run one program at many sites, in waves");
  addWaves(fleet, run);
  for (const operation of ["preview", "up", "refresh", "destroy"] as const) {
    const command = withOptions(fleet.command(operation).description(descriptions[operation]), operation);
    command.action(
      run((context, options: FleetCommandOptions) =>
        onFleet(() => work.fleet().runOperation(context, operation, options)),
      ),
    );
  }
}

function onFleet<T>(run: () => Promise<T>): Promise<T> {
  return work.fleetSites().onFleet(run);
}

/** Commands that print a wave for another system, which then runs it. */
function addWaves(fleet: Command, run: Runner): void {
  const wave = "Number of the wave; 0 is the canary";
  fleet
    .command("matrix")
    .description("Print the sites of a wave as JSON: lists of at most 256 names, for the jobs of a CI system")
    .requiredOption("--wave <number>", wave, waveNumber)
    .option("--check", "First read the stacks; exit with 9 if the waves before have more failures than allowed")
    .option("--fleet <file>", FILE)
    .action(run((context, options: MatrixOptions) => onFleet(() => work.fleetWaves().matrix(context, options))));
  fleet
    .command("stacks")
    .description("Print the sites of a wave as Stack objects of the Pulumi Kubernetes Operator")
    .requiredOption("--wave <number>", wave, waveNumber)
    .requiredOption("--commit <hash>", "The commit that the operator deploys, in full", commitHash)
    .requiredOption("--template <file>", "A Stack object; {site} and {stack} are replaced in its texts")
    .option("--fleet <file>", FILE)
    .action(run((context, options: StacksOptions) => onFleet(() => work.fleetWaves().stacks(context, options))));
}

const FILE = "The fleet file; fleet.yaml by default";

function withOptions(command: Command, operation: Operation): Command {
  command
    .option("--fleet <file>", FILE)
    .option("--sites <name...>", "Only these sites; without a fleet file, the sites of the program in this folder")
    .option("--tags <tag...>", "Only sites with one of these tags")
    .option("--parallel <count>", "Sites in progress at once; the fleet file's by default", count)
    .option("--fresh-processes", "Start the provider and the program anew for every site")
    .option("--folder <path>", "Folder for logs and reports; .fleet beside the fleet file by default");
  if (operation !== "refresh") {
    command
      .option(
        "--max-deletes <number>",
        "Refuse a site that deletes more objects; the fleet file's by default",
        deletions,
      )
      .option("--max-deletes-in-all <number>", "The same for all sites together, a number or a share", deletions);
  }
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

const count = numberFrom(1, 256, "Write a number from 1 to 256.");

const waveNumber = numberFrom(0, 9999, "Write a number from 0 to 9999.");

const commitHash = textLike(
  /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u,
  "Write the full hash of the commit: 40 hexadecimal digits.",
);
