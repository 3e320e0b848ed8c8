/** @typedef {import("./api.mjs").ApiEntry} ApiEntry */

/** Fields in the answer of an action, "unless stated otherwise". */
const told = ["description", "result"];
/** Fields in the answers of login and logout. */
const session = ["path", "result"];
const addRemove = { action: ["add", "remove"] };
const enableDisable = { action: ["enable", "disable"] };
const lists = ["collector", "notate", "policy", "profile"];
/** Fields of octets and packets. */
const traffic = ["octets", "packets"].flatMap((unit) => below(unit, ["delta", "rate"]));

const config = [...below("api", lists), ...below("cli", lists)];
const status = ["<component>", "replicator license", "result", "version"];
const realtime = [
  ...below("collector.<ip>.in", traffic),
  ...below("exporter.<ip>", ["awareness.last_epoch", "awareness.last_timestamp"]),
  ...below("exporter.<ip>.in", traffic),
  ...below("exporter.<ip>.out", traffic),
  "exporter.<ip>.profiles",
  ...below("pair.<exporter -> collector>", traffic),
  ...below("profile.<name>.in", traffic),
  ...below("profile.<name>.out", traffic),
  ...below("stats.totals", ["collectors", "exporters", "pairs"]),
  ...below("stats.totals.profiles", ["disabled", "enabled", "total"]),
  "system.cpu",
];
const collectors = below("collector.<ip>", [
  ...["acknowledged", "description", "in_profiles", "ip", "name", "status.unreachable_port", "threshold"],
]);
const noprofile = [
  ...below("noprofile.<exporter_ip>", ["in_o_delta", "in_o_rate", "in_p_delta", "in_p_rate", "lastseen"]),
  ...below("noprofile.<exporter_ip>", ["out_o_delta", "out_o_rate", "out_p_delta", "out_p_rate", "unixtime"]),
  "noprofile.total",
];
const license = ["daysLeft", "expiration", "licensedType", "licensedVersion", "machineID", "role"];

/**
 * @param {string} prefix
 * @param {readonly string[]} fields
 */
function below(prefix, fields) {
  return fields.map((field) => `${prefix}.${field}`);
}

/**
 * A row of the table of endpoints; its parameters are those in its path.
 *
 * @param {string} name path below `/api/1`
 * @param {Partial<Omit<ApiEntry, "name">>} [parts]
 * @returns {ApiEntry}
 */
function entry(name, { section = "Endpoints", request = [], response = told, ...rest } = {}) {
  const parameters = [...name.matchAll(/\[([^\]]+)\]/gu)].map(([, parameter = ""]) => parameter);
  return { appliance: "replicator", name, section, request: [...parameters, ...request], response, ...rest };
}

/**
 * One entity of the row `show/[entity]/[filter]`.
 *
 * @param {string} entity
 * @param {readonly string[]} [response]
 */
function shown(entity, response = []) {
  const section = response.length === 0 ? "Endpoints" : `show/${entity}`;
  return entry("/show/[entity]/[filter]", { entity, section, response, values: { entity: [entity] } });
}

/** Every row of the table of endpoints. The last but one is split into nine, one per entity. */
export const replicatorApi = [
  entry("/login/", { section: "Authentication", request: ["user", "passwd"], response: session }),
  entry("/login/[sha2]", { section: "Authentication", response: session }),
  entry("/logout", { section: "Authentication", response: session }),
  entry("/acknowledge/[entity]/[ip:port]", { values: { entity: ["collector", "exporter"] } }),
  entry("/collector/[action]/[ip]/[profile]", { values: addRemove }),
  entry("/collector/allremove/[ip]"),
  entry("/collector/threshold/[collector]/[threshold]"),
  entry("/dnscheck/[ip]", {
    section: "dnscheck",
    response: below("dnscheck", ["addr", "expiry.epoch", "expiry.time", "name", "resolveTime", "status"]),
  }),
  entry("/exporter/[action]/[ip]/[profile]", { values: addRemove }),
  entry("/exporter/allremove/[ip]"),
  entry("/exporter/noprofile/[filter]", { section: "exporter/noprofile", response: noprofile }),
  entry("/license/check", { section: "license/check", response: license }),
  entry("/notate/[entity]/[identity]/[description]", { values: { entity: ["profile", "ip"] } }),
  entry("/policies/[action]/[network]/[cidr]/[profile]/[incexc]", {
    values: { ...addRemove, incexc: ["include", "exclude"] },
  }),
  entry("/profile/rename/[current]/[new]"),
  entry("/profile/singularity/[name]/[action]", { section: "States and transitions", values: enableDisable }),
  entry("/profile/[action]/[name]", {
    section: "States and transitions",
    values: { action: ["enable", "disable", "remove"] },
  }),
  entry("/profile/[action]/[name]/[listeningport]/[sendingport]", {
    section: "States and transitions",
    values: { action: ["add", "update"] },
  }),
  entry("/rebuild"),
  entry("/role/test/secondary"),
  entry("/setting/set/[name]/[value]"),
  entry("/setting/[action]/[name]", { values: enableDisable }),
  entry("/show/config", { section: "show/config", response: config }),
  entry("/show/status", { section: "show/status", response: status }),
  entry("/show/realtime/[filter]", { section: "show/realtime", response: realtime }),
  entry("/show/collector/[ip]", { section: "show/collector/[ip]", response: collectors }),
  shown("alarms"),
  shown("assets"),
  shown("collectors", collectors),
  shown("config", config),
  shown("exporters"),
  shown("profile"),
  shown("realtime", realtime),
  shown("settings"),
  shown("status", status),
  entry("/version", { section: "version", response: ["apiversion", "build", "copyright", "name", "<free text>"] }),
];
