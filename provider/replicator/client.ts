import { z } from "#zod";
import type { ReplicatorKeys } from "../config/schema";
import type { Place } from "../errors/errors";
import { conform } from "../http/answer";
import type { ConnectionOptions } from "../http/options";
import { createTransport, type Row, type Transport } from "../http/transport";
import type { Secret } from "../values/secret";
import { assertSuccess } from "./answer";
import { commandPath, commands, pathTo, type Command } from "./commands";
import { loginWith } from "./login";
import { done, paths, type ReplicatorAnswers, type ReplicatorPath, type SessionReply } from "./readings";
import { Session } from "./session";

/** How to reach and use a flow replicator. */
export type ReplicatorOptions = ConnectionOptions &
  Pick<ReplicatorKeys, "passwordEncoding" | "commandMethod" | "legacyLogin" | "sessionHeader"> & {
    user: string;
    password: Secret | string;
  };

/**
 * The flow replicator: every path of `/api/1/`, in the document's own spelling. `execute` sends the commands, which
 * change the configuration, and `call` all others. Logs in when the first call needs it, once for all callers, and again
 * before the session's 30 minutes are over or when an answer shows that it has ended. Credentials that were refused are
 * not tried again. Only requests that read are repeated, and those that were certainly not carried out.
 *
 * Every method throws {@link ApplianceError}; its `effect` says whether the request may have been carried out. A value
 * that a path cannot contain is a PathError.
 */
export class ReplicatorClient {
  /** Host and port, as in the configured URL. */
  readonly host: string;
  readonly #transport: Transport;
  readonly #session: Session;
  readonly #method: NonNullable<ReplicatorOptions["commandMethod"]>;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(options: ReplicatorOptions) {
    this.#transport = createTransport({ ...options, appliance: "replicator" });
    this.host = this.#transport.host;
    const logIn = loginWith(options, this.#transport);
    this.#session = new Session(logIn, this.#transport.send, options.sessionHeader);
    this.#method = options.commandMethod ?? "GET";
  }

  /** Opens a session unless one is open; returns the answer of its login. Other methods log in automatically. */
  login(): Promise<SessionReply> {
    return this.#session.open();
  }

  /** Ends the session. If none is open, sends nothing and returns undefined. */
  async logout(): Promise<SessionReply | undefined> {
    if (!this.#session.isOpen) return undefined;
    const reply = await this.call("/logout");
    this.#session.ended();
    return reply;
  }

  /** Where a command goes, for errors about what its answer means. */
  place({ verb }: Command): Place {
    return this.#transport.place(`/${verb}`, commands[verb]);
  }

  /** Sends a command, which changes the configuration. It takes effect with the next rebuild. */
  async execute(command: Command): Promise<z.output<typeof done>> {
    return this.#ask(this.place(command), commandPath(command), done);
  }

  /** Sends any other path, with a value for each parameter. A filter that is left out is none. */
  async call<Path extends ReplicatorPath>(
    path: Path,
    ...values: readonly (string | number)[]
  ): Promise<ReplicatorAnswers[Path]> {
    const row: Row & (typeof paths)[Path] = paths[path];
    const schema = row[2] as z.ZodType<ReplicatorAnswers[Path]>;
    return this.#ask(this.#transport.place(path, row), pathTo(path, values), schema);
  }

  /** As {@link call}, with the answer as it is. */
  async send(path: ReplicatorPath, ...values: readonly (string | number)[]): Promise<unknown> {
    return this.#ask(this.#transport.place(path, paths[path]), pathTo(path, values), z.unknown());
  }

  /** Closes the connections after the requests in flight. The session on the appliance ends when it times out. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  async #ask<T>(place: Place, path: string, schema: z.ZodType<T>): Promise<T> {
    const own = place.operation === "read" ? "GET" : "POST";
    const method = this.#method === "GET/POST" ? own : this.#method;
    const reply = await this.#session.run({ place, method, path });
    assertSuccess(reply, place);
    return conform(schema, reply, place);
  }
}
