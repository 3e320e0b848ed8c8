import { z } from "zod";
import { addressOfHex, hexOfAddress, isAddress } from "./addresses";
import { nameFault } from "./names";
import { quoted, unknownWord } from "./quoted";
import { appSeccodes, type AppSeccode } from "./seccodes";
import { across, strict } from "./schema";

/**
 * The kinds of permission. `app` is the product-wide type; `staticPermissionType` configures the gateway's word for it.
 */
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

/** A seccode in the gateway's own words, sent unchanged: for codes and forms that this package does not know. */
export interface RawSeccode {
  /** The text that is sent. */
  raw: string;
}

const HEX_ADDRESS = /^[0-9a-f]{8}$/iu;

/** The fault of a seccode of that type; undefined if there is none. */
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

/** Gives equal seccodes one spelling, the one that is sent: devices as upper-case hex, raw ones unchanged. */
export function canonicalSeccode(type: PermissionType, seccode: string | RawSeccode): string {
  if (typeof seccode === "object") return seccode.raw;
  if (type !== "device" && type !== "interface") return seccode;
  const [device = "", ...index] = seccode.split("-");
  return [isAddress(device) ? hexOfAddress(device) : device.toUpperCase(), ...index].join("-");
}

/** A seccode in the form for people: a device by its address. */
export function seccodeText(type: string, seccode: string): string {
  const [, device, index = ""] = /^([0-9a-f]{8})(-\d+)?$/iu.exec(seccode) ?? [];
  const isOfDevice = type === (index === "" ? "device" : "interface");
  return isOfDevice && device !== undefined ? addressOfHex(device) + index : seccode;
}

/** A canonical seccode in a form that a program may write. */
export function writtenSeccode(type: PermissionType, seccode: string): string | RawSeccode {
  const isPlain = seccodeFault(type, seccode) === undefined && canonicalSeccode(type, seccode) === seccode;
  return isPlain ? seccode : { raw: seccode };
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
  /**
   * What is permitted, in the form of the type: for `device` an IPv4 address or its 8 hex digits; for `interface` the
   * same, a hyphen and the index; for `app` a code such as `runReport`; for others the id or name. Letter case of hex
   * digits has no meaning, and dotted and hex addresses are equal.
   *
   * @remarks `seccodes` builds it. `{ raw: "..." }` is sent unchanged.
   */
  seccode: z
    .union([z.string(), z.number().int(), strict({ raw: z.string() })], {
      error: "must be text, a whole number or { raw: text }",
    })
    .transform((seccode) => (typeof seccode === "number" ? String(seccode) : seccode)),
};

type GrantOf<Type, Seccode> = {
  [Field in keyof typeof grantFields]: Field extends "permissionType" ? Type : Seccode;
};

/** A permission. Its type decides what its code (`seccode`) may be. */
export type Grant =
  GrantOf<"app", AppSeccode | RawSeccode> | GrantOf<Exclude<PermissionType, "app">, string | number | RawSeccode>;

/** Refuses a seccode that is not valid for its permission type. */
export function withValidSeccode<Schema extends z.ZodObject>(schema: Schema): Schema {
  return across(schema, ({ permissionType, seccode }) => {
    const type = permissionTypes.find((known) => known === permissionType);
    const raw = rawOf(seccode);
    if (raw !== undefined) return faultOf(nameFault(raw));
    if (type === undefined || (typeof seccode !== "string" && typeof seccode !== "number")) return undefined;
    return faultOf(seccodeFault(type, String(seccode)));
  });
}

function rawOf(seccode: unknown): string | undefined {
  if (typeof seccode !== "object" || seccode === null || !("raw" in seccode)) return undefined;
  return typeof seccode.raw === "string" ? seccode.raw : undefined;
}

function faultOf(message: string | undefined): { path: string; message: string } | undefined {
  return message === undefined ? undefined : { path: "seccode", message };
}
