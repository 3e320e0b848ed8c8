import { z } from "zod";
import { type GatewayAction, gatewayAction, type GatewayContext } from "./action";
import { jsonField, nameSchema } from "./form";
import { idOrName, isOne } from "./references";
import type { GatewayStore } from "./store";
import { inOrder, storedText } from "../switches";
import { sentences } from "./wording";

const runMode = "user_api" as const;

const createUser = gatewayAction({
  runMode,
  name: "createUser",
  kind: "write",
  fields: z.strictObject({
    json: jsonField(
      z.strictObject({
        users: z.array(
          z.strictObject({ name: nameSchema, pass: z.string().min(1), membership: z.array(z.int().positive()) }),
        ),
      }),
    ),
  }),
  describe: ({ json }) => json.users.map(({ name }) => name).join(", "),
  run: ({ json }, context) => ({
    data: inOrder(
      json.users.map(({ name, membership }) => createOne(name, membership, context)),
      context.switches,
    ),
  }),
});

function createOne(given: string, membership: readonly number[], context: GatewayContext): unknown {
  const { store, switches, interference } = context;
  const name = storedText(given, switches);
  const refusal = interference?.refuseItem?.(name);
  if (refusal !== undefined) return { name, error: refusal };
  const missing = membership.find((id) => !store.userGroups.has(id));
  if (missing !== undefined) return { name, error: `Usergroup ${missing} does not exist` };
  if (store.userNamed(name) !== undefined) return { name, error: sentences.nameTaken("user") };
  const id = store.nextId("user");
  store.users.set(id, { id, name, userGroups: new Set(membership), preferences: new Map() });
  return { id, name };
}

function deleteUsers(name: "delUsers" | "delUser"): GatewayAction {
  return gatewayAction({
    runMode,
    name,
    kind: "write",
    fields: z.strictObject({ json: jsonField(z.strictObject({ delUsers: z.array(idOrName) })) }),
    describe: ({ json }) => json.delUsers.join(", "),
    run: ({ json }, { store, traps, interference }) => {
      if (json.delUsers.length === 0) traps.spring("user_api/delUsers []");
      return {
        data: json.delUsers.map((which) => {
          const user = store.user(which);
          const deletable = user !== undefined && interference?.refuseItem?.(String(which)) === undefined;
          if (deletable) store.users.delete(user.id);
          return sentences.deletion("user", which, deletable);
        }),
      };
    },
  });
}

const prefs = gatewayAction({
  runMode,
  name: "prefs",
  kind: "write",
  fields: z.strictObject({
    json: jsonField(
      z.strictObject({
        user_id: z.int().positive(),
        prefs: z.array(z.strictObject({ pref: z.string().min(1), setting: z.union([z.number(), z.string()]) })),
      }),
    ),
  }),
  describe: ({ json }) => `user ${json.user_id}: ${json.prefs.map(({ pref }) => pref).join(", ")}`,
  run: ({ json: { user_id, prefs: wanted } }, { store, interference }) => {
    const data = { updated: [] as string[], errors: [] as string[] };
    const user = store.users.get(user_id);
    for (const { pref, setting } of wanted) {
      const fault =
        user === undefined ? "no such user" : (interference?.refuseItem?.(pref) ?? preferenceFault(pref, setting));
      if (fault !== undefined) data.errors.push(sentences.preferenceNotSet(pref, user_id, fault));
      else {
        user?.preferences.set(pref, setting);
        data.updated.push(sentences.preferenceSet(pref, user_id, setting));
      }
    }
    return { data };
  },
});

/**
 * The reason why a preference is invalid. The documents show the types of only two codes; other codes accept any value.
 */
function preferenceFault(pref: string, setting: string | number): string | undefined {
  if (pref === "statusTopn" && !/^\d+$/u.test(String(setting))) return "not a number";
  if (pref === "language" && typeof setting !== "string") return "not a language";
  return undefined;
}

const userIdOrText = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/u)
    .transform(Number),
]);

const changeUsername = gatewayAction({
  runMode,
  name: "changeUsername",
  kind: "write",
  fields: z.strictObject({
    json: jsonField(
      z.strictObject({
        changeUsername: z
          .strictObject({
            user_id: userIdOrText.optional(),
            oldname: z.string().min(1).optional(),
            newname: nameSchema,
          })
          .refine(({ user_id, oldname }) => isOne(user_id, oldname), { error: "either user_id or oldname is needed" }),
      }),
    ),
  }),
  describe: ({ json: { changeUsername: change } }) => `${change.user_id ?? change.oldname} to ${change.newname}`,
  run: ({ json: { changeUsername: change } }, { store, switches }) => {
    const which = change.user_id ?? change.oldname ?? "";
    return { data: { message: rename(store, which, storedText(change.newname, switches)) } };
  },
});

function rename(store: GatewayStore, which: number | string, newName: string): string {
  const user = store.user(which);
  if (user === undefined) return sentences.notRenamed(which, "no such user");
  const before = user.name;
  if (before !== newName && store.userNamed(newName) !== undefined) {
    return sentences.notRenamed(before, sentences.nameTaken("user"));
  }
  user.name = newName;
  return sentences.renamed(before, newName);
}

/** Run mode `user_api`: actions on users. */
export const userActions: readonly GatewayAction[] = [
  createUser,
  deleteUsers("delUsers"),
  deleteUsers("delUser"),
  prefs,
  changeUsername,
];
