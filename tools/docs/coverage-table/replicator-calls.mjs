/** @typedef {import("./exchange.mjs").Call} Call */

const profile = "legacy-netops";
const collector = "192.0.2.10";
const exporter = "192.0.2.20";
const address = "198.51.100.1";
const network = { network: "198.51.100.0", prefix: 24, profile };

/** Creates a profile with a collector and an exporter of each kind, in an alarm state. */
const setUp = (/** @type {any} */ { mutate }) => {
  mutate.raiseAlarm("collector", collector, 2055);
  mutate.raiseAlarm("exporter", exporter, 2055);
  mutate.addProfile("held", 4000, 4001);
};

/**
 * @param {string} method
 * @param {...unknown[]} runs the arguments of each run
 * @returns {Call}
 */
const call = (method, ...runs) => ({ method, setUp, runs: runs.map((args) => () => args) });

const filters = [["0"]];

/** The client's methods for each path, with arguments that fill each parameter in each documented way. */
export const replicatorCalls = {
  "/login/": [call("login", [])],
  "/login/[sha2]": [{ ...call("login", []), options: { legacyLogin: true, warn: () => undefined } }],
  "/logout": [call("logout", [])],
  "/acknowledge/[entity]/[ip:port]": [
    call("acknowledge", ["collector", collector, 2055], ["exporter", exporter, 2055]),
  ],
  "/collector/[action]/[ip]/[profile]": [
    call("collector.add", [{ address, profile }]),
    call("collector.remove", [{ address: collector, profile }]),
  ],
  "/collector/allremove/[ip]": [call("collector.allremove", [collector])],
  "/collector/threshold/[collector]/[threshold]": [
    call("collector.threshold", [{ address: collector, threshold: 5 }], [{ address: collector, threshold: 0 }]),
  ],
  "/dnscheck/[ip]": [call("dnscheck", [collector])],
  "/exporter/[action]/[ip]/[profile]": [
    call("exporter.add", [{ address, profile }]),
    call("exporter.remove", [{ address: exporter, profile }]),
  ],
  "/exporter/allremove/[ip]": [call("exporter.allremove", [exporter])],
  "/exporter/noprofile/[filter]": [call("exporter.noprofile", ["0"])],
  "/license/check": [call("licenseCheck", [])],
  "/notate/[entity]/[identity]/[description]": [
    call("notate.profile", [{ profile, description: "An example" }]),
    call("notate.ip", [{ address: collector, description: "An example" }]),
  ],
  "/policies/[action]/[network]/[cidr]/[profile]/[incexc]": [
    call("policies.add", [{ ...network, kind: "include" }], [{ ...network, profile: "held", kind: "exclude" }]),
    call("policies.remove", [{ network: "192.0.2.0", prefix: 26, profile, kind: "include" }]),
  ],
  "/profile/rename/[current]/[new]": [call("profile.rename", [{ current: profile, name: "renamed" }])],
  "/profile/singularity/[name]/[action]": [
    call("profile.singularity", [{ name: profile, singularity: true }], [{ name: profile, singularity: false }]),
  ],
  "/profile/[action]/[name]": [
    call("profile.enable", [profile]),
    call("profile.disable", [profile]),
    call("profile.remove", [profile]),
  ],
  "/profile/[action]/[name]/[listeningport]/[sendingport]": [
    call("profile.add", [{ name: "new", listeningPort: 3000, sendingPort: 3001 }]),
    call("profile.update", [{ name: profile, listeningPort: 3000, sendingPort: 3001 }]),
  ],
  "/rebuild": [call("rebuild", [])],
  "/role/test/secondary": [
    { ...call("roleTestSecondary", []), setUp: (/** @type {any} */ { mutate }) => mutate.setRole("secondary") },
  ],
  "/setting/set/[name]/[value]": [call("setting.set", [{ name: "downDisplayHour", value: "12" }])],
  "/setting/[action]/[name]": [call("setting.enable", ["pingCollectors"]), call("setting.disable", ["pingCollectors"])],
  "/show/config": [call("show.config", [])],
  "/show/status": [call("show.status", [])],
  "/show/realtime/[filter]": [call("show.realtime", [])],
  "/show/collector/[ip]": [call("show.collector", [collector])],
  "/show/[entity]/[filter] alarms": [call("show.alarms", ...filters)],
  "/show/[entity]/[filter] assets": [call("show.assets", ...filters)],
  "/show/[entity]/[filter] collectors": [call("show.collectors", ...filters)],
  "/show/[entity]/[filter] config": [call("show.config", ...filters)],
  "/show/[entity]/[filter] exporters": [call("show.exporters", ...filters)],
  "/show/[entity]/[filter] profile": [call("show.profile", ...filters)],
  "/show/[entity]/[filter] realtime": [call("show.realtime", [])],
  "/show/[entity]/[filter] settings": [call("show.settings", ...filters)],
  "/show/[entity]/[filter] status": [call("show.status", ...filters)],
  "/version": [call("version", [])],
};
