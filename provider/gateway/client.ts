import { z } from "zod";
import type { Place } from "../errors/errors";
import type { GatewayAction } from "../errors/operation-names";
import type { ConnectionOptions } from "../http/options";
import { createTransport, type Transport } from "../http/transport";
import { Secret } from "../values/secret";
import { GatewayCaller, type FormFields } from "./caller";
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
  /** The field of `loadRules` that contains the group. Default `fc_id`. */
  rulesField?: RulesField | undefined;
}

/**
 * The management gateway: one method per action, in the gateway's own spelling. Creating it sends nothing. A request
 * that certainly was not carried out, and one that only reads, is repeated if that may help; no other one is. After the
 * token was refused, every call of this client fails at once with that same error.
 *
 * Every method throws `ApplianceError`; its `effect` says whether the request may have been carried out.
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
  readonly #caller: GatewayCaller;

  /** Does not connect yet. Throws a plain `Error` for options that cannot work. */
  constructor(options: GatewayOptions) {
    this.#transport = createTransport({ ...options, appliance: "gateway" });
    this.host = this.#transport.host;
    this.origin = this.#transport.origin;
    const token = options.token instanceof Secret ? options.token : new Secret(options.token);
    this.#caller = new GatewayCaller(this.#transport, options.scriptPath ?? "/fcgi/svc_fcgi.fcgi", token);
    this.ipGroups = new IpGroupsApi(this.#caller, options.rulesField);
    this.userApi = new UserApi(this.#caller, options.staticPermissionType ?? "app");
    this.report = new ReportApi(this.#caller);
  }

  /** Where the requests of an action go, for errors about what an answer means. */
  place(action: GatewayAction): Place {
    return this.#caller.place(action);
  }

  /** Sends any action with these fields, and returns its answer as it is. */
  send(action: GatewayAction, fields: FormFields): Promise<unknown> {
    return this.#caller.call(action, fields, z.unknown());
  }

  /** Closes the connections after the requests in flight have ended. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}
