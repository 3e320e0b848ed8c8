import type { GatewayClient } from "../../gateway/client";
import type { Judge } from "../../wording/judge";
import type { Identity } from "../identity";
import type { Ledger } from "../ledger";
import type { Limiter } from "../client-layer";
import { UserGroups, Users } from "./accounts";
import { IpGroups } from "./ip-groups";
import { Memberships, Permissions } from "./user-links";

/** What is specific to one gateway. */
export interface GatewayHabits {
  /** Interprets the texts of its responses. */
  readonly judge: Judge;
  /** Name or id of the user that the token belongs to. */
  readonly tokenUser?: string | undefined;
  /** Maximum number of rules per request. */
  readonly rulesPerRequest?: number | undefined;
}

/** One management gateway: what the resources of all kinds in this process share. */
export class GatewayAppliance {
  readonly ipGroups: IpGroups;
  readonly userGroups: UserGroups;
  readonly users: Users;
  readonly memberships: Memberships;
  readonly permissions: Permissions;

  constructor(
    readonly identity: Identity,
    private readonly client: GatewayClient,
    limiter: Limiter,
    readonly ledger: Ledger,
    { rulesPerRequest, judge, tokenUser }: GatewayHabits,
  ) {
    this.ipGroups = new IpGroups(client, limiter, ledger, { rulesPerRequest });
    this.userGroups = new UserGroups(client, limiter, ledger, judge);
    this.users = new Users(client, limiter, ledger, judge, tokenUser);
    this.memberships = new Memberships(client, limiter, ledger, judge);
    this.permissions = new Permissions(client, limiter, ledger, judge);
  }

  /** Closes the connections. The gateway has no session to end. */
  leave(): Promise<void> {
    return this.client.close();
  }
}
