import type { permission as definition } from "../../provider/resources/permission";
import { canonicalSeccode, type PermissionType } from "../../provider/values/seccode";
import type { Properties } from "../support/provider-calls";
import { UNKNOWN } from "../support/unknown";
import { cannotBeRead, linkId, type Sample, userGroupOf } from "./sample";

export const app = (seccode: string): Properties => ({ permissionType: "app", seccode });

export const permission: Sample<typeof definition, "userGroupName"> = {
  minimal: { userGroupId: 2, ...app("auditing") },
  defaults: {},
  full: { userGroupId: 4, permissionType: "device", seccode: "10.1.1.1" },
  inPlace: [],
  replacing: [
    ["userGroupId", 5],
    ["seccode", "10.1.1.2"],
  ],
  unknown: [
    { userGroupId: UNKNOWN },
    { userGroupId: undefined, userGroupName: UNKNOWN },
    { seccode: UNKNOWN },
    { permissionType: UNKNOWN, seccode: "anything" },
  ],
  bad: [
    ["both ways to name the group", { userGroupName: "Guests" }, "userGroupName: ", "userGroupId"],
    ["no way to name the group", { userGroupId: undefined }, "userGroupId: is required", "userGroupName"],
    ["an unknown type, with the nearest known one", { permissionType: "devices" }, "permissionType: ", '"device"'],
    ["an unknown seccode, with the nearest known one", { seccode: "runReports" }, "seccode: ", '"runReport"'],
    ["a device that is no address", { permissionType: "device", seccode: "0A0101" }, "seccode: ", "0A0101"],
    ["an interface without index", { permissionType: "interface", seccode: "0A010101" }, "seccode: ", "index"],
    cannotBeRead("Permission"),
  ],
  faulty: [
    { userGroupId: 4, userGroupName: "ops", permissionType: "device", seccode: "0A01010" },
    [
      "userGroupName: must not be set together with userGroupId",
      'seccode: "0A01010" is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1',
    ],
  ],
  entry: (inputs) => {
    const [type, seccode] = [inputs["permissionType"], inputs["seccode"]] as [PermissionType, string];
    return { id: linkId(userGroupOf(inputs), type, canonicalSeccode(type, seccode)), outputs: {} };
  },
  holds: (inputs, { nameOf }) => [
    `permission ${heldPermission(inputs)} of ${nameOf("UserGroup", userGroupOf(inputs))}`,
  ],
  misfits: [["4/device/0A010102", {}, 'its inputs belong to the id "4/device/0A010101"']],
  life: ({ readersId }) => ({
    first: { userGroupId: readersId, ...app("Vitals") },
    second: { userGroupId: readersId, ...app("auditing") },
    changes: {
      create: [/permissions .*add app Vitals/u],
      update: [/permissions .*remove app Vitals/u, /permissions .*add app auditing/u],
      delete: [/permissions .*remove app (?:Vitals|auditing)/u],
    },
  }),
};

/** The permission that the gateway holds for declared inputs: addresses in seccodes are hexadecimal, in upper case. */
export function heldPermission({ permissionType, seccode }: Properties): string {
  const text = typeof seccode === "object" && seccode !== null && "raw" in seccode ? seccode.raw : seccode;
  const hex = String(text).replace(/^\d+\.\d+\.\d+\.\d+/u, (address) =>
    Buffer.from(address.split(".").map(Number)).toString("hex"),
  );
  const isAddress = permissionType === "device" || permissionType === "interface";
  return `${String(permissionType)} ${isAddress ? hex.toUpperCase() : hex}`;
}
