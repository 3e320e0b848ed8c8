import { z } from "#zod";
import type { OperationClass } from "../errors/errors";
import { listSchema, text } from "../http/schemas";
import {
  anyObject,
  deletedGroups,
  deletedRule,
  groupList,
  groupPage,
  objectNumber,
  ruleList,
  savedGroup,
} from "./replies";
import { reportReply, type ReportQuestion } from "./report";
import type { RuleFields, StoredRule } from "./replies";

/** Changes of an IP group; a field that is left out stays unchanged. */
export interface IpGroupChange {
  fc_id: number;
  name?: string | undefined;
  added?: readonly RuleFields[] | undefined;
  /** The type of a rule cannot change: remove it and add another. */
  updated?: readonly StoredRule[] | undefined;
  removed?: readonly number[] | undefined;
}

/** A user, by id or by name, never both. */
export type UserRef = { user_id: number } | { user_name: string };
/** A user group, by id or by name, never both. */
export type UsergroupRef = { usergroup_id: number } | { usergroup_name: string };
/** A permission of a user group. The type `app` is sent as `staticPermissionType`. */
export type PermissionEntry = UsergroupRef & { permission_type: string; seccode: string };

interface Changes<Entry> {
  add: readonly Entry[];
  remove: readonly Entry[];
}
type Refs = readonly (number | string)[];

/** The fields of each action in the gateway's own spelling; those of `user_api` are sent inside its field `json`. */
export interface GatewayFields {
  "ipgroups/saveRule": { new_fc: string; added: readonly RuleFields[] };
  "ipgroups/update": IpGroupChange;
  "ipgroups/loadTreeRootFast": object;
  "ipgroups/search": { name: string; fc_name_comp: "like" | "notLike"; page?: number; maxRows?: number };
  "ipgroups/loadRules": { fc_id: number };
  "ipgroups/deleteRule": { rule_id: number };
  "ipgroups/delete": { json: readonly { id: string }[] };
  "ipgroups/deleteAll": object;
  "user_api/createUser": { users: readonly { name: string; pass: string; membership: readonly number[] }[] };
  "user_api/delUsers": { delUsers: Refs };
  "user_api/delUser": { delUsers: Refs };
  "user_api/createUsergroup": { usergroups: readonly { name: string; template_usergroup: number; users: Refs }[] };
  "user_api/delUsergroups": { delUsergroups: Refs };
  "user_api/membership": { membership: Changes<UserRef & UsergroupRef> };
  "user_api/prefs": { user_id: number; prefs: readonly { pref: string; setting: number | string }[] };
  "user_api/permissions": { permissions: Changes<PermissionEntry> };
  "user_api/permission": { permissions: Changes<PermissionEntry> };
  "user_api/changeUsername": {
    changeUsername: ({ user_id: number | string } | { oldname: string }) & { newname: string };
  };
  "report_api/get": ReportQuestion;
}

/** `<run mode>/<action>`, as the gateway spells both. */
export type GatewayAction = keyof GatewayFields;

const message = text.transform((said) => said.trim());
const messages = listSchema(message);

const created = z
  .object({
    name: text,
    id: objectNumber.nullish(),
    /** Why it was not created. */
    error: message.nullish(),
    /** The members of a user group, each as its id or name. */
    members: z.array(text).nullish(),
  })
  .refine(({ id, error }) => (typeof id === "number") !== Boolean(error), { error: "expected an id or an error" });
/** One entry of the answer to a creation: an account with its number, or why it was not created. */
export type CreatedAccount = z.output<typeof created>;

/** The answers of `user_api` are under `data`: texts, one for each entry of the request, that say what became of it. */
function data<T>(schema: z.ZodType<T>) {
  return z.object({ data: schema }).transform((answer) => answer.data);
}
const updates = data(z.object({ updated: messages, errors: messages }));
const links = data(z.object({ added: messages, removed: messages }));

/**
 * Every action: what may happen if it is sent twice, what it does in the words of messages, the form of its answer, and its fields.
 * The answer to a `converging` one may still be a refusal ("0 matched"), which the caller verifies.
 */
export const actions = {
  "ipgroups/saveRule": ["creating", "creating the IP group", savedGroup, "new_fc", "added"],
  // A repetition would add the rules in `added` a second time.
  "ipgroups/update": ["creating", "changing the IP group", anyObject, "fc_id", "name", "added", "updated", "removed"],
  "ipgroups/loadTreeRootFast": ["read", "listing the IP groups", groupList],
  "ipgroups/search": ["read", "searching the IP groups", groupPage, "name", "fc_name_comp", "page", "maxRows"],
  "ipgroups/loadRules": ["read", "reading the rules of the IP group", ruleList, "fc_id"],
  "ipgroups/deleteRule": ["converging", "deleting the rule of the IP group", deletedRule, "rule_id"],
  "ipgroups/delete": ["converging", "deleting the IP group", deletedGroups, "json"],
  "ipgroups/deleteAll": ["converging", "deleting all IP groups", anyObject],
  "user_api/createUser": ["creating", "creating users", data(z.array(created)), "users"],
  "user_api/delUsers": ["converging", "deleting users", data(z.array(message)), "delUsers"],
  "user_api/delUser": ["converging", "deleting the user", data(z.array(message)), "delUsers"],
  "user_api/createUsergroup": ["creating", "creating user groups", data(z.array(created)), "usergroups"],
  "user_api/delUsergroups": ["converging", "deleting user groups", data(z.array(message)), "delUsergroups"],
  "user_api/membership": ["converging", "changing memberships", links, "membership"],
  "user_api/prefs": ["converging", "setting preferences", updates, "user_id", "prefs"],
  "user_api/permissions": ["converging", "changing permissions", updates, "permissions"],
  "user_api/permission": ["converging", "changing the permission", updates, "permissions"],
  "user_api/changeUsername": ["converging", "renaming the user", data(z.object({ message })), "changeUsername"],
  "report_api/get": ["read", "reading the report", reportReply, "rpt_json", "data_requested"],
} as const satisfies {
  [A in GatewayAction]: readonly [OperationClass, string, z.ZodType, ...(keyof GatewayFields[A])[]];
};

/** The answers by action. */
export type GatewayAnswers = { [Action in GatewayAction]: z.output<(typeof actions)[Action][2]> };
