import type { handleUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService, type IEngineServer } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LogRequest, SetRootResourceRequest } from "@pulumi/pulumi/proto/engine_pb";
import { GetRootResourceResponse, LogSeverity, SetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb";
import { CallResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import type * as requests from "@pulumi/pulumi/proto/resource_pb";
import { ReadResourceResponse, RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { ResourceInvokeResponse, SupportsFeatureResponse } from "@pulumi/pulumi/proto/resource_pb";
import type { JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import { UNKNOWN_TEXT } from "../../../provider/values/marks";
import { Empty, Server, ServerCredentials, Struct } from "./pulumi-packages";

/** A place in a file of the program. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A resource in the program's registration request. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  readonly urn: string;
  readonly parent: string;
  /** The URNs that its aliases stand for. */
  readonly aliases: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Call stack of its creation, the innermost call first. */
  readonly frames: readonly Frame[];
}

/** An error or warning that the program logs. */
export interface Logged {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly urn: string;
}

/** What a program has done besides declaring resources. */
interface Done {
  /** Whether it has declared everything: it registers the outputs of its stack last. */
  isComplete: boolean;
  /** Whether transforms would change what it declares. None is called. */
  isTransformed: boolean;
}

/** Replaces the engine while a program runs: it creates nothing and keeps what the program logs. */
export interface Monitor {
  readonly address: string;
  readonly logged: readonly Logged[];
  readonly done: Readonly<Done>;
  close(): void;
}

/** Largest message in bytes: a program may declare thousands of rules. The engine has the same limit. */
const MOST_BYTES = 400 * 1024 * 1024;

/** Features of an engine. Without `aliasSpecs`, Pulumi's SDK resolves aliases itself, those of parents included. */
const features = ["deletedWith", "replaceWith", "transforms", "invokeTransforms", "resourceHooks", "errorHooks"];

/** Starts the monitor. `registered` gets each resource. */
export async function startMonitor(
  program: { project: string; stack: string },
  registered: (resource: Registered) => void,
): Promise<Monitor> {
  const logged: Logged[] = [];
  const server = new Server({
    "grpc.max_receive_message_length": MOST_BYTES,
    "grpc.max_send_message_length": MOST_BYTES,
  });
  const done: Done = { isComplete: false, isTransformed: false };
  server.addService(ResourceMonitorService, monitorOf(program, registered, done));
  server.addService(EngineService, engine(logged) as unknown as UntypedServiceImplementation);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return { address: `127.0.0.1:${String(port)}`, logged, done, close: () => server.forceShutdown() };
}

/** What a program asks the engine: outputs of resources are unknown, and all of functions and other packages. */
function monitorOf(
  program: { project: string; stack: string },
  registered: (resource: Registered) => void,
  done: Done,
): UntypedServiceImplementation {
  return {
    ...besides(done),
    supportsFeature: unary<{ getId(): string }, SupportsFeatureResponse>((request) => {
      const response = new SupportsFeatureResponse();
      response.setHassupport(features.includes(request.getId()));
      return response;
    }),
    registerResource: unary((request: requests.RegisterResourceRequest) => {
      const urn = urnOf(program, request);
      const inputs = request.getObject()?.toJavaScript() ?? {};
      const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
      if (request.getTransformsList().length > 0) done.isTransformed = true;
      registered({ type, name, urn, parent, aliases: request.getAliasurnsList(), inputs, frames: framesOf(request) });
      const response = new RegisterResourceResponse();
      response.setUrn(urn);
      response.setObject(structOf(inputs));
      return response;
    }),
    invoke: unary(() => withUnknown(new ResourceInvokeResponse())),
    call: unary(() => withUnknown(new CallResponse())),
    // A StackReference is a resource that is read: its outputs are unknown.
    readResource: unary((request: requests.ReadResourceRequest) => {
      const response = new ReadResourceResponse();
      response.setUrn(urnOf(program, request));
      response.setProperties(structOf({ ...request.getProperties()?.toJavaScript(), outputs: UNKNOWN_TEXT }));
      return response;
    }),
  };
}

/** What a program asks that is no resource and no function. */
function besides(done: Done): UntypedServiceImplementation {
  const nothing = unary(() => new Empty());
  const transform = unary(() => {
    done.isTransformed = true;
    return new Empty();
  });
  return {
    registerResourceOutputs: unary((request: requests.RegisterResourceOutputsRequest) => {
      if (request.getUrn().includes("::pulumi:pulumi:Stack::")) done.isComplete = true;
      return new Empty();
    }),
    registerStackTransform: transform,
    registerStackInvokeTransform: transform,
    registerResourceHook: nothing,
    registerErrorHook: nothing,
    signalAndWaitForShutdown: nothing,
  };
}

const severities: Partial<Record<LogSeverity, Logged["severity"]>> = {
  [LogSeverity.ERROR]: "error",
  [LogSeverity.WARNING]: "warning",
};

function engine(logged: Logged[]): Partial<IEngineServer> {
  let root = "";
  return {
    log: unary((request: LogRequest) => {
      const severity = severities[request.getSeverity()];
      if (severity !== undefined) logged.push({ severity, message: request.getMessage(), urn: request.getUrn() });
      return new Empty();
    }),
    getRootResource: unary(() => {
      const response = new GetRootResourceResponse();
      response.setUrn(root);
      return response;
    }),
    setRootResource: unary((request: SetRootResourceRequest) => {
      root = request.getUrn();
      return new SetRootResourceResponse();
    }),
  };
}

function unary<Request, Response>(answer: (request: Request) => Response): handleUnaryCall<Request, Response> {
  return ({ request }, done) => done(null, answer(request));
}

function structOf(values: Readonly<Record<string, unknown>>): InstanceType<typeof Struct> {
  return Struct.fromJavaScript(values as Record<string, JavaScriptValue>);
}

/** A result of a function: whatever it holds is unknown. */
function withUnknown<Response extends ResourceInvokeResponse | CallResponse>(response: Response): Response {
  response.setReturn(structOf({ unknown: UNKNOWN_TEXT }));
  return response;
}

function urnOf(
  { stack, project }: { project: string; stack: string },
  request: requests.RegisterResourceRequest | requests.ReadResourceRequest,
): string {
  const [, , types = ""] = request.getParent().split("::");
  const above = types === "" || types === "pulumi:pulumi:Stack" ? "" : `${types}$`;
  return `urn:pulumi:${stack}::${project}::${above}${request.getType()}::${request.getName()}`;
}

function framesOf(request: requests.RegisterResourceRequest): Frame[] {
  const frames = request.getStacktrace()?.getFramesList() ?? [];
  return frames.flatMap((frame) => {
    const place = frame.getPc();
    if (place === undefined || place.getUri() === "") return [];
    return [{ file: place.getUri(), line: place.getLine(), column: place.getColumn() }];
  });
}
