import { z } from "zod";
import { commandOperations, otherOperations } from "../errors/operation-names";
import { conform } from "../http/answer";
import type { ConnectionOptions } from "../http/options";
import type { OperationClass, RequestSpec } from "../http/request";
import { createTransport, type Transport } from "../http/transport";
import { Secret, assertEncodable, type PasswordEncoding } from "../values/secret";
import { descriptionOf, replicatorJson } from "./answer";
import { commandPath, path, type Command } from "./commands";
import { logIn, sessionReply, type SessionReply } from "./login";
import * as readings from "./readings";
import { Session } from "./session";
import { ShowApi } from "./show";

/** The answer to an action. */
export interface ActionReply {
  result: "success";
  /** What was changed, in the appliance's words. They vary, so programs must not rely on them. */
  description: string | undefined;
}

/** Every path but the commands and the login, as the document writes it. */
export type OtherTemplate = keyof typeof otherOperations;
/** Reads a path. */
export type Read = <T>(template: OtherTemplate, target: string, schema: z.ZodType<T>) => Promise<T>;

/** How to reach and use a flow replicator. */
export interface ReplicatorOptions extends ConnectionOptions {
  user: string;
  password: Secret | string;
  /**
   * How the password is sent at login. Default `sha512`: its hex SHA-512, as documented. With `hash`, the given
   * password is already that hash.
   */
  passwordEncoding?: PasswordEncoding | undefined;
  /** Method of every request except the login; `GET/POST` reads with GET and changes with POST. Default `GET`. */
  commandMethod?: RequestSpec["method"] | "GET/POST" | undefined;
  /** Log in with the deprecated GET, which writes the password's hash into access logs. Default false. */
  legacyLogin?: boolean | undefined;
  /** Response header that carries the session, if that is no cookie. */
  sessionHeader?: string | undefined;
  /** Receives warnings. Default: a process warning. */
  warn?: ((text: string) => void) | undefined;
}

/**
 * The flow replicator. `execute` sends every command that changes the configuration, `show` reads, and each other path of
 * `/api/1/` is a method. Logs in when the first call needs it, once for all callers, and again before the session's 30
 * minutes are over or when an answer shows that it has ended. Credentials that were refused are not tried again. Only
 * requests that read are repeated, and those that were certainly not carried out.
 *
 * Every method throws {@link ApplianceError}; its `effect` says whether the request may have been carried out. A value
 * that a path cannot contain is a PathError.
 */
export class ReplicatorClient {
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly show: ShowApi;
  readonly #transport: Transport;
  readonly #session: Session;
  readonly #method: NonNullable<ReplicatorOptions["commandMethod"]>;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(options: ReplicatorOptions) {
    this.#transport = createTransport({ ...options, appliance: "replicator" });
    this.host = this.#transport.host;
    this.origin = this.#transport.origin;
    this.#session = sessionOf(options, this.#transport);
    this.#method = options.commandMethod ?? "GET";
    this.show = new ShowApi((template, target, schema) => this.#read(template, target, schema));
  }

  /** Opens a session unless one is open; returns the answer of its login. Other methods log in automatically. */
  login(): Promise<SessionReply> {
    return this.#session.open();
  }

  /** Ends the session. If none is open, sends nothing and returns undefined. */
  async logout(): Promise<SessionReply | undefined> {
    if (!this.#session.isOpen) return undefined;
    const reply = await this.#read("/logout", "/api/1/logout", sessionReply);
    this.#session.forget();
    return reply;
  }

  /** Sends a command, which changes the configuration. */
  async execute(command: Command): Promise<ActionReply> {
    return this.#act(`/${command.verb}`, commandOperations[command.verb][0], commandPath(command));
  }

  /** Sends a path that is no command, and returns its answer as it is. */
  send(template: OtherTemplate, target: string): Promise<unknown> {
    return otherOperations[template][0] === "read"
      ? this.#read(template, target, z.unknown())
      : this.#other(template, target);
  }

  /** Removes a collector or an exporter from all profiles, including memberships that others added. */
  async allremove(entity: "collector" | "exporter", ip: string): Promise<ActionReply> {
    return this.#other(`/${entity}/allremove/[ip]`, path`/api/1/${entity}/allremove/${ip}`);
  }

  /** Exporters that send data but belong to no profile, by address. The filter is a keyword; by default there is none. */
  async noprofile(filter = "0"): Promise<Map<string, readings.UnassignedExporter>> {
    const target = path`/api/1/exporter/noprofile/${filter}`;
    return this.#read("/exporter/noprofile/[filter]", target, readings.noprofile);
  }

  /** Acknowledges a collector or exporter that is in an alarm state. */
  async acknowledge(entity: "collector" | "exporter", ip: string, port: number): Promise<ActionReply> {
    return this.#other("/acknowledge/[entity]/[ip:port]", path`/api/1/acknowledge/${entity}/${ip}:${port}`);
  }

  /** Resolves the name of an address now. */
  async dnscheck(ip: string): Promise<readings.DnsCheck> {
    return (await this.#read("/dnscheck/[ip]", path`/api/1/dnscheck/${ip}`, readings.dnscheck)).dnscheck;
  }

  /** The license. */
  licenseCheck(): Promise<readings.License> {
    return this.#read("/license/check", "/api/1/license/check", readings.license);
  }

  /** Rebuilds the configuration now instead of waiting for the automatic rebuild. */
  rebuild(): Promise<ActionReply> {
    return this.#other("/rebuild", "/api/1/rebuild");
  }

  /** Tests a secondary appliance. A primary refuses, and says that it is a primary. */
  roleTestSecondary(): Promise<ActionReply> {
    return this.#other("/role/test/secondary", "/api/1/role/test/secondary");
  }

  /** Versions of the appliance and of its API. */
  version(): Promise<readings.Version> {
    return this.#read("/version", "/api/1/version", readings.version);
  }

  /**
   * Closes the connections after the requests in flight have ended. The session on the appliance ends when it times
   * out.
   */
  close(): Promise<void> {
    return this.#transport.close();
  }

  #other(template: OtherTemplate, target: string): Promise<ActionReply> {
    return this.#act(template, otherOperations[template][0], target);
  }

  async #act(action: string, operation: OperationClass, target: string): Promise<ActionReply> {
    const { json } = await this.#send(action, operation, target, true);
    return { result: "success", description: descriptionOf(json) };
  }

  async #read<T>(template: OtherTemplate, target: string, schema: z.ZodType<T>): Promise<T> {
    const { json, reply, place } = await this.#send(template, otherOperations[template][0], target, false);
    return conform(schema, json, reply, place);
  }

  async #send(action: string, operation: OperationClass, target: string, isAction: boolean) {
    const place = this.#transport.place(action, operation);
    const own = operation === "read" ? "GET" : "POST";
    const method = this.#method === "GET/POST" ? own : this.#method;
    const reply = await this.#session.run(place, (headers) =>
      this.#transport.send({ action, operation, method, path: target, headers }),
    );
    return { json: replicatorJson(reply, place, isAction), reply, place };
  }
}

function sessionOf(options: ReplicatorOptions, { host, send, place }: Transport): Session {
  const { user, passwordEncoding: encoding = "sha512", legacyLogin: legacy = false, sessionHeader } = options;
  const password = options.password instanceof Secret ? options.password : new Secret(options.password);
  assertEncodable(password.reveal(), encoding);
  if (legacy) {
    const warn = options.warn ?? ((text: string) => process.emitWarning(text));
    warn(`legacyLogin is on for ${host}: the password's hash ends up in access logs, and it is enough to log in.`);
  }
  const at = place(legacy ? "/login/[sha2]" : "/login/", "converging");
  return new Session({ logIn: () => logIn({ user, password, encoding, legacy }, send, at), sessionHeader });
}
