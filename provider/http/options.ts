import { unescape } from "node:querystring";
export interface BaseUrlRules {
  /** Accept `http://`. Default false. */
  allowHttp?: boolean | undefined;
  /** Fingerprints of the certificate, which `http://` has none of. */
  certFingerprints?: readonly string[] | undefined;
  /** The command that sets a key, for the error. */
  toSet?: ((key: string, value: string) => string) | undefined;
}

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

/** Says that certificates are not verified, if that is so. */
export function warnOfTrust(
  appliance: string,
  { url, insecureSkipVerify }: Pick<ConnectionOptions, "url" | "insecureSkipVerify">,
  warn: (text: string) => void,
): void {
  if (insecureSkipVerify !== true) return;
  const { host } = baseOf(url);
  warn(`insecureSkipVerify is on for the ${appliance} ${host}: anyone on the network path can read its credentials.`);
}

/** How to reach one appliance. Shared by both clients; every field but `url` has a default. */
export interface ConnectionOptions {
  /** Base URL, e.g. `https://gateway.example.net`. A path prefix is kept; credentials in it are refused. */
  url: string;
  /** CA certificate(s) in PEM, for appliances with a certificate that no system CA has signed. */
  caCert?: string | undefined;
  /** SHA-256 fingerprints; the server certificate must have one of them. Replaces name and chain verification. */
  certFingerprints?: readonly string[] | undefined;
  /** Accept any certificate. Default false. */
  insecureSkipVerify?: boolean | undefined;
  /** Allow `http://`. Default false. */
  allowHttp?: boolean | undefined;
  /** URL of an HTTP proxy. Proxy variables of the environment are ignored: a token must not pass a foreign host. */
  proxy?: string | undefined;
  /** Deadlines in milliseconds. Defaults: connect 10,000, headers 30,000, total 60,000. */
  timeouts?: { connect?: number | undefined; headers?: number | undefined; total?: number | undefined } | undefined;
  /** Concurrent requests to this appliance. Default 4. */
  concurrency?: number | undefined;
}

/**
 * Every deadline and size limit of the transport. A caller may change the deadlines and the concurrency
 * (`ConnectionOptions`). The rest is fixed, because a larger value helps only a hostile peer.
 */
export const limits = {
  /** Milliseconds to resolve, connect and finish the TLS handshake. */
  connect: 10_000,
  /** Milliseconds from the request to the complete header of the response. */
  headers: 30_000,
  /** Milliseconds for the whole request. */
  total: 60_000,
  /** Concurrent requests to one appliance. */
  concurrency: 4,
  /** Size of the largest accepted response, in bytes. */
  responseBytes: 64 * 1024 * 1024,
  /** Size of the largest accepted response header, in bytes. */
  headerBytes: 16 * 1024,
  /** Maximum length, in bytes, of a path that is sent to a replicator. */
  pathBytes: 2048,
} as const;
