export interface BaseUrlRules {
  /** Accept `http://`. Default false. */
  allowHttp?: boolean | undefined;
  /** How to accept it, for the error. */
  toAllowHttp?: string | undefined;
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
    throw new Error(
      `The URL begins with http://, which sends credentials in plain text: use https://, or ${rules.toAllowHttp ?? "set allowHttp"}.`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/u, "");
  return url;
}

/** The path prefix of a base URL, without a trailing slash: empty, or like `/flow`. */
export function pathPrefix(base: URL): string {
  return base.pathname.replace(/\/+$/u, "");
}

/** The host name or address of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/gu, "");
}
