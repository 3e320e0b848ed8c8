import type { permission as definition } from "../../provider/kinds/permission";
import { canonicalSeccode, type PermissionType } from "../../provider/values/seccode";
import type { Properties } from "../support/provider-calls";
import { linkId, type Sample } from "./sample";

export const app = (seccode: string): Properties => ({ permissionType: "app", seccode });

export const permission: Sample<typeof definition> = {
  minimal: { userGroup: 2, ...app("auditing") },
  defaults: {},
  full: { userGroup: "ops", permissionType: "device", seccode: "10.1.1.1" },
  faulty: [
    { userGroup: "", permissionType: "device", seccode: "0A01010" },
    [
      "userGroup: must not be empty",
      'seccode: "0A01010" is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1',
    ],
  ],
  entry: (inputs) => {
    const [type, seccode] = [inputs["permissionType"], inputs["seccode"]] as [PermissionType, string];
    return { id: linkId(inputs["userGroup"], type, canonicalSeccode(type, seccode)), outputs: {} };
  },
  holds: (inputs, { nameOf }) => [
    `permission ${heldPermission(inputs)} of ${nameOf("UserGroup", inputs["userGroup"])}`,
  ],
  misfits: [],
  life: () => ({
    first: { userGroup: "Readers", ...app("Vitals") },
    second: { userGroup: "Readers", ...app("auditing") },
    changes: {
      create: [/permissions .*add app Vitals/u],
      update: [/permissions .*add app auditing/u, /permissions .*remove app Vitals/u],
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
