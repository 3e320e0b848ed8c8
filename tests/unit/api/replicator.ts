import type { ReplicatorClient, Verb } from "../../../provider/client";
import type { Simulator } from "../../../simulator";
import { type Documented, type Method, sender } from "./document";

const answer = "description, result";
const session = "path, result";
const lists = "{collector, notate, policy, profile}";
const traffic = "{octets.{delta, rate}, packets.{delta, rate}}";
const config = `api.${lists}, cli.${lists}`;
const realtime = `collector.<ip>.in.${traffic}, exporter.<ip>.{awareness.{last_epoch, last_timestamp}, in.${traffic}, out.${traffic}, profiles},
  pair.<pair>.${traffic}, profile.<name>.{in.${traffic}, out.${traffic}},
  stats.totals.{collectors, exporters, pairs, profiles.{disabled, enabled, total}}, system.cpu`;
const collectors =
  "collector.<ip>.{acknowledged, description, in_profiles, ip, name, status.unreachable_port, threshold}";
const status: Documented = {
  request: "",
  response: "<component>, replicator license, result, version",
  elsewhere: { "<component>": "components.<component>", "replicator license": "licenseDaysLeft", result: undefined },
};

/** A path; its parameters are those in brackets. */
const path = (response = answer, rest: Partial<Documented> = {}): Documented => ({ request: "", response, ...rest });
const addRemove = { values: { action: "add, remove" } };
const enableDisable = { values: { action: "enable, disable" } };

/** Every row of "Endpoints" below `/api/1`, and `show` with each entity. */
export const replicatorDocument = {
  "/login/": path(session, { request: "user, passwd" }),
  "/login/[sha2]": path(session),
  "/logout": path(session),
  "/acknowledge/[entity]/[ip:port]": path(answer, { values: { entity: "collector, exporter" } }),
  "/collector/[action]/[ip]/[profile]": path(answer, addRemove),
  "/collector/allremove/[ip]": path(),
  "/collector/threshold/[collector]/[threshold]": path(),
  "/dnscheck/[ip]": path("dnscheck.{addr, expiry.{epoch, time}, name, resolveTime, status}"),
  "/exporter/[action]/[ip]/[profile]": path(answer, addRemove),
  "/exporter/allremove/[ip]": path(),
  "/exporter/noprofile/[filter]": path(
    `noprofile.{<ip>.{in_o_delta, in_o_rate, in_p_delta, in_p_rate, lastseen, out_o_delta, out_o_rate, out_p_delta, out_p_rate, unixtime}, total}`,
    // The size of the map.
    { unwrap: "noprofile", elsewhere: { "noprofile.total": undefined } },
  ),
  "/license/check": path("daysLeft, expiration, licensedType, licensedVersion, machineID, role"),
  "/notate/[entity]/[identity]/[description]": path(answer, { values: { entity: "profile, ip" } }),
  "/policies/[action]/[network]/[cidr]/[profile]/[incexc]": path(answer, {
    values: { action: "add, remove", incexc: "include, exclude" },
  }),
  "/profile/rename/[current]/[new]": path(),
  "/profile/singularity/[name]/[action]": path(answer, enableDisable),
  "/profile/[action]/[name]": path(answer, { values: { action: "enable, disable, remove" } }),
  "/profile/[action]/[name]/[listeningport]/[sendingport]": path(answer, { values: { action: "add, update" } }),
  "/rebuild": path(),
  "/role/test/secondary": path(),
  "/setting/set/[name]/[value]": path(),
  "/setting/[action]/[name]": path(answer, enableDisable),
  "/show/config": path(config),
  "/show/status": status,
  "/show/realtime/[filter]": path(realtime),
  "/show/collector/[ip]": path(collectors, { unwrap: "collector" }),
  "/show/alarms/[filter]": path(""),
  "/show/assets/[filter]": path(""),
  "/show/collectors/[filter]": path(collectors, { unwrap: "collector" }),
  "/show/config/[filter]": path(config),
  "/show/exporters/[filter]": path(""),
  "/show/profile/[filter]": path(""),
  "/show/settings/[filter]": path(""),
  "/show/status/[filter]": status,
  "/version": path("apiversion, build, copyright, name, <free text>"),
} satisfies Readonly<Record<string, Documented>>;

export type ReplicatorPath = keyof typeof replicatorDocument;

const profile = "legacy-netops";
const collector = "192.0.2.10";
const exporter = "192.0.2.20";
const address = "198.51.100.1";
const policy = { network: "198.51.100.0", prefix: 24, profile };

export function prepareReplicator({ mutate }: Simulator): void {
  mutate.raiseAlarm("collector", collector, 2055);
  mutate.raiseAlarm("exporter", exporter, 2055);
  mutate.addProfile("held", 4000, 4001);
}

const sends = sender<ReplicatorPath, ReplicatorClient>();
const members = "/collector/[action]/[ip]/[profile]";
const exporters = "/exporter/[action]/[ip]/[profile]";
const policies = "/policies/[action]/[network]/[cidr]/[profile]/[incexc]";
const notes = "/notate/[entity]/[identity]/[description]";
const state = "/profile/[action]/[name]";
const ports = "/profile/[action]/[name]/[listeningport]/[sendingport]";
const setting = "/setting/[action]/[name]";

/** Every command, which the method `execute` sends. */
export const replicatorCommands: Readonly<Record<Verb, Method<ReplicatorPath, ReplicatorClient>>> = {
  "collector/add": sends(members, (client) => client.execute({ verb: "collector/add", address, profile })),
  "collector/remove": sends(members, (client) =>
    client.execute({ verb: "collector/remove", address: collector, profile }),
  ),
  "collector/threshold": sends("/collector/threshold/[collector]/[threshold]", (client) =>
    client.execute({ verb: "collector/threshold", address: collector, threshold: 5 }),
  ),
  "exporter/add": sends(exporters, (client) => client.execute({ verb: "exporter/add", address, profile })),
  "exporter/remove": sends(exporters, (client) =>
    client.execute({ verb: "exporter/remove", address: exporter, profile }),
  ),
  "notate/profile": sends(notes, (client) =>
    client.execute({ verb: "notate/profile", profile, description: "An example" }),
  ),
  "notate/ip": sends(notes, (client) =>
    client.execute({ verb: "notate/ip", address: collector, description: "An example" }),
  ),
  "policies/add": sends(
    policies,
    (client) => client.execute({ verb: "policies/add", ...policy, kind: "include" }),
    (client) => client.execute({ verb: "policies/add", ...policy, profile: "held", kind: "exclude" }),
  ),
  "policies/remove": sends(policies, (client) =>
    client.execute({ verb: "policies/remove", network: "192.0.2.0", prefix: 26, profile, kind: "include" }),
  ),
  "profile/rename": sends("/profile/rename/[current]/[new]", (client) =>
    client.execute({ verb: "profile/rename", current: profile, name: "renamed" }),
  ),
  "profile/singularity": sends(
    "/profile/singularity/[name]/[action]",
    (client) => client.execute({ verb: "profile/singularity", name: profile, singularity: true }),
    (client) => client.execute({ verb: "profile/singularity", name: profile, singularity: false }),
  ),
  "profile/enable": sends(state, (client) => client.execute({ verb: "profile/enable", name: profile })),
  "profile/disable": sends(state, (client) => client.execute({ verb: "profile/disable", name: profile })),
  "profile/remove": sends(state, (client) => client.execute({ verb: "profile/remove", name: profile })),
  "profile/add": sends(ports, (client) =>
    client.execute({ verb: "profile/add", name: "new", listeningPort: 3000, sendingPort: 3001 }),
  ),
  "profile/update": sends(ports, (client) =>
    client.execute({ verb: "profile/update", name: profile, listeningPort: 3000, sendingPort: 3001 }),
  ),
  "setting/set": sends("/setting/set/[name]/[value]", (client) =>
    client.execute({ verb: "setting/set", name: "downDisplayHour", value: "12" }),
  ),
  "setting/enable": sends(setting, (client) => client.execute({ verb: "setting/enable", name: "pingCollectors" })),
  "setting/disable": sends(setting, (client) => client.execute({ verb: "setting/disable", name: "pingCollectors" })),
};

export const replicatorMethods: readonly Method<ReplicatorPath, ReplicatorClient>[] = [
  sends("/login/", (client) => client.login()),
  sends("/logout", (client) => client.logout()),
  sends(
    "/acknowledge/[entity]/[ip:port]",
    (client) => client.call("/acknowledge/[entity]/[ip:port]", "collector", `${collector}:2055`),
    (client) => client.call("/acknowledge/[entity]/[ip:port]", "exporter", `${exporter}:2055`),
  ),
  sends("/role/test/secondary", (client, { mutate }) => {
    mutate.setRole("secondary");
    return client.call("/role/test/secondary");
  }),
  ...(["/collector/allremove/[ip]", "/dnscheck/[ip]", "/show/collector/[ip]"] as const).map((path) =>
    sends(path, (client) => client.call(path, collector)),
  ),
  sends("/exporter/allremove/[ip]", (client) => client.call("/exporter/allremove/[ip]", exporter)),
  ...(
    [
      ...(["/exporter/noprofile/[filter]", "/license/check", "/rebuild", "/version", "/show/config"] as const),
      ...(["/show/config/[filter]", "/show/status", "/show/status/[filter]", "/show/realtime/[filter]"] as const),
      ...(["/show/alarms/[filter]", "/show/assets/[filter]", "/show/collectors/[filter]"] as const),
      ...(["/show/exporters/[filter]", "/show/profile/[filter]", "/show/settings/[filter]"] as const),
    ] as const
  ).map((path) => sends(path, (client) => client.call(path))),
];
