import { unescape } from "node:querystring";
import { z } from "#zod";
import { LONGEST_TIMER_MS, wholeNumber } from "../values/numbers";
import { strict } from "../values/schema";
import { parseFingerprint } from "./tls";

type BaseUrlRules = Pick<ConnectionOptions, "allowHttp" | "certFingerprints"> & {
  /** The command that sets a key, for the error. */
  toSet?: (key: string, value: string) => string;
};

/**
 * The base URL of an appliance, checked and normalised: keeps a path prefix and removes its trailing slash. Throws a
 * plain `Error` of one sentence that never repeats the text, because it may hold credentials.
 */
export function parseBaseUrl(text: string, rules: BaseUrlRules = {}): URL {
  const url = /^[\x21-\x7e]+$/u.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:\/\//iu.test(text)) {
    throw new Error("The URL is not valid: write it as https://host, https://host:port or https://host/prefix.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new Error("The URL holds a user name or password: set credentials in their own options, never in the URL.");
  }
  if (/[?#]/u.test(text)) {
    throw new Error("The URL has a query or fragment: only host, port and a path prefix belong there.");
  }
  if (url.protocol === "http:" && rules.allowHttp !== true) {
    const set = rules.toSet ?? ((key, value) => `${key}: ${value}`);
    const https = text.replace(/^http/iu, "https");
    throw new Error(
      "The URL begins with http://, which sends credentials in plain text. " +
        `Use https with \`${set("url", https)}\`, or allow http with \`${set("allowHttp", "true")}\`.`,
    );
  }
  if (url.protocol === "http:" && (rules.certFingerprints ?? []).length > 0) {
    throw new Error("certFingerprints cannot be checked over http://: use https://, or leave certFingerprints out.");
  }
  url.pathname = url.pathname.replace(/\/+$/u, "");
  return url;
}

/** The URL of a proxy. Unlike the appliance's URL, it may hold credentials, so the message never repeats it. */
export function parseProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const login = `${url?.username ?? ""}:${url?.password ?? ""}`;
  if (/%(?![\da-f]{2})/iu.test(login) || unescape(login).includes("\ufffd"))
    throw new Error("The user or password of the proxy has a % that encodes nothing: write it as %25.");
  if (url !== undefined && ["http:", "https:"].includes(url.protocol)) return url;
  throw new Error("The proxy is not a valid URL: write it as http://host:port.");
}

/** The base URL of an appliance that is configured or recorded: whether it may begin with http:// was checked before. */
export function baseOf(url: string): URL {
  return parseBaseUrl(url, { allowHttp: true });
}

export const filledText = z.string().min(1, { error: "must not be empty" });

function countOf(unit: string, least: number, most: number) {
  return wholeNumber(least, most, `must be a whole number of ${unit} from ${String(least)} to ${String(most)}`);
}

const milliseconds = countOf("milliseconds", 1, LONGEST_TIMER_MS);

const fingerprint = filledText.refine((value) => isReadBy(parseFingerprint, value), {
  error: "must be a SHA-256 fingerprint: 64 hex digits, colons allowed",
});

/** Whether a text is in the form that a function reads: it throws for others. */
export function isReadBy(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

/** How to reach an appliance: the keys that both have. The comments are the configuration reference. */
export const connection = {
  /** Base URL of the appliance, `https://` unless `allowHttp` is set. */
  url: filledText.optional(),
  /** CA certificate as PEM text or as the path of a PEM file. */
  caCert: filledText.optional(),
  /** SHA-256 fingerprints; the certificate must match one. For self-signed certificates issued for another name. */
  certFingerprints: z.array(fingerprint).optional(),
  /** Accept any certificate. Default `false`. */
  insecureSkipVerify: z.boolean().optional(),
  /** Allow `http://`. Default `false`. */
  allowHttp: z.boolean().optional(),
  /** URL of an HTTP proxy. `HTTPS_PROXY` and the like are ignored. */
  proxy: filledText.optional(),
  /** Timeouts in milliseconds: `connect` (10000), `headers` (30000), `total` (60000). */
  timeouts: strict({
    /** Time until the connection is open, in milliseconds. Default 10000. */
    connect: milliseconds.optional(),
    /** Time until the headers of a response have arrived, in milliseconds. Default 30000. */
    headers: milliseconds.optional(),
    /** Time for the whole request, in milliseconds. Default 60000. */
    total: milliseconds.optional(),
  }).optional(),
  /** Maximum number of concurrent requests, 1 to 64. Default 4. */
  concurrency: countOf("concurrent requests", 1, 64).optional(),
  /** Earlier URLs of this appliance, so that its resources are still recognized after it has moved. */
  formerUrls: z.array(filledText).optional(),
};

/** How to reach an appliance, for a client: `caCert` is PEM text here. */
export type ConnectionOptions = Omit<z.output<z.ZodObject<typeof connection>>, "url" | "formerUrls"> & {
  url: string;
  /** Receives warnings. Default: a process warning. */
  warn?: (text: string) => void;
};

/**
 * Every deadline and size limit of the transport. A caller may change the deadlines and the concurrency
 * (`ConnectionOptions`). The rest is fixed, because a larger value helps only a hostile peer.
 */
export const limits = {
  // The defaults of the keys above.
  connect: 10_000,
  headers: 30_000,
  total: 60_000,
  concurrency: 4,
  /** Sizes of the largest accepted response, and of its header. */
  responseBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  /** Maximum length, in bytes, of a path that is sent to a replicator. */
  pathBytes: 2048,
} as const;
