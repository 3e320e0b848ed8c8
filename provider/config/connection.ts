import { unescape } from "node:querystring";
import { baseOf, parseBaseUrl, parseProxy } from "../http/options";
import { isCertificate, parseCaCert } from "../http/tls";
import { quoted, saidBy } from "../values/quoted";
import { NoText, textOfFile } from "../values/text-file";
import type { GatewayKeys, ReplicatorKeys } from "./schema";

type SetLine = (key: string, value: string) => string;

/** PEM text, given directly or as the path of a file. */
export function pemOf(caCert: string): string {
  return parseCaCert(isCertificate(caCert) ? caCert : fileText(caCert)).join("");
}

function fileText(path: string): string {
  try {
    return textOfFile(path);
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    throw new Error(`${quoted(path)} ${error.message}. caCert is PEM text, or the path of a PEM file.`, {
      cause: error,
    });
  }
}

type Keys = GatewayKeys & Partial<ReplicatorKeys>;

/** What throws for the value of a key that cannot be used with the others. */
const checks: Readonly<Record<string, (value: never, keys: Keys, toSet: SetLine) => unknown>> = {
  url: assertBase,
  caCert: pemOf,
  proxy: parseProxy,
  formerUrls: (urls: readonly string[]) => urls.map(baseOf),
  token: assertClean,
  user: assertClean,
  password: assertClean,
};

/** The keys that cannot be used with the others, and why. */
export function connectionFaults(keys: GatewayKeys | ReplicatorKeys, toSet: SetLine): [key: string, why: string][] {
  const faults: [string, string][] = [];
  for (const [key, check] of Object.entries(checks)) {
    try {
      const value = keys[key as keyof typeof keys];
      if (value !== undefined) check(value as never, keys, toSet);
    } catch (error) {
      faults.push([key, saidBy(error)]);
    }
  }
  return faults;
}

/** Refuses a URL that cannot be a base, such as one that has the path of the API already. */
function assertBase(
  url: string,
  { allowHttp, certFingerprints, scriptPath = "/fcgi/svc_fcgi.fcgi" }: Keys,
  toSet: SetLine,
): void {
  const { origin, pathname } = parseBaseUrl(url, { allowHttp, certFingerprints, toSet });
  const own = [scriptPath, "/api/1"].find((path) => pathname === path || pathname.endsWith(path));
  if (own === undefined) return;
  const base = `${origin}${pathname.slice(0, -own.length)}`;
  throw new Error(`The URL ends with ${own}, which every request adds by itself. Leave it out: ${toSet("url", base)}`);
}

/** Refuses the usual accidents of copying a credential. The message never repeats it. */
function assertClean(credential: string): void {
  const fault = accidentOf(credential);
  if (fault !== undefined) throw new Error(`It ${fault}. Set it again without that.`);
}

function accidentOf(text: string): string | undefined {
  if (/[\r\n]$/u.test(text)) return "ends with a line break";
  if (/[\r\n]/u.test(text)) return "holds a line break";
  if (/^\s/u.test(text)) return "begins with a blank";
  if (/\s$/u.test(text)) return "ends with a blank";
  if (/^(["'\u201c\u2018]).+["'\u201d\u2019]$/su.test(text)) return "is in quotation marks";
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u.test(text) ? "holds an invisible character" : undefined;
}

/** The password in the URL of a proxy, as it is written and as it is meant. */
export function proxyPassword(proxy: string): string[] {
  const password = URL.canParse(proxy) ? new URL(proxy).password : "";
  return password === "" ? [] : [password, unescape(password)];
}
