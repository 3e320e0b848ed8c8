import type { GatewayClient, IpGroupChange, NewUser, NewUsergroup, RuleFields } from "../../../provider/client";

/** How the value of a field is read: as it is, as a number, as JSON, or as a list, for which one value suffices. */
export type Form = "text" | "number" | "json" | "list";

/** One action of the gateway. */
export interface Action {
  /** Its fields, as the API document spells them; those with a `?` may be left out. */
  readonly fields: Readonly<Record<string, Form | `${Form}?`>>;
  /** Sends it with these fields, which have the types of the table. */
  readonly send: (gateway: GatewayClient, fields: never) => Promise<unknown>;
  /** What is lost, for an action that names no object. */
  readonly destroys?: string;
}

type Users = Parameters<GatewayClient["userApi"]["delUsers"]>[0];

/**
 * Every action of the gateway, by run mode and action. Management gateway, "Endpoints". The fields of a user action are
 * the keys of its `json`; `ipgroups/delete` takes the ids.
 */
export const actions: Readonly<Record<string, Action>> = {
  "ipgroups/saveRule": {
    fields: { new_fc: "text", added: "list" },
    send: ({ ipGroups }, fields: { new_fc: string; added: RuleFields[] }) => ipGroups.saveRule(fields),
  },
  "ipgroups/update": {
    fields: { fc_id: "number", name: "text?", added: "list?", updated: "list?", removed: "list?" },
    send: ({ ipGroups }, fields: IpGroupChange) => ipGroups.update(fields),
  },
  "ipgroups/loadTreeRootFast": { fields: {}, send: ({ ipGroups }) => ipGroups.loadTreeRootFast() },
  "ipgroups/search": {
    fields: { name: "text", fc_name_comp: "text", page: "number?", maxRows: "number?" },
    send: ({ ipGroups }, fields: Parameters<typeof ipGroups.search>[0]) => ipGroups.search(fields),
  },
  "ipgroups/loadRules": {
    fields: { fc_id: "number" },
    send: ({ ipGroups }, fields: { fc_id: number }) => ipGroups.loadRules(fields),
  },
  "ipgroups/deleteRule": {
    fields: { rule_id: "number" },
    send: ({ ipGroups }, fields: { rule_id: number }) => ipGroups.deleteRule(fields),
  },
  "ipgroups/delete": {
    fields: { id: "list" },
    send: ({ ipGroups }, { id }: { id: number[] }) => ipGroups.delete(id),
  },
  "ipgroups/deleteAll": {
    fields: {},
    send: ({ ipGroups }) => ipGroups.deleteAll(),
    destroys: "This deletes every IP group of the gateway, those that it was delivered with included.",
  },
  "user_api/createUser": {
    fields: { users: "list" },
    send: ({ userApi }, { users }: { users: NewUser[] }) => userApi.createUser(users),
  },
  "user_api/delUsers": {
    fields: { delUsers: "list" },
    send: ({ userApi }, { delUsers }: { delUsers: Users }) => userApi.delUsers(delUsers),
  },
  "user_api/delUser": {
    fields: { delUsers: "list" },
    send: ({ userApi }, { delUsers }: { delUsers: Users }) => userApi.delUser(delUsers),
  },
  "user_api/createUsergroup": {
    fields: { usergroups: "list" },
    send: ({ userApi }, { usergroups }: { usergroups: NewUsergroup[] }) => userApi.createUsergroup(usergroups),
  },
  "user_api/delUsergroups": {
    fields: { delUsergroups: "list" },
    send: ({ userApi }, { delUsergroups }: { delUsergroups: Users }) => userApi.delUsergroups(delUsergroups),
  },
  "user_api/membership": {
    fields: { add: "list?", remove: "list?" },
    send: ({ userApi }, changes: Parameters<typeof userApi.membership>[0]) => userApi.membership(changes),
  },
  "user_api/prefs": {
    fields: { user_id: "number", prefs: "list" },
    send: ({ userApi }, payload: Parameters<typeof userApi.prefs>[0]) => userApi.prefs(payload),
  },
  "user_api/permissions": {
    fields: { add: "list?", remove: "list?" },
    send: ({ userApi }, changes: Parameters<typeof userApi.permissions>[0]) => userApi.permissions(changes),
  },
  "user_api/permission": {
    fields: { add: "list?", remove: "list?" },
    send: ({ userApi }, changes: Parameters<typeof userApi.permission>[0]) => userApi.permission(changes),
  },
  "user_api/changeUsername": {
    fields: { user_id: "number?", oldname: "text?", newname: "text" },
    send: ({ userApi }, change: Parameters<typeof userApi.changeUsername>[0]) => userApi.changeUsername(change),
  },
  "report_api/get": {
    fields: { rpt_json: "json", data_requested: "json" },
    send: ({ report }, question: Parameters<typeof report.get>[0]) => report.get(question),
  },
};
