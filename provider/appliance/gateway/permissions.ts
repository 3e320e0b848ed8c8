import type { GatewayClient } from "../../gateway/client";
import type { PermissionEntry } from "../../gateway/user-api";
import { Batcher } from "../batcher";
import type { Limiter } from "../limiter";
import { isAsWanted, keyOf, userGroupRef } from "./accounts";
import { eachAlone } from "./each-alone";

/** A permission of one user group. The group is an id or `name:<name>`. */
export interface Permission {
  userGroup: string;
  permissionType: string;
  seccode: string;
}

interface PermissionChange {
  change: "add" | "remove";
  entry: PermissionEntry;
}

/** Permissions of user groups: no action reads them, so nothing is kept. `rm=user_api`, `permissions`. */
export class Permissions {
  readonly #changes: Batcher<PermissionChange, undefined>;

  constructor(
    private readonly client: GatewayClient,
    limiter: Limiter,
  ) {
    this.#changes = new Batcher<PermissionChange, undefined>(
      keyOf,
      (operation) => limiter.run(operation),
      (changes) => eachAlone(changes, keyOf, (some) => this.#send(some)),
    );
  }

  /** Grants a permission; one that is there already is success. */
  add(permission: Permission): Promise<undefined> {
    return this.#changes.add({ change: "add", entry: entryOf(permission) });
  }

  /** Takes a permission away; one that is not there is success. */
  remove(permission: Permission): Promise<undefined> {
    return this.#changes.add({ change: "remove", entry: entryOf(permission) });
  }

  async #send(changes: readonly PermissionChange[]): Promise<string | undefined> {
    const entries = (change: "add" | "remove"): PermissionEntry[] =>
      changes.filter((one) => one.change === change).map(({ entry }) => entry);
    const reply = await this.client.userApi.permissions({ add: entries("add"), remove: entries("remove") });
    return reply.errors.find((message) => !isAsWanted(message));
  }
}

function entryOf({ userGroup, permissionType, seccode }: Permission): PermissionEntry {
  return { ...userGroupRef(userGroup), permission_type: permissionType, seccode };
}
