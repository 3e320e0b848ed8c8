import type { Switches } from "../switches";
import type { Permission } from "./store";

/** The static codes of the API document; each grants one feature. Management gateway, "Permission". */
export const staticSeccodes: ReadonlySet<string> = new Set(
  `3rdPartyIntegration ackBBEvent adminTab alarmSettings alarmsTab allBBoards allDevices allGadgets allGroups
  allInterfaces allLogalotReports allReportFolders allReports allThirdparty almDelete ApplicationGroups asnames auditing
  auth Authentication authLdapServers cloudSettings changeUserPasswords createDashTabs createUsers CrossCheck
  crossCheckView dashboardAdmin DataHistory deleteReport deleteUsers DeviceDetails EmailNotifications faExclusions
  fa_mgmt_link feedbackForm FlowAnalyticsSettings helpTab HostNames IPGroups language licensing LogalotPrefs
  MACAddresses ManageCollectors ManageExporters mappingGroupConfiguration mappingObjectConfiguration mapsTab myViewTab
  NotificationManager PolicyManager protocolExclusions proxySettings radiusConf ReportDesigner reportFilters
  reportFolders reportSettings runReport saveReport scheduledReports sdwanSettings sf_asa_acls SNMPCredentials srCreate
  sso statusTab syslogNotifications SystemPreferences tacacsConf tos userAccounts usergroups viewUserIdentity Vitals
  wkp`.split(/\s+/u),
);

/** Form of `seccode` by `permission_type`, for all types except the static one. */
const seccodeForms: ReadonlyMap<string, RegExp> = new Map([
  ["device", /^[0-9a-f]{8}$/iu],
  ["interface", /^[0-9a-f]{8}-\d+$/iu],
  ["group", /^\S+$/u],
  ["report", /^\S+$/u],
  ["gadget", /^\S+$/u],
  ["thirdparty", /^\S+$/u],
  ["bboard", /^\S+$/u],
]);

/** The reason why a permission is invalid, or undefined. */
export function permissionFault({ type, seccode }: Permission, switches: Readonly<Switches>): string | undefined {
  if (type === switches.staticPermissionType) {
    return staticSeccodes.has(seccode) ? undefined : `no such seccode`;
  }
  const form = seccodeForms.get(type);
  if (form === undefined) return `no such permission type`;
  return form.test(seccode) ? undefined : `the seccode is not valid for this type`;
}
