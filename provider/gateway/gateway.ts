import type { GatewaySettings } from "../config/configuration";
import type { ConnectionOptions } from "../http/options";
import { Accounts } from "./accounts";
import { GatewayClient } from "./client";
import { Groups } from "./groups";

/** What the kinds use of one gateway. All resources of a run share it. */
export class Gateway {
  readonly groups: Groups;
  readonly accounts: Accounts;
  readonly client: GatewayClient;

  constructor(settings: GatewaySettings & Pick<ConnectionOptions, "warn">) {
    this.client = new GatewayClient(settings);
    this.groups = new Groups(this.client);
    this.accounts = new Accounts(this.client, settings);
  }

  /** Whether an account has a name that a renaming has freed; only users are renamed. */
  async has(what: string, name: string): Promise<boolean> {
    return what === "user" && (await this.accounts.isUser(name));
  }

  /** Closes the connections after the requests in flight have ended. */
  leave(): Promise<void> {
    return this.client.close();
  }
}
