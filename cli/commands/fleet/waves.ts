import { resolve } from "node:path";
import { homeOf } from "../../../lib/fleet/run";
import { budgetOf, jobLists, waveWith, wavesBefore, planWaves } from "../../../lib/fleet/waves";
import { EngineError } from "../../../lib/fleet/engine";
import { FleetFileError } from "../../../lib/fleet/file";
import { readTemplate, stackObjects } from "../../../lib/fleet/operator";
import { jsonLine, yamlText } from "../../../lib/output/json";
import type { Context } from "../../context";
import { CommandError, ConfigurationError, UsageError } from "../../errors";
import type { Result } from "../../result";
import { chosenFleet, type ChosenSites } from "./chosen";

export interface MatrixOptions extends ChosenSites {
  readonly wave: number;
  readonly check?: true;
}

/** Prints the sites of a wave for the jobs of a CI system, as JSON on one line. */
export async function matrix(context: Context, options: MatrixOptions): Promise<Result | undefined> {
  const fleet = chosenFleet(context, options);
  const waves = planWaves(fleet);
  if (options.check === true) await checkBudget(context, fleet, wavesBefore(options.wave, waves));
  const lists = jobLists(waveWith(options.wave, waves));
  if (context.isJson) return { data: lists, views: [] };
  await context.terminal.text(`${jsonLine(lists)}\n`);
  return undefined;
}

async function checkBudget(
  { io }: Context,
  fleet: ReturnType<typeof chosenFleet>,
  before: ReturnType<typeof wavesBefore>,
): Promise<void> {
  try {
    const { missing, isKept } = await budgetOf(fleet, before, { env: io.env, home: homeOf(fleet) });
    if (isKept) return;
    const names = missing.map(({ name }) => name).join(", ");
    const words = `The waves before have more failures than the fleet file allows (${String(fleet.failures)})`;
    throw new CommandError("attention", `${words}. Not done: ${names}.`);
  } catch (error) {
    if (error instanceof EngineError) throw new ConfigurationError(`The stacks cannot be read: ${error.message}.`);
    throw error;
  }
}

export interface StacksOptions extends ChosenSites {
  readonly wave: number;
  readonly commit: string;
  readonly template: string;
}

/** Prints the objects of a wave for the Pulumi Kubernetes Operator, as YAML. */
export async function stacks(context: Context, options: StacksOptions): Promise<Result | undefined> {
  const fleet = chosenFleet(context, options);
  const { wave, commit } = options;
  const sites = waveWith(wave, planWaves(fleet))?.sites ?? [];
  try {
    const objects = stackObjects(readTemplate(resolve(context.io.cwd, options.template)), sites, { wave, commit });
    if (context.isJson) return { data: { apiVersion: "v1", kind: "List", items: objects }, views: [] };
    await context.terminal.text(objects.map((object) => `---\n${yamlText(object)}`).join(""));
    return undefined;
  } catch (error) {
    if (error instanceof FleetFileError) throw new UsageError(error.message, { cause: error }, error.problems);
    throw error;
  }
}
