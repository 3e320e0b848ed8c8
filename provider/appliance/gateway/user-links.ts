import type { Changes, MembershipEntry, PermissionEntry, UsergroupRef, UserRef } from "../../gateway/user-api";
import { accountNameOf, idByName } from "../../values/numbers";
import {
  membership,
  type MembershipThing,
  type PermissionThing,
  type Thing,
  user as userThing,
} from "../../values/things";
import type { ItemReply } from "./answers";
import { type LinkChange, Links } from "./links";
import { eitherSpelling } from "./spelling";

/** Users in user groups, each given by its id or `name:<name>`. `rm=user_api`, `membership`. */
export class Memberships extends Links<MembershipThing, MembershipEntry> {
  /** Removes what this run gave up under a former name of a user. */
  async removeLeft(user: string, name: string): Promise<void> {
    const things = await this.ledger.removals.leftIn(userThing(user, name));
    await Promise.all(things.filter(this.isOne).map(({ group }) => this.remove(membership(idByName(name), group))));
  }

  protected readonly isOne = (thing: Thing): thing is MembershipThing => thing.what === "membership";

  /** A user that was renamed is found by its new name. */
  protected override async takeOut(link: MembershipThing): Promise<void> {
    const { names } = this.ledger;
    const user = { user: link.member };
    await names.settled(user);
    await super.takeOut(membership(names.now(user), link.group));
  }

  protected readonly send = (changes: Changes<MembershipEntry>): Promise<ItemReply> =>
    this.client.userApi.membership(changes);

  protected changeOf({ member, group }: MembershipThing): Omit<LinkChange<MembershipEntry>, "change"> {
    const entry = { ...userRef(member), ...userGroupRef(group) };
    return { entry, names: namesOf(entry) };
  }
}

/** Permissions of user groups, each given by its id or `name:<name>`. `rm=user_api`, `permissions`. */
export class Permissions extends Links<PermissionThing, PermissionEntry> {
  protected readonly send: (changes: Changes<PermissionEntry>) => Promise<ItemReply> = eitherSpelling(
    (permissions) => this.client.userApi.permissions(permissions),
    (permissions) => this.client.userApi.permission(permissions),
  );

  protected readonly isOne = (thing: Thing): thing is PermissionThing => thing.what === "permission";

  protected changeOf({ group, permissionType, seccode }: PermissionThing): Omit<LinkChange<PermissionEntry>, "change"> {
    const entry = { ...userGroupRef(group), permission_type: permissionType, seccode };
    const type = permissionType === "app" ? this.client.userApi.staticPermissionType : permissionType;
    const action = permissionType === "app" ? { action: "user_api/permissions" } : {};
    return { entry, names: namesOf({ ...entry, permission_type: type }), ...action };
  }
}

/** The request field for a user: its number, or its name if the id is `name:<name>`. */
function userRef(id: string): UserRef {
  const name = accountNameOf(id);
  return name === undefined ? { user_id: Number(id) } : { user_name: name };
}

/** The request field for a user group: its number, or its name if the id is `name:<name>`. */
function userGroupRef(id: string): UsergroupRef {
  const name = accountNameOf(id);
  return name === undefined ? { usergroup_id: Number(id) } : { usergroup_name: name };
}

/** The names and ids of an entry, as a text about it may contain them. */
function namesOf(entry: object): string[] {
  return Object.values(entry).map(String);
}
