import { z } from "zod";
import type { GatewayAction } from "../errors/operation-names";
import { text } from "../http/schemas";
import type { GatewayCaller } from "./caller";
import { objectNumber } from "./replies";

/** A user to create. */
export interface NewUser {
  name: string;
  pass: string;
  /** Ids of the user groups that the user is added to. */
  membership: readonly number[];
}

/** A user group to create. */
export interface NewUsergroup {
  name: string;
  /** Id of the group whose rights are copied. */
  template_usergroup: number;
  /** Users by id or name; empty for an empty group. */
  users: readonly (number | string)[];
}

/** A user, by id or by name, never both. */
export type UserRef = { user_id: number } | { user_name: string };
/** A user group, by id or by name, never both. */
export type UsergroupRef = { usergroup_id: number } | { usergroup_name: string };
export type MembershipEntry = UserRef & UsergroupRef;
export type PermissionEntry = UsergroupRef & { permission_type: string; seccode: string };

/** Things to add and to remove in one request. */
export interface Changes<Entry> {
  add?: readonly Entry[] | undefined;
  remove?: readonly Entry[] | undefined;
}

const message = text.transform((said) => said.trim());
const messages = z
  .array(message)
  .nullish()
  .transform((said) => said ?? []);

const created = z
  .object({
    name: text,
    id: objectNumber.nullish(),
    /** Why it was not created. */
    error: message.nullish(),
    /** The members of a user group, each as its id or name. */
    members: z
      .array(text)
      .nullish()
      .transform((members) => members ?? undefined),
  })
  .refine(({ id, error }) => typeof id === "number" || Boolean(error), { error: "expected an id or an error" });
/** One entry of the answer to a creation: an account with its number, or why it was not created. */
export type CreatedAccount = z.output<typeof created>;

const memberships = z.object({ added: messages, removed: messages });
/** One text per entry, which states success or why the change failed. */
export type MembershipReply = z.output<typeof memberships>;

const updates = z.object({ updated: messages, errors: messages });
/** Texts about what was done and what was not. */
export type UpdateReply = z.output<typeof updates>;

/** The actions of `rm=user_api`. Management gateway, "Endpoints", `rm=user_api`. */
export class UserApi {
  constructor(
    private readonly caller: GatewayCaller,
    /** The gateway's own word for the permission type `app`. */
    readonly staticPermissionType: string,
  ) {}

  /** Creates users. Returns one entry per user, not necessarily in the order sent. */
  createUser(users: readonly NewUser[]): Promise<CreatedAccount[]> {
    return this.#ask("user_api/createUser", { users }, z.array(created));
  }

  /** Deletes users by id (number) or name (string). One text each, e.g. `Deleting user id 11 (1 matched)`. */
  delUsers(users: readonly (number | string)[]): Promise<string[]> {
    return this.#ask("user_api/delUsers", { delUsers: users }, z.array(message));
  }

  /** The other documented spelling of {@link delUsers}. */
  delUser(users: readonly (number | string)[]): Promise<string[]> {
    return this.#ask("user_api/delUser", { delUsers: users }, z.array(message));
  }

  /** Creates user groups. Returns one entry per group: for an existing name one with `error`; the others are created. */
  createUsergroup(usergroups: readonly NewUsergroup[]): Promise<CreatedAccount[]> {
    return this.#ask("user_api/createUsergroup", { usergroups }, z.array(created));
  }

  /** Deletes user groups by id (number) or exact name. One text each. */
  delUsergroups(groups: readonly (number | string)[]): Promise<string[]> {
    return this.#ask("user_api/delUsergroups", { delUsergroups: groups }, z.array(message));
  }

  /** Adds users to groups and removes them; each entry reports its own result. */
  membership({ add = [], remove = [] }: Changes<MembershipEntry>): Promise<MembershipReply> {
    return this.#ask("user_api/membership", { membership: { add, remove } }, memberships);
  }

  /** Sets preferences of a user. */
  prefs(payload: {
    user_id: number;
    prefs: readonly { pref: string; setting: number | string }[];
  }): Promise<UpdateReply> {
    return this.#ask("user_api/prefs", payload, updates);
  }

  /** Grants permissions to groups and revokes them; the type `app` is sent as `staticPermissionType`. */
  permissions(changes: Changes<PermissionEntry>): Promise<UpdateReply> {
    return this.#permit("user_api/permissions", changes);
  }

  /** The other documented spelling of {@link permissions}. */
  permission(changes: Changes<PermissionEntry>): Promise<UpdateReply> {
    return this.#permit("user_api/permission", changes);
  }

  /** Renames a user; the text reports success or the reason. */
  async changeUsername(
    change: ({ user_id: number | string } | { oldname: string }) & { newname: string },
  ): Promise<string> {
    return (await this.#ask("user_api/changeUsername", { changeUsername: change }, z.object({ message }))).message;
  }

  async #ask<T>(action: GatewayAction, json: object, schema: z.ZodType<T>): Promise<T> {
    return (await this.caller.call(action, { json }, z.object({ data: schema }))).data;
  }

  #permit(
    action: "user_api/permissions" | "user_api/permission",
    { add = [], remove = [] }: Changes<PermissionEntry>,
  ): Promise<UpdateReply> {
    const onWire = (entry: PermissionEntry): PermissionEntry =>
      entry.permission_type === "app" ? { ...entry, permission_type: this.staticPermissionType } : entry;
    return this.#ask(action, { permissions: { add: add.map(onWire), remove: remove.map(onWire) } }, updates);
  }
}
