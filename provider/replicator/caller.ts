import type { RequestTarget } from "../errors/errors";
import type { OperationClass, RequestSpec, Send } from "../http/request";
import { actionJson, descriptionOf, replicatorJson } from "./answer";
import { commandPath } from "./command-path";
import { commandRow, type Command } from "./commands";
import { otherOperations, type OtherTemplate } from "./operations";
import type { Session } from "./session";

/** The answer to an action. */
export interface ActionReply {
  result: "success";
  /** What was changed, in the appliance's words. They vary, so programs must not rely on them. */
  description: string | undefined;
  /** True if the answer to an earlier try of the request was lost: that try may have made the change. */
  repeated?: true;
}

/** Sends the requests of one replicator within its session. The areas of the client use it. */
export interface ReplicatorCaller {
  /** Sends a configuration command. */
  execute(command: Command): Promise<ActionReply>;
  /** Sends another request whose answer contains `result`; returns the whole answer. */
  act(template: OtherTemplate, path: string): Promise<Readonly<Record<string, unknown>>>;
  /** Sends a request that reads; returns the JSON object of its answer. */
  read(template: OtherTemplate, path: string): Promise<Readonly<Record<string, unknown>>>;
  place(template: string): RequestTarget;
}

/** The method of all requests, or separate ones for requests that read and requests that change something. */
export type CommandMethod = RequestSpec["method"] | "GET/POST";

export interface CallerParts {
  host: string;
  /** Method of every request except the login. */
  method: CommandMethod;
  session: Session;
  send: Send;
}

export function replicatorCaller({ host, method, session, send }: CallerParts): ReplicatorCaller {
  const place = (action: string): RequestTarget => ({ appliance: "replicator", host, action });
  const methodOf = (operation: OperationClass): RequestSpec["method"] => {
    if (method !== "GET/POST") return method;
    return operation === "read" ? "GET" : "POST";
  };
  const within = (action: string, operation: OperationClass, path: string): ReturnType<Send> =>
    session.run(action, (headers) => send({ action, operation, method: methodOf(operation), path, headers }));
  return {
    place,
    async execute(command) {
      const { template, operation } = commandRow(command);
      const reply = await within(template, operation, commandPath(command));
      return {
        ...actionReply(actionJson(reply, place(template))),
        ...(reply.repeated === true ? { repeated: true } : {}),
      };
    },
    async act(template, path) {
      return actionJson(await within(template, otherOperations[template], path), place(template));
    },
    async read(template, path) {
      return replicatorJson(await within(template, otherOperations[template], path), place(template));
    },
  };
}

export function actionReply(json: Readonly<Record<string, unknown>>): ActionReply {
  return { result: "success", description: descriptionOf(json) };
}
