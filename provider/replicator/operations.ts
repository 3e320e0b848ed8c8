import type { OperationClass } from "../http/request";
import type { commandNames, otherOperationNames } from "../operation-names";
import type { Verb } from "./commands";

/**
 * What may happen when a command is sent twice. Most set an absolute state; a repetition of those that add or remove may
 * be answered with "already there" or "not there", which the caller verifies by reading.
 */
export const commandOperations = {
  // A second one may meet a profile of that name which another client created meanwhile.
  "profile/add": "creating",
  "profile/update": "converging",
  "profile/rename": "converging",
  "profile/enable": "converging",
  "profile/disable": "converging",
  "profile/remove": "converging",
  "profile/singularity": "converging",
  "collector/add": "converging",
  "collector/remove": "converging",
  "collector/threshold": "converging",
  "exporter/add": "converging",
  "exporter/remove": "converging",
  "policies/add": "converging",
  "policies/remove": "converging",
  "notate/profile": "converging",
  "notate/ip": "converging",
  "setting/set": "converging",
  "setting/enable": "converging",
  "setting/disable": "converging",
} as const satisfies Readonly<Record<keyof typeof commandNames, OperationClass>>;

/** Path templates of the configuration commands, for logs and errors. */
export const commandTemplates = {
  "profile/add": "/profile/add/[name]/[listeningport]/[sendingport]",
  "profile/update": "/profile/update/[name]/[listeningport]/[sendingport]",
  "profile/rename": "/profile/rename/[current]/[new]",
  "profile/enable": "/profile/enable/[name]",
  "profile/disable": "/profile/disable/[name]",
  "profile/remove": "/profile/remove/[name]",
  "profile/singularity": "/profile/singularity/[name]/[action]",
  "collector/add": "/collector/add/[ip]/[profile]",
  "collector/remove": "/collector/remove/[ip]/[profile]",
  "collector/threshold": "/collector/threshold/[collector]/[threshold]",
  "exporter/add": "/exporter/add/[ip]/[profile]",
  "exporter/remove": "/exporter/remove/[ip]/[profile]",
  "policies/add": "/policies/add/[network]/[cidr]/[profile]/[incexc]",
  "policies/remove": "/policies/remove/[network]/[cidr]/[profile]/[incexc]",
  "notate/profile": "/notate/profile/[identity]/[description]",
  "notate/ip": "/notate/ip/[identity]/[description]",
  "setting/set": "/setting/set/[name]/[value]",
  "setting/enable": "/setting/enable/[name]",
  "setting/disable": "/setting/disable/[name]",
} as const satisfies Readonly<Record<Verb, string>>;

/** All other requests but the login, by path template. */
export const otherOperations = {
  "/logout": "converging",
  "/acknowledge/[entity]/[ip:port]": "converging",
  "/collector/allremove/[ip]": "converging",
  "/exporter/allremove/[ip]": "converging",
  "/exporter/noprofile/[filter]": "read",
  "/dnscheck/[ip]": "read",
  "/license/check": "read",
  "/rebuild": "converging",
  "/role/test/secondary": "read",
  "/show/alarms/[filter]": "read",
  "/show/assets/[filter]": "read",
  "/show/collector/[ip]": "read",
  "/show/collectors/[filter]": "read",
  "/show/config": "read",
  "/show/config/[filter]": "read",
  "/show/exporters/[filter]": "read",
  "/show/profile/[filter]": "read",
  "/show/realtime/[filter]": "read",
  "/show/settings/[filter]": "read",
  "/show/status": "read",
  "/show/status/[filter]": "read",
  "/version": "read",
} as const satisfies Readonly<Record<keyof typeof otherOperationNames, OperationClass>>;

export type OtherTemplate = keyof typeof otherOperations;
