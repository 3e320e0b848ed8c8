import type { GatewayClient } from "../../gateway/client";
import { judge, type Direction } from "../../gateway/judge";
import type { Changes, PermissionEntry, UpdateReply } from "../../gateway/user-api";
import { Batcher } from "../batcher";
import type { Limiter } from "../limiter";
import { keyOf, namesOf, userGroupRef } from "./accounts";
import { eachAlone } from "./each-alone";
import { eitherSpelling } from "./spelling";

/** What a permission grants. */
export interface GrantedPermission {
  permissionType: string;
  seccode: string;
}

interface PermissionChange {
  change: Direction;
  entry: PermissionEntry;
}

/** Permissions of user groups: no action reads them, so nothing is kept. `rm=user_api`, `permissions`. */
export class Permissions {
  readonly #changes: Batcher<PermissionChange, undefined>;
  readonly #permit: (permissions: Changes<PermissionEntry>) => Promise<UpdateReply>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
  ) {
    const { userApi } = client;
    this.#permit = eitherSpelling(
      (permissions) => userApi.permissions(permissions),
      (permissions) => userApi.permission(permissions),
    );
    this.#changes = new Batcher<PermissionChange, undefined>(
      keyOf,
      (operation) => limiter.run(operation),
      (changes) => eachAlone(changes, keyOf, (some) => this.#send(some)),
    );
  }

  /** Grants a permission to a group (id or `name:<name>`); one that is there already is success. */
  async add(userGroup: string, permission: GrantedPermission): Promise<void> {
    await this.#changes.add(changeOf("add", userGroup, permission));
  }

  /** Takes a permission away; one that is not there is success. */
  async remove(userGroup: string, permission: GrantedPermission): Promise<void> {
    await this.#changes.add(changeOf("remove", userGroup, permission));
  }

  /**
   * Brings the permissions of a group from what is known to what is wanted, in one request. Where some of it is done and
   * some fails, reports what is true; then throws the first failure.
   */
  async converge<Permission extends GrantedPermission>(
    userGroup: string,
    known: readonly Permission[],
    wanted: readonly Permission[],
    report: (granted: Permission[]) => void,
  ): Promise<void> {
    const missing = without(wanted, known).map((permission) => ({ permission, change: "add" as const }));
    const surplus = without(known, wanted).map((permission) => ({ permission, change: "remove" as const }));
    const items = [...missing, ...surplus].map(({ permission, change }) => {
      const sent = changeOf(change, userGroup, permission);
      return { permission, sent, key: keyOf(sent) };
    });
    if (items.length === 0) return;
    const changes = items.map(({ sent }) => sent);
    const outcomes = await this.limiter.run(() => eachAlone(changes, keyOf, (some) => this.#send(some)));
    const failed = items.filter(({ key }) => "error" in (outcomes.get(key) ?? {}));
    const [first] = failed;
    if (first === undefined) return;
    const kept = failed.filter(({ sent }) => sent.change === "remove").map(({ permission }) => permission);
    const notAdded = failed.filter(({ sent }) => sent.change === "add").map(({ permission }) => permission);
    if (failed.length < items.length) report([...without(wanted, notAdded), ...kept]);
    const outcome = outcomes.get(first.key);
    if (outcome !== undefined && "error" in outcome) throw outcome.error;
  }

  async #send(changes: readonly PermissionChange[]): Promise<string | undefined> {
    const entries = (change: Direction): PermissionEntry[] =>
      changes.filter((one) => one.change === change).map(({ entry }) => entry);
    const reply = await this.#permit({ add: entries("add"), remove: entries("remove") });
    return reply.errors.find((text) => !this.#isSoAlready(text, changes));
  }

  /** Whether a text in the list of errors says that a change was not needed. */
  #isSoAlready(text: string, changes: readonly PermissionChange[]): boolean {
    // A request may hold both directions: which one a text belongs to is seen by the code that it names.
    const named = changes.filter(({ entry }) => text.toLowerCase().includes(entry.seccode.toLowerCase()));
    const about = named.length > 0 ? named : changes;
    const [direction, ...others] = new Set(about.map(({ change }) => change));
    if (direction === undefined || others.length > 0) return false;
    const names = [this.client.userApi.staticPermissionType, ...about.flatMap(({ entry }) => namesOf(entry))];
    return judge(direction, text, names) === "already";
  }
}

function changeOf(change: Direction, userGroup: string, permission: GrantedPermission): PermissionChange {
  const { permissionType, seccode } = permission;
  return { change, entry: { ...userGroupRef(userGroup), permission_type: permissionType, seccode } };
}

function without<Permission extends GrantedPermission>(
  permissions: readonly Permission[],
  others: readonly GrantedPermission[],
): Permission[] {
  const keys = new Set(others.map(({ permissionType, seccode }) => `${permissionType} ${seccode}`));
  return permissions.filter(({ permissionType, seccode }) => !keys.has(`${permissionType} ${seccode}`));
}
