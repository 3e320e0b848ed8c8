import { cp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import { root } from "../support/clone";
import {
  type EngineOptions,
  type EngineWorkspace,
  openEngine,
  type Run,
  type StateResource,
  stateText,
} from "../support/engine";
import { configFor } from "../support/configuration";
import { opened } from "../support/opened";

/** The appliances of each site, and a stack of the real engine. */
export interface Stage<Site extends string = never> {
  /** The appliances, those of the first site if there are several. */
  readonly sim: Simulator;
  readonly sims: Readonly<Record<Site, Simulator>>;
  readonly engine: EngineWorkspace;
  close(): Promise<void>;
}

export interface StageOptions<Site extends string = never> {
  /** Default: plain HTTP, which keeps runs short. */
  simulator?: SimulatorOptions;
  engine?: EngineOptions;
  /** Whether the provider plugin serves the stack. Default false. */
  plugin?: boolean;
  /** Whether the stack's configuration points to the appliances and contains their credentials. Default true. */
  configured?: boolean;
  /** Names of sites. Default: one, without a name. */
  sites?: readonly Site[];
  /** The folder below examples/ whose program the stack runs, in a project that is called flowgate-<folder>. */
  example?: string;
}

/** Starts the appliances and creates a stack. */
export async function openStage<Site extends string = never>({
  simulator,
  engine: options,
  plugin = false,
  configured = true,
  sites = [],
  example,
}: StageOptions<Site> = {}): Promise<Stage<Site>> {
  const project = example === undefined ? {} : { project: `flowgate-${example}` };
  const start = (): Promise<Simulator> => startSimulator({ https: false, ...simulator });
  const [engine, sim, ...others] = await Promise.all([
    openEngine({ plugin, ...project, ...options }),
    start(),
    ...sites.slice(1).map(start),
  ]);
  const all = [sim, ...others];
  const named = <T>(of: (one: Simulator) => T): Record<Site, T> =>
    Object.fromEntries(sites.map((name, index) => [name, of(all[index] ?? sim)])) as Record<Site, T>;
  if (example !== undefined) await copyExample(example, engine.folder);
  if (configured) await engine.config(sites.length === 0 ? configFor(sim) : { sites: named((one) => configFor(one)) });
  if (plugin) await engine.config({ plugin });
  return {
    sim,
    sims: named((one) => one),
    engine,
    close: async () => {
      await Promise.all([engine.close(), ...all.map((one) => one.close())]);
    },
  };
}

async function copyExample(name: string, folder: string): Promise<void> {
  const filter = (path: string): boolean => !["package.json", "node_modules"].includes(basename(path));
  await cp(join(root, "examples", name), folder, { recursive: true, filter });
  // The empty program of the new stack would take precedence.
  await rm(join(folder, "index.js"));
}

/** One stage for all tests of a file or a group. Options that take time to prepare are what a function returns. */
export function oneStage<Site extends string = never>(
  options?: StageOptions<Site> | (() => Promise<StageOptions<Site>>),
): Stage<Site> {
  return opened(async () => openStage(typeof options === "function" ? await options() : options));
}

/** What may serve a stack: a sentence, and `plugin` of its options. */
export const hosts: readonly (readonly [what: string, plugin: boolean])[] = [
  ["the dynamic provider", false],
  ["the provider plugin", true],
];

/** The source of a JavaScript program that declares something with this package. */
export function declare(...statements: readonly string[]): string {
  return `
const pulumi = require("@pulumi/pulumi");
const flowgate = require("pulumi-flowgate");
const { Collector, IpGroup, Permission, Policy, ReplicatorProfile, UserGroup, rule, seccodes } = flowgate;
${statements.join("\n")}
`;
}

interface StateFile {
  checkpoint: { latest?: { resources?: StateResource[] } };
}

/** The resources in the state file, without the stack and the providers. This is faster than asking the engine. */
export async function stateOf(engine: EngineWorkspace): Promise<StateResource[]> {
  const { checkpoint } = JSON.parse(await stateText(engine)) as StateFile;
  return (checkpoint.latest?.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
}

/** The verbs of the requests that are sent while `work` runs. Clears the appliances' log first. */
export async function sentDuring(sim: Simulator, work: () => Promise<unknown>): Promise<string[]> {
  sim.requests.clear();
  await work();
  return sim.requests.verbs();
}

/**
 * Splits the output of a command: into the engine's own record of the properties that it exchanges with providers, and
 * the rest. At -v 9 this record contains every property of every provider in clear text, including secrets: the
 * credentials of the configuration and secret inputs. A provider cannot prevent this.
 */
export function apartFromTraffic({ output }: Run): { record: string; rest: string } {
  const isRecord = (line: string): boolean => /"msg":"(?:Unm|M)arshaling property for RPC\[/u.test(line);
  const lines = output.split("\n");
  return { record: lines.filter(isRecord).join("\n"), rest: lines.filter((line) => !isRecord(line)).join("\n") };
}
