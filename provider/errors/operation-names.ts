/**
 * What each request to an appliance does, in the words of messages: users do not know the actions and paths of the API.
 * Keys are the actions of the gateway and the path templates of the replicator; the tables of both clients must have
 * the same keys.
 */
export const gatewayOperationNames = {
  "ipgroups/saveRule": "creating the IP group",
  "ipgroups/update": "changing the IP group",
  "ipgroups/loadTreeRootFast": "listing the IP groups",
  "ipgroups/search": "searching the IP groups",
  "ipgroups/loadRules": "reading the rules of the IP group",
  "ipgroups/deleteRule": "deleting the rule of the IP group",
  "ipgroups/delete": "deleting the IP group",
  "ipgroups/deleteAll": "deleting all IP groups",
  "user_api/createUser": "creating users",
  "user_api/delUsers": "deleting users",
  "user_api/delUser": "deleting the user",
  "user_api/createUsergroup": "creating user groups",
  "user_api/delUsergroups": "deleting user groups",
  "user_api/membership": "changing memberships",
  "user_api/prefs": "setting preferences",
  "user_api/permissions": "changing permissions",
  "user_api/permission": "changing the permission",
  "user_api/changeUsername": "renaming the user",
  "report_api/get": "reading the report",
} as const;

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
  ...Object.entries({ ...gatewayOperationNames, ...otherOperationNames, ...loginNames }),
  // The key of a command is its path template, whose first two parts are the verb.
  ...Object.entries(commandNames).map(([verb, name]) => [`/${verb}`, name] as const),
]);

/** What a request does, by its action or path template; the action itself if it is unknown. */
export function operationName(action: string): string {
  return names.get(action) ?? names.get(action.split("/").slice(0, 3).join("/")) ?? action;
}
