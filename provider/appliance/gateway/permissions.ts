import type { GatewayClient } from "../../gateway/client";
import { judge, type Direction } from "../../gateway/judge";
import type { Changes, PermissionEntry, UpdateReply } from "../../gateway/user-api";
import { Batcher } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { permission as permissionOf, type PermissionThing, type Thing } from "../../values/things";
import { keyOf, namesOf, userGroupRef } from "./accounts";
import { eachAlone } from "./each-alone";
import { Links } from "./links";
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

interface Item<Permission> {
  permission: Permission;
  sent: PermissionChange;
  key: string;
}

/** Permissions of user groups: no action reads them, so nothing is kept. `rm=user_api`, `permissions`. */
export class Permissions {
  readonly #changes: Batcher<PermissionChange, undefined>;
  readonly #links: Links<PermissionThing>;
  readonly #permit: (permissions: Changes<PermissionEntry>) => Promise<UpdateReply>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    private readonly ledger: Ledger,
  ) {
    this.#links = new Links(ledger, isPermission, (thing) => this.add(thing.group, thing));
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

  /** Takes a permission away, unless another resource grants it too; one that is not there is success. */
  async remove(userGroup: string, permission: GrantedPermission): Promise<void> {
    await this.#links.release([thingOf(userGroup, permission)], async () => {
      await this.#changes.add(changeOf("remove", userGroup, permission));
    });
  }

  /** Puts back what went with a user group that was replaced, and what other resources declare. */
  putBack(container: Thing): Promise<void> {
    return this.#links.putBack(container);
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
    const there = known.filter((permission) => !this.ledger.isRemoved(thingOf(userGroup, permission)));
    const missing = without(wanted, there);
    const surplus = without(there, wanted).map((permission) => thingOf(userGroup, permission));
    if (missing.length + surplus.length === 0) return;
    await this.#links.exchange(missing.length, surplus, (free) =>
      this.#change(userGroup, missing, without(there, wanted).filter(isOneOf(free)), wanted, report),
    );
  }

  async #change<Permission extends GrantedPermission>(
    userGroup: string,
    missing: readonly Permission[],
    surplus: readonly Permission[],
    wanted: readonly Permission[],
    report: (granted: Permission[]) => void,
  ): Promise<void> {
    const changeTo = (change: "add" | "remove", permission: Permission): Item<Permission> => {
      const sent = changeOf(change, userGroup, permission);
      return { permission, sent, key: keyOf(sent) };
    };
    const items = [...missing.map((one) => changeTo("add", one)), ...surplus.map((one) => changeTo("remove", one))];
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

function isOneOf(things: readonly PermissionThing[]): (permission: GrantedPermission) => boolean {
  return ({ permissionType, seccode }) =>
    things.some((thing) => thing.permissionType === permissionType && thing.seccode === seccode);
}

function thingOf(userGroup: string, { permissionType, seccode }: GrantedPermission): PermissionThing {
  return permissionOf(userGroup, permissionType, seccode);
}

function isPermission(thing: Thing): thing is PermissionThing {
  return thing.what === "permission";
}
