import { z } from "#zod";
import { addressOfHex, hexOfAddress, isAddress } from "./addresses";
import { nameFault } from "./names";
import { quoted, unknownWord } from "./quoted";
import { appSeccodes } from "./seccodes";
import { across, strict } from "./schema";

/** The kinds of permission. `app` is the product-wide one; `staticPermissionType` is the gateway's word for it. */
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

const rawSeccode = strict({
  /** The text that is sent. */
  raw: z.string(),
});
/** A seccode in the gateway's own words, sent unchanged: for codes and forms that this package does not know. */
export type RawSeccode = z.input<typeof rawSeccode>;

const HEX_ADDRESS = /^[0-9a-f]{8}$/iu;

/** The fault of a seccode of that type; undefined if there is none. */
export function seccodeFault(type: PermissionType, seccode: string): string | undefined {
  switch (type) {
    case "app":
      if (appSeccodes.some((code) => code === seccode)) return undefined;
      return unknownWord("app seccode", seccode, appSeccodes);
    case "device":
      if (isDevice(seccode)) return undefined;
      return `${quoted(seccode)} is not a device: write 8 hex digits or a dotted IPv4 address, like 0A010101 or 10.1.1.1`;
    case "interface": {
      const [, device = ""] = /^([^-]+)-\d+$/u.exec(seccode) ?? [];
      if (isDevice(device)) return undefined;
      return `${quoted(seccode)} is not an interface: write device, hyphen, index, like 0A010101-3 or 10.1.1.1-3`;
    }
    default:
      return nameFault(seccode);
  }
}

function isDevice(text: string): boolean {
  return HEX_ADDRESS.test(text) || isAddress(text);
}

/** Gives equal seccodes one spelling, the one that is sent: devices as upper-case hex, other raw ones unchanged. */
export function canonicalSeccode(type: PermissionType, seccode: string | RawSeccode): string {
  const [text, isRaw] = typeof seccode === "object" ? [seccode.raw, true] : [seccode, false];
  if (type !== "device" && type !== "interface") return text;
  const [device = "", ...index] = text.split("-");
  if (HEX_ADDRESS.test(device)) return [device.toUpperCase(), ...index].join("-");
  return isRaw || !isAddress(device) ? text : [hexOfAddress(device), ...index].join("-");
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
   * same, a hyphen and the index; for `app` a code such as `runReport`; for others the id or name. Hex digits are sent
   * in upper case, and dotted and hex addresses are equal.
   *
   * @remarks `seccodes` builds it. `{ raw: "..." }` is otherwise sent unchanged.
   */
  seccode: z
    .union([z.string(), z.number().int(), rawSeccode], {
      error: "must be text, a whole number or { raw: text }",
    })
    .transform((seccode) => (typeof seccode === "number" ? String(seccode) : seccode)),
};

/** Refuses a seccode that is not valid for its permission type. */
export function withValidSeccode<Schema extends z.ZodObject>(schema: Schema): Schema {
  return across(schema, ({ permissionType, seccode }) => {
    const type = permissionTypes.find((known) => known === permissionType);
    const raw = (seccode as { raw?: unknown } | null | undefined)?.raw;
    const isText = typeof seccode === "string" || typeof seccode === "number";
    const ofType = type !== undefined && isText ? seccodeFault(type, String(seccode)) : undefined;
    const message = typeof raw === "string" ? nameFault(raw) : ofType;
    return message === undefined ? undefined : { path: "seccode", message };
  });
}

/** Gives equal permissions one form. */
export function canonicalGrant<Grant extends { permissionType: PermissionType; seccode: string | RawSeccode }>(
  grant: Grant,
): Omit<Grant, "seccode"> & { seccode: string } {
  return { ...grant, seccode: canonicalSeccode(grant.permissionType, grant.seccode) };
}
