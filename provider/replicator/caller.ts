import type { z } from "zod";
import type { Place } from "../errors/errors";
import { commandOperations, otherOperations } from "../errors/operation-names";
import { conform } from "../http/answer";
import type { HttpReply, OperationClass, RequestSpec } from "../http/request";
import type { Transport } from "../http/transport";
import { actionJson, descriptionOf, replicatorJson } from "./answer";
import { commandPath, commandRow, path, type Command, type CommandArguments, type Verb } from "./commands";
import type { Session } from "./session";
import { noprofile, type UnassignedExporter } from "./show-schemas";

/** The answer to an action. */
export interface ActionReply {
  result: "success";
  /** What was changed, in the appliance's words. They vary, so programs must not rely on them. */
  description: string | undefined;
}

export type OtherTemplate = keyof typeof otherOperations;

/** The method of all requests, or separate ones for requests that read and requests that change something. */
export type CommandMethod = RequestSpec["method"] | "GET/POST";

/** Sends the requests of one replicator within its session. The areas of the client use it. */
export class ReplicatorCaller {
  constructor(
    private readonly transport: Transport,
    private readonly session: Session,
    /** Method of every request except the login. */
    private readonly method: CommandMethod,
  ) {}

  /** Sends a configuration command. */
  async execute(command: Command): Promise<ActionReply> {
    return this.#act(commandRow(command).template, commandOperations[command.verb][0], commandPath(command));
  }

  /** Sends another action. */
  act(template: OtherTemplate, target: string): Promise<ActionReply> {
    return this.#act(template, otherOperations[template][0], target);
  }

  /** Sends a request that is no action; returns the JSON object of its answer with the type of the schema. */
  async read<T>(template: OtherTemplate, target: string, schema: z.ZodType<T>): Promise<T> {
    const [reply, place] = await this.#send(template, otherOperations[template][0], target);
    return conform(schema, replicatorJson(reply, place), reply, place);
  }

  async #act(action: string, operation: OperationClass, target: string): Promise<ActionReply> {
    const [reply, place] = await this.#send(action, operation, target);
    return { result: "success", description: descriptionOf(actionJson(reply, place)) };
  }

  async #send(action: string, operation: OperationClass, target: string): Promise<[HttpReply, Place]> {
    const place = this.transport.place(action, operation);
    const one = operation === "read" ? "GET" : "POST";
    const method = this.method === "GET/POST" ? one : this.method;
    const reply = await this.session.run(place, (headers) =>
      this.transport.send({ action, operation, method, path: target, headers }),
    );
    return [reply, place];
  }
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
