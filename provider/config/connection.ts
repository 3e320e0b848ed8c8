import { readFileSync } from "node:fs";
import { parseBaseUrl } from "../http/options";
import { parseCaCert } from "../http/tls";
import { quoted } from "../values/quoted";
import type { GatewayKeys, ReplicatorKeys } from "./schema";

/** PEM text, given directly or as the path of a file. */
export function pemOf(caCert: string | undefined): string | undefined {
  if (caCert === undefined) return undefined;
  const text = caCert.includes("-----BEGIN") ? caCert : fileText(caCert);
  parseCaCert(text);
  return text;
}

function fileText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "unreadable";
    throw new Error(`${quoted(path)} cannot be read as a PEM file (${code}).`, { cause: error });
  }
}

/** Checks that throw for a key that cannot be used with the others. */
export function connectionChecks(
  keys: GatewayKeys | ReplicatorKeys,
  toSet: (key: string, value: string) => string,
): [key: string, check: () => unknown][] {
  const { url, caCert, proxy, formerUrls } = keys;
  return [
    ["url", () => (url === undefined ? undefined : parseBaseUrl(url, { ...keys, toSet }))],
    ["certFingerprints", () => assertPinnable(keys)],
    ["caCert", () => pemOf(caCert)],
    ["proxy", () => assertProxy(proxy)],
    ["formerUrls", () => formerUrls?.map((former) => parseBaseUrl(former, { allowHttp: true }))],
  ];
}

/** Refuses fingerprints for a URL without a certificate. */
function assertPinnable({ url, certFingerprints = [] }: GatewayKeys | ReplicatorKeys): void {
  if (certFingerprints.length === 0 || url === undefined || !/^http:/iu.test(url)) return;
  throw new Error("Fingerprints cannot be checked over http://: use https://, or leave certFingerprints out.");
}

/** Refuses an invalid URL of a proxy. It may hold credentials, so the message never repeats it. */
function assertProxy(proxy: string | undefined): void {
  if (proxy === undefined || (URL.canParse(proxy) && /^https?:\/\//iu.test(proxy))) return;
  throw new Error("The proxy is not a valid URL: write it as http://host:port.");
}

/** The password in the URL of a proxy. */
export function proxyPassword(proxy: string | undefined): string | undefined {
  const password = proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).password : "";
  if (password === "") return undefined;
  try {
    return decodeURIComponent(password);
  } catch {
    // Escapes that are not UTF-8 are sent as they are.
    return password;
  }
}
