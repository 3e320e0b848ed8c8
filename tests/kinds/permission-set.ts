import type { permissionSet as definition } from "../../provider/resources/permission-set";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { app, permission } from "./permission";
import { cannotBeRead, type Sample, userGroupOf } from "./sample";

/** Inputs with one valid permission and the given one beside it. */
const beside = (permissionType: unknown, seccode: unknown): Properties => ({
  permissions: [app("wkp"), { permissionType, seccode }],
});

export const permissionSet: Sample<typeof definition, "userGroupId"> = {
  minimal: { userGroupId: 2, permissions: [app("auditing")] },
  defaults: {},
  full: {
    userGroupName: "ops",
    permissions: [app("IPGroups"), { permissionType: "interface", seccode: "0a010101-3" }],
  },
  inPlace: [["permissions", []]],
  replacing: [["userGroupName", "other"]],
  unknown: [
    { userGroupId: UNKNOWN },
    { permissions: [{ permissionType: UNKNOWN, seccode: "anything" }, UNKNOWN] },
    { permissions: [{ permissionType: "app", seccode: UNKNOWN }] },
  ],
  bad: [
    ["id and name of the group", { userGroupName: "Guests" }, "userGroupName: ", "together with userGroupId"],
    ["no group", { userGroupId: undefined }, "userGroupId: is required", "userGroupName"],
    ["no permissions", { permissions: undefined }, "permissions: is required"],
    ["an unknown type", beside("devices", "1"), "permissions[1].permissionType: ", '"device"'],
    ["an unknown seccode", beside("app", "runReports"), "permissions[1].seccode: ", '"runReport"'],
    ["a device that is no address", beside("device", "0A0101"), "permissions[1].seccode: ", "0A0101"],
    ["an interface without index", beside("interface", "0A010101"), "permissions[1].seccode: ", "index"],
    ["a permission without seccode", beside("app", undefined), "permissions[1].seccode: "],
    ["permissions as text", { permissions: ["runReport"] }, "permissions[0]: "],
    cannotBeRead("PermissionSet"),
  ],
  faulty: [
    { userGroupId: 4, permissions: [{ permissionType: "app", seccode: "x y" }, { permissionType: "interface" }] },
    [
      'permissions[0].seccode: unknown app seccode "x y"',
      "permissions[1].seccode: is required (text, a whole number or { raw: text })",
    ],
  ],
  entry: (inputs) => ({ id: userGroupOf(inputs), outputs: {} }),
  holds: ({ permissions, ...group }, before) =>
    (permissions as Properties[]).flatMap((one) => permission.holds({ ...group, ...one }, before)),
  misfits: [["name:admins", {}, 'its inputs belong to the id "name:ops"']],
  life: ({ writersId }) => ({
    first: { userGroupId: writersId, permissions: [app("runReport"), app("tos")] },
    second: { userGroupId: writersId, permissions: [app("tos"), app("IPGroups")] },
    theirs: { userGroupId: writersId, permissions: [app("tos")] },
    changes: {
      create: [/permissions .*add app runReport[^,]+, add app tos/u],
      update: [/permissions .*add app IPGroups.*remove app runReport/u],
      delete: [/permissions .*remove app (?:runReport|IPGroups)/u],
    },
  }),
};
