import * as pulumi from "@pulumi/pulumi";
import { appSeccodeMeanings } from "../provider/values/seccodes";

const OCTET = "(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])";
const ADDRESS = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`, "u");

/**
 * Encodes a dotted IPv4 address as eight hex digits. Anything else is returned unchanged: the check of the resource
 * reports it.
 */
function hexOf(address: string): string {
  if (!ADDRESS.test(address)) return address;
  return address
    .split(".")
    .map((octet) => Number(octet).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

function device(address: string): string;
function device(address: pulumi.Input<string>): pulumi.Output<string>;
function device(address: pulumi.Input<string>): string | pulumi.Output<string> {
  return typeof address === "string" ? hexOf(address) : pulumi.output(address).apply(hexOf);
}

function interfaceOf(address: string, index: number): string;
function interfaceOf(address: pulumi.Input<string>, index: pulumi.Input<number>): pulumi.Output<string>;
function interfaceOf(address: pulumi.Input<string>, index: pulumi.Input<number>): string | pulumi.Output<string> {
  if (typeof address === "string" && typeof index === "number") return `${hexOf(address)}-${String(index)}`;
  return pulumi.all([address, index]).apply(([ip, i]) => `${hexOf(ip)}-${String(i)}`);
}

/** Every static code under its own name, so that an editor completes it and shows what it grants. */
const app = Object.fromEntries(Object.keys(appSeccodeMeanings).map((code) => [code, code])) as {
  readonly [Code in keyof typeof appSeccodeMeanings]: Code;
};

/** Builds the `seccode` of a permission. Management gateway, "Permission". */
export const seccodes = {
  /** A device by its IPv4 address: the hex form of the address. */
  device,
  /** An interface of a device: hex address, hyphen, interface index. */
  interface: interfaceOf,
  /** The static codes of permission type `app`. */
  app,
};
