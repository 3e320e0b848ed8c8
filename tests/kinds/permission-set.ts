import type { permissionSet as definition } from "../../provider/kinds/permission-set";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { app, permission } from "./permission";
import { cannotBeRead, linkId, type Sample } from "./sample";

/** Inputs with one valid permission and the given one beside it. */
const beside = (permissionType: unknown, seccode: unknown): Properties => ({
  permissions: [app("wkp"), { permissionType, seccode }],
});

export const permissionSet: Sample<typeof definition> = {
  minimal: { userGroup: 2, permissions: [app("auditing")] },
  defaults: {},
  full: {
    userGroup: "ops",
    permissions: [app("IPGroups"), { permissionType: "interface", seccode: "0a010101-3" }],
  },
  unknown: [
    { userGroup: UNKNOWN },
    { permissions: [{ permissionType: UNKNOWN, seccode: "anything" }, UNKNOWN] },
    { permissions: [{ permissionType: "app", seccode: UNKNOWN }] },
  ],
  bad: [
    ["no group", { userGroup: undefined }, "userGroup: ", "its name, or its number"],
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
    { userGroup: 4, permissions: [{ permissionType: "app", seccode: "x y" }, { permissionType: "interface" }] },
    [
      'permissions[0].seccode: unknown app seccode "x y"',
      "permissions[1].seccode: is required (text, a whole number or { raw: text })",
    ],
  ],
  entry: (inputs) => ({ id: linkId(inputs["userGroup"]), outputs: {} }),
  holds: ({ permissions, ...group }, before) =>
    (permissions as Properties[]).flatMap((one) => permission.holds({ ...group, ...one }, before)),
  misfits: [],
  life: () => ({
    first: { userGroup: "Writers", permissions: [app("runReport"), app("tos")] },
    second: { userGroup: "Writers", permissions: [app("tos"), app("IPGroups")] },
    theirs: { userGroup: "Writers", permissions: [app("tos")] },
    changes: {
      create: [/permissions .*add app runReport/u, /permissions .*add app tos/u],
      update: [/permissions .*add app IPGroups/u, /permissions .*remove app runReport/u],
      delete: [/permissions .*remove app \w+/u, /permissions .*remove app \w+/u],
    },
  }),
};
