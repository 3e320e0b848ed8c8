import { z } from "zod";
import { otherOperations } from "../errors/operation-names";
import type { ConnectionOptions } from "../http/options";
import { Secret, assertEncodable, type PasswordEncoding } from "../values/secret";
import { createTransport, type Transport } from "../http/transport";
import {
  areasOf,
  ReplicatorCaller,
  type ActionReply,
  type Areas,
  type CommandMethod,
  type OtherTemplate,
} from "./caller";
import { type Command, path } from "./commands";
import { logIn, sessionReply, type Credentials, type SessionReply } from "./login";
import { Session } from "./session";
import { ShowApi } from "./show";
import { dnscheck, license, version, type DnsCheck, type License, type Version } from "./show-schemas";

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
  commandMethod?: CommandMethod | undefined;
  /** Log in with the deprecated GET, which writes the password's hash into access logs. Default false. */
  legacyLogin?: boolean | undefined;
  /** Response header that carries the session, if that is neither a cookie nor one of the usual headers. */
  sessionHeader?: string | undefined;
  /** Receives warnings. Default: a process warning. */
  warn?: ((text: string) => void) | undefined;
}

/**
 * The flow replicator: one method per path of `/api/1/`. Logs in when the first call needs it, once for all callers, and
 * again before the session's 30 minutes are over or when an answer shows that it has ended. Credentials that were
 * refused are not tried again. Only requests that read are repeated, and those that were certainly not carried out.
 *
 * Every method throws {@link ApplianceError}; its `effect` says whether the request may have been carried out. A value
 * that a path cannot contain is a PathError.
 */
export class ReplicatorClient {
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly collector: Areas["collector"];
  readonly exporter: Areas["exporter"];
  readonly profile: Areas["profile"];
  readonly policies: Areas["policies"];
  readonly notate: Areas["notate"];
  readonly setting: Areas["setting"];
  readonly show: ShowApi;
  readonly #transport: Transport;
  readonly #session: Session;
  readonly #call: ReplicatorCaller;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(options: ReplicatorOptions) {
    this.#transport = createTransport({ ...options, appliance: "replicator" });
    this.host = this.#transport.host;
    this.origin = this.#transport.origin;
    this.#session = sessionOf(options, this.#transport);
    this.#call = new ReplicatorCaller(this.#transport, this.#session, options.commandMethod ?? "GET");
    const { collector, exporter, profile, policies, notate, setting } = areasOf(this.#call);
    this.collector = collector;
    this.exporter = exporter;
    this.profile = profile;
    this.policies = policies;
    this.notate = notate;
    this.setting = setting;
    this.show = new ShowApi(this.#call);
  }

  /** Opens a session unless one is open; returns the answer of its login. Other methods log in automatically. */
  login(): Promise<SessionReply> {
    return this.#session.open();
  }

  /** Ends the session. If none is open, sends nothing and returns undefined. */
  async logout(): Promise<SessionReply | undefined> {
    if (!this.#session.isOpen) return undefined;
    const reply = await this.#call.read("/logout", "/api/1/logout", sessionReply);
    this.#session.forget();
    return reply;
  }

  /** Sends a configuration command given as a value. */
  execute(command: Command): Promise<ActionReply> {
    return this.#call.execute(command);
  }

  /** Sends a path that is no command, and returns its answer as it is. */
  send(template: OtherTemplate, target: string): Promise<unknown> {
    if (otherOperations[template][0] !== "read") return this.#call.act(template, target);
    return this.#call.read(template, target, z.unknown());
  }

  /** Acknowledges a collector or exporter that is in an alarm state. */
  async acknowledge(entity: "collector" | "exporter", ip: string, port: number): Promise<ActionReply> {
    return this.#call.act("/acknowledge/[entity]/[ip:port]", path`/api/1/acknowledge/${entity}/${ip}:${port}`);
  }

  /** Resolves the name of an address now. */
  async dnscheck(ip: string): Promise<DnsCheck> {
    return (await this.#call.read("/dnscheck/[ip]", path`/api/1/dnscheck/${ip}`, dnscheck)).dnscheck;
  }

  /** The license. */
  licenseCheck(): Promise<License> {
    return this.#call.read("/license/check", "/api/1/license/check", license);
  }

  /** Rebuilds the configuration now instead of waiting for the automatic rebuild. */
  rebuild(): Promise<ActionReply> {
    return this.#call.act("/rebuild", "/api/1/rebuild");
  }

  /** Tests a secondary appliance. A primary refuses, and says that it is a primary. */
  roleTestSecondary(): Promise<ActionReply> {
    return this.#call.act("/role/test/secondary", "/api/1/role/test/secondary");
  }

  /** Versions of the appliance and of its API. */
  version(): Promise<Version> {
    return this.#call.read("/version", "/api/1/version", version);
  }

  /**
   * Closes the connections after the requests in flight have ended. The session on the appliance ends when it times
   * out.
   */
  close(): Promise<void> {
    return this.#transport.close();
  }
}

function sessionOf(options: ReplicatorOptions, transport: Transport): Session {
  const { user, password, passwordEncoding: encoding = "sha512", legacyLogin: legacy = false, sessionHeader } = options;
  const secret = password instanceof Secret ? password : new Secret(password);
  const credentials: Credentials = { user, password: secret, encoding, legacy };
  assertEncodable(secret.reveal(), encoding);
  if (legacy) {
    const warn = options.warn ?? ((text: string) => process.emitWarning(text));
    warn(
      `legacyLogin is on for ${transport.host}: the password's hash ends up in access logs, and it is enough to log in.`,
    );
  }
  const place = transport.place(legacy ? "/login/[sha2]" : "/login/", "converging");
  return new Session({ logIn: () => logIn(credentials, transport.send, place), sessionHeader });
}
