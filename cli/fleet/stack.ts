import { appendFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { Config } from "@pulumi/pulumi";
import { LocalWorkspace, type EngineEvent, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import type { PulumiCommand } from "@pulumi/pulumi/automation/cmd";
import { redact } from "../../provider/values/secret";
import { loadModel } from "../../sdk/load-model";
import { SiteTemplate } from "../../sdk/site-template";
import { readEvents } from "../engine/preview";
import { printableLines } from "../output/text";
import { summaryOf, type Summary } from "../summary";
import type { Fleet, Site } from "./file";

/** What a fleet does at its sites. */
export type Operation = "preview" | "up";

/** How an operation at one site ended. */
export interface Outcome {
  readonly site: Site;
  readonly summary: Summary;
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
  writeFileSync(log, "", { mode: 0o600 });
  const keep = (text: string): void => appendFileSync(log, printableLines(text));
  const options = {
    onOutput: keep,
    onError: keep,
    onEvent: (event: EngineEvent) => void events.push(event),
  };
  let failure: string | undefined;
  try {
    const stack = await stackOf(fleet, site, command, env);
    if (operation === "up") await stack.up({ ...options, message });
    else await stack.preview(options);
  } catch (error) {
    failure = reasonIn(error);
  }
  const text = events.map((event) => JSON.stringify(event)).join("\n");
  const summary = summaryOf([{ ...readEvents(text), stack: site.stack }]);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { site, summary, seconds, ...(failure === undefined ? {} : { failure: summary.errors[0]?.text ?? failure }) };
}

/** The stack of a site: that of the user's program, or of a program in this process that declares its model. */
function stackOf(
  { folder, name }: Pick<Fleet, "name" | "folder">,
  { name: site, stack, layers }: Site,
  pulumiCommand: PulumiCommand,
  env: NodeJS.ProcessEnv,
): Promise<Stack> {
  const options = {
    pulumiCommand,
    envVars: { PULUMI_NODEJS_TRANSPILE_ONLY: env["PULUMI_NODEJS_TRANSPILE_ONLY"] ?? "" },
  };
  if (layers === undefined) return LocalWorkspace.createOrSelectStack({ stackName: stack, workDir: folder }, options);
  const program: PulumiFn = () => {
    const model = loadModel(layers.map((file) => ({ layer: basename(file), file })));
    const isSite = hasKeys(site, new Config("flowgate").getObject<object>("sites"), env);
    return Promise.resolve({ site: new SiteTemplate(site, isSite ? { site, model } : { model }).urn });
  };
  return LocalWorkspace.createOrSelectStack(
    { stackName: stack, projectName: name, program },
    { ...options, workDir: folder },
  );
}

/** Whether the configuration has keys of a site. Otherwise a stack for each site has them at its top level. */
function hasKeys(site: string, sites: object | undefined, env: NodeJS.ProcessEnv): boolean {
  const prefix = `FLOWGATE_SITE_${site.toUpperCase().replace(/[^A-Z0-9]/gu, "_")}_`;
  return (sites !== undefined && Object.hasOwn(sites, site)) || Object.keys(env).some((key) => key.startsWith(prefix));
}

/** The reason of a failure, in one line without secrets. */
function reasonIn(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const lines = words.split("\n").map((line) => line.trim());
  const said = lines.find((line) => line.startsWith("error: ")) ?? lines.find((line) => line.startsWith("stderr: "));
  return redact((said ?? lines[0] ?? "").replace(/^(?:error|stderr): /u, ""));
}
