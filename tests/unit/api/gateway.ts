import type {
  GatewayAction,
  GatewayClient,
  PermissionEntry,
  ReportQuestion,
  RuleFields,
} from "../../../provider/client";
import type { Simulator } from "../../../simulator";
import { type Documented, type Method, sender } from "./document";

const rule = "{type, sip, eip, address, mask, all, child_id}";
const ruleTypes = "ip, range, network, ipall, wildcard, child";
const link = "user_id, user_name, usergroup_id, usergroup_name";
const permission = "usergroup_id, usergroup_name, permission_type, seccode";
const permissions: Documented = {
  request: `json.permissions.{add[].{${permission}}, remove[].{${permission}}}`,
  response: "data.{errors[], updated[]}",
  values: {
    "json.permissions.add[].permission_type": "device, interface, group, report, gadget, thirdparty, bboard, app",
  },
  unwrap: "data",
};
const deletion = (field: string): Documented => ({
  request: `json.${field}[]`,
  response: "data[]",
  elsewhere: { "data[]": "[]" },
});
const timeFrames =
  "LastFiveMinutes, LastTenMinutes, LastFifteenMinutes, LastTwentyMinutes, LastThirtyMinutes, LastFortyfiveMinutes, LastHour, LastFullHour, LastThreeDays, LastSevenDays, LastThirtyDays, Today, Yesterday, Last24Hours, ThisWeek, LastWeek, ThisMonth, LastMonth, ThisYear, LastYear, Custom";

/** Every action of "Endpoints". All of them also send the fields of {@link gatewayCommon}. */
export const gatewayDocument: Readonly<Record<GatewayAction, Documented>> = {
  "ipgroups/saveRule": {
    request: `new_fc, added, added[].${rule}`,
    response: `removed, updated, added, added[].{rule_id, cid}, added[].${rule}, warnings, fc_id, myrules, fc_name, rule_id, total`,
    values: { "added[].type": ruleTypes },
    elsewhere: { "added[].cid": undefined },
  },
  "ipgroups/update": {
    request: `fc_id, name, added, added[].${rule}, updated, updated[].rule_id, updated[].${rule}, removed`,
    response: "",
    values: { "added[].type": ruleTypes, "updated[].type": ruleTypes },
  },
  "ipgroups/loadTreeRootFast": { request: "", response: "" },
  "ipgroups/search": {
    request: "name, fc_name_comp, page, maxRows",
    response: "",
    values: { fc_name_comp: "like, notLike" },
  },
  "ipgroups/loadRules": { request: "", response: "" },
  "ipgroups/deleteRule": { request: "rule_id", response: "fc_id, success, myrules, rule_id, total" },
  "ipgroups/delete": { request: "json[].id", response: "processedCount, removed" },
  "ipgroups/deleteAll": { request: "", response: "" },
  "user_api/createUser": {
    request: "json.users[].{name, pass, membership}",
    response: "data[].{id, name}",
    unwrap: "data",
  },
  "user_api/delUsers": deletion("delUsers"),
  "user_api/delUser": deletion("delUsers"),
  "user_api/createUsergroup": {
    request: "json.usergroups[].{name, template_usergroup, users}",
    response: "data[].{id, name, members, error}",
    unwrap: "data",
  },
  "user_api/delUsergroups": deletion("delUsergroups"),
  "user_api/membership": {
    request: `json.membership.{add[].{${link}}, remove[].{${link}}}`,
    response: "data.{added[], removed[]}",
    unwrap: "data",
  },
  "user_api/prefs": {
    request: "json.{user_id, prefs[].{pref, setting}}",
    response: "data.{updated[], errors[]}",
    values: { "json.prefs[].pref": "statusTopn, language" },
    unwrap: "data",
  },
  "user_api/permissions": permissions,
  "user_api/permission": permissions,
  "user_api/changeUsername": {
    request: "json.changeUsername.{user_id, oldname, newname}",
    response: "data.message",
    elsewhere: { "data.message": "" },
  },
  "report_api/get": {
    request: `rpt_json.{reportTypeLang, filters.sdfDips_0, reportDirections.selected, times.{dateRange, clientTimezone, start, end},
      dataMode.selected, rateTotal.selected, dataGranularity.selected, bbp.selected},
      data_requested.<direction>.{graph, table.query_limit.{offset, max_num_rows}}`,
    response: `report.{request_id, table.<direction>.{totalRowCount, columns, rows, footer, columns[].{elementName, format, label},
      rows[][].{rawValue, label}}, time_details, exporter_details, graph}`,
    values: {
      "rpt_json.reportTypeLang": "conversations, host2host, ipGroupGroup, applications, country2country",
      "rpt_json.reportDirections.selected": "inbound, outbound",
      "rpt_json.times.dateRange": timeFrames,
      "rpt_json.dataMode.selected": "saf, traditional",
      "rpt_json.rateTotal.selected": "rate, total",
      "rpt_json.dataGranularity.selected": "auto, 1m, 5m, 30m, 2h, 12h",
      "rpt_json.bbp.selected": "bits, bytes, percent",
      "data_requested.<direction>.graph": "all, pie, timeseries, none",
    },
    unwrap: "report",
  },
};

export const gatewayCommon = "authToken, rm, action";

/** A group `held` with a rule of each type, its child, a user group `held`, and the user 7 with the same name. */
export function prepareGateway({ mutate }: Simulator): void {
  mutate.addIpGroup("held", rulesOf(mutate.addIpGroup("child", [])));
  mutate.addUserGroup("held");
  mutate.addUser("held", 7, [2]);
}

function rulesOf(child: number): RuleFields[] {
  return [
    { type: "ip", address: "192.0.2.1" },
    { type: "range", sip: "192.0.2.2", eip: "192.0.2.9" },
    { type: "network", address: "198.51.100.0", mask: "24" },
    { type: "ipall", all: 1 },
    { type: "wildcard", address: "203.0.113.0", mask: "0.0.0.255" },
    { type: "child", child_id: `${child}` },
  ] as RuleFields[];
}

const rulesWithChild = (sim: Simulator): RuleFields[] => rulesOf(sim.gateway.store.ipGroupsNamed("child")[0]?.id ?? 0);
const held = (sim: Simulator): { fc_id: number; rules: number[] } => {
  const [group] = sim.gateway.store.ipGroupsNamed("held");
  return { fc_id: group?.id ?? 0, rules: [...(group?.rules.keys() ?? [])] };
};
const userGroup = (sim: Simulator): number => sim.gateway.store.userGroupNamed("held")?.id ?? 0;

const seccodes = {
  ...{ device: "C0000201", interface: "C0000201-1", group: "1", report: "1", gadget: "1", thirdparty: "1" },
  ...{ bboard: "1", app: "runReport" },
};

/** A permission of each type, with both ways to name a user group, and one that is refused. */
function permissionEntries(sim: Simulator): PermissionEntry[] {
  return Object.entries(seccodes).flatMap(([permission_type, seccode]) => [
    { usergroup_id: userGroup(sim), permission_type, seccode },
    { usergroup_name: "held", permission_type, seccode },
  ]);
}
const changes = (sim: Simulator): { add: PermissionEntry[]; remove: PermissionEntry[] } => {
  const absent = { usergroup_name: "absent", permission_type: "app", seccode: "runReport" };
  return { add: [...permissionEntries(sim), absent], remove: permissionEntries(sim) };
};

/** Reports that together send each documented value: the lists are iterated in parallel. */
const reports = timeFrames.split(", ").map((dateRange, index): ReportQuestion => {
  const pick = (field: string): string => {
    const words = gatewayDocument["report_api/get"].values?.[field]?.split(", ") ?? [];
    return words[index % words.length] ?? "";
  };
  const chosen = (name: string): { selected: string } => ({ selected: pick(`rpt_json.${name}.selected`) });
  return {
    rpt_json: {
      reportTypeLang: pick("rpt_json.reportTypeLang"),
      filters: { sdfDips_0: "in_GROUP_ALL" },
      reportDirections: chosen("reportDirections"),
      times: { clientTimezone: "Europe/Paris", dateRange, ...(dateRange === "Custom" && { start: 1000, end: 4600 }) },
      dataMode: chosen("dataMode"),
      rateTotal: chosen("rateTotal"),
      dataGranularity: chosen("dataGranularity"),
      bbp: chosen("bbp"),
    },
    data_requested: {
      [chosen("reportDirections").selected]: {
        graph: pick("data_requested.<direction>.graph"),
        table: { query_limit: { offset: 0, max_num_rows: 2 } },
      },
    },
  } as ReportQuestion;
});

const memberships = (sim: Simulator): { user_id: number; usergroup_id: number }[] => [
  { user_id: 7, usergroup_id: userGroup(sim) },
  { user_name: "held", usergroup_name: "held" } as never,
];

const sends = sender<GatewayAction, GatewayClient>();

export const gatewayMethods: readonly Method<GatewayAction, GatewayClient>[] = [
  sends(
    "ipgroups/saveRule",
    (client, sim) => client.call("ipgroups/saveRule", { new_fc: "new", added: rulesWithChild(sim) }),
    (client) => client.call("ipgroups/saveRule", { new_fc: "single", added: [{ type: "ip", address: "192.0.2.1" }] }),
  ),
  sends("ipgroups/update", (client, sim) => {
    const { fc_id, rules } = held(sim);
    const added = rulesWithChild(sim);
    const updated = added.map((one, index) => ({ ...one, rule_id: rules[index] ?? 0 }));
    return client.call("ipgroups/update", { fc_id, name: "renamed", added, updated, removed: [] });
  }),
  sends("ipgroups/loadTreeRootFast", (client) => client.call("ipgroups/loadTreeRootFast", {})),
  sends(
    "ipgroups/search",
    (client) => client.call("ipgroups/search", { name: "held", fc_name_comp: "like", page: 1, maxRows: 10 }),
    (client) => client.call("ipgroups/search", { name: "held", fc_name_comp: "notLike" }),
  ),
  sends("ipgroups/loadRules", (client, sim) => client.call("ipgroups/loadRules", { fc_id: held(sim).fc_id })),
  sends("ipgroups/deleteRule", (client, sim) =>
    client.call("ipgroups/deleteRule", { rule_id: held(sim).rules[0] ?? 0 }),
  ),
  sends("ipgroups/delete", (client, sim) =>
    client.call("ipgroups/delete", { json: [{ id: String(held(sim).fc_id) }] }),
  ),
  sends("ipgroups/deleteAll", (client) => client.call("ipgroups/deleteAll", {})),
  sends("user_api/createUser", (client) =>
    client.call("user_api/createUser", { users: [{ name: "new", pass: "an example", membership: [2] }] }),
  ),
  sends("user_api/delUsers", (client) => client.call("user_api/delUsers", { delUsers: [7, "held"] })),
  sends("user_api/delUser", (client) => client.call("user_api/delUser", { delUsers: [7, "held"] })),
  sends("user_api/createUsergroup", (client) =>
    client.call("user_api/createUsergroup", {
      usergroups: ["new", "held"].map((name) => ({ name, template_usergroup: 2, users: [7, "held"] })),
    }),
  ),
  sends("user_api/delUsergroups", (client, sim) =>
    client.call("user_api/delUsergroups", { delUsergroups: [userGroup(sim), "held"] }),
  ),
  sends("user_api/membership", (client, sim) =>
    client.call("user_api/membership", { membership: { add: memberships(sim), remove: memberships(sim) } }),
  ),
  sends("user_api/prefs", (client) =>
    client.call("user_api/prefs", {
      user_id: 7,
      prefs: [
        { pref: "statusTopn", setting: 10 },
        { pref: "language", setting: "english" },
        { pref: "statusTopn", setting: "no number" },
      ],
    }),
  ),
  sends(
    "user_api/permissions",
    (client, sim) => client.call("user_api/permissions", { permissions: changes(sim) }),
    (client, sim) => client.call("user_api/permissions", { permissions: { add: permissionEntries(sim), remove: [] } }),
    (client, sim) => client.call("user_api/permissions", { permissions: { add: [], remove: permissionEntries(sim) } }),
  ),
  sends("user_api/permission", (client, sim) => client.call("user_api/permission", { permissions: changes(sim) })),
  sends(
    "user_api/changeUsername",
    (client) => client.call("user_api/changeUsername", { changeUsername: { user_id: 7, newname: "renamed" } }),
    (client) => client.call("user_api/changeUsername", { changeUsername: { oldname: "renamed", newname: "held" } }),
  ),
  sends(
    "report_api/get",
    ...reports.map((question) => (client: GatewayClient) => client.call("report_api/get", question)),
  ),
];
