import { z } from "#zod";
import { inOrder, storedText } from "../switches";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { ADMINISTRATORS, GUESTS } from "./factory";
import { nameSchema } from "./form";
import { jsonField } from "../validation";
import { idOrName } from "./links";
import type { UserGroup } from "./store";

const newUserGroup = z.strictObject({
  name: nameSchema,
  template_usergroup: z.int().positive(),
  users: z.array(idOrName),
});

const createUsergroup = gatewayAction("user_api/createUsergroup", "write", {
  fields: z.strictObject({ json: jsonField(z.strictObject({ usergroups: z.array(newUserGroup) })) }),
  describe: ({ json }) => json.usergroups.map(({ name }) => name).join(", "),
  run: ({ json }, context) => {
    const data = json.usergroups.map((entry) => createOne(entry, context));
    return { data: inOrder(data, context.switches) };
  },
});

/** Creates a group with the permissions of its template. */
function createOne(entry: z.output<typeof newUserGroup>, { store, switches, refuseItem }: GatewayContext): unknown {
  const { template_usergroup, users } = entry;
  const name = storedText(entry.name, switches);
  const template = store.userGroups.get(template_usergroup);
  const taken = store.userGroupNamed(name) === undefined ? undefined : "A usergroup already exists with that name";
  const missing = users.find((which) => store.user(which) === undefined);
  const error = refuseItem(name) ?? taken ?? (missing === undefined ? undefined : `User ${missing} does not exist`);
  if (error !== undefined) return { name, error };
  if (template === undefined) return { name, error: `Usergroup ${template_usergroup} does not exist` };
  const group: UserGroup = { id: store.nextId("userGroup"), name, permissions: new Map(template.permissions) };
  store.userGroups.set(group.id, group);
  for (const which of users) store.user(which)?.userGroups.add(group.id);
  return { id: group.id, name, members: inOrder(users.map(String), switches) };
}

const delUsergroups = gatewayAction("user_api/delUsergroups", "write", {
  fields: z.strictObject({ json: jsonField(z.strictObject({ delUsergroups: z.array(idOrName) })) }),
  describe: ({ json }) => json.delUsergroups.join(", "),
  run: ({ json }, { store, traps, refuseItem }) => {
    if (json.delUsergroups.length === 0) traps.push("user_api/delUsergroups []");
    return {
      data: json.delUsergroups.map((which) => {
        const group = store.userGroup(which);
        const isOurs = group !== undefined && group.id !== ADMINISTRATORS && group.id !== GUESTS;
        const deletable = isOurs && refuseItem(String(which)) === undefined;
        if (deletable) store.removeUserGroup(group.id);
        return deletionText("usergroup", which, deletable);
      }),
    };
  },
});

/** The literal text about a deletion. Field notes, users 1. */
export function deletionText(what: "user" | "usergroup", which: number | string, isMatch: boolean): string {
  return `Deleting ${what} ${typeof which === "number" ? `id ${which}` : `named '${which}'`} (${isMatch ? 1 : 0} matched)`;
}

/** Run mode `user_api`: actions on user groups. */
export const userGroupActions: readonly GatewayAction[] = [createUsergroup, delUsergroups];
