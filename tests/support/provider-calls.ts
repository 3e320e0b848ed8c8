import { setImmediate } from "node:timers/promises";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { filled } from "../../provider/plugin/wire";

/** Properties of a resource as plain values. `undefined` is left out, as in the SDK. */
export type Properties = Readonly<Record<string, unknown>>;

export interface CheckOutcome {
  /** The inputs that the engine stores, without `__provider`. */
  inputs: Record<string, unknown>;
  failures: { property: string; reason: string }[];
}

export interface DiffOutcome {
  /** `undefined` if the provider did not say. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

export interface ReadOutcome {
  /** Empty if the object is gone. */
  id: string;
  outputs: Record<string, unknown>;
  inputs: Record<string, unknown>;
}

/** The provider calls of one kind, with plain values. `__provider` is added to requests and removed from answers. */
export interface KindDriver {
  readonly kind: string;
  check(news: Properties, olds?: Properties): Promise<CheckOutcome>;
  /** @param olds the outputs in state @param news the checked inputs */
  diff(id: string, olds: Properties, news: Properties, oldInputs?: Properties): Promise<DiffOutcome>;
  create(inputs: Properties): Promise<{ id: string; outputs: Record<string, unknown> }>;
  /** The call of a preview, which changes nothing. Only the plugin has it. */
  previewCreate(inputs: Properties): Promise<void>;
  read(id: string, outputs: Properties, inputs?: Properties): Promise<ReadOutcome>;
  /** @param olds the outputs in state @param news the checked inputs @returns the new outputs */
  update(id: string, olds: Properties, news: Properties): Promise<Record<string, unknown>>;
  delete(id: string, outputs: Properties): Promise<void>;
}

/** A call that the provider ended with an error. `message` is the sentence that a user sees. */
export class ProviderFault extends Error {
  constructor(
    message: string,
    /** The name of the call, e.g. `create`. */
    readonly call: string,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** A create or update that succeeded in part. The engine keeps the resource and updates it in the next run. */
export class PartialFault extends ProviderFault {
  constructor(
    message: string,
    call: string,
    readonly id: string,
    /** The properties that the engine stores, without `__provider`. */
    readonly properties: Record<string, unknown>,
    readonly reasons: string[],
    /** The `__provider` that the engine stores. Without it, the resource could never be deleted. */
    readonly providerText: string | undefined,
  ) {
    super(message, call);
  }
}

/** Whether tests drive the provider plugin. By default they drive Pulumi's dynamic provider process. */
export const isPlugin = process.env["FLOWGATE_TEST_HOST"] === "plugin";

/** The text of `__provider` that the class of this kind registers. */
export function providerTextOf(kind: string): string {
  return `exports.handler = () => require("pulumi-flowgate/provider").kind("${kind}")`;
}

const PROVIDER = "__provider";
/** The key by which the engine marks a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const PARTIAL_TYPE = "pulumirpc.ErrorResourceInitFailed";

/** Sends the stack configuration as the engine does: every value is text, and structured values are JSON. */
export async function configure(client: ResourceProviderClient, config: Properties): Promise<void> {
  const entries = Object.entries(config).map(([key, value]): [string, string] => [
    key.includes(":") || isPlugin ? key : `flowgate:${key}`,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const args = Struct.fromJavaScript(Object.fromEntries(entries));
  const fields = { args, name: "default", acceptsecrets: true, acceptresources: true };
  const request = filled(new messages.ConfigureRequest(), fields);
  await call<messages.ConfigureResponse>("configure", (done) => client.configure(request, done));
}

/** Sends the call that precedes the end of a process. */
export async function cancel(client: ResourceProviderClient): Promise<void> {
  await call<unknown>("cancel", (done) => client.cancel(new Empty(), done));
}

/** The calls of one kind over an open connection. */
export function driveKind(client: ResourceProviderClient, kind: string, providerText?: string): KindDriver {
  const type = isPlugin ? `flowgate:index:${kind}` : `pulumi-nodejs:dynamic/flowgate:${kind}`;
  const urnOf = (name: unknown): string =>
    `urn:pulumi:test::program::${type}::${typeof name === "string" ? name : "test"}`;
  const urn = urnOf(undefined);
  const pack = (properties: Properties): Struct => toStruct({ [PROVIDER]: providerText, ...properties });
  const creation = (inputs: Properties, preview = false): messages.CreateRequest =>
    filled(new messages.CreateRequest(), { urn, properties: pack(inputs), preview });
  return {
    kind,
    async check(news, olds) {
      const before = olds === undefined ? toStruct({}) : pack(olds);
      // The plugin reads from the URN what a class passes to the dynamic provider as an input.
      const fields = { urn: urnOf(news["__declaredAs"]), olds: before, news: pack(news) };
      const request = filled(new messages.CheckRequest(), fields);
      const reply = await call<messages.CheckResponse>("check", (done) => client.check(request, done));
      const failures = reply.getFailuresList().map((f) => ({ property: f.getProperty(), reason: f.getReason() }));
      return { inputs: unpack(reply.getInputs()), failures };
    },
    async diff(id, olds, news, oldInputs = olds) {
      const fields = { id, urn, olds: pack(olds), oldInputs: pack(oldInputs), news: pack(news) };
      const request = filled(new messages.DiffRequest(), fields);
      const reply = await call<messages.DiffResponse>("diff", (done) => client.diff(request, done));
      return {
        changes: changesOf(reply.getChanges()),
        replaces: reply.getReplacesList(),
        deleteBeforeReplace: reply.getDeletebeforereplace(),
      };
    },
    async create(inputs) {
      const reply = await call<messages.CreateResponse>("create", (done) => client.create(creation(inputs), done));
      return { id: reply.getId(), outputs: unpack(reply.getProperties()) };
    },
    async previewCreate(inputs) {
      await call<messages.CreateResponse>("create", (done) => client.create(creation(inputs, true), done));
    },
    async read(id, outputs, inputs = outputs) {
      const fields = { id, urn, properties: pack(outputs), inputs: pack(inputs) };
      const request = filled(new messages.ReadRequest(), fields);
      const reply = await call<messages.ReadResponse>("read", (done) => client.read(request, done));
      return { id: reply.getId(), outputs: unpack(reply.getProperties()), inputs: unpack(reply.getInputs()) };
    },
    async update(id, olds, news) {
      const request = filled(new messages.UpdateRequest(), { id, urn, olds: pack(olds), news: pack(news) });
      const reply = await call<messages.UpdateResponse>("update", (done) => client.update(request, done));
      return unpack(reply.getProperties());
    },
    async delete(id, outputs) {
      const request = filled(new messages.DeleteRequest(), { id, urn, properties: pack(outputs) });
      await call<unknown>("delete", (done) => client.delete(request, done));
    },
  };
}

/** The calls of a kind. Each first waits until `ready` resolves. */
export function after(ready: () => Promise<unknown>, driver: KindDriver): KindDriver {
  const calls = Object.entries(driver).map(([name, call]: [string, unknown]) => {
    if (typeof call !== "function") return [name, call];
    const begin = call as (...args: unknown[]) => unknown;
    return [name, (...args: unknown[]) => ready().then(() => begin(...args))];
  });
  return Object.fromEntries(calls) as KindDriver;
}

type Done<T> = (error: ServiceError | null, reply: T) => void;

/**
 * Resolves one turn of the event loop after the answer. By then, everything that the process printed before it answered
 * has been read too, so a test may look at `stderr` directly after a call.
 */
async function call<T>(name: string, send: (done: Done<T>) => unknown): Promise<T> {
  const answered = new Promise<{ error: ServiceError } | { reply: T }>((resolve) => {
    send((error, reply) => {
      resolve(error === null ? { reply } : { error });
    });
  });
  const answer = await answered;
  await setImmediate();
  if ("error" in answer) throw faultOf(name, answer.error);
  return answer.reply;
}

/** The details of a partial failure are in a metadata field, packed like gRPC for Go packs them. */
function faultOf(name: string, error: ServiceError): ProviderFault {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (packed === undefined || typeof packed === "string") return new ProviderFault(error.details, name);
  const detail = Status.deserializeBinary(packed)
    .getDetailsList()
    .map((any) =>
      any.unpack<messages.ErrorResourceInitFailed>(messages.ErrorResourceInitFailed.deserializeBinary, PARTIAL_TYPE),
    )
    .find((found) => found !== null);
  if (detail === undefined) return new ProviderFault(error.details, name);
  const stored: Record<string, unknown> = detail.getProperties()?.toJavaScript() ?? {};
  const text = stored[PROVIDER];
  // The plugin does not need one.
  const providerText = isPlugin ? "" : typeof text === "string" ? text : undefined;
  return new PartialFault(error.details, name, detail.getId(), without(stored), detail.getReasonsList(), providerText);
}

function changesOf(changes: messages.DiffResponse.DiffChanges): boolean | undefined {
  const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
  return changes === DIFF_SOME ? true : changes === DIFF_NONE ? false : undefined;
}

function toStruct(properties: Properties): Struct {
  // The detour over JSON removes `undefined`. It loses nothing that a Struct can hold.
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as Record<string, JavaScriptValue>);
}

function unpack(struct: Struct | undefined): Record<string, unknown> {
  return without(struct?.toJavaScript() ?? {});
}

/** The clear text of a value that is marked as secret. */
function inClear(value: unknown): unknown {
  return typeof value === "object" && value !== null && SIGNATURE in value && "value" in value ? value.value : value;
}

/** The properties without `__provider`, and with secrets in clear text. */
export function without(properties: Properties): Record<string, unknown> {
  const own = Object.entries(properties).filter(([key]) => key !== PROVIDER);
  return Object.fromEntries(own.map(([key, value]) => [key, inClear(value)]));
}
