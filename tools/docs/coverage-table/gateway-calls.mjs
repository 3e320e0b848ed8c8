/** @typedef {import("./exchange.mjs").Call} Call */

/**
 * Objects for the calls of the gateway's client: an IP group `held` with a rule of each type, a user and a user group.
 */
const setUp = (/** @type {any} */ { mutate }) => {
  const child = mutate.addIpGroup("child", []);
  mutate.addIpGroup("held", [...rulesOf(child)]);
  mutate.addUserGroup("held");
  mutate.gateway((/** @type {any} */ store) => {
    store.users.set(7, { id: 7, name: "held", userGroups: new Set([2]), preferences: new Map() });
  });
};

/** @param {number} child */
function rulesOf(child) {
  return [
    { type: "ip", address: "192.0.2.1" },
    { type: "range", sip: "192.0.2.2", eip: "192.0.2.9" },
    { type: "network", address: "198.51.100.0", mask: "24" },
    { type: "ipall", all: 1 },
    { type: "wildcard", address: "203.0.113.0", mask: "0.0.0.255" },
    { type: "child", child_id: child },
  ];
}

const ipGroup = (/** @type {any} */ sim, name = "held") => sim.gateway.store.ipGroupsNamed(name)[0];
const userGroup = (/** @type {any} */ sim) => sim.gateway.store.userGroupNamed("held").id;
const ruleIds = (/** @type {any} */ sim) => [...ipGroup(sim).rules.keys()];

/** Both ways to name a user and a user group, added and removed. */
const memberships = (/** @type {any} */ sim) => {
  const entries = [
    { user_id: 7, usergroup_id: userGroup(sim) },
    { user_name: "held", usergroup_name: "held" },
  ];
  return [{ add: entries, remove: entries }];
};

/** A permission of each type, and both ways to name a user group. */
const permissions = (/** @type {any} */ sim) => {
  const seccodes = {
    ...{ device: "C0000201", interface: "C0000201-1", group: "1", report: "1", gadget: "1", thirdparty: "1" },
    ...{ bboard: "1", app: "runReport" },
  };
  const entries = Object.entries(seccodes).flatMap(([permission_type, seccode]) => [
    { usergroup_id: userGroup(sim), permission_type, seccode },
    { usergroup_name: "held", permission_type, seccode },
  ]);
  return [{ add: entries, remove: entries }];
};

const times = [
  ...["LastFiveMinutes", "LastTenMinutes", "LastFifteenMinutes", "LastTwentyMinutes", "LastThirtyMinutes"],
  ...["LastFortyfiveMinutes", "LastHour", "LastFullHour", "LastThreeDays", "LastSevenDays", "LastThirtyDays"],
  ...["Today", "Yesterday", "Last24Hours", "ThisWeek", "LastWeek", "ThisMonth", "LastMonth", "ThisYear", "LastYear"],
];

/** Reports that together cover each type, time frame, unit and part: the lists are iterated in parallel. */
const reports = () => {
  const frames = [...times.map((dateRange) => ({ dateRange })), { dateRange: "Custom", start: 1000, end: 4600 }];
  const pick = (/** @type {readonly string[]} */ words, /** @type {number} */ index) =>
    words[index % words.length] ?? "";
  return frames.map((frame, index) => {
    const direction = pick(["inbound", "outbound"], index);
    return {
      rpt_json: {
        reportTypeLang: pick(["conversations", "host2host", "ipGroupGroup", "applications", "country2country"], index),
        filters: { sdfDips_0: "in_GROUP_ALL" },
        reportDirections: { selected: direction },
        times: { clientTimezone: "Europe/Paris", ...frame },
        dataMode: { selected: pick(["saf", "traditional"], index) },
        rateTotal: { selected: pick(["rate", "total"], index) },
        dataGranularity: { selected: pick(["auto", "1m", "5m", "30m", "2h", "12h"], index) },
        bbp: { selected: pick(["bits", "bytes", "percent"], index) },
      },
      data_requested: {
        [direction]: {
          graph: pick(["all", "pie", "timeseries", "none"], index),
          table: { query_limit: { offset: 0, max_num_rows: 2 } },
        },
      },
    };
  });
};

/**
 * @param {string} method
 * @param {...((sim: any) => unknown[])} runs the arguments of each run
 * @returns {Call[]}
 */
const call = (method, ...runs) => [{ method, runs, setUp }];

/**
 * The client's method for each action, with arguments that fill each documented field.
 *
 * @satisfies {Record<import("../../../provider/gateway/operations.js").GatewayAction, Call[]>}
 */
export const gatewayCalls = {
  "ipgroups/saveRule": call(
    "ipGroups.saveRule",
    (sim) => [{ new_fc: "new", added: rulesOf(ipGroup(sim, "child").id) }],
    () => [{ new_fc: "single", added: [{ type: "ip", address: "192.0.2.1" }] }],
  ),
  "ipgroups/update": call("ipGroups.update", (sim) => {
    const rules = rulesOf(ipGroup(sim, "child").id);
    const ids = ruleIds(sim);
    const updated = rules.map((rule, index) => ({ ...rule, rule_id: ids[index] }));
    return [{ fc_id: ipGroup(sim).id, name: "renamed", added: rules, updated, removed: [] }];
  }),
  "ipgroups/loadTreeRootFast": call("ipGroups.loadTreeRootFast", () => []),
  "ipgroups/search": call(
    "ipGroups.search",
    () => [{ name: "held", fc_name_comp: "like", page: 1, maxRows: 10 }],
    () => [{ name: "held", fc_name_comp: "notLike" }],
  ),
  "ipgroups/loadRules": call("ipGroups.loadRules", (sim) => [{ fc_id: ipGroup(sim).id }]),
  "ipgroups/deleteRule": call("ipGroups.deleteRule", (sim) => [{ rule_id: ruleIds(sim)[0] }]),
  "ipgroups/delete": call("ipGroups.delete", (sim) => [[ipGroup(sim).id]]),
  "ipgroups/deleteAll": call("ipGroups.deleteAll", () => []),
  "user_api/createUser": call("userApi.createUser", () => [[{ name: "new", pass: "an example", membership: [2] }]]),
  "user_api/delUsers": call("userApi.delUsers", () => [[7, "held"]]),
  "user_api/delUser": call("userApi.delUser", () => [[7, "held"]]),
  "user_api/createUsergroup": call("userApi.createUsergroup", () => [
    ["new", "held"].map((name) => ({ name, template_usergroup: 2, users: [7, "held"] })),
  ]),
  "user_api/delUsergroups": call("userApi.delUsergroups", (sim) => [[userGroup(sim), "held"]]),
  "user_api/membership": call("userApi.membership", memberships),
  "user_api/prefs": call("userApi.prefs", () => [
    {
      user_id: 7,
      prefs: [
        { pref: "statusTopn", setting: 10 },
        { pref: "language", setting: "english" },
        { pref: "statusTopn", setting: "no number" },
      ],
    },
  ]),
  "user_api/permissions": call("userApi.permissions", permissions, () => [
    { add: [{ usergroup_name: "absent", permission_type: "app", seccode: "runReport" }] },
  ]),
  "user_api/permission": call("userApi.permission", permissions, () => [
    { add: [{ usergroup_name: "absent", permission_type: "app", seccode: "runReport" }] },
  ]),
  "user_api/changeUsername": call(
    "userApi.changeUsername",
    () => [{ user_id: 7, newname: "renamed" }],
    () => [{ oldname: "renamed", newname: "held" }],
  ),
  "report_api/get": call("report.get", ...reports().map((question) => () => [question])),
};
