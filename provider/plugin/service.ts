import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import type { sendUnaryData, ServerUnaryCall, UntypedHandleCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { PluginInfo, type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Lifecycle } from "../lifecycle/lifecycle";
import { Refusal } from "../errors/refusal";
import { definitionOf } from "../registry";
import type { AnyDefinition } from "../kinds/definition";
import { withoutUndefined } from "../values/inputs";
import { hasUnknown } from "../values/schema";
import type { Engine } from "./engine";
import { configurationOf, configured, Instance } from "./instance";
import { diffResponse, kindIn, nameIn, secretsOf, urnOf, errorOf, structOf, valuesOf } from "./wire";

const { DiffChanges } = messages.DiffResponse;
/** One call of the engine while it runs: the resource of its lines, and the lines that are not shown yet. */
interface Call {
  readonly urn: string;
  readonly lines: Promise<void>[];
}

/** The call that the running code belongs to. */
const running = new AsyncLocalStorage<Call>();

/** A resource that a call is about. */
interface Subject {
  readonly lifecycle: Lifecycle;
  readonly definition: AnyDefinition;
  /** Its Pulumi name. */
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
      getPluginInfo: this.#answering(() => {
        const info = new PluginInfo();
        info.setVersion(this.version);
        return info;
      }),
      attach: this.#answering((request: PluginAttach) => {
        this.engine.attach(request.getAddress());
        return new Empty();
      }),
      getSchema: this.#answering(() => {
        const response = new messages.GetSchemaResponse();
        response.setSchema(this.schema());
        return response;
      }),
      checkConfig: this.#answering((request: messages.CheckRequest) => this.#checkConfig(request)),
      diffConfig: this.#answering((request: messages.DiffRequest) => this.#diffConfig(request)),
      configure: this.#answering((request: messages.ConfigureRequest) => this.#configure(request)),
      invoke: this.#answering((request: messages.InvokeRequest) => this.#underway.run(() => this.#invoke(request))),
      check: this.#about((subject, request: messages.CheckRequest) => this.#check(subject, request)),
      diff: this.#about((subject, request: messages.DiffRequest) => this.#diff(subject, request)),
      create: this.#operating((subject, request: messages.CreateRequest) => this.#create(subject, request)),
      read: this.#operating((subject, request: messages.ReadRequest) => this.#read(subject, request)),
      update: this.#operating((subject, request: messages.UpdateRequest) => this.#update(subject, request)),
      delete: this.#operating((subject, request: messages.DeleteRequest) => this.#delete(subject, request)),
      cancel: this.#answering(async () => {
        // Running operations complete first: an interrupted one would leave changes that no state records.
        await this.#underway.ended();
        await this.#instance?.leave();
        return new Empty();
      }),
    };
  }

  /** Another command of Pulumi begins, in a process that serves several. */
  nextCommand(): void {
    this.#instance?.nextCommand();
  }

  #checkConfig(request: messages.CheckRequest): messages.CheckResponse {
    const news = valuesOf(request.getNews());
    this.#provider = nameIn(request.getUrn());
    // If values are not known yet, the engine does not configure the provider.
    const problems = hasUnknown(news) ? [] : configurationOf(news, this.#provider).allProblems();
    const response = new messages.CheckResponse();
    response.setInputs(request.getNews());
    response.setFailuresList(problems.map(failureOf));
    return response;
  }

  /** Never replaces: an instance has two appliances, and a resource of another box refuses on its own. */
  #diffConfig(request: messages.DiffRequest): messages.DiffResponse {
    const news = configured(valuesOf(request.getNews()));
    const isSame = isDeepStrictEqual(configured(valuesOf(request.getOldInputs() ?? request.getOlds())), news);
    const response = new messages.DiffResponse();
    response.setChanges(isSame ? DiffChanges.DIFF_NONE : DiffChanges.DIFF_SOME);
    return response;
  }

  #configure(request: messages.ConfigureRequest): messages.ConfigureResponse {
    const name = request.getName() ?? "";
    const provider = name === "" ? this.#provider : name;
    this.#instance = new Instance(valuesOf(request.getArgs()), provider, this.#info);
    const response = new messages.ConfigureResponse();
    response.setSupportspreview(true);
    return response;
  }

  async #invoke(request: messages.InvokeRequest): Promise<messages.InvokeResponse> {
    const [, , name = ""] = request.getTok().split(":");
    const response = new messages.InvokeResponse();
    try {
      response.setReturn(structOf(await this.#configured().invoke(name, valuesOf(request.getArgs()))));
    } catch (error) {
      throw error instanceof Error ? Object.assign(error, { message: `${name}: ${error.message}` }) : error;
    }
    return response;
  }

  #check({ lifecycle, definition, name }: Subject, request: messages.CheckRequest): messages.CheckResponse {
    const news = valuesOf(request.getNews());
    const { inputs, failures } = lifecycle.check({ ...lifecycle.named(name), ...withoutUndefined(news) }, name);
    const response = new messages.CheckResponse();
    response.setInputs(structOf(inputs, definition.secrets));
    response.setFailuresList(failures.map(failureOf));
    return response;
  }

  #diff({ lifecycle }: Subject, request: messages.DiffRequest): messages.DiffResponse {
    const olds = valuesOf(request.getOlds());
    return diffResponse(lifecycle.diff(request.getId(), olds, valuesOf(request.getNews())));
  }

  async #create({ lifecycle, definition }: Subject, request: messages.CreateRequest): Promise<messages.CreateResponse> {
    const inputs = valuesOf(request.getProperties());
    const made = request.getPreview() ? { id: "", outputs: lifecycle.foresee(inputs) } : await lifecycle.create(inputs);
    const response = new messages.CreateResponse();
    response.setId(made.id);
    response.setProperties(structOf(made.outputs, definition.secrets));
    return response;
  }

  async #read({ lifecycle, definition }: Subject, request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const olds = valuesOf(request.getProperties());
    const live = await lifecycle.read(request.getId(), olds);
    const response = new messages.ReadResponse();
    if (live === undefined) return response;
    response.setId(live.id);
    response.setProperties(structOf(live.outputs, definition.secrets));
    response.setInputs(structOf(live.inputs, definition.secrets));
    return response;
  }

  async #update({ lifecycle, definition }: Subject, request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
    const [id, olds, news] = [request.getId(), valuesOf(request.getOlds()), valuesOf(request.getNews())];
    const outputs = request.getPreview()
      ? lifecycle.foresee(news, { id, olds })
      : (await lifecycle.update(id, olds, news)).outputs;
    const response = new messages.UpdateResponse();
    response.setProperties(structOf(outputs, definition.secrets));
    return response;
  }

  async #delete({ lifecycle }: Subject, request: messages.DeleteRequest): Promise<Empty> {
    await lifecycle.delete(request.getId(), valuesOf(request.getProperties()));
    return new Empty();
  }

  #configured(): Instance {
    if (this.#instance === undefined) throw new Refusal("the provider is not configured yet");
    return this.#instance;
  }

  /** Shows a line about the resource of the running call. */
  readonly #info = (message: string): void => {
    const call = running.getStore();
    const line = this.engine.warn(message, call?.urn);
    call?.lines.push(line);
  };

  /** Handles a call about a resource that may send requests. */
  #operating(work: (subject: Subject, request: never) => Promise<unknown>): UntypedHandleCall {
    return this.#about((subject, request) => this.#underway.run(() => work(subject, request)));
  }

  #about(work: (subject: Subject, request: never) => unknown): UntypedHandleCall {
    return this.#answering((request) => {
      const urn = urnOf(request);
      const kind = kindIn(urn);
      const subject = {
        lifecycle: this.#configured().lifecycle(kind),
        definition: definitionOf(kind),
        name: nameIn(urn),
      };
      return work(subject, request);
    });
  }

  /** Handles a gRPC method: returns one answer or one error, after the lines that belong to it. */
  #answering(work: (request: never) => unknown): UntypedHandleCall {
    return (call: ServerUnaryCall<unknown, unknown>, reply: sendUnaryData<unknown>): void => {
      const urn = urnOf(call.request);
      const own: Call = { urn, lines: [] };
      void running.run(own, async () => {
        const [outcome] = await Promise.allSettled([(async () => work(call.request as never))()]);
        // The engine shows no lines of a resource after its operation has ended.
        await Promise.all(own.lines);
        if (outcome.status === "fulfilled") reply(null, outcome.value);
        else reply(errorOf(outcome.reason, secretsOf(urn)));
      });
    };
  }
}

function failureOf(reason: string): messages.CheckFailure {
  const failure = new messages.CheckFailure();
  failure.setReason(reason);
  return failure;
}

/** Operations that are running. */
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
