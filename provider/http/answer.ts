import type { z } from "zod";
import {
  BusyError,
  CredentialsError,
  NoContentError,
  RefusedError,
  ReplyError,
  TooLargeError,
  UnknownOutcomeError,
  type ApplianceErrorParts,
  type RequestTarget,
} from "../errors/errors";
import { layersOf, respelled, type Spelling } from "./envelope";
import { JsonError, parseJson } from "./json";
import type { HttpReply } from "./request";

/** The advice for a response that is not from the API, for both appliances. */
export const notTheApi = "Check the URL: a wrong path, a login page or a proxy answers with a page instead of the API";

/** Throws for a status that says the same whatever the body says: a redirect, or a request that was not taken. */
export function refuseUntaken(reply: HttpReply, place: RequestTarget): void {
  if (reply.status < 300) return;
  refuseRedirect(reply, place);
  refuseBusy(reply, place);
  refuseTooLarge(reply, place);
}

/** Throws for a redirect: it is never followed, since it would turn a POST into a GET or leave the host. */
function refuseRedirect(reply: HttpReply, place: RequestTarget): void {
  if (reply.status < 300 || reply.status > 399) return;
  // The rest of the address is private.
  const target = redirectTarget(reply, place.host)?.origin;
  throw new RefusedError({
    ...place,
    status: reply.status,
    words: `the request was redirected${target === undefined ? "" : ` to ${target}`} (HTTP ${reply.status}), which is not followed`,
    advice: "Set the URL to where the API itself answers",
    isForAll: true,
  });
}

/** The address that a response redirects to, if it has one. */
export function redirectTarget(reply: HttpReply, host: string): URL | undefined {
  const location = headerText(reply, "location");
  const base = `https://${host}`;
  return location !== "" && URL.canParse(location, base) ? new URL(location, base) : undefined;
}

/** Throws for an appliance that cannot take the request now (429, 503). */
export function refuseBusy(reply: HttpReply, place: RequestTarget): void {
  if (reply.status !== 429 && reply.status !== 503) return;
  throw new BusyError({
    ...place,
    status: reply.status,
    words: `the appliance is busy (HTTP ${reply.status})`,
    retryAfterSeconds: retryAfterSeconds(reply),
  });
}

/** Throws for a request that is longer than the appliance accepts (413), whatever else the response says. */
function refuseTooLarge(reply: HttpReply, place: RequestTarget): void {
  if (reply.status !== 413) return;
  throw new TooLargeError({
    ...place,
    status: reply.status,
    words: `the request is longer than the appliance accepts (HTTP ${reply.status})`,
    advice: "Raise the limit of the appliance, or of the proxy in front of it, or declare less in one resource",
  });
}

/**
 * Seconds of `Retry-After`, given as number or HTTP date; undefined if it is absent or neither. A date refers to the
 * appliance's clock, which the response shows in `Date` and which may be wrong.
 */
function retryAfterSeconds(reply: HttpReply): number | undefined {
  const text = headerText(reply, "retry-after");
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  const date = dateOf(text);
  const itsNow = dateOf(headerText(reply, "date"));
  return Number.isNaN(date)
    ? undefined
    : Math.max(0, Math.ceil((date - (Number.isNaN(itsNow) ? Date.now() : itsNow)) / 1000));
}

function headerText(reply: HttpReply, name: string): string {
  const header = reply.headers[name];
  return (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
}

function dateOf(text: string): number {
  return /^[A-Z][a-z]{2}, /u.test(text) ? Date.parse(text) : Number.NaN;
}

/** Throws for every status except 2xx. Call it after looking for the appliance's own form of an error. */
export function refuseStatus(reply: HttpReply, place: RequestTarget): void {
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

/** Throws for a status that says that the appliance does not accept the credentials. */
export function refuseCredentials(
  reply: HttpReply,
  place: RequestTarget,
  advice: Pick<ApplianceErrorParts, "advice" | "adviceWith">,
): void {
  if (reply.status !== 401 && reply.status !== 403) return;
  throw new CredentialsError({ ...place, status: reply.status, words: `HTTP ${reply.status}`, ...advice });
}

const lookFirst = "Check whether the change was made before you repeat it";

/**
 * Whether a response is an HTML page: by its beginning, or by its type unless it begins like JSON. Servers often send
 * pages as plain text, and JSON as a page.
 */
export function isHtml(reply: HttpReply): boolean {
  if (/^[\ufeff\s]*<(?:!doctype|html|head|body|\?xml|title|meta)\b/iu.test(reply.text)) return true;
  const isTyped = /^\s*text\/html\b/iu.test(String(reply.headers["content-type"] ?? ""));
  return isTyped && !isBlank(reply) && !/^[\ufeff\s]*[[{"]/u.test(reply.text);
}

function isBlank({ text }: HttpReply): boolean {
  return /^[\ufeff\s]*$/u.test(text);
}

/**
 * The JSON of a response. Throws NoContentError for an empty response, ReplyError for a page or anything that is no
 * JSON.
 */
export function jsonOf(reply: HttpReply, place: RequestTarget): unknown {
  const parts = { ...place, status: reply.status };
  if (isBlank(reply)) {
    const words = `the answer is empty (HTTP ${reply.status}), so it does not say whether anything was done`;
    throw new NoContentError({ ...parts, words, advice: lookWhatAnswered });
  }
  if (isHtml(reply))
    throw new ReplyError({ ...parts, words: "a page in HTML answered, not the API", advice: notTheApi });
  try {
    return parseJson(reply.text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ReplyError({ ...parts, words: `the answer ${error.message}`, advice: notTheApi });
  }
}

const lookWhatAnswered =
  "Check on the appliance whether a change was made. Check the URL: a wrong path or a proxy may answer instead of " +
  "the API";

/** The JSON of a response, if it has any; undefined for a page, an empty response and everything else. */
function jsonIn(reply: HttpReply): unknown {
  if (isHtml(reply)) return undefined;
  try {
    return parseJson(reply.text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Parsed responses: several checks read each one (has the session ended, is it a refusal, what does it contain). */
const parsed = new WeakMap<HttpReply, readonly unknown[]>();

/**
 * The layers of the JSON of a response, parsed once, with the documented spelling of keys; the only layer is undefined
 * if the response has no JSON.
 */
export function layersIn(reply: HttpReply, by?: Spelling): readonly unknown[] {
  const known = parsed.get(reply);
  if (known !== undefined) return known;
  const json = jsonIn(reply);
  const layers = layersOf(by === undefined ? json : respelled(json, by));
  parsed.set(reply, layers);
  return layers;
}

/** The number of faults that a message about a response names. A schema need not look for more. */
const MOST_FAULTS = 5;

/** The value with the type of the schema. Throws ReplyError with the JSON path of each mismatch, never with a value. */
export function conform<T>(schema: z.ZodType<T>, value: unknown, place: RequestTarget): T {
  return conformOneOf(schema, [value], place);
}

/** The first value that fits the schema; if none does, the error is about the one that came closest. */
export function conformOneOf<T>(schema: z.ZodType<T>, values: readonly unknown[], place: RequestTarget): T {
  let closest: z.ZodError | undefined;
  for (const value of values) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    if (closest === undefined || depthOf(result.error) >= depthOf(closest)) closest = result.error;
  }
  const issues = (closest?.issues ?? [])
    .slice(0, MOST_FAULTS)
    .map((issue) => `${jsonPath(issue.path)}: ${issue.message}`);
  throw new ReplyError({
    ...place,
    words: `the answer does not have the documented form: ${issues.join("; ")}`,
    advice: "This may be a release of the appliance that this package does not know yet",
  });
}

function depthOf({ issues }: z.ZodError): number {
  return issues.reduce((depth, { path }) => Math.max(depth, path.length), 0);
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");
}
