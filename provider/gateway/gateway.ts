import { Accounts, type AccountSettings } from "./accounts";
import type { GatewayClient } from "./client";
import { Groups } from "./groups";

/** What the kinds use of one gateway. All resources of a run share it. */
export class Gateway {
  readonly groups: Groups;
  readonly accounts: Accounts;

  constructor(
    private readonly client: GatewayClient,
    settings: AccountSettings = {},
  ) {
    this.groups = new Groups(client);
    this.accounts = new Accounts(client, settings);
  }

  /** Closes the connections after the requests in flight have ended. */
  leave(): Promise<void> {
    return this.client.close();
  }
}
