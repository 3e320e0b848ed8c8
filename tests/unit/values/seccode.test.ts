import { z } from "#zod";
import {
  canonicalSeccode,
  grantFields,
  permissionTypes,
  seccodeFault,
  withValidSeccode,
  writtenSeccode,
} from "../../../provider/values/seccode";
import { appSeccodeMeanings, appSeccodes } from "../../../provider/values/seccodes";
import { faultsOf } from "./support";

/** The section "The `seccode` values for the static type" of the document. */
const documented = `
  3rdPartyIntegration ackBBEvent adminTab alarmSettings alarmsTab allBBoards allDevices allGadgets allGroups
  allInterfaces allLogalotReports allReportFolders allReports allThirdparty almDelete ApplicationGroups asnames auditing
  auth Authentication authLdapServers cloudSettings changeUserPasswords createDashTabs createUsers CrossCheck
  crossCheckView dashboardAdmin DataHistory deleteReport deleteUsers DeviceDetails EmailNotifications faExclusions
  fa_mgmt_link feedbackForm FlowAnalyticsSettings helpTab HostNames IPGroups language licensing LogalotPrefs
  MACAddresses ManageCollectors ManageExporters mappingGroupConfiguration mappingObjectConfiguration mapsTab myViewTab
  NotificationManager PolicyManager protocolExclusions proxySettings radiusConf ReportDesigner reportFilters
  reportFolders reportSettings runReport saveReport scheduledReports sdwanSettings sf_asa_acls SNMPCredentials srCreate
  sso statusTab syslogNotifications SystemPreferences tacacsConf tos userAccounts usergroups viewUserIdentity Vitals wkp
`;

const permission = withValidSeccode(z.strictObject(grantFields));
const device = (text: string): string =>
  `seccode: "${text}" is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1`;
const interfaceFault = (text: string): string =>
  `seccode: "${text}" is not an interface: write device, hyphen, index, like 0A010101-3 or 10.1.1.1-3`;

describe("the static codes of permission type app", () => {
  test("are exactly the documented ones, each with its meaning", () => {
    expect([...appSeccodes].sort()).toEqual(documented.trim().split(/\s+/u).sort());
    for (const meaning of Object.values(appSeccodeMeanings)) expect(meaning).toMatch(/^\S.{4,}/u);
  });

  test("are all accepted", () => {
    for (const seccode of appSeccodes) expect(faultsOf(permission, { permissionType: "app", seccode })).toEqual([]);
  });
});

describe("a seccode that its type does not have is refused", () => {
  test.each<[permissionType: string, seccode: unknown, message: string]>([
    ["app", "ipgroups", 'seccode: unknown app seccode "ipgroups", did you mean "IPGroups"?'],
    ["app", "everything at all", 'seccode: unknown app seccode "everything at all"'],
    ["app", "toString", 'seccode: unknown app seccode "toString"'],
    ["app", "10.1.1.1", 'seccode: unknown app seccode "10.1.1.1"'],
    ["app", 5, 'seccode: unknown app seccode "5"'],
    ...["0A01010", "0A0101010", "0G010101", "010.1.1.1", "fe80::1", "0A010101-3", "IPGroups"].map(
      (text): [string, string, string] => ["device", text, device(text)],
    ),
    ...["0A010101", "0A010101-", "0A010101--3", "0A010101-3-4", "10.1.1.1_3", "10.1.1-3"].map(
      (text): [string, string, string] => ["interface", text, interfaceFault(text)],
    ),
    ["group", "", "seccode: must not be empty"],
    ["report", 1.5, "seccode: must be text, a whole number or { raw: text }"],
    ["app", { raw: "" }, "seccode: must not be empty"],
    ["app", { raw: "a\tb" }, "seccode: holds a control character (tab, line break or the like)"],
    ["device", { raw: " x" }, "seccode: begins or ends with white space"],
    ["app", { raw: 5 }, "seccode.raw: must be a string, not a number"],
    ["app", { raw: "x", more: 1 }, 'seccode: unknown key "more"; known: raw'],
    ["gadget", undefined, "seccode: is required (text, a whole number or { raw: text })"],
  ])("%s %j", (permissionType, seccode, message) => {
    expect(faultsOf(permission, { permissionType, seccode })).toEqual([message]);
  });

  test("an unknown permission type is refused with the nearest one", () => {
    expect(faultsOf(permission, { permissionType: "devise", seccode: "x" })).toEqual([
      'permissionType: unknown permission type "devise", did you mean "device"?',
    ]);
    expect(faultsOf(permission, { permissionType: "role", seccode: "x" })).toEqual([
      `permissionType: unknown permission type "role"; known: ${permissionTypes.join(", ")}`,
    ]);
    expect(faultsOf(permission, { seccode: "x" })).toEqual([
      `permissionType: is required (one of ${permissionTypes.join(", ")})`,
    ]);
  });

  test("the seccode is checked even if another field of the resource is wrong", () => {
    expect(faultsOf(permission, { permissionType: "device", seccode: "x", extra: 1 })).toHaveLength(2);
  });
});

describe("equal seccodes have one canonical spelling", () => {
  test.each([
    ["device", "10.1.1.1", "0A010101"],
    ["device", "0a010101", "0A010101"],
    ["device", "0A010101", "0A010101"],
    ["interface", "10.1.1.1-3", "0A010101-3"],
    ["interface", "0a010101-12", "0A010101-12"],
    ["app", "fa_mgmt_link", "fa_mgmt_link"],
    ["group", "abc-def", "abc-def"],
    ["report", "12", "12"],
  ] as const)("%s %s is %s", (type, seccode, canonical) => {
    expect(seccodeFault(type, seccode)).toBeUndefined();
    expect(canonicalSeccode(type, seccode)).toBe(canonical);
    expect(canonicalSeccode(type, canonical)).toBe(canonical);
  });

  test.each([
    ["app", { raw: "Vitals" }, "Vitals", "Vitals"],
    ["app", { raw: "newFeature" }, "newFeature", { raw: "newFeature" }],
    ["device", { raw: "0A010101" }, "0A010101", "0A010101"],
    ["device", { raw: "0a010101" }, "0A010101", "0A010101"],
    ["interface", { raw: "0a010101-3" }, "0A010101-3", "0A010101-3"],
    ["report", { raw: "0a010101" }, "0a010101", "0a010101"],
    ["device", { raw: "10.1.1.1" }, "10.1.1.1", { raw: "10.1.1.1" }],
    ["interface", { raw: "fe80::1-3" }, "fe80::1-3", { raw: "fe80::1-3" }],
  ] as const)("%s %j is sent, and has a form that a state can contain", (permissionType, seccode, sent, written) => {
    expect(faultsOf(permission, { permissionType, seccode })).toEqual([]);
    expect(canonicalSeccode(permissionType, seccode)).toBe(sent);
    expect(writtenSeccode(permissionType, sent)).toEqual(written);
    expect(faultsOf(permission, { permissionType, seccode: written })).toEqual([]);
    expect(canonicalSeccode(permissionType, written)).toBe(sent);
  });

  test("a number and its text are equal", () => {
    const parsed = [12, "12"].map((seccode) => permission.parse({ permissionType: "report", seccode }));
    expect(parsed[0]).toEqual(parsed[1]);
  });
});
