import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import {
  type EngineOptions,
  type EngineWorkspace,
  openEngine,
  type Run,
  type StateResource,
  stateText,
} from "../support/engine";
import { configFor } from "../support/lifecycle";

/** Both appliances, and a stack of the real engine. */
export interface Stage {
  readonly sim: Simulator;
  readonly engine: EngineWorkspace;
  close(): Promise<void>;
}

export interface StageOptions {
  /** Over plain HTTP unless asked for, which keeps runs short. */
  simulator?: SimulatorOptions;
  engine?: EngineOptions;
  /** Whether the stack's configuration leads to the appliances, credentials included. Default true. */
  configured?: boolean;
}

/** Starts both appliances and makes a stack. */
export async function openStage({ simulator, engine: options, configured = true }: StageOptions = {}): Promise<Stage> {
  const [sim, engine] = await Promise.all([startSimulator({ https: false, ...simulator }), openEngine(options)]);
  if (configured) await engine.config(configFor(sim));
  return {
    sim,
    engine,
    close: async () => {
      await Promise.all([sim.close(), engine.close()]);
    },
  };
}

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
  checkpoint: { latest?: { resources?: StateResource[]; pending_operations?: unknown[] } };
}

/** The resources in the state file, without stack and providers. Faster than asking the engine for them. */
export async function stateOf(engine: EngineWorkspace, project?: string, stack?: string): Promise<StateResource[]> {
  const { checkpoint } = JSON.parse(await stateText(engine, project, stack)) as StateFile;
  return (checkpoint.latest?.resources ?? []).filter(({ type }) => !type.startsWith("pulumi:"));
}

/** The verbs of what was sent since `work` began, the appliances' log being cleared before. */
export async function sentDuring(sim: Simulator, work: () => Promise<unknown>): Promise<string[]> {
  sim.requests.clear();
  await work();
  return sim.requests.verbs();
}

/**
 * What a command printed, in two parts: the engine's own record of the properties that it passes to providers and gets
 * from them, and all the rest. At -v 9 the record has each property in clear, secret or not, of any provider: the
 * credentials of the configuration and secret inputs. A provider can do nothing about it.
 */
export function apartFromTraffic({ output }: Run): { record: string; rest: string } {
  const isRecord = (line: string): boolean => /"msg":"(?:Unm|M)arshaling property for RPC\[/u.test(line);
  const lines = output.split("\n");
  return {
    record: lines.filter(isRecord).join("\n"),
    rest: lines.filter((line) => !isRecord(line)).join("\n"),
  };
}
