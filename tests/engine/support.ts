import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import {
  type EngineOptions,
  type EngineWorkspace,
  openEngine,
  type Run,
  type StateResource,
  stateText,
} from "../support/engine";
import { configFor } from "../support/configuration";

/** Both appliances, and a stack of the real engine. */
export interface Stage {
  readonly sim: Simulator;
  readonly engine: EngineWorkspace;
  close(): Promise<void>;
}

export interface StageOptions {
  /** Default: plain HTTP, which keeps runs short. */
  simulator?: SimulatorOptions;
  engine?: EngineOptions;
  /** Whether the stack's configuration points to the appliances and contains their credentials. Default true. */
  configured?: boolean;
}

/** Starts both appliances and creates a stack. */
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

/** One stage for all tests of a file or a group. */
export function oneStage(options?: StageOptions): Stage {
  let stage: Stage | undefined;
  const open = (): Stage => {
    if (stage === undefined) throw new Error("the stage is not open yet");
    return stage;
  };
  beforeAll(async () => {
    stage = await openStage(options);
  });
  afterAll(() => stage?.close());
  return {
    get sim() {
      return open().sim;
    },
    get engine() {
      return open().engine;
    },
    close: () => open().close(),
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

/** The resources in the state file, without the stack and the providers. This is faster than asking the engine. */
export async function stateOf(engine: EngineWorkspace, project?: string, stack?: string): Promise<StateResource[]> {
  const { checkpoint } = JSON.parse(await stateText(engine, project, stack)) as StateFile;
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
  return {
    record: lines.filter(isRecord).join("\n"),
    rest: lines.filter((line) => !isRecord(line)).join("\n"),
  };
}
