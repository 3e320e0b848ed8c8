import { z } from "zod";
import { extra, inOrder } from "../open-points";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { ADMINISTRATORS, GUESTS } from "./factory";
import { jsonField, nameSchema } from "./form";
import { storedAccountName } from "./group-names";
import { permissionFault } from "./permissions";
import {
  findUser,
  findUserGroup,
  idOrName,
  namesUser,
  namesUserGroup,
  userFields,
  userGroupFields,
} from "./references";
import { refuseRepeated, repeatedLinkText } from "./repeated-link";
import { message } from "./replies";
import { permissionKey, type User, type UserGroup } from "./store";
import { deletion, linkDone, linkFailed, nameTaken } from "./wording";

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
  const name = storedAccountName(entry.name, switches);
  const refusal = interference?.refuseItem?.(name);
  if (refusal !== undefined) return { name, error: refusal };
  if (store.userGroupNamed(name) !== undefined) {
    return { name, error: nameTaken(switches.wording, "usergroup", name) };
  }
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
  return { id: group.id, name, members: inOrder(shown, switches), ...extra(switches) };
}

const delUsergroups = gatewayAction({
  runMode,
  name: "delUsergroups",
  kind: "write",
  fields: z.strictObject({ json: jsonField(z.strictObject({ delUsergroups: z.array(idOrName) })) }),
  describe: ({ json }) => json.delUsergroups.join(", "),
  run: ({ json }, { store, switches, traps, interference }) => {
    if (json.delUsergroups.length === 0) traps.spring("user_api/delUsergroups []");
    return {
      data: json.delUsergroups.map((which) => {
        const group = store.userGroup(which);
        const isOurs = group !== undefined && group.id !== ADMINISTRATORS && group.id !== GUESTS;
        const deletable = isOurs && interference?.refuseItem?.(String(which)) === undefined;
        if (deletable) store.removeUserGroup(group.id);
        return message(deletion(switches.wording, "usergroup", which, deletable ? 1 : 0), switches);
      }),
    };
  },
});

const membershipEntry = z
  .strictObject({ ...userFields, ...userGroupFields })
  .refine(namesUser, { error: "either user_id or user_name is needed" })
  .refine(namesUserGroup, { error: "either usergroup_id or usergroup_name is needed" });

const membership = gatewayAction({
  runMode,
  name: "membership",
  kind: "write",
  fields: z.strictObject({ json: jsonField(z.strictObject({ membership: addAndRemove(membershipEntry) })) }),
  describe: ({ json }) => linksText(json.membership, ({ user_id, user_name }) => user_name ?? `user ${user_id}`),
  run: ({ json }, context) => {
    for (const entry of json.membership.add) assertNewMembership(entry, true, context);
    for (const entry of json.membership.remove) assertNewMembership(entry, false, context);
    const change = (entry: z.output<typeof membershipEntry>, add: boolean): string =>
      message(changeMembership(entry, add, context), context.switches);
    return {
      data: {
        added: json.membership.add.map((entry) => change(entry, true)),
        removed: json.membership.remove.map((entry) => change(entry, false)),
      },
    };
  },
});

function assertNewMembership(entry: z.output<typeof membershipEntry>, add: boolean, context: GatewayContext): void {
  const user = findUser(context.store, entry);
  const group = findUserGroup(context.store, entry);
  if (user === undefined || group === undefined || user.userGroups.has(group.id) !== add) return;
  refuseRepeated({ kind: "membership", ...namedIn(entry) }, add, context.switches);
}

function namedIn(entry: z.output<typeof membershipEntry>): { user: string | number; group: string | number } {
  return { user: entry.user_id ?? entry.user_name ?? "", group: entry.usergroup_id ?? entry.usergroup_name ?? "" };
}

/**
 * Adds or removes a membership. The messages of successes are those of field notes, users 1, word for word; no document
 * shows the texts of failures.
 */
function changeMembership(entry: z.output<typeof membershipEntry>, add: boolean, context: GatewayContext): string {
  const { store, switches, interference } = context;
  const userText = entry.user_id ?? entry.user_name;
  const change = `${add ? "added to" : "removed from"} usergroup ${entry.usergroup_id ?? entry.usergroup_name}`;
  const subject = { kind: "membership", ...namedIn(entry) } as const;
  const failure = (why: string): string => linkFailed(switches.wording, subject, add, why);
  const user = findUser(store, entry);
  const group = findUserGroup(store, entry);
  if (user === undefined) return failure("no such user");
  if (group === undefined) return failure("no such usergroup");
  const refusal = interference?.refuseItem?.(`User ${userText} ${change}`);
  if (refusal !== undefined) return failure(refusal);
  if (user.userGroups.has(group.id) === add) {
    const text = repeatedLinkText(subject, add, switches);
    if (text !== undefined) return text;
  }
  if (add) user.userGroups.add(group.id);
  else user.userGroups.delete(group.id);
  return linkDone(switches.wording, subject, add);
}

const permissionEntry = z
  .strictObject({ ...userGroupFields, permission_type: z.string().min(1), seccode: z.string().min(1) })
  .refine(namesUserGroup, { error: "either usergroup_id or usergroup_name is needed" });

function permissions(name: "permissions" | "permission", spelling: "example" | "text"): GatewayAction {
  return gatewayAction({
    runMode,
    name,
    spelling,
    kind: "write",
    fields: z.strictObject({ json: jsonField(z.strictObject({ permissions: addAndRemove(permissionEntry) })) }),
    describe: ({ json }) => linksText(json.permissions, ({ permission_type: type, seccode }) => `${type} ${seccode}`),
    run: ({ json }, context) => {
      const data = { errors: [] as string[], updated: [] as string[] };
      const { add, remove } = json.permissions;
      for (const entry of add) assertNewPermission(entry, true, context);
      for (const entry of remove) assertNewPermission(entry, false, context);
      for (const entry of add) changePermission(entry, true, context, data);
      for (const entry of remove) changePermission(entry, false, context, data);
      return { data };
    },
  });
}

function assertNewPermission(entry: z.output<typeof permissionEntry>, add: boolean, context: GatewayContext): void {
  const { permission_type: type, seccode, usergroup_id, usergroup_name } = entry;
  const group = findUserGroup(context.store, entry);
  if (group?.permissions.has(permissionKey({ type, seccode })) !== add) return;
  const link = { kind: "permission", type, seccode, group: usergroup_id ?? usergroup_name ?? "" } as const;
  refuseRepeated(link, add, context.switches);
}

function changePermission(
  entry: z.output<typeof permissionEntry>,
  add: boolean,
  { store, switches, interference }: GatewayContext,
  data: { errors: string[]; updated: string[] },
): void {
  const permission = { type: entry.permission_type, seccode: entry.seccode };
  const group = findUserGroup(store, entry);
  const where = `${add ? "to" : "from"} usergroup ${entry.usergroup_id ?? entry.usergroup_name}`;
  const what = `${permission.type} permission ${permission.seccode} ${where}`;
  const key = permissionKey(permission);
  const fault =
    group === undefined
      ? "no such usergroup"
      : (interference?.refuseItem?.(what) ?? permissionFault(permission, switches));
  const named = { kind: "permission", ...permission, group: entry.usergroup_id ?? entry.usergroup_name ?? "" } as const;
  const isRepeated = group?.permissions.has(key) === add;
  const text =
    fault === undefined
      ? isRepeated
        ? repeatedLinkText(named, add, switches)
        : undefined
      : linkFailed(switches.wording, named, add, fault);
  if (text !== undefined) {
    data.errors.push(message(text, switches));
    return;
  }
  if (!add) group?.permissions.delete(key);
  else if (group?.permissions.has(key) === false) group.permissions.set(key, permission);
  data.updated.push(message(linkDone(switches.wording, named, add), switches, " "));
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
  permissions("permissions", "example"),
  permissions("permission", "text"),
];
