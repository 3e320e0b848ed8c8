import { z } from "zod";
import { inOrder, storedText } from "../switches";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { ADMINISTRATORS, GUESTS } from "./factory";
import { jsonField, nameSchema } from "./form";
import { permissionFault } from "./permissions";
import { idOrName, isOne, userFields, userGroupFields } from "./references";
import { type GatewayStore, permissionKey, type User, type UserGroup } from "./store";
import { sentences, type Subject } from "./wording";

const runMode = "user_api" as const;

const newUserGroup = z.strictObject({
  name: nameSchema,
  template_usergroup: z.int().positive(),
  users: z.array(idOrName),
});

const createUsergroup = gatewayAction({
  runMode,
  name: "createUsergroup",
  kind: "write",
  fields: z.strictObject({ json: jsonField(z.strictObject({ usergroups: z.array(newUserGroup) })) }),
  describe: ({ json }) => json.usergroups.map(({ name }) => name).join(", "),
  run: ({ json }, context) => ({
    data: inOrder(
      json.usergroups.map((entry) => createOne(entry, context)),
      context.switches,
    ),
  }),
});

/** Creates a group with the permissions of its template. */
function createOne(entry: z.output<typeof newUserGroup>, context: GatewayContext): unknown {
  const { store, switches, interference } = context;
  const { template_usergroup, users } = entry;
  const name = storedText(entry.name, switches);
  const refusal = interference?.refuseItem?.(name);
  if (refusal !== undefined) return { name, error: refusal };
  if (store.userGroupNamed(name) !== undefined) return { name, error: sentences.nameTaken("usergroup") };
  const template = store.userGroups.get(template_usergroup);
  if (template === undefined) return { name, error: `Usergroup ${template_usergroup} does not exist` };
  const members = new Map<number | string, User>();
  for (const which of users) {
    const user = store.user(which);
    if (user === undefined) return { name, error: `User ${which} does not exist` };
    members.set(which, user);
  }
  const group: UserGroup = { id: store.nextId("userGroup"), name, permissions: new Map(template.permissions) };
  store.userGroups.set(group.id, group);
  for (const user of members.values()) user.userGroups.add(group.id);
  const shown = users.map((which) => (switches.memberIds === "string" ? String(which) : which));
  return { id: group.id, name, members: inOrder(shown, switches) };
}

const delUsergroups = gatewayAction({
  runMode,
  name: "delUsergroups",
  kind: "write",
  fields: z.strictObject({ json: jsonField(z.strictObject({ delUsergroups: z.array(idOrName) })) }),
  describe: ({ json }) => json.delUsergroups.join(", "),
  run: ({ json }, { store, traps, interference }) => {
    if (json.delUsergroups.length === 0) traps.spring("user_api/delUsergroups []");
    return {
      data: json.delUsergroups.map((which) => {
        const group = store.userGroup(which);
        const isOurs = group !== undefined && group.id !== ADMINISTRATORS && group.id !== GUESTS;
        const deletable = isOurs && interference?.refuseItem?.(String(which)) === undefined;
        if (deletable) store.removeUserGroup(group.id);
        return sentences.deletion("usergroup", which, deletable);
      }),
    };
  },
});

const noUserGroup = "either usergroup_id or usergroup_name is needed";

function namesUserGroup({ usergroup_id, usergroup_name }: z.output<z.ZodObject<typeof userGroupFields>>): boolean {
  return isOne(usergroup_id, usergroup_name);
}

const membershipEntry = z
  .strictObject({ ...userFields, ...userGroupFields })
  .refine(({ user_id, user_name }) => isOne(user_id, user_name), { error: "either user_id or user_name is needed" })
  .refine(namesUserGroup, { error: noUserGroup });

const membership = gatewayAction({
  runMode,
  name: "membership",
  kind: "write",
  fields: z.strictObject({ json: jsonField(z.strictObject({ membership: addAndRemove(membershipEntry) })) }),
  describe: ({ json }) => linksText(json.membership, ({ user_id, user_name }) => user_name ?? `user ${user_id}`),
  run: ({ json: { membership: links } }, context) => {
    const changed = changeLinks(links, (entry) => membershipOf(entry, context.store), context);
    const texts = (add: boolean): string[] => changed.filter((one) => one.add === add).map(({ text }) => text);
    return { data: { added: texts(true), removed: texts(false) } };
  },
});

function membershipOf(entry: z.output<typeof membershipEntry>, store: GatewayStore): Link {
  const subject = {
    kind: "membership",
    user: entry.user_id ?? entry.user_name ?? "",
    group: entry.usergroup_id ?? entry.usergroup_name ?? "",
  } as const;
  const user = store.user(subject.user);
  const group = store.userGroup(subject.group);
  const item = (add: boolean): string =>
    `User ${subject.user} ${add ? "added to" : "removed from"} usergroup ${subject.group}`;
  if (user === undefined) return { subject, item, fault: "no such user" };
  if (group === undefined) return { subject, item, fault: "no such usergroup" };
  const { userGroups } = user;
  const set = (add: boolean): unknown => (add ? userGroups.add(group.id) : userGroups.delete(group.id));
  return { subject, item, isThere: userGroups.has(group.id), set };
}

const permissionEntry = z
  .strictObject({ ...userGroupFields, permission_type: z.string().min(1), seccode: z.string().min(1) })
  .refine(namesUserGroup, { error: noUserGroup });

function permissions(name: "permissions" | "permission"): GatewayAction {
  return gatewayAction({
    runMode,
    name,
    kind: "write",
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
  const permission = { type: entry.permission_type, seccode: entry.seccode };
  const subject = {
    kind: "permission",
    ...permission,
    group: entry.usergroup_id ?? entry.usergroup_name ?? "",
  } as const;
  const item = (add: boolean): string =>
    `${permission.type} permission ${permission.seccode} ${add ? "to" : "from"} usergroup ${subject.group}`;
  const permissions = store.userGroup(subject.group)?.permissions;
  if (permissions === undefined) return { subject, item, fault: "no such usergroup" };
  const key = permissionKey(permission);
  const set = (add: boolean): unknown => (add ? permissions.set(key, permission) : permissions.delete(key));
  return { subject, item, fault: permissionFault(permission, switches), isThere: permissions.has(key), set };
}

/** A link of a user group that a request adds or removes. */
interface Link {
  readonly subject: Subject;
  /** Its name for faults. */
  readonly item: (add: boolean) => string;
  /** Why it cannot be changed. */
  readonly fault?: string | undefined;
  /** Undefined if one of its ends does not exist. */
  readonly isThere?: boolean;
  readonly set?: (isThere: boolean) => unknown;
}

/**
 * Adds and removes links. The messages of successes are those of field notes, users 1, word for word; no document shows
 * the texts of failures.
 */
function changeLinks<Entry>(
  { add: added, remove: removed }: { readonly add: readonly Entry[]; readonly remove: readonly Entry[] },
  linkOf: (entry: Entry) => Link,
  { switches, interference }: GatewayContext,
): { add: boolean; isDone: boolean; text: string }[] {
  const changes = [true, false].flatMap((add) => (add ? added : removed).map((entry) => ({ entry, add })));
  return changes.map(({ entry, add }) => {
    const { subject, item, fault, isThere, set } = linkOf(entry);
    const why = set === undefined ? fault : (interference?.refuseItem?.(item(add)) ?? fault);
    if (why !== undefined) return { add, isDone: false, text: sentences.linkFailed(subject, add, why) };
    if (isThere === add && switches.repeatedLink === "failure") {
      return { add, isDone: false, text: sentences.linkFailed(subject, add, sentences.repeated(subject, add)) };
    }
    set?.(add);
    return { add, isDone: true, text: sentences.linkDone(subject, add) };
  });
}

/** `{add: [entry], remove: [entry]}`; either may be missing. */
function addAndRemove<S extends z.ZodType>(
  entry: S,
): z.ZodObject<{ add: z.ZodDefault<z.ZodArray<S>>; remove: z.ZodDefault<z.ZodArray<S>> }, z.core.$strict> {
  return z.strictObject({ add: z.array(entry).default([]), remove: z.array(entry).default([]) });
}

/** What a request adds to user groups and removes from them. */
function linksText<Entry extends z.input<z.ZodObject<typeof userGroupFields>>>(
  { add, remove }: { readonly add: readonly Entry[]; readonly remove: readonly Entry[] },
  textOf: (entry: Entry) => string,
): string {
  const groupOf = ({ usergroup_id, usergroup_name }: Entry): string => usergroup_name ?? `user group ${usergroup_id}`;
  const added = add.map((one) => `add ${textOf(one)} to ${groupOf(one)}`);
  return [...added, ...remove.map((one) => `remove ${textOf(one)} from ${groupOf(one)}`)].join(", ");
}

/** Run mode `user_api`: actions on user groups, memberships and permissions. */
export const userGroupActions: readonly GatewayAction[] = [
  createUsergroup,
  delUsergroups,
  membership,
  permissions("permissions"),
  permissions("permission"),
];
