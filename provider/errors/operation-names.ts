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

/** What each command of the replicator does; the table of its client must have the same keys. */
export const commandNames = {
  "profile/add": "creating the profile",
  "profile/update": "changing the ports of the profile",
  "profile/rename": "renaming the profile",
  "profile/enable": "enabling the profile",
  "profile/disable": "disabling the profile",
  "profile/remove": "removing the profile",
  "profile/singularity": "setting the singularity of the profile",
  "collector/add": "adding the collector to the profile",
  "collector/remove": "removing the collector from the profile",
  "collector/threshold": "setting the threshold of the collector",
  "exporter/add": "adding the exporter to the profile",
  "exporter/remove": "removing the exporter from the profile",
  "policies/add": "adding the policy to the profile",
  "policies/remove": "removing the policy from the profile",
  "notate/profile": "writing the description of the profile",
  "notate/ip": "writing the description of the address",
  "setting/set": "setting the value of the setting",
  "setting/enable": "enabling the setting",
  "setting/disable": "disabling the setting",
} as const;

export const otherOperationNames = {
  "/logout": "logging out",
  "/acknowledge/[entity]/[ip:port]": "acknowledging the alarm",
  "/collector/allremove/[ip]": "removing the collector from all profiles",
  "/exporter/allremove/[ip]": "removing the exporter from all profiles",
  "/exporter/noprofile/[filter]": "listing the exporters without a profile",
  "/dnscheck/[ip]": "looking up the name of the address",
  "/license/check": "reading the license",
  "/rebuild": "the rebuild",
  "/role/test/secondary": "testing the role",
  "/show/alarms/[filter]": "reading the alarms",
  "/show/assets/[filter]": "reading the assets",
  "/show/collector/[ip]": "reading the collectors",
  "/show/collectors/[filter]": "reading the collectors",
  "/show/config": "reading the configuration",
  "/show/config/[filter]": "reading the configuration",
  "/show/exporters/[filter]": "reading the exporters",
  "/show/profile/[filter]": "reading the profiles",
  "/show/realtime/[filter]": "reading the traffic",
  "/show/settings/[filter]": "reading the settings",
  "/show/status": "reading the status",
  "/show/status/[filter]": "reading the status",
  "/version": "reading the version",
} as const;

const loginNames = { "/login/": "the login", "/login/[sha2]": "the login" } as const;

const names: ReadonlyMap<string, string> = new Map<string, string>([
  ...Object.entries(gatewayOperations).map(([action, [, name]]) => [action, name] as const),
  ...Object.entries({ ...otherOperationNames, ...loginNames }),
  // The key of a command is its path template, whose first two parts are the verb.
  ...Object.entries(commandNames).map(([verb, name]) => [`/${verb}`, name] as const),
]);

/** What a request does, by its action or path template; the action itself if it is unknown. */
export function operationName(action: string): string {
  return names.get(action) ?? names.get(action.split("/").slice(0, 3).join("/")) ?? action;
}
