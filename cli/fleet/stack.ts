import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { RunError } from "@pulumi/pulumi";
import { LocalWorkspace, type EngineEvent, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import type { PulumiCommand } from "@pulumi/pulumi/automation/cmd";
import { structured, variableName, variablesSetFor } from "../../provider/config/environment";
import { redact } from "../../provider/values/secret";
import { loadModel } from "../../sdk/load-model";
import { SiteTemplate } from "../../sdk/site-template";
import { readEvents, type Preview } from "../engine/preview";
import { printableLines } from "../output/text";
import { actions } from "../actions";
import { CommandError } from "../errors";
import { summaryOf } from "../summary";
import type { Fleet, Site } from "./file";
import { writeOwn } from "./own-files";

/** What a fleet does at its sites. */
export type Operation = "preview" | "up";

/** How an operation at one site ended. */
export interface Outcome {
  readonly site: Site;
  /** What the engine said. */
  readonly preview: Preview;
  /** The numbers of objects by what happens to them. */
  readonly changes: Readonly<Record<string, number>>;
  /** Why it failed; undefined if it did not. */
  readonly failure?: string;
  readonly seconds: number;
}

/** Runs an operation at one site with the Automation API, and writes what the engine prints into a log. */
export async function runSite(
  fleet: Pick<Fleet, "name" | "folder">,
  site: Site,
  operation: Operation,
  { command, env, log, message }: { command: PulumiCommand; env: NodeJS.ProcessEnv; log: string; message: string },
): Promise<Outcome> {
  const began = performance.now();
  const events: EngineEvent[] = [];
  let said = "";
  const keep = (text: string): void => void (said += text);
  const options = { onOutput: keep, onError: keep, onEvent: (event: EngineEvent) => void events.push(event) };
  const run = async (): Promise<void> => {
    const stack = await stackOf(fleet, site, command, env);
    await (operation === "up" ? stack.up({ ...options, message }) : stack.preview(options));
  };
  const thrown = await run().catch((error: unknown) => error);
  if (thrown !== undefined && said === "") keep(`error: ${reasonIn(thrown)}\n`);
  writeOwn(log, printableLines(said));
  const read = readEvents(events.map((event) => JSON.stringify(event)).join("\n"));
  const preview = { ...read, applied: operation === "up", stack: site.stack };
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  const { changes: found, errors } = summaryOf([preview]);
  const counts = actions.map((action) => [action, found.filter((one) => one.action === action).length] as const);
  const outcome = { site, preview, changes: Object.fromEntries(counts.filter(([, count]) => count > 0)), seconds };
  if (thrown === undefined) return outcome;
  const isLate = thrown instanceof CommandError;
  return { ...outcome, failure: (isLate ? undefined : errors[0]?.text) ?? reasonIn(thrown) };
}

/** The stack of a site: that of the user's program, or of a program in this process that declares its model. */
async function stackOf(
  { folder, name }: Pick<Fleet, "name" | "folder">,
  { name: site, stack, layers }: Site,
  pulumiCommand: PulumiCommand,
  env: NodeJS.ProcessEnv,
): Promise<Stack> {
  const { PULUMI_NODEJS_TRANSPILE_ONLY = "" } = env;
  const options = { pulumiCommand, workDir: folder, envVars: { PULUMI_NODEJS_TRANSPILE_ONLY } };
  if (layers === undefined) return LocalWorkspace.createOrSelectStack({ stackName: stack, workDir: folder }, options);
  // What a program throws is an unhandled rejection of this process, and fails all sites that run: nothing may.
  const model = loadModel(layers.map((file) => ({ layer: relative(folder, file), file })));
  let own = {};
  const program: PulumiFn = () => Promise.resolve({ site: new SiteTemplate(site, { ...own, model }).urn });
  const made = await LocalWorkspace.createOrSelectStack({ stackName: stack, projectName: name, program }, options);
  if (await hasKeys(site, made, env)) own = { site };
  return made;
}

/**
 * Whether a site has keys of its own. Without keys of any site, a stack for each site has them at its top level. Throws
 * if only others have keys: a mistyped name must not change the top-level appliances.
 */
async function hasKeys(site: string, stack: Stack, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (variablesSetFor(site, env).length > 0) return true;
  const { value = "{}" } = (await stack.getAllConfig())["flowgate:sites"] ?? {};
  const given = structured(value);
  const sites = typeof given === "object" ? Object.keys(given ?? {}) : [];
  const other = [
    ...sites.map((name) => `flowgate:sites.${name}`),
    ...Object.keys(env).filter((name) => name.startsWith("FLOWGATE_SITE_") && env[name] !== ""),
  ][0];
  if (sites.includes(site) || other === undefined) return other !== undefined;
  const way = `Set flowgate:sites.${site} or ${variableName("GATEWAY_URL", site)} and the others.`;
  throw new RunError(`The site ${site} has no keys of its own, but there is ${other}. ${way}`);
}

/** The reason of a failure, in one line without secrets. */
function reasonIn(error: unknown): string {
  const words = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
  if (RunError.isInstance(error)) return redact(words.replace(/\s*\n\s*/gu, " "));
  const lines = words.split("\n").map((line) => line.trim());
  const said = lines.find((line) => line.startsWith("error: ")) ?? lines.find((line) => line.startsWith("stderr: "));
  return redact((said ?? lines[0] ?? "").replace(/^(?:error|stderr): /u, ""));
}
