import { OnExisting, PermissionType, PolicyKind, RuleType, SettingOnDestroy } from "../../../sdk";
import { gatewayDocument } from "../api/gateway";

/** The values that the API document lists for a field. */
const documented = (action: keyof typeof gatewayDocument, field: string): string[] =>
  (gatewayDocument[action].values?.[field] ?? "").split(", ");

test.each([
  ["PermissionType", PermissionType, documented("user_api/permissions", "json.permissions.add[].permission_type")],
  ["RuleType", RuleType, documented("ipgroups/saveRule", "added[].type").map((type) => type.replace("ipall", "all"))],
  ["PolicyKind", PolicyKind, ["include", "exclude"]],
  ["OnExisting", OnExisting, ["fail", "adopt", "adoptIfEqual"]],
  ["SettingOnDestroy", SettingOnDestroy, ["restore", "leave", "disable"]],
])("%s has every value that the input accepts, under its own name", (_name, constants, values) => {
  expect(Object.values(constants).sort()).toEqual(values.sort());
  for (const [name, value] of Object.entries(constants)) expect(name.toLowerCase()).toBe(value.toLowerCase());
});
