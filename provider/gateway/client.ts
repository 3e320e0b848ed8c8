import { createTransport, limitConcurrency, type Transport } from "../http/transport";
import { limits, type ConnectionOptions } from "../http/options";
import type { Send } from "../http/request";
import { SessionPatterns } from "../wording/patterns";
import { Secret } from "../values/secret";
import { gatewayCaller } from "./caller";
import { IpGroupsApi, type RulesField } from "./ip-groups";
import { ReportApi } from "./report";
import { UserApi } from "./user-api";

/** How to reach and use a management gateway. */
export interface GatewayOptions extends ConnectionOptions {
  /** The token that the gateway's user interface issues. */
  token: Secret | string;
  /** Path of the gateway's script below the URL. Default `/fcgi/svc_fcgi.fcgi`. */
  scriptPath?: string | undefined;
  /** What the gateway calls the type of the static permissions. Default `app`. */
  staticPermissionType?: string | undefined;
  /** The field of `loadRules` that contains the group. Default: each known field is tried until one is proven. */
  rulesField?: RulesField | undefined;
  /** Regular expressions for texts that say that the token is not accepted, in addition to the built-in ones. */
  sessionEnded?: readonly string[] | undefined;
  /** A layer around the transport, for limits and retries. It must keep the contract of {@link Send}. */
  wrap?: ((inner: Send) => Send) | undefined;
}

/**
 * The management gateway: one method per action, in the gateway's own spelling. Creating it sends nothing. It never
 * repeats a request. After the token was refused, every call of this client fails at once with that same error.
 *
 * Every method throws RefusedError (nothing was changed; CredentialsError for the token), NotSentError,
 * UnknownOutcomeError (it may have been applied), ReplyError (not the documented answer) or BusyError.
 */
export class GatewayClient {
  /** Host and port, as in the configured URL. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** `rm=ipgroups`. */
  readonly ipGroups: IpGroupsApi;
  /** `rm=user_api`. */
  readonly userApi: UserApi;
  /** `rm=report_api`. */
  readonly report: ReportApi;
  readonly #transport: Transport;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(options: GatewayOptions) {
    this.#transport = createTransport({ ...options, appliance: "gateway" });
    this.host = this.#transport.host;
    this.origin = this.#transport.origin;
    const concurrency = options.concurrency ?? limits.concurrency;
    const sessionEnded = new SessionPatterns("token", options.sessionEnded);
    const call = gatewayCaller({
      host: this.host,
      scriptPath: options.scriptPath ?? "/fcgi/svc_fcgi.fcgi",
      token: options.token instanceof Secret ? options.token : new Secret(options.token),
      sessionEnded,
      send: this.#transport.send,
      around: (inner) => limitConcurrency(options.wrap?.(inner) ?? inner, concurrency),
    });
    this.ipGroups = new IpGroupsApi(call, options.rulesField);
    this.userApi = new UserApi(call, options.staticPermissionType ?? "app");
    this.report = new ReportApi(call);
  }

  /** Closes the connections after the requests in flight have ended. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}
