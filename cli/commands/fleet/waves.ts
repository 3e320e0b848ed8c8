import { resolve } from "node:path";
import { homeOf } from "../../../lib/fleet/run";
import { budgetOf, jobLists, waveWith, wavesBefore, planWaves } from "../../../lib/fleet/waves";
import { readTemplate, stackObjects } from "../../../lib/fleet/operator";
import { jsonLine, yamlText } from "../../../lib/output/json";
import type { Context } from "../../context";
import { CommandError } from "../../errors";
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
  const { missing, isKept } = await budgetOf(fleet, before, { env: io.env, home: homeOf(fleet) });
  if (isKept) return;
  const names = missing.map(({ name }) => name).join(", ");
  const words = `The waves before have more failures than the fleet file allows (${String(fleet.failures)})`;
  throw new CommandError("attention", `${words}. Not done: ${names}.`);
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
  const objects = stackObjects(readTemplate(resolve(context.io.cwd, options.template)), sites, { wave, commit });
  if (context.isJson) return { data: { apiVersion: "v1", kind: "List", items: objects }, views: [] };
  await context.terminal.text(objects.map((object) => `---\n${yamlText(object)}`).join(""));
  return undefined;
}
