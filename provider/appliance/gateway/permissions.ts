import type { GatewayClient } from "../../gateway/client";
import type { Direction } from "../../gateway/judge";
import type { Changes, PermissionEntry, UpdateReply } from "../../gateway/user-api";
import { isInDoubt } from "../../errors/refusal";
import type { Judge } from "../../gateway/wording";
import { Batcher } from "../batcher";
import type { Ledger } from "../ledger";
import type { Limiter } from "../limiter";
import { permission as permissionOf, type PermissionThing, type Thing } from "../../values/things";
import { keyOf, namesOf, userGroupRef } from "./accounts";
import { changeEach } from "../../change/change-each";
import { judgingRefusal, updateAnswer, type LinkAnswer, type LinkChange, type LinkOutcome } from "./link-answer";
import { Links, type Linked } from "./links";
import { eitherSpelling } from "./spelling";

/** What a permission grants. */
export interface GrantedPermission {
  permissionType: string;
  seccode: string;
}

interface PermissionChange extends LinkChange {
  change: Direction;
  entry: PermissionEntry;
}

interface Item<Permission> {
  permission: Permission;
  sent: PermissionChange;
  key: string;
}

interface Failed<Permission> extends Item<Permission> {
  error: unknown;
}

/** Permissions of user groups. No action reads them, so nothing is cached. `rm=user_api`, `permissions`. */
export class Permissions {
  readonly #changes: Batcher<PermissionChange, LinkOutcome>;
  readonly #links: Links<PermissionThing>;
  readonly #permit: (permissions: Changes<PermissionEntry>) => Promise<UpdateReply>;

  constructor(
    private readonly client: GatewayClient,
    private readonly limiter: Limiter,
    ledger: Ledger,
    private readonly judge: Judge,
  ) {
    this.#links = new Links(ledger, isPermission, (thing) => this.add(thing.group, thing));
    const { userApi } = client;
    this.#permit = eitherSpelling(
      (permissions) => userApi.permissions(permissions),
      (permissions) => userApi.permission(permissions),
    );
    this.#changes = new Batcher<PermissionChange, LinkOutcome>(
      keyOf,
      (operation) => limiter.run(operation),
      (changes) => changeEach(changes, keyOf, (some) => this.#send(some)),
    );
  }

  /**
   * Grants a permission to a group (id or `name:<name>`); succeeds if the group already has it. Returns whether the
   * group had it before, as far as the gateway says so.
   */
  async add(userGroup: string, permission: GrantedPermission): Promise<boolean> {
    const outcome = await this.#changes.add(this.#changeOf("add", userGroup, permission));
    return this.#links.wasThere(thingOf(userGroup, permission), outcome);
  }

  /** Revokes a permission, unless another resource grants it too; succeeds if the group does not have it. */
  async remove(userGroup: string, permission: GrantedPermission): Promise<void> {
    await this.#links.release([thingOf(userGroup, permission)], async () => {
      await this.#changes.add(this.#changeOf("remove", userGroup, permission));
    });
  }

  /** Adds again what was lost with a replaced user group, if other resources declare it. */
  putBack(container: Thing): Promise<void> {
    return this.#links.putBack(container);
  }

  /**
   * Brings the permissions of a group from the known to the wanted ones, in one request. Keeps a permission that
   * existed before, unless `isOurs` is set. If some changes succeed and some fail, reports the resulting permissions
   * and then throws the first failure.
   */
  async converge<Permission extends GrantedPermission>(
    userGroup: string,
    known: Linked<Permission>,
    { wanted, isOurs }: { wanted: readonly Permission[]; isOurs: boolean },
    report: (granted: Linked<Permission>) => void,
  ): Promise<Linked<Permission>> {
    const there = known.items.filter((permission) => !this.#links.isGone(thingOf(userGroup, permission)));
    const missing = without(wanted, there);
    const leaving = without([...there, ...without(known.inDoubt, there)], [...wanted, ...known.existed]);
    const existed = isOurs ? [] : without(known.existed, without(known.existed, wanted));
    const so = (items: readonly Permission[], inDoubt: readonly Permission[] = []): Linked<Permission> => {
      return { items, existed: without(existed, without(existed, items)), inDoubt };
    };
    if (missing.length + leaving.length === 0) return so(wanted);
    const send = async (free: readonly PermissionThing[]): Promise<void> => {
      const taken = leaving.filter(isOneOf(free));
      const { found, failed } = await this.#change(userGroup, missing, taken);
      const theirs = found.filter((one) => this.#links.wasThere(thingOf(userGroup, one), "existed"));
      if (!isOurs) existed.push(...without(theirs, [...known.inDoubt, ...known.items]));
      const [first] = failed;
      if (first === undefined) return;
      const of = (change: Direction): typeof failed => failed.filter(({ sent }) => sent.change === change);
      const inDoubt = permissionsOf(of("add").filter(({ error }) => isInDoubt(error)));
      const isPart = failed.length < missing.length + taken.length || inDoubt.length > 0;
      const held = [...without(wanted, permissionsOf(of("add"))), ...permissionsOf(of("remove"))];
      if (isPart) report(so(held, inDoubt));
      throw first.error;
    };
    const things = leaving.map((permission) => thingOf(userGroup, permission));
    await this.#links.exchange(missing.length, things, send);
    return so(wanted);
  }

  /**
   * Sends changes of one group. Returns the additions that found an existing permission, and the changes that failed.
   */
  async #change<Permission extends GrantedPermission>(
    userGroup: string,
    missing: readonly Permission[],
    leaving: readonly Permission[],
  ): Promise<{ found: Permission[]; failed: Failed<Permission>[] }> {
    const changeTo = (change: Direction, permission: Permission): Item<Permission> => {
      const sent = this.#changeOf(change, userGroup, permission);
      return { permission, sent, key: keyOf(sent) };
    };
    const items = [...missing.map((one) => changeTo("add", one)), ...leaving.map((one) => changeTo("remove", one))];
    const changes = items.map(({ sent }) => sent);
    const outcomes = await this.limiter
      .run(() => changeEach(changes, keyOf, (some) => this.#send(some)))
      .catch((error: unknown) => new Map(items.map(({ key }) => [key, { error }])));
    const found: Permission[] = [];
    const failed: Failed<Permission>[] = [];
    for (const item of items) {
      const outcome = outcomes.get(item.key) ?? { ok: "done" };
      if ("error" in outcome) failed.push({ ...item, error: outcome.error });
      else if (outcome.ok === "existed" && item.sent.change === "add") found.push(item.permission);
    }
    return { found, failed };
  }

  async #send(changes: readonly PermissionChange[]): Promise<LinkAnswer<PermissionChange>> {
    const entries = (direction: Direction): PermissionEntry[] =>
      changes.filter(({ change }) => change === direction).map(({ entry }) => entry);
    return await judgingRefusal(changes, this.judge, async () => {
      const reply = await this.#permit({ add: entries("add"), remove: entries("remove") });
      return updateAnswer(changes, reply, this.judge);
    });
  }

  #changeOf(change: Direction, userGroup: string, { permissionType, seccode }: GrantedPermission): PermissionChange {
    const entry = { ...userGroupRef(userGroup), permission_type: permissionType, seccode };
    const type = permissionType === "app" ? this.client.userApi.staticPermissionType : permissionType;
    return { change, entry, names: namesOf({ ...entry, permission_type: type }) };
  }
}

function permissionsOf<Permission>(items: readonly Item<Permission>[]): Permission[] {
  return items.map(({ permission }) => permission);
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
