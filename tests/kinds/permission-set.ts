import type { permissionSet as definition } from "../../provider/kinds/permission-set";
import type { Properties } from "../support/provider-calls";
import { app, permission } from "./permission";
import { linkId, type Sample } from "./sample";

export const permissionSet: Sample<typeof definition> = {
  minimal: { userGroup: 2, permissions: [app("auditing")] },
  defaults: {},
  full: { userGroup: "ops", permissions: [app("IPGroups"), { permissionType: "interface", seccode: "0a010101-3" }] },
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
      update: [/permissions .*remove app runReport/u, /permissions .*add app IPGroups/u],
      delete: [/permissions .*remove app \w+/u, /permissions .*remove app \w+/u],
    },
  }),
};
