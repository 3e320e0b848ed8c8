import type { z } from "zod";
import { BusyError, RefusedError, ReplyError, UnknownOutcomeError, type ApplianceErrorParts } from "../errors";
import { JsonError, parseJson } from "./json";
import type { HttpReply } from "./request";

/** Where an answer came from, for its errors. */
export type Place = Pick<ApplianceErrorParts, "appliance" | "host" | "action">;

/** What an answer says apart from its content, the same for both appliances. */
export const notTheApi = "Check the URL: a wrong path, a login page or a proxy answers with a page instead of the API";

/** Throws for a redirect: it is never followed, since it would turn a POST into a GET or leave the host. */
export function refuseRedirect(reply: HttpReply, place: Place): void {
  if (reply.status < 300 || reply.status > 399) return;
  const target = redirectTarget(reply, place.host);
  throw new RefusedError({
    ...place,
    status: reply.status,
    words: `the request was redirected${target === undefined ? "" : ` to ${target}`} (HTTP ${reply.status}), which is not followed`,
    advice: "Set the URL to where the API itself answers",
  });
}

/** Scheme and host of a redirect; the rest of the address is nobody's business. */
export function redirectTarget(reply: HttpReply, host: string): string | undefined {
  const location = reply.headers["location"];
  const text = Array.isArray(location) ? location[0] : location;
  const base = `https://${host}`;
  return text !== undefined && URL.canParse(text, base) ? new URL(text, base).origin : undefined;
}

/** Throws for an appliance that cannot take the request now (429, 503). */
export function refuseBusy(reply: HttpReply, place: Place): void {
  if (reply.status !== 429 && reply.status !== 503) return;
  throw new BusyError({
    ...place,
    status: reply.status,
    words: `the appliance is busy (HTTP ${reply.status})`,
    retryAfterSeconds: retryAfterSeconds(reply),
  });
}

/** Seconds of `Retry-After`, given as number or HTTP date; undefined when it is absent or neither. */
export function retryAfterSeconds(reply: HttpReply, now = Date.now()): number | undefined {
  const header = reply.headers["retry-after"];
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2}, /u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Throws for every status but 2xx, after the appliance's own form of an error was looked for. */
export function refuseStatus(reply: HttpReply, place: Place): void {
  if (reply.status >= 200 && reply.status <= 299) return;
  const parts = { ...place, status: reply.status };
  if (reply.status >= 500) {
    throw new UnknownOutcomeError({ ...parts, words: `the server failed (HTTP ${reply.status})`, advice: lookFirst });
  }
  const page = isHtml(reply) ? " and a page" : "";
  throw new RefusedError({
    ...parts,
    words: `HTTP ${reply.status}${page}`,
    ...(page === "" ? {} : { advice: notTheApi }),
  });
}

const lookFirst = "See whether the change was made before it is repeated";

/** True for a page: by its type, or by how it begins, since servers often send pages as plain text or without a type. */
export function isHtml(reply: HttpReply): boolean {
  const type = reply.headers["content-type"];
  return (
    /^\s*text\/html\b/iu.test(String(type ?? "")) ||
    /^[\ufeff\s]*<(?:!doctype|html|head|body|\?xml|title|meta)\b/iu.test(reply.text)
  );
}

/** The JSON of an answer. Throws ReplyError for a page or for what is no JSON. */
export function jsonOf(reply: HttpReply, place: Place): unknown {
  const parts = { ...place, status: reply.status };
  if (isHtml(reply))
    throw new ReplyError({ ...parts, words: "a page in HTML answered, not the API", advice: notTheApi });
  if (reply.badEncoding === true)
    throw new ReplyError({ ...parts, words: "the answer is not UTF-8", advice: notTheApi });
  try {
    return parseJson(reply.text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ReplyError({ ...parts, words: `the answer ${error.message}`, advice: notTheApi });
  }
}

/** The value as the schema types it. Throws ReplyError with the JSON path of each mismatch, never with a value. */
export function conform<T>(schema: z.ZodType<T>, value: unknown, place: Place): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 5).map((issue) => `${jsonPath(issue.path)}: ${issue.message}`);
  throw new ReplyError({
    ...place,
    words: `the answer does not have the documented form: ${issues.join("; ")}`,
    advice: "This may be a release of the appliance that this package does not know yet",
  });
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");
}
