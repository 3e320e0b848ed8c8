import type { RequestTarget } from "../errors/errors";
import { commandOperations, otherOperations } from "../errors/operation-names";
import { conform } from "../http/answer";
import type { OperationClass, RequestSpec, Send } from "../http/request";
import { actionJson, descriptionOf, replicatorJson } from "./answer";
import { commandPath, commandRow, type Command, type CommandArguments, type Verb, path } from "./commands";
import { noprofile, type UnassignedExporter } from "./show-schemas";
import type { Session } from "./session";

/** The answer to an action. */
export interface ActionReply {
  result: "success";
  /** What was changed, in the appliance's words. They vary, so programs must not rely on them. */
  description: string | undefined;
  /** True if the answer to an earlier try of the request was lost: that try may have made the change. */
  repeated?: true;
}

export type OtherTemplate = keyof typeof otherOperations;

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
      const { template } = commandRow(command);
      const [operation] = commandOperations[command.verb];
      const reply = await within(template, operation, commandPath(command));
      return {
        ...actionReply(actionJson(reply, place(template))),
        ...(reply.repeated === true ? { repeated: true } : {}),
      };
    },
    async act(template, path) {
      return actionJson(await within(template, otherOperations[template][0], path), place(template));
    },
    async read(template, path) {
      return replicatorJson(await within(template, otherOperations[template][0], path), place(template));
    },
  };
}

export function actionReply(json: Readonly<Record<string, unknown>>): ActionReply {
  return { result: "success", description: descriptionOf(json) };
}

/** One method for each command and for each other path of its area. Replication service, "Endpoints". */
export function areasOf(call: ReplicatorCaller) {
  const sends =
    <V extends Verb>(verb: V) =>
    (values: CommandArguments<V>): Promise<ActionReply> =>
      call.execute({ ...values, verb } as unknown as Command);
  const sendsName =
    (verb: Verb & `${"profile" | "setting"}/${"enable" | "disable" | "remove"}`) =>
    (name: string): Promise<ActionReply> =>
      call.execute({ verb, name });
  return {
    collector: {
      /** Adds a collector to one profile. */
      add: sends("collector/add"),
      /** Removes a collector from one profile. */
      remove: sends("collector/remove"),
      /** Removes a collector from all profiles, including memberships that others added. */
      allremove: async (address: string): Promise<ActionReply> =>
        actionReply(await call.act("/collector/allremove/[ip]", path`/api/1/collector/allremove/${address}`)),
      /** Sets the warning threshold in packets per second; 0 removes it. */
      threshold: sends("collector/threshold"),
    },
    exporter: {
      /** Adds an exporter to one profile. */
      add: sends("exporter/add"),
      /** Removes an exporter from one profile. */
      remove: sends("exporter/remove"),
      /** Removes an exporter from all profiles, including memberships that others added. */
      allremove: async (address: string): Promise<ActionReply> =>
        actionReply(await call.act("/exporter/allremove/[ip]", path`/api/1/exporter/allremove/${address}`)),
      /**
       * Exporters that send data but belong to no profile, by address. The filter is a keyword; by default there is
       * none.
       */
      noprofile: async (filter = "0"): Promise<Map<string, UnassignedExporter>> => {
        const template = "/exporter/noprofile/[filter]";
        const json = await call.read(template, path`/api/1/exporter/noprofile/${filter}`);
        return conform(noprofile, json, call.place(template)).noprofile;
      },
    },
    profile: {
      /** Creates a profile, enabled. */
      add: sends("profile/add"),
      /** Changes both ports. */
      update: sends("profile/update"),
      /** Renames a profile; what belongs to it stays with it. */
      rename: sends("profile/rename"),
      enable: sendsName("profile/enable"),
      disable: sendsName("profile/disable"),
      remove: sendsName("profile/remove"),
      /** Turns the singularity flag on or off. */
      singularity: sends("profile/singularity"),
    },
    policies: {
      add: sends("policies/add"),
      remove: sends("policies/remove"),
    },
    /** A description cannot be removed again, only replaced. */
    notate: {
      /** Describes a profile. */
      profile: sends("notate/profile"),
      /** Describes an address; a collector and an exporter with this address share the description. */
      ip: sends("notate/ip"),
    },
    setting: {
      set: sends("setting/set"),
      enable: sendsName("setting/enable"),
      disable: sendsName("setting/disable"),
    },
  };
}

export type Areas = ReturnType<typeof areasOf>;
