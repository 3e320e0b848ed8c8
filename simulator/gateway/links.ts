import { z } from "#zod";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";

import { jsonField } from "../validation";
import { permissionFault } from "./permissions";
import { permissionKey } from "./store";

/** "integer id or string name": a string is always a name, even if it consists of digits. */
export const idOrName = z.union([z.int().positive(), z.string().min(1)]);

/** True if an object is named in exactly one way ("not both"). */
export function isOne(id: number | undefined, name: string | undefined): boolean {
  return (id === undefined) !== (name === undefined);
}

const groupFields = { usergroup_id: z.int().positive().optional(), usergroup_name: z.string().min(1).optional() };
const userFields = { user_id: z.int().positive().optional(), user_name: z.string().min(1).optional() };

interface GroupReference {
  readonly usergroup_id?: number | undefined;
  readonly usergroup_name?: string | undefined;
}

const hasGroup = [
  ({ usergroup_id, usergroup_name }: GroupReference) => isOne(usergroup_id, usergroup_name),
  { error: "either usergroup_id or usergroup_name is needed" },
] as const;

const membershipEntry = z
  .strictObject({ ...userFields, ...groupFields })
  .refine(({ user_id, user_name }) => isOne(user_id, user_name), { error: "either user_id or user_name is needed" })
  .refine(...hasGroup);

const permissionEntry = z
  .strictObject({ ...groupFields, permission_type: z.string().min(1), seccode: z.string().min(1) })
  .refine(...hasGroup);

/**
 * A link of a user group that a request adds or removes. The texts of successes are literal: field notes, users 1. No
 * document shows the texts of failures, so these are one guess.
 */
interface Link {
  readonly done: (add: boolean) => string;
  readonly failed: (add: boolean, why: string) => string;
  /** That it exists, or does not. */
  readonly state: (isThere: boolean) => string;
  /** Why it cannot be changed. */
  readonly fault?: string | undefined;
  readonly isThere?: boolean | undefined;
  /** Undefined if one of its ends does not exist. */
  readonly set?: ((isThere: boolean) => unknown) | undefined;
}

const membership = gatewayAction("user_api/membership", "write", {
  fields: z.strictObject({ json: jsonField(z.strictObject({ membership: addAndRemove(membershipEntry) })) }),
  describe: ({ json }) => linksText(json.membership, ({ user_id, user_name }) => user_name ?? `user ${user_id}`),
  run: ({ json: { membership: links } }, context) => {
    const changed = changeLinks(links, (entry) => membershipOf(entry, context), context);
    const texts = (add: boolean): string[] => changed.filter((one) => one.add === add).map(({ text }) => text);
    return { data: { added: texts(true), removed: texts(false) } };
  },
});

function membershipOf(entry: z.output<typeof membershipEntry>, { store }: GatewayContext): Link {
  const who = entry.user_id ?? entry.user_name ?? "";
  const which = entry.usergroup_id ?? entry.usergroup_name ?? "";
  const [user, group] = [store.user(who), store.userGroup(which)];
  const ends = (add: boolean): string => `${add ? "added to" : "removed from"} usergroup ${which}`;
  const words = {
    done: (add: boolean) => `User ${who} ${ends(add)}`,
    failed: (add: boolean, why: string) => `User ${who} could not be ${ends(add)}: ${why}`,
    state: (isThere: boolean) => `user ${who} is ${isThere ? "already" : "not"} in usergroup ${which}`,
  };
  if (user === undefined) return { ...words, fault: "no such user" };
  if (group === undefined) return { ...words, fault: "no such usergroup" };
  const { userGroups } = user;
  const set = (add: boolean): unknown => (add ? userGroups.add(group.id) : userGroups.delete(group.id));
  return { ...words, isThere: userGroups.has(group.id), set };
}

function permissions(name: "permissions" | "permission"): GatewayAction {
  return gatewayAction(`user_api/${name}`, "write", {
    fields: z.strictObject({ json: jsonField(z.strictObject({ permissions: addAndRemove(permissionEntry) })) }),
    describe: ({ json }) => linksText(json.permissions, ({ permission_type: type, seccode }) => `${type} ${seccode}`),
    run: ({ json }, context) => {
      const changed = changeLinks(json.permissions, (entry) => permissionOf(entry, context), context);
      const texts = (isDone: boolean): string[] =>
        changed.filter((one) => one.isDone === isDone).map(({ text }) => text);
      // The documented texts about permissions end with a blank.
      return { data: { errors: texts(false), updated: texts(true).map((text) => `${text} `) } };
    },
  });
}

function permissionOf(entry: z.output<typeof permissionEntry>, { store, switches }: GatewayContext): Link {
  const { permission_type: type, seccode } = entry;
  const which = entry.usergroup_id ?? entry.usergroup_name ?? "";
  const what = (add: boolean): string => `${type} permission ${seccode} ${add ? "to" : "from"} usergroup ${which}`;
  const words = {
    done: (add: boolean) => `${add ? "Added" : "Removed"} ${what(add)}`,
    failed: (add: boolean, why: string) => `Could not ${add ? "add" : "remove"} ${what(add)}: ${why}`,
    state: (isThere: boolean) =>
      `usergroup ${which} ${isThere ? "already has" : "has no"} ${type} permission ${seccode}`,
  };
  const held = store.userGroup(which)?.permissions;
  if (held === undefined) return { ...words, fault: "no such usergroup" };
  const key = permissionKey({ type, seccode });
  const set = (add: boolean): unknown => (add ? held.set(key, { type, seccode }) : held.delete(key));
  return { ...words, fault: permissionFault({ type, seccode }, switches), isThere: held.has(key), set };
}

interface Links<Entry> {
  readonly add: readonly Entry[];
  readonly remove: readonly Entry[];
}

/** Adds and removes links, each by itself. */
function changeLinks<Entry>(
  links: Links<Entry>,
  linkOf: (entry: Entry) => Link,
  { switches, refuseItem }: GatewayContext,
): { add: boolean; isDone: boolean; text: string }[] {
  const changes = [true, false].flatMap((add) => (add ? links.add : links.remove).map((entry) => ({ entry, add })));
  return changes.map(({ entry, add }) => {
    const { done, failed, state, fault, isThere, set } = linkOf(entry);
    if (isThere === add && switches.repeatedLink === "between") {
      return { add, isDone: false, text: `Failed: ${state(isThere)}` };
    }
    const repeated = isThere === add && switches.repeatedLink === "failure" ? repetition(add) : undefined;
    const why = (set === undefined ? undefined : refuseItem(done(add))) ?? fault ?? repeated;
    if (why !== undefined) return { add, isDone: false, text: failed(add, why) };
    set?.(add);
    return { add, isDone: true, text: done(add) };
  });
}

/** Why a link is not added that exists, or not removed that does not. */
const repetition = (add: boolean): string => (add ? "already there" : "not there");

/** `{add: [entry], remove: [entry]}`; either may be missing. */
function addAndRemove<S extends z.ZodType>(
  entry: S,
): z.ZodObject<{ add: z.ZodDefault<z.ZodArray<S>>; remove: z.ZodDefault<z.ZodArray<S>> }, z.core.$strict> {
  return z.strictObject({ add: z.array(entry).default([]), remove: z.array(entry).default([]) });
}

/** What a request adds to user groups and removes from them. */
function linksText<Entry extends GroupReference>(links: Links<Entry>, textOf: (entry: Entry) => string): string {
  const groupOf = ({ usergroup_id, usergroup_name }: Entry): string => usergroup_name ?? `user group ${usergroup_id}`;
  const added = links.add.map((one) => `add ${textOf(one)} to ${groupOf(one)}`);
  return [...added, ...links.remove.map((one) => `remove ${textOf(one)} from ${groupOf(one)}`)].join(", ");
}

/** Run mode `user_api`: actions on memberships and permissions. */
export const linkActions: readonly GatewayAction[] = [
  membership,
  permissions("permissions"),
  permissions("permission"),
];
