/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */

/** Fields of rules, by the table "IP Group rule". */
const ruleFields = ["type", "sip", "eip", "address", "mask", "all", "child_id"];
const ruleTypes = ["ip", "range", "network", "ipall", "wildcard", "child"];

/** Fields that every request has. */
const common = ["authToken", "rm", "action"];

const userFields = ["user_id", "user_name"];
const userGroupFields = ["usergroup_id", "usergroup_name"];
const permissionTypes = ["device", "interface", "group", "report", "gadget", "thirdparty", "bboard", "app"];

const permissionFields = [
  ...below("json.permissions.add[]", [...userGroupFields, "permission_type", "seccode"]),
  ...below("json.permissions.remove[]", [...userGroupFields, "permission_type", "seccode"]),
];
const permissionValues = { "json.permissions.add[].permission_type": permissionTypes };

/**
 * @param {string} prefix
 * @param {readonly string[]} fields
 */
function below(prefix, fields) {
  return fields.map((field) => `${prefix}.${field}`);
}

/**
 * @param {string} name
 * @param {Pick<ApiEntry, "request" | "response" | "values">} fields
 * @returns {ApiEntry}
 */
function entry(name, { request, ...rest }) {
  const [runMode] = name.split("/");
  return { appliance: "gateway", name, section: `rm=${runMode}`, request: [...common, ...request], ...rest };
}

/** Every action of "Endpoints". @type {readonly ApiEntry[]} */
export const gatewayApi = [
  entry("ipgroups/saveRule", {
    request: ["new_fc", "added", ...below("added[]", ruleFields)],
    response: [
      "removed",
      "updated",
      "added",
      ...below("added[]", ["rule_id", "cid", ...ruleFields]),
      "warnings",
      "fc_id",
      "myrules",
      "fc_name",
      "rule_id",
      "total",
    ],
    values: { "added[].type": ruleTypes },
  }),
  entry("ipgroups/update", {
    request: [
      ...["fc_id", "name"],
      ...["added", ...below("added[]", ruleFields)],
      ...["updated", ...below("updated[]", ["rule_id", ...ruleFields])],
      "removed",
    ],
    response: [],
    values: { "added[].type": ruleTypes, "updated[].type": ruleTypes },
  }),
  entry("ipgroups/loadTreeRootFast", { request: [], response: [] }),
  entry("ipgroups/search", {
    request: ["name", "fc_name_comp", "page", "maxRows"],
    response: [],
    values: { fc_name_comp: ["like", "notLike"] },
  }),
  entry("ipgroups/loadRules", { request: [], response: [] }),
  entry("ipgroups/deleteRule", {
    request: ["rule_id"],
    response: ["fc_id", "success", "myrules", "rule_id", "total"],
  }),
  entry("ipgroups/delete", { request: ["json[].id"], response: ["processedCount", "removed"] }),
  entry("ipgroups/deleteAll", { request: [], response: [] }),
  entry("user_api/createUser", {
    request: below("json.users[]", ["name", "pass", "membership"]),
    response: ["data[].id", "data[].name"],
  }),
  entry("user_api/delUsers", { request: ["json.delUsers[]"], response: ["data[]"] }),
  entry("user_api/delUser", { request: ["json.delUsers[]"], response: ["data[]"] }),
  entry("user_api/createUsergroup", {
    request: below("json.usergroups[]", ["name", "template_usergroup", "users"]),
    response: ["data[].id", "data[].name", "data[].members", "data[].error"],
  }),
  entry("user_api/delUsergroups", { request: ["json.delUsergroups[]"], response: ["data[]"] }),
  entry("user_api/membership", {
    request: [
      ...below("json.membership.add[]", [...userFields, ...userGroupFields]),
      ...below("json.membership.remove[]", [...userFields, ...userGroupFields]),
    ],
    response: ["data.added[]", "data.removed[]"],
  }),
  entry("user_api/prefs", {
    request: ["json.user_id", "json.prefs[].pref", "json.prefs[].setting"],
    response: ["data.updated[]", "data.errors[]"],
    values: { "json.prefs[].pref": ["statusTopn", "language"] },
  }),
  entry("user_api/permissions", {
    request: permissionFields,
    response: ["data.errors[]", "data.updated[]"],
    values: permissionValues,
  }),
  entry("user_api/permission", {
    request: permissionFields,
    response: ["data.errors[]", "data.updated[]"],
    values: permissionValues,
  }),
  entry("user_api/changeUsername", {
    request: below("json.changeUsername", ["user_id", "oldname", "newname"]),
    response: ["data.message"],
  }),
  entry("report_api/get", {
    request: [
      ...below("rpt_json", ["reportTypeLang", "filters.sdfDips_0", "reportDirections.selected"]),
      ...below("rpt_json.times", ["dateRange", "clientTimezone", "start", "end"]),
      ...below("rpt_json", ["dataMode.selected", "rateTotal.selected", "dataGranularity.selected", "bbp.selected"]),
      ...below("data_requested.<direction>", ["graph", "table.query_limit.offset", "table.query_limit.max_num_rows"]),
    ],
    response: [
      "report.request_id",
      ...below("report.table.<direction>", ["totalRowCount", "columns", "rows", "footer"]),
      ...below("report.table.<direction>.columns[]", ["elementName", "format", "label"]),
      ...below("report.table.<direction>.rows[][]", ["rawValue", "label"]),
      "report.time_details",
      "report.exporter_details",
      "report.graph",
    ],
    values: {
      "rpt_json.reportTypeLang": ["conversations", "host2host", "ipGroupGroup", "applications", "country2country"],
      "rpt_json.reportDirections.selected": ["inbound", "outbound"],
      "rpt_json.times.dateRange": [
        ...["LastFiveMinutes", "LastTenMinutes", "LastFifteenMinutes", "LastTwentyMinutes", "LastThirtyMinutes"],
        ...["LastFortyfiveMinutes", "LastHour", "LastFullHour", "LastThreeDays", "LastSevenDays", "LastThirtyDays"],
        ...["Today", "Yesterday", "Last24Hours", "ThisWeek", "LastWeek", "ThisMonth", "LastMonth", "ThisYear"],
        ...["LastYear", "Custom"],
      ],
      "rpt_json.dataMode.selected": ["saf", "traditional"],
      "rpt_json.rateTotal.selected": ["rate", "total"],
      "rpt_json.dataGranularity.selected": ["auto", "1m", "5m", "30m", "2h", "12h"],
      "rpt_json.bbp.selected": ["bits", "bytes", "percent"],
      "data_requested.<direction>.graph": ["all", "pie", "timeseries", "none"],
    },
  }),
];
