/**
 * The static permission codes of the management gateway ("The `seccode` values for the static type"), each with what it
 * grants. Plain data, so that programs can use it without loading other modules.
 */
export const appSeccodeMeanings = {
  /** Manage third-party links. */
  "3rdPartyIntegration": "Manage third-party links",
  /** Acknowledge events on alarm bulletin boards. */
  ackBBEvent: "Acknowledge events on alarm bulletin boards",
  /** Admin tab access. */
  adminTab: "Admin tab access",
  /** Alarm notification settings. */
  alarmSettings: "Alarm notification settings",
  /** Alarms tab access. */
  alarmsTab: "Alarms tab access",
  /** View all bulletin boards. */
  allBBoards: "View all bulletin boards",
  /** Status of all devices and interfaces. */
  allDevices: "Status of all devices and interfaces",
  /** Every gadget of any user. */
  allGadgets: "Every gadget of any user",
  /** All maps and device groups. */
  allGroups: "All maps and device groups",
  /** Report on interfaces of any device. */
  allInterfaces: "Report on interfaces of any device",
  /** All log reports. */
  allLogalotReports: "All log reports",
  /** All saved report folders. */
  allReportFolders: "All saved report folders",
  /** Saved reports of any user. */
  allReports: "Saved reports of any user",
  /** All third-party links. */
  allThirdparty: "All third-party links",
  /** Permanently delete alarms. */
  almDelete: "Permanently delete alarms",
  /** Configure application groups. */
  ApplicationGroups: "Configure application groups",
  /** Configure AS names. */
  asnames: "Configure AS names",
  /** Access the auditing report. */
  auditing: "Access the auditing report",
  /** Manage external authentication tokens. */
  auth: "Manage external authentication tokens",
  /** Manage external authentication types. */
  Authentication: "Manage external authentication types",
  /** Manage directory server configuration for authentication. */
  authLdapServers: "Manage directory server configuration for authentication",
  /** Cloud configuration. */
  cloudSettings: "Cloud configuration",
  /** Change other users' passwords without their credentials. */
  changeUserPasswords: "Change other users' passwords without their credentials",
  /** Create dashboards. */
  createDashTabs: "Create dashboards",
  /** Create local users. */
  createUsers: "Create local users",
  /** View and edit device up/down check configuration. */
  CrossCheck: "View and edit device up/down check configuration",
  /** Check-methods table view. */
  crossCheckView: "Check-methods table view",
  /** Manage all dashboards. */
  dashboardAdmin: "Manage all dashboards",
  /** Data retention settings. */
  DataHistory: "Data retention settings",
  /** Delete saved reports regardless of owner. */
  deleteReport: "Delete saved reports regardless of owner",
  /** Delete local users. */
  deleteUsers: "Delete local users",
  /** Edit device interface details. */
  DeviceDetails: "Edit device interface details",
  /** Mail server configuration. */
  EmailNotifications: "Mail server configuration",
  /** Flow analytics exclusions. */
  faExclusions: "Flow analytics exclusions",
  /** Flow analytics thresholds and settings. */
  fa_mgmt_link: "Flow analytics thresholds and settings",
  /** Access the feedback link. */
  feedbackForm: "Access the feedback link",
  /** Global flow analytics settings. */
  FlowAnalyticsSettings: "Global flow analytics settings",
  /** Help tab access. */
  helpTab: "Help tab access",
  /** Edit host name information. */
  HostNames: "Edit host name information",
  /** Configure IP Groups. */
  IPGroups: "Configure IP Groups",
  /** Language localization settings. */
  language: "Language localization settings",
  /** Licensing and features. */
  licensing: "Licensing and features",
  /** Global alarm settings. */
  LogalotPrefs: "Global alarm settings",
  /** Device MAC address information. */
  MACAddresses: "Device MAC address information",
  /** Manage collecting devices. */
  ManageCollectors: "Manage collecting devices",
  /** Manage exporting devices. */
  ManageExporters: "Manage exporting devices",
  /** Create and edit maps and groups. */
  mappingGroupConfiguration: "Create and edit maps and groups",
  /** Create and edit mapping objects. */
  mappingObjectConfiguration: "Create and edit mapping objects",
  /** Maps tab access. */
  mapsTab: "Maps tab access",
  /** Dashboards tab access. */
  myViewTab: "Dashboards tab access",
  /** Manage alarm notifications. */
  NotificationManager: "Manage alarm notifications",
  /** Manage alarm policies. */
  PolicyManager: "Manage alarm policies",
  /** Protocols discarded from flow reports. */
  protocolExclusions: "Protocols discarded from flow reports",
  /** Proxy server settings. */
  proxySettings: "Proxy server settings",
  /** RADIUS server configuration. */
  radiusConf: "RADIUS server configuration",
  /** Design custom report types. */
  ReportDesigner: "Design custom report types",
  /** Update filters of status reports. */
  reportFilters: "Update filters of status reports",
  /** Manage saved report folders. */
  reportFolders: "Manage saved report folders",
  /** Reporting engine options. */
  reportSettings: "Reporting engine options",
  /** Run flow reports. */
  runReport: "Run flow reports",
  /** Name and save flow reports. */
  saveReport: "Name and save flow reports",
  /** Manage scheduled email reports. */
  scheduledReports: "Manage scheduled email reports",
  /** SD-WAN settings. */
  sdwanSettings: "SD-WAN settings",
  /** Firewall ACL descriptions. */
  sf_asa_acls: "Firewall ACL descriptions",
  /** SNMP credentials for polling. */
  SNMPCredentials: "SNMP credentials for polling",
  /** Schedule a saved report for email. */
  srCreate: "Schedule a saved report for email",
  /** Single sign-on identity provider configuration. */
  sso: "Single sign-on identity provider configuration",
  /** Status tab access. */
  statusTab: "Status tab access",
  /** Syslog server configuration. */
  syslogNotifications: "Syslog server configuration",
  /** Global preferences. */
  SystemPreferences: "Global preferences",
  /** TACACS+ server configuration. */
  tacacsConf: "TACACS+ server configuration",
  /** TOS configuration. */
  tos: "TOS configuration",
  /** Users view listing all users instead of only the current one. */
  userAccounts: "Users view listing all users instead of only the current one",
  /** Manage user groups. */
  usergroups: "Manage user groups",
  /** View identity and access information subject to privacy restrictions. */
  viewUserIdentity: "View identity and access information subject to privacy restrictions",
  /** Server vitals reports. */
  Vitals: "Server vitals reports",
  /** Well-known-port configuration. */
  wkp: "Well-known-port configuration",
} as const;

/** A static permission code: a valid seccode for a permission of type `app`. */
export type AppSeccode = keyof typeof appSeccodeMeanings;

export const appSeccodes = Object.keys(appSeccodeMeanings) as readonly AppSeccode[];
