import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import type { sendUnaryData, ServerUnaryCall, UntypedHandleCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Lifecycle } from "../lifecycle/lifecycle";
import { Refusal } from "../errors/refusal";
import { log, reported } from "../errors/report";
import { withoutUndefined } from "../values/inputs";
import { quoted } from "../values/quoted";
import { hasUnknown } from "../values/schema";
import type { Engine } from "../engine";
import { configurationOf, configured, Instance } from "./instance";
import { diffResponse, filled, kindIn, nameIn, secretInputsOf, urnOf, errorOf, structOf, valuesOf } from "./wire";

const { DiffChanges } = messages.DiffResponse;
/** One call of the engine while it runs: the resource of its lines, and the lines that are not shown yet. */
interface RunningCall {
  readonly urn: string;
  readonly lines: Promise<void>[];
}

const running = new AsyncLocalStorage<RunningCall>();

interface Subject {
  readonly lifecycle: Lifecycle;
  readonly secrets: readonly string[];
  readonly name: string;
}

/**
 * The provider as the engine calls it over gRPC. It adapts the lifecycle of every kind to the engine's messages and
 * contains no rule of any kind. Methods that it lacks are "unimplemented", which the engine can handle.
 */
export class Service {
  readonly #underway = new Underway();
  /** The name of the provider that the last check of a configuration was about. */
  #provider: string | undefined;
  #instance: Instance | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly version: string,
    private readonly schema: () => string,
  ) {}

  /** The methods by their gRPC names. */
  handlers(): UntypedServiceImplementation {
    return {
      getPluginInfo: this.#answering(() => filled(new PluginInfo(), { version: this.version })),
      // For `PULUMI_DEBUG_PROVIDERS`: the engine comes to a process that a person started.
      attach: this.#answering((request: PluginAttach) => {
        this.engine.attach(request.getAddress());
        return new Empty();
      }),
      getSchema: this.#answering(() => filled(new messages.GetSchemaResponse(), { schema: this.schema() })),
      checkConfig: this.#answering((request: messages.CheckRequest) => {
        const news = valuesOf(request.getNews());
        this.#provider = nameIn(request.getUrn());
        // If values are not known yet, the engine does not configure the provider.
        const problems = hasUnknown(news) ? [] : configurationOf(news, this.#provider).allProblems();
        return checkResponse(request.getNews(), problems);
      }),
      diffConfig: this.#answering((request: messages.DiffRequest) => {
        // Never replaces: an instance has two appliances, and a resource of another box refuses on its own.
        const [olds, news] = [request.getOldInputs() ?? request.getOlds(), request.getNews()].map((args) =>
          configured(valuesOf(args)),
        );
        const changes = isDeepStrictEqual(olds, news) ? DiffChanges.DIFF_NONE : DiffChanges.DIFF_SOME;
        return filled(new messages.DiffResponse(), { changes });
      }),
      configure: this.#answering((request: messages.ConfigureRequest) => {
        const name = request.getName() ?? "";
        const provider = name === "" ? this.#provider : name;
        this.#instance = new Instance(valuesOf(request.getArgs()), provider, this.#info);
        return filled(new messages.ConfigureResponse(), { supportspreview: true });
      }),
      invoke: this.#answering((request: messages.InvokeRequest) => this.#underway.run(() => this.#invoke(request))),
      ...this.#resourceHandlers(),
      cancel: this.#answering(async () => {
        // Running operations complete first: an interrupted one would leave changes that no state records.
        await this.#underway.ended();
        await this.#instance?.leave();
        return new Empty();
      }),
    };
  }

  #resourceHandlers(): UntypedServiceImplementation {
    return {
      check: this.#about(({ lifecycle, secrets, name }, request: messages.CheckRequest) => {
        const news = withoutUndefined(valuesOf(request.getNews()));
        const { inputs, failures } = lifecycle.check({ ...lifecycle.named(name), ...news }, name);
        return checkResponse(structOf(inputs, secrets), failures);
      }),
      diff: this.#about(({ lifecycle }, request: messages.DiffRequest) => {
        const [olds, news] = [valuesOf(request.getOlds()), valuesOf(request.getNews())];
        return diffResponse(lifecycle.diff(request.getId(), olds, news));
      }),
      create: this.#operating(async ({ lifecycle, secrets }, request: messages.CreateRequest) => {
        const inputs = valuesOf(request.getProperties());
        const { id, outputs } = request.getPreview()
          ? { id: "", outputs: lifecycle.foresee(inputs) }
          : await lifecycle.create(inputs);
        return filled(new messages.CreateResponse(), { id, properties: structOf(outputs, secrets) });
      }),
      read: this.#operating(async ({ lifecycle, secrets }, request: messages.ReadRequest) => {
        const live = await lifecycle.read(request.getId(), valuesOf(request.getProperties()));
        if (live === undefined) return new messages.ReadResponse();
        const [properties, inputs] = [structOf(live.outputs, secrets), structOf(live.inputs, secrets)];
        return filled(new messages.ReadResponse(), { id: live.id, properties, inputs });
      }),
      update: this.#operating(async ({ lifecycle, secrets }, request: messages.UpdateRequest) => {
        const [id, olds, news] = [request.getId(), valuesOf(request.getOlds()), valuesOf(request.getNews())];
        const outputs = request.getPreview()
          ? lifecycle.foresee(news, { id, olds })
          : (await lifecycle.update(id, olds, news)).outputs;
        return filled(new messages.UpdateResponse(), { properties: structOf(outputs, secrets) });
      }),
      delete: this.#operating(async ({ lifecycle }, request: messages.DeleteRequest) => {
        await lifecycle.delete(request.getId(), valuesOf(request.getProperties()));
        return new Empty();
      }),
    };
  }

  async #invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const [, , name = ""] = request.getTok().split(":");
    try {
      const result = await this.#configured().invoke(name, valuesOf(request.getArgs()));
      return filled(new messages.InvokeResponse(), { return: structOf(result) });
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { message: `${name}: ${error.message}` }) : error;
    }
  }

  #configured(): Instance {
    if (this.#instance === undefined) throw new Refusal("the provider is not configured yet");
    return this.#instance;
  }

  readonly #info = (message: string): void => {
    const call = running.getStore();
    const line = this.engine.say("WARNING", message, call?.urn);
    call?.lines.push(line);
  };

  /** Handles a call about a resource that may send requests. */
  #operating(work: (subject: Subject, request: never) => Promise<unknown>): UntypedHandleCall {
    return this.#about((subject, request) => this.#underway.run(() => work(subject, request)));
  }

  #about(work: (subject: Subject, request: never) => unknown): UntypedHandleCall {
    return this.#answering((request) => {
      const urn = urnOf(request);
      const lifecycle = this.#configured().lifecycle(kindIn(urn));
      return work({ lifecycle, secrets: secretInputsOf(urn), name: nameIn(urn) }, request);
    });
  }

  /** Handles a gRPC method: returns one answer or one error, after the lines that belong to it. */
  #answering(work: (request: never) => unknown): UntypedHandleCall {
    return (call: ServerUnaryCall<unknown, unknown>, reply: sendUnaryData<unknown>): void => {
      const urn = urnOf(call.request);
      const own: RunningCall = { urn, lines: [] };
      const method = call.getPath().replace(/^.*\//u, "").toLowerCase();
      const asked = urn === "" ? method : `${kindIn(urn)} ${quoted(nameIn(urn))}: ${method}`;
      log?.(asked);
      void running.run(own, async () => {
        const [outcome] = await Promise.allSettled([(async () => work(call.request as never))()]);
        // The engine shows no lines of a resource after its operation has ended.
        await Promise.all(own.lines);
        if (outcome.status === "fulfilled") reply(null, outcome.value);
        else {
          const debug = (text: string) => this.engine.say("DEBUG", text, urn);
          reply(errorOf(outcome.reason, await reported(outcome.reason, asked, debug), secretInputsOf(urn)));
        }
      });
    };
  }
}

function checkResponse(inputs: Struct | undefined, reasons: readonly string[]): messages.CheckResponse {
  const failuresList = reasons.map((reason) => filled(new messages.CheckFailure(), { reason }));
  return filled(new messages.CheckResponse(), { inputs, failuresList });
}

class Underway {
  readonly #all = new Set<Promise<unknown>>();

  run<T>(work: () => Promise<T>): Promise<T> {
    const operation = work();
    const known = operation.catch(() => undefined).finally(() => this.#all.delete(known));
    this.#all.add(known);
    return operation;
  }

  /** Waits until no operation is running, including those that begin meanwhile. */
  async ended(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }
}
