import { z } from "#zod";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { nameSchema } from "./form";
import { jsonField } from "../validation";
import { idOrName, isOne } from "./links";
import type { GatewayStore } from "./store";
import { inOrder, storedText } from "../switches";
import { deletionText } from "./user-groups";

const newUser = z.strictObject({
  name: nameSchema,
  pass: z.string().min(1),
  membership: z.array(z.int().positive()),
});

const createUser = gatewayAction("user_api/createUser", "write", {
  fields: z.strictObject({ json: jsonField(z.strictObject({ users: z.array(newUser) })) }),
  describe: ({ json }) => json.users.map(({ name }) => name).join(", "),
  run: ({ json }, context) => {
    const data = json.users.map(({ name, membership }) => createOne(name, membership, context));
    return { data: inOrder(data, context.switches) };
  },
});

const TAKEN = "A user already exists with that name";

function createOne(given: string, membership: readonly number[], context: GatewayContext): unknown {
  const { store, switches, refuseItem } = context;
  const name = storedText(given, switches);
  const missing = membership.find((id) => !store.userGroups.has(id));
  const absent = missing === undefined ? undefined : `Usergroup ${missing} does not exist`;
  const error = refuseItem(name) ?? absent ?? (store.userNamed(name) === undefined ? undefined : TAKEN);
  if (error !== undefined) return { name, error };
  const id = store.nextId("user");
  store.users.set(id, { id, name, userGroups: new Set(membership), preferences: new Map() });
  return { id, name };
}

function deleteUsers(name: "delUsers" | "delUser"): GatewayAction {
  return gatewayAction(`user_api/${name}`, "write", {
    fields: z.strictObject({ json: jsonField(z.strictObject({ delUsers: z.array(idOrName) })) }),
    describe: ({ json }) => json.delUsers.join(", "),
    run: ({ json }, { store, traps, refuseItem }) => {
      if (json.delUsers.length === 0) traps.push("user_api/delUsers []");
      return {
        data: json.delUsers.map((which) => {
          const user = store.user(which);
          const deletable = user !== undefined && refuseItem(String(which)) === undefined;
          if (deletable) store.users.delete(user.id);
          return deletionText("user", which, deletable);
        }),
      };
    },
  });
}

const preferences = z.strictObject({
  user_id: z.int().positive(),
  prefs: z.array(z.strictObject({ pref: z.string().min(1), setting: z.union([z.number(), z.string()]) })),
});

const prefs = gatewayAction("user_api/prefs", "write", {
  fields: z.strictObject({ json: jsonField(preferences) }),
  describe: ({ json }) => `user ${json.user_id}: ${json.prefs.map(({ pref }) => pref).join(", ")}`,
  run: ({ json: { user_id, prefs: wanted } }, { store, refuseItem }) => {
    const data = { updated: [] as string[], errors: [] as string[] };
    const user = store.users.get(user_id);
    for (const { pref, setting } of wanted) {
      const fault = user === undefined ? "no such user" : (refuseItem(pref) ?? preferenceFault(pref, setting));
      if (fault === undefined) {
        user?.preferences.set(pref, setting);
        data.updated.push(`${pref} updated to ${setting} for user_id ${user_id}`);
      } else data.errors.push(`${pref} not updated for user_id ${user_id}: ${fault}`);
    }
    return { data };
  },
});

/** Why a preference is invalid. The documents show the types of only two codes; other codes accept any value. */
function preferenceFault(pref: string, setting: string | number): string | undefined {
  if (pref === "statusTopn" && !/^\d+$/u.test(String(setting))) return "not a number";
  if (pref === "language" && typeof setting !== "string") return "not a language";
  return undefined;
}

const renaming = z
  .strictObject({
    user_id: z.coerce.number().int().positive().optional(),
    oldname: z.string().min(1).optional(),
    newname: nameSchema,
  })
  .refine(({ user_id, oldname }) => isOne(user_id, oldname), { error: "either user_id or oldname is needed" });

const changeUsername = gatewayAction("user_api/changeUsername", "write", {
  fields: z.strictObject({ json: jsonField(z.strictObject({ changeUsername: renaming })) }),
  describe: ({ json: { changeUsername: change } }) => `${change.user_id ?? change.oldname} to ${change.newname}`,
  run: ({ json: { changeUsername: change } }, { store, switches }) => {
    const which = change.user_id ?? change.oldname ?? "";
    return { data: { message: rename(store, which, storedText(change.newname, switches)) } };
  },
});

function rename(store: GatewayStore, which: number | string, newName: string): string {
  const user = store.user(which);
  const holder = store.userNamed(newName);
  if (user === undefined) return `User ${which} could not be renamed: no such user`;
  const before = user.name;
  if (holder !== undefined && holder !== user) return `User ${before} could not be renamed: ${TAKEN}`;
  user.name = newName;
  return `User ${before} successfully renamed to ${newName}`;
}

/** Run mode `user_api`: actions on users. */
export const userActions: readonly GatewayAction[] = [
  createUser,
  deleteUsers("delUsers"),
  deleteUsers("delUser"),
  prefs,
  changeUsername,
];
