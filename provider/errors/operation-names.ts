/**
 * Every action of the gateway that the client sends: what may happen if it is sent twice, and what it does, in the words
 * of messages. Users do not know the actions and paths of the API. `converging` means that a repetition changes nothing
 * more. Its answer may still be a refusal ("0 matched"), which the caller verifies.
 */
export const gatewayOperations = {
  "ipgroups/saveRule": ["creating", "creating the IP group"],
  // A repetition would add the rules in `added` a second time.
  "ipgroups/update": ["creating", "changing the IP group"],
  "ipgroups/loadTreeRootFast": ["read", "listing the IP groups"],
  "ipgroups/search": ["read", "searching the IP groups"],
  "ipgroups/loadRules": ["read", "reading the rules of the IP group"],
  "ipgroups/deleteRule": ["converging", "deleting the rule of the IP group"],
  "ipgroups/delete": ["converging", "deleting the IP group"],
  "ipgroups/deleteAll": ["converging", "deleting all IP groups"],
  "user_api/createUser": ["creating", "creating users"],
  "user_api/delUsers": ["converging", "deleting users"],
  "user_api/delUser": ["converging", "deleting the user"],
  "user_api/createUsergroup": ["creating", "creating user groups"],
  "user_api/delUsergroups": ["converging", "deleting user groups"],
  "user_api/membership": ["converging", "changing memberships"],
  "user_api/prefs": ["converging", "setting preferences"],
  "user_api/permissions": ["converging", "changing permissions"],
  "user_api/permission": ["converging", "changing the permission"],
  "user_api/changeUsername": ["converging", "renaming the user"],
  "report_api/get": ["read", "reading the report"],
} as const;

/** `<run mode>/<action>`, as the gateway spells both. */
export type GatewayAction = keyof typeof gatewayOperations;

/** The commands of the replicator, in the same form; the table of its client must have the same keys. */
export const commandOperations = {
  // A second request may find a profile of that name which another client created in the meantime.
  "profile/add": ["creating", "creating the profile"],
  "profile/update": ["converging", "changing the ports of the profile"],
  "profile/rename": ["converging", "renaming the profile"],
  "profile/enable": ["converging", "enabling the profile"],
  "profile/disable": ["converging", "disabling the profile"],
  "profile/remove": ["converging", "removing the profile"],
  "profile/singularity": ["converging", "setting the singularity of the profile"],
  "collector/add": ["converging", "adding the collector to the profile"],
  "collector/remove": ["converging", "removing the collector from the profile"],
  "collector/threshold": ["converging", "setting the threshold of the collector"],
  "exporter/add": ["converging", "adding the exporter to the profile"],
  "exporter/remove": ["converging", "removing the exporter from the profile"],
  "policies/add": ["converging", "adding the policy to the profile"],
  "policies/remove": ["converging", "removing the policy from the profile"],
  "notate/profile": ["converging", "writing the description of the profile"],
  "notate/ip": ["converging", "writing the description of the address"],
  "setting/set": ["converging", "setting the value of the setting"],
  "setting/enable": ["converging", "enabling the setting"],
  "setting/disable": ["converging", "disabling the setting"],
} as const;

/** All other requests to the replicator except the login, by path template. */
export const otherOperations = {
  "/logout": ["converging", "logging out"],
  "/acknowledge/[entity]/[ip:port]": ["converging", "acknowledging the alarm"],
  "/collector/allremove/[ip]": ["converging", "removing the collector from all profiles"],
  "/exporter/allremove/[ip]": ["converging", "removing the exporter from all profiles"],
  "/exporter/noprofile/[filter]": ["read", "listing the exporters without a profile"],
  "/dnscheck/[ip]": ["read", "looking up the name of the address"],
  "/license/check": ["read", "reading the license"],
  "/rebuild": ["converging", "the rebuild"],
  "/role/test/secondary": ["read", "testing the role"],
  "/show/alarms/[filter]": ["read", "reading the alarms"],
  "/show/assets/[filter]": ["read", "reading the assets"],
  "/show/collector/[ip]": ["read", "reading the collectors"],
  "/show/collectors/[filter]": ["read", "reading the collectors"],
  "/show/config": ["read", "reading the configuration"],
  "/show/config/[filter]": ["read", "reading the configuration"],
  "/show/exporters/[filter]": ["read", "reading the exporters"],
  "/show/profile/[filter]": ["read", "reading the profiles"],
  "/show/realtime/[filter]": ["read", "reading the traffic"],
  "/show/settings/[filter]": ["read", "reading the settings"],
  "/show/status": ["read", "reading the status"],
  "/show/status/[filter]": ["read", "reading the status"],
  "/version": ["read", "reading the version"],
} as const;

const loginNames = { "/login/": "the login", "/login/[sha2]": "the login" } as const;

const names: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries({ ...gatewayOperations, ...otherOperations }).map(([action, [, name]]) => [action, name] as const),
  ...Object.entries(loginNames),
  // The key of a command is its path template, whose first two parts are the verb.
  ...Object.entries(commandOperations).map(([verb, [, name]]) => [`/${verb}`, name] as const),
]);

/** What a request does, by its action or path template; the action itself if it is unknown. */
export function operationName(action: string): string {
  return names.get(action) ?? names.get(action.split("/").slice(0, 3).join("/")) ?? action;
}
