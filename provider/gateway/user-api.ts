import { z } from "zod";
import { RefusedError } from "../errors/errors";
import type { GatewayAction } from "../errors/operation-names";
import { id, numeric, text } from "../http/schemas";
import { withoutEntities } from "../values/names";
import type { GatewayCaller } from "./caller";
import { refusalIn } from "./change-answer";

/** A user to create. */
export interface NewUser {
  name: string;
  pass: string;
  /** Ids of the user groups that the user is added to. */
  membership: readonly number[];
}

/** One entry of the answer of `createUser`: the appliance may fail to create one user and still create the others. */
export type CreatedUser = { name: string; id: number } | { name: string; error: string };

/** A user group to create. */
export interface NewUsergroup {
  name: string;
  /** Id of the group whose rights are copied. */
  template_usergroup: number;
  /** Users by id or name; empty for an empty group. */
  users: readonly (number | string)[];
}

/** One entry of the answer of `createUsergroup`. */
export type CreatedUsergroup =
  | { name: string; id: number; members: string[]; /** How many, where the gateway only counts. */ count?: number }
  | { name: string; error: string };

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

/** Fields that any answer about changes may have. */
interface ChangesReply {
  /** Number of changes per list, if the gateway returns counts instead of texts. */
  counts?: Readonly<Record<string, number>>;
  /** True if an earlier try of the same request may have been carried out. */
  repeated?: true;
}

/** One text per entry of a deletion, e.g. `Deleting user id 11 (1 matched)`; 0 means that nothing was deleted. */
export interface DeletionReply extends ChangesReply {
  deleted: string[];
}

/** One text per entry, which reports success or why it failed; judged by `provider/wording`. */
export interface MembershipReply extends ChangesReply {
  added: string[];
  removed: string[];
  errors: string[];
}

/** Texts about what was done and what was not. */
export interface UpdateReply extends ChangesReply {
  updated: string[];
  errors: string[];
}

/** Markup that a gateway may add to a text for its own pages. */
const MARKUP = /<\/?(?:b|br|i|u|em|strong|p|span|font|div|li|ul|small)(?:\s[^<>]*)?\/?>/giu;
/** A text. What has markup is escaped too. */
const message = text.transform((value) => {
  const plain = value.replace(MARKUP, "");
  return (plain === value ? value : withoutEntities(plain)).trim();
});
/** A text, or an object with texts: what gateways return about one change. */
const statement = z.union([
  message,
  z.record(z.string(), z.unknown()).transform((fields) =>
    Object.values(fields)
      .filter((value) => typeof value === "string")
      .join(", "),
  ),
]);
interface Messages {
  texts: string[];
  count?: number;
}
/** A list of texts; a gateway may return one text, or a count, instead. */
const messages: z.ZodType<Messages> = z
  .union([z.array(statement), z.number(), statement])
  .nullish()
  .transform((said) => {
    if (Array.isArray(said)) return { texts: said };
    if (typeof said === "number" || /^\d+$/u.test(said ?? "")) return { texts: [], count: Number(said) };
    return { texts: said === "" || said === null || said === undefined ? [] : [said] };
  });
/** An id; 0, "" and null mean that there is none. */
const given = z.union([
  id.transform((number) => (number > 0 ? number : undefined)),
  z.literal("").transform(() => undefined),
]);
const created = { name: text, id: given.nullish(), error: message.nullish() };
const noId = "the appliance gave no id and no reason";

/** An entry with an id is a created user or group; any other entry is a failure, even without a reason. */
function settled<Made extends object>(
  entry: { name: string; id?: number | null | undefined; error?: string | null | undefined },
  made: Made,
) {
  const { name, id: number, error } = entry;
  const reason = error === "" ? undefined : error;
  const isMade = typeof number === "number" && typeof reason !== "string";
  return isMade ? { name, id: number, ...made } : { name, error: reason ?? noId };
}

const createdUser = z.object(created).transform((entry): CreatedUser => settled(entry, {}));
const createdUsergroup = z
  .object({ ...created, members: z.union([z.array(text), numeric]).nullish() })
  .transform((entry): CreatedUsergroup => settled(entry, membersOf(entry.members)));

function membersOf(members: string[] | number | null | undefined): { members: string[]; count?: number } {
  if (typeof members === "number") return { members: [], count: members };
  return { members: members ?? [] };
}

/** The actions of `rm=user_api`. Management gateway, "Endpoints", `rm=user_api`. */
export class UserApi {
  readonly #call: GatewayCaller;
  /** The gateway's own word for the permission type `app`, which its texts use too. */
  readonly staticPermissionType: string;

  constructor(call: GatewayCaller, staticPermissionType: string) {
    this.#call = call;
    this.staticPermissionType = staticPermissionType;
  }

  /** Creates users. Returns one entry per user, not necessarily in the order sent. */
  async createUser(users: readonly NewUser[]): Promise<CreatedUser[]> {
    return (await this.#ask("user_api/createUser", { users }, z.array(createdUser))).data;
  }

  /** Deletes users by id (number) or name (string). The answer has one message per user. */
  delUsers(users: readonly (number | string)[]): Promise<DeletionReply> {
    return this.#delete("user_api/delUsers", "delUsers", users);
  }

  /** The other documented spelling of {@link delUsers}. */
  delUser(users: readonly (number | string)[]): Promise<DeletionReply> {
    return this.#delete("user_api/delUser", "delUsers", users);
  }

  /**
   * Creates user groups. Returns one entry per group: for an existing name an `error` entry; the others are created.
   */
  async createUsergroup(usergroups: readonly NewUsergroup[]): Promise<CreatedUsergroup[]> {
    return (await this.#ask("user_api/createUsergroup", { usergroups }, z.array(createdUsergroup))).data;
  }

  /** Deletes user groups by id (number) or exact name. Refuses the two that every appliance has. */
  async delUsergroups(groups: readonly (number | string)[]): Promise<DeletionReply> {
    const kept = groups.find((group) => factoryGroups.has(group));
    if (kept === undefined) return await this.#delete("user_api/delUsergroups", "delUsergroups", groups);
    throw new RefusedError({
      ...this.#call.place("user_api/delUsergroups"),
      words: `user group ${kept} belongs to the appliance and is not deleted`,
    });
  }

  /** Adds users to groups and removes them; each entry reports its own result. */
  membership(membership: Changes<MembershipEntry>): Promise<MembershipReply> {
    const json = { membership: { add: membership.add ?? [], remove: membership.remove ?? [] } };
    return this.#change("user_api/membership", json, ["added", "removed", "errors"]);
  }

  /** Sets preferences of a user. */
  prefs(payload: {
    user_id: number;
    prefs: readonly { pref: string; setting: number | string }[];
  }): Promise<UpdateReply> {
    return this.#change("user_api/prefs", payload, ["updated", "errors"]);
  }

  /** Grants permissions to groups and revokes them; the type `app` is sent as `staticPermissionType`. */
  permissions(permissions: Changes<PermissionEntry>): Promise<UpdateReply> {
    return this.#permit("user_api/permissions", permissions);
  }

  /** The other documented spelling of {@link permissions}. */
  permission(permissions: Changes<PermissionEntry>): Promise<UpdateReply> {
    return this.#permit("user_api/permission", permissions);
  }

  /** Renames a user; the message reports success or the reason. */
  async changeUsername(
    change: ({ user_id: number | string } | { oldname: string }) & { newname: string },
  ): Promise<string> {
    const { data } = await this.#ask("user_api/changeUsername", { changeUsername: change }, z.object({ message }));
    return data.message;
  }

  async #delete(action: GatewayAction, key: string, items: readonly (number | string)[]): Promise<DeletionReply> {
    if (items.length === 0) throw new RangeError(`${action} needs at least one entry.`);
    const { data, repeated } = await this.#ask(action, { [key]: items }, z.array(statement));
    return { deleted: data, ...(repeated ? { repeated } : {}) };
  }

  /** Sends a request. Throws RefusedError if the answer has no data, or an empty list, and says why. */
  async #ask<T>(action: GatewayAction, json: object, schema: z.ZodType<T>) {
    const answered = z.looseObject({ data: schema });
    const { value, repeated } = await this.#call.answer(action, { json }, answered, refusalIn);
    const { data, ...about } = value;
    const words = Array.isArray(data) && data.length === 0 ? refusalIn(about) : undefined;
    if (words === undefined) return { data, about: about as Record<string, unknown>, repeated };
    throw new RefusedError({ ...this.#call.place(action), words, repeated, answered: true });
  }

  async #permit(action: GatewayAction, { add = [], remove = [] }: Changes<PermissionEntry>): Promise<UpdateReply> {
    const onWire = (entry: PermissionEntry): PermissionEntry =>
      entry.permission_type === "app" ? { ...entry, permission_type: this.staticPermissionType } : entry;
    const json = { permissions: { add: add.map(onWire), remove: remove.map(onWire) } };
    return this.#change(action, json, ["updated", "errors"]);
  }

  /** Sends changes that the answer reports one by one, in lists of texts. */
  async #change<List extends string>(
    action: GatewayAction,
    json: object,
    lists: readonly List[],
  ): Promise<Record<List, string[]> & ChangesReply> {
    const fields = Object.fromEntries(lists.map((list) => [list, messages])) as Record<List, typeof messages>;
    const answer = await this.#ask(action, json, z.object(fields));
    const data = answer.data as Record<List | "errors", Messages>;
    const { repeated, about } = answer;
    const errors = messages.catch({ texts: [] }).parse(about["errors"]);
    const said = lists.map((list) => [list, list === "errors" ? bothOf(data.errors, errors) : data[list]] as const);
    const counts = said.flatMap(([list, { count }]) => (count === undefined ? [] : [[list, count] as const]));
    return {
      ...(Object.fromEntries(said.map(([list, { texts }]) => [list, texts])) as Record<List, string[]>),
      ...(counts.length === 0 ? {} : { counts: Object.fromEntries(counts) }),
      ...(repeated ? { repeated } : {}),
    };
  }
}

/**
 * Combines the errors in the result with those outside of it, where a gateway may report them too; ignores empty texts.
 */
function bothOf(...errors: Messages[]): Messages {
  const counts = errors.flatMap(({ count }) => count ?? []);
  const texts = errors.flatMap((one) => one.texts).filter((text) => text !== "");
  return counts.length === 0 ? { texts } : { texts, count: counts.reduce((sum, count) => sum + count) };
}

/** Administrators and Guests. */
const factoryGroups: ReadonlySet<number | string> = new Set([1, 2, "Administrators", "Guests"]);

/** True for the user groups that every appliance has. */
export function isFactoryUserGroup(group: number | string): boolean {
  return factoryGroups.has(group);
}
