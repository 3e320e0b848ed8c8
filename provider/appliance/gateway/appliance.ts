import type { GatewaySettings } from "../../config/configuration";
import { GatewayClient } from "../../gateway/client";
import type { Send } from "../../http/request";
import { Judge } from "../../wording/judge";
import { type Identity, identityOf } from "../identity";
import type { Ledger } from "../ledger";
import { asProcessWarning, type Inside, layersOf, limiterOf, type Warn } from "../client-layer";
import { UserGroups, Users } from "./accounts";
import { IpGroups } from "./ip-groups";
import { Memberships, Permissions } from "./user-links";

/**
 * The client of a gateway, for resources, functions and the command. Retries requests if that is safe, with a retry
 * budget of its own. Creating it sends nothing. `around` is a layer around all others.
 */
export function gatewayClient(
  settings: GatewaySettings,
  warn: Warn = asProcessWarning,
  around?: (inner: Send) => Send,
  inside?: Inside,
): GatewayClient {
  return new GatewayClient({
    ...settings,
    // A snapshot records which field it was, in addition to its responses.
    rulesField: settings.snapshot?.rulesField(settings) ?? settings.rulesField,
    wrap: layersOf("gateway", settings, warn, around, inside),
  });
}

/** One management gateway: what the resources of all kinds in this process share. It has a limiter of its own. */
export class GatewayAppliance {
  readonly identity: Identity;
  readonly ipGroups: IpGroups;
  readonly userGroups: UserGroups;
  readonly users: Users;
  readonly memberships: Memberships;
  readonly permissions: Permissions;

  constructor(
    private readonly client: GatewayClient,
    settings: GatewaySettings,
    readonly ledger: Ledger,
  ) {
    const limiter = limiterOf(settings.concurrency);
    const judge = new Judge(settings.wording);
    this.identity = identityOf(settings);
    this.ipGroups = new IpGroups(client, limiter, ledger, settings);
    this.userGroups = new UserGroups(client, limiter, ledger, judge);
    this.users = new Users(client, limiter, ledger, judge, settings.tokenUser);
    this.memberships = new Memberships(client, limiter, ledger, judge);
    this.permissions = new Permissions(client, limiter, ledger, judge);
  }

  /** Closes the connections. The gateway has no session to end. */
  leave(): Promise<void> {
    return this.client.close();
  }
}
