import { z } from "zod";
import { hexOfAddress, isAddress } from "./addresses";
import { nameFault } from "./names";
import { quoted } from "./quoted";
import { appSeccodes, type AppSeccode } from "./seccodes";
import { across, unknownWord } from "./schema";

/** The kinds of permission. `app` stands for the product-wide type, whose word `staticPermissionType` configures. */
export const permissionTypes = [
  "device",
  "interface",
  "group",
  "report",
  "gadget",
  "thirdparty",
  "bboard",
  "app",
] as const;
export type PermissionType = (typeof permissionTypes)[number];

/** A permission: its type decides what its seccode may be. */
export type Grant =
  | { permissionType: "app"; seccode: AppSeccode }
  | { permissionType: Exclude<PermissionType, "app">; seccode: string | number };

const HEX_ADDRESS = /^[0-9a-f]{8}$/iu;

/** What is wrong with a seccode of that type, or undefined. */
export function seccodeFault(type: PermissionType, seccode: string): string | undefined {
  switch (type) {
    case "app":
      return appSeccodes.some((code) => code === seccode)
        ? undefined
        : unknownWord("app seccode", seccode, appSeccodes);
    case "device":
      return isDevice(seccode)
        ? undefined
        : `${quoted(seccode)} is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1`;
    case "interface": {
      const [device = "", index = "", ...rest] = seccode.split("-");
      const wellFormed = isDevice(device) && /^\d+$/u.test(index) && rest.length === 0;
      return wellFormed
        ? undefined
        : `${quoted(seccode)} is not an interface: write device, hyphen, index, like 0A010101-3 or 10.1.1.1-3`;
    }
    default:
      return nameFault(seccode);
  }
}

function isDevice(text: string): boolean {
  return HEX_ADDRESS.test(text) || isAddress(text);
}

/** One spelling for equal seccodes: devices as upper-case hex. */
export function canonicalSeccode(type: PermissionType, seccode: string): string {
  if (type !== "device" && type !== "interface") return seccode;
  const [device = "", ...index] = seccode.split("-");
  return [isAddress(device) ? hexOfAddress(device) : device.toUpperCase(), ...index].join("-");
}

/** `permissionType` and `seccode` as fields of a schema; {@link seccodeFault} checks them together. */
export const grantFields = {
  /** Kind of the permission; it decides what `seccode` may be. */
  permissionType: z.enum(permissionTypes, {
    error: (issue) =>
      typeof issue.input === "string"
        ? unknownWord("permission type", issue.input, permissionTypes)
        : `must be one of ${permissionTypes.join(", ")}`,
  }),
  /** What is permitted, in the form of the type: see `seccodes`. Letter case of hex and dotted addresses mean the same. */
  seccode: z.union([z.string(), z.number().int()], { error: "must be text or a whole number" }).transform(String),
};

/** Refuses a seccode that its permission type does not have. */
export function withValidSeccode<Schema extends z.ZodObject>(schema: Schema): Schema {
  return across(schema, ({ permissionType, seccode }) => {
    const type = permissionTypes.find((known) => known === permissionType);
    if (type === undefined || (typeof seccode !== "string" && typeof seccode !== "number")) return undefined;
    const message = seccodeFault(type, String(seccode));
    return message === undefined ? undefined : { path: "seccode", message };
  });
}
