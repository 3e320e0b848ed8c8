import { Appliances } from "../../provider/lifecycle/appliances";
import { dynamicProvider } from "../../provider/dynamic/host";
import { Metadata } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Engine } from "../../provider/engine";
import { Service } from "../../provider/plugin/service";
import { definitionOf } from "../../provider/registry";
import { type Simulator, startSimulator, type Switches } from "../../simulator";
import { canaries } from "./leaks";
import type { EngineCalls } from "../lifecycle/resource";
import type { CheckOutcome, DiffOutcome, Properties } from "./provider-calls";
import { after, configure, driveKind, isPlugin, PartialFault, ProviderFault } from "./provider-calls";
import { providerTextOf, without } from "./provider-calls";

/** The providers of one command: the calls of each kind, with plain values. */
export interface ProviderRun {
  kind(name: string): EngineCalls;
  /** The info lines so far. */
  readonly notes: readonly string[];
}

type Provider = ReturnType<typeof dynamicProvider>;
type Method = "create" | "read" | "update" | "delete" | "check" | "diff";

/**
 * Runs the providers of one `pulumi` command in this process, with real sockets to the appliances. Each run has its own
 * shared objects, so it knows nothing of other runs. Values are passed as JSON in both directions, as between
 * processes.
 */
export function startRun(config: Readonly<Record<string, unknown>>): ProviderRun {
  if (isPlugin) return startPlugin(config);
  const notes: string[] = [];
  const appliances = new Appliances((message) => void notes.push(message));
  const providers = new Map<string, Provider>();
  const providerOf = (kind: string): Provider => {
    const known = providers.get(kind);
    if (known !== undefined) return known;
    const made = dynamicProvider(definitionOf(kind), appliances);
    const rawConfig = Object.fromEntries(
      Object.entries(config).map(([key, value]) => [`flowgate:${key}`, JSON.stringify(value)]),
    );
    const request = { config: { rawConfig, get: (key: string) => rawConfig[key] } };
    void made.configure?.(request as unknown as Parameters<NonNullable<Provider["configure"]>>[0]);
    providers.set(kind, made);
    return made;
  };
  return { notes, kind: (name) => driverOf(name, providerOf(name)) };
}

/** The same through the handlers of the plugin. */
function startPlugin(config: Readonly<Record<string, unknown>>): ProviderRun {
  const notes: string[] = [];
  class Lines extends Engine {
    override say(_level: string, message: string): Promise<void> {
      notes.push(message);
      return Promise.resolve();
    }
  }
  const handlers = new Service(new Lines(undefined), "0.0.0", () => "").handlers() as Record<string, Handler>;
  const methods = Object.entries(handlers).map(([name, handle]) => {
    const sent = (request: unknown, done: Done): void =>
      handle({ request, getPath: () => name }, (error, reply) =>
        done(error && { metadata: new Metadata(), ...error }, reply),
      );
    return [name, sent] as const;
  });
  const client = Object.fromEntries(methods) as unknown as ResourceProviderClient;
  const ready = configure(client, config);
  return { notes, kind: (name) => after(() => ready, driveKind(client, name)) };
}

type Done = (error: object | null, reply?: unknown) => void;
type Handler = (call: { request: unknown; getPath: () => string }, done: Done) => void;

function driverOf(kind: string, provider: Provider): EngineCalls {
  const text = providerTextOf(kind);
  const pack = (properties: Properties): Record<string, unknown> => ({ ...copied(properties), __provider: text });
  const called = async <T>(name: Method, ...values: unknown[]): Promise<T> => {
    const method = provider[name] as ((...given: unknown[]) => Promise<T>) | undefined;
    if (method === undefined) throw new Error(`the provider has no ${name}`);
    try {
      return copied(await method(...values));
    } catch (error) {
      throw faultOf(name, error);
    }
  };
  return {
    kind,
    async check(news, olds = {}) {
      const { inputs, failures } = await called<CheckOutcome>("check", pack(olds), pack(news));
      return { inputs: without(inputs), failures };
    },
    async diff(id, olds, news) {
      const answer = await called<Partial<DiffOutcome>>("diff", id, pack(olds), pack(news));
      const { changes, replaces = [], deleteBeforeReplace = false } = answer;
      return { changes, replaces, deleteBeforeReplace };
    },
    async create(inputs) {
      const { id, outs } = await called<{ id: string; outs: Properties }>("create", pack(inputs));
      return { id, outputs: without(outs) };
    },
    async read(id, outputs) {
      const live = await called<{ id: string; props?: Properties; inputs?: Properties }>("read", id, pack(outputs));
      return { id: live.id, outputs: without(live.props ?? {}), inputs: without(live.inputs ?? {}) };
    },
    async update(id, olds, news) {
      const { outs } = await called<{ outs: Properties }>("update", id, pack(olds), pack(news));
      return without(outs);
    },
    async delete(id, outputs) {
      await called("delete", id, pack(outputs));
    },
  };
}

/** If a forced rebuild missed a change, an automatic one between two runs makes it effective. */
const AUTOMATIC_REBUILD_MS = 60_000;

/** Runs a case on appliances of its own. */
export async function onAppliances(switches: Partial<Switches>, run: (sim: Simulator) => Promise<void>): Promise<void> {
  const sim = await startSimulator({
    https: false,
    gateway: { token: canaries.token },
    replicator: { password: canaries.password },
    switches: { ...switches, automaticRebuildMs: AUTOMATIC_REBUILD_MS },
  });
  try {
    await run(sim);
  } finally {
    await sim.close();
  }
}

/**
 * Waits until the appliances have finished all requests, also those whose client does not wait any longer, and then
 * until the automatic rebuild.
 */
export async function betweenRuns(sim: Simulator): Promise<void> {
  const { requests } = sim;
  do await new Promise((resolve) => setTimeout(resolve, 5));
  while (requests.inFlight("gateway") + requests.inFlight("replicator") > 0);
  sim.advanceClock(AUTOMATIC_REBUILD_MS + 1);
}

/** Converts an error to the one that the engine would get from the provider process. */
function faultOf(call: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { id, properties, reasons } = error as Partial<PartialFault> & Error;
  if (id === undefined || properties === undefined) return new ProviderFault(error.message, call);
  const { __provider: text, ...rest } = copied(properties);
  return new PartialFault(error.message, call, id, rest, reasons ?? [], typeof text === "string" ? text : undefined);
}

function copied<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value, sorted)) as T);
}

/** Between processes, the keys of an object are sorted. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
