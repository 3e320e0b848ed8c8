import type { z } from "zod";
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
  /** Sends another action. */
  act(template: OtherTemplate, path: string): Promise<ActionReply>;
  /** Sends a request that is no action; returns the JSON object of its answer with the type of the schema. */
  read<T>(template: OtherTemplate, path: string, schema: z.ZodType<T>): Promise<T>;
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

/** The target of each request to a replicator, by its action. */
export function placeOn(host: string): (action: string) => RequestTarget {
  return (action) => ({ appliance: "replicator", host, action });
}

export function replicatorCaller({ host, method, session, send }: CallerParts): ReplicatorCaller {
  const place = placeOn(host);
  const methodOf = (operation: OperationClass): RequestSpec["method"] => {
    if (method !== "GET/POST") return method;
    return operation === "read" ? "GET" : "POST";
  };
  const within = (action: string, operation: OperationClass, path: string): ReturnType<Send> =>
    session.run(action, (headers) => send({ action, operation, method: methodOf(operation), path, headers }));
  const act = async (action: string, operation: OperationClass, path: string): Promise<ActionReply> => {
    const reply = await within(action, operation, path);
    const description = descriptionOf(actionJson(reply, place(action)));
    return { result: "success", description, ...(reply.repeated === true ? { repeated: true } : {}) };
  };
  return {
    place,
    execute: async (command) =>
      act(commandRow(command).template, commandOperations[command.verb][0], commandPath(command)),
    act: (template, path) => act(template, otherOperations[template][0], path),
    async read(template, path, schema) {
      const reply = await within(template, otherOperations[template][0], path);
      return conform(schema, replicatorJson(reply, place(template)), place(template));
    },
  };
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
  const members = (entity: "collector" | "exporter") => ({
    /** Adds it to one profile. */
    add: sends(`${entity}/add`),
    /** Removes it from one profile. */
    remove: sends(`${entity}/remove`),
    /** Removes it from all profiles, including memberships that others added. */
    allremove: async (address: string): Promise<ActionReply> =>
      call.act(`/${entity}/allremove/[ip]`, path`/api/1/${entity}/allremove/${address}`),
  });
  return {
    collector: {
      ...members("collector"),
      /** Sets the warning threshold in packets per second; 0 removes it. */
      threshold: sends("collector/threshold"),
    },
    exporter: {
      ...members("exporter"),
      /**
       * Exporters that send data but belong to no profile, by address. The filter is a keyword; by default there is
       * none.
       */
      noprofile: async (filter = "0"): Promise<Map<string, UnassignedExporter>> =>
        (await call.read("/exporter/noprofile/[filter]", path`/api/1/exporter/noprofile/${filter}`, noprofile))
          .noprofile,
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
