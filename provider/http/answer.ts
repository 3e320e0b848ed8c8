import type { z } from "zod";
import { ApplianceError, type Details, type Place } from "../errors/errors";
import { parsedJson } from "./json";
import type { HttpReply } from "./request";

/** Maximum number of characters of an answer that a message quotes. */
const QUOTED = 300;
/** Maximum number of faults that a message about an answer names. */
const MOST_FAULTS = 5;

export const notTheApi = "Check the URL: a wrong path, a login page or a proxy answers with a page instead of the API";

/** The error of an answer with a status that says enough; undefined for a status that the answer itself explains. */
export function statusError(reply: HttpReply, place: Place): ApplianceError | undefined {
  const { status } = reply;
  if (status >= 300 && status <= 399) return redirected(reply, place);
  if (status === 429) {
    const retryAfterMs = retryAfter(reply);
    return new ApplianceError(place, "none", "the appliance is busy (HTTP 429)", {
      status,
      retryAfterMs,
      transient: true,
    });
  }
  if ([502, 503, 504].includes(status)) {
    const words = status === 503 ? "the appliance is busy (HTTP 503)" : `the server failed (HTTP ${status})`;
    const effect = place.isRead === true ? "none" : "unknown";
    return new ApplianceError(place, effect, words, { status, retryAfterMs: retryAfter(reply), transient: true });
  }
  if (status !== 413) return undefined;
  return new ApplianceError(place, "none", "the request is longer than the appliance accepts (HTTP 413)", {
    status,
    advice: "Raise the limit of the appliance, or of the proxy in front of it, or declare less in one resource",
  });
}

/** The error of an answer that refuses nothing in the documented form, and whose status is no success. */
export function failedStatus(reply: HttpReply, place: Place, details: Details = {}): ApplianceError | undefined {
  const { status } = reply;
  if (status >= 200 && status <= 299) return undefined;
  if (status < 500) {
    const advice = isPage(reply) ? { advice: notTheApi } : {};
    return new ApplianceError(place, "none", `HTTP ${status}${excerpt(reply)}`, { status, ...advice, ...details });
  }
  const effect = place.isRead === true ? "none" : "unknown";
  return new ApplianceError(place, effect, `the server failed (HTTP ${status})${excerpt(reply)}`, {
    status,
    ...details,
  });
}

/** A redirect is never followed, since that would turn a POST into a GET or leave the host. */
function redirected(reply: HttpReply, place: Place): ApplianceError {
  const { status } = reply;
  const location = headerOf(reply, "location");
  const base = `https://${place.host}`;
  // The rest of the address is private.
  const target = location !== "" && URL.canParse(location, base) ? ` to ${new URL(location, base).origin}` : "";
  return new ApplianceError(
    place,
    "none",
    `the request was redirected${target} (HTTP ${status}), which is not followed`,
    {
      status,
      advice: "Set the URL to where the API itself answers",
      forAll: true,
    },
  );
}

/**
 * Milliseconds of `Retry-After`, given as number or HTTP date. A date refers to the appliance's clock, which the
 * response shows in `Date` and which may be wrong.
 */
function retryAfter(reply: HttpReply): number | undefined {
  const text = headerOf(reply, "retry-after");
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  const itsNow = Date.parse(headerOf(reply, "date"));
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(itsNow) ? Date.now() : itsNow));
}

function headerOf(reply: HttpReply, name: string): string {
  const header = reply.headers[name];
  return (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
}

/** Whether an answer is a page. Appliances send JSON as pages too, so its beginning decides, not its type. */
export function isPage({ text }: HttpReply): boolean {
  return text.startsWith("<");
}

/** The JSON of an answer. Throws for a page, an empty answer and anything else that is no JSON. */
export function jsonOf(reply: HttpReply, place: Place): unknown {
  if (reply.text === "") throw strange(reply, place, "the answer is empty");
  if (isPage(reply)) throw strange(reply, place, "a page answered, not the API", { advice: notTheApi });
  const json = parsedJson(reply.text);
  if (json === undefined) throw strange(reply, place, "the answer is not JSON", { advice: notTheApi });
  return json;
}

/** The value with the type of the schema. The error has the path of each mismatch in the answer, and its beginning. */
export function conform<T>(schema: z.ZodType<T>, value: unknown, reply: HttpReply, place: Place): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MOST_FAULTS).map((issue) => `${jsonPath(issue.path)}: ${issue.message}`);
  throw strange(reply, place, `the answer does not have the documented form: ${issues.join("; ")}`);
}

/** The error of an answer that is not what the API document says. For a change, the outcome is unknown. */
export function strange(reply: HttpReply, place: Place, words: string, details: Details = {}): ApplianceError {
  const effect = place.isRead === true ? "none" : "unknown";
  return new ApplianceError(place, effect, `${words}${excerpt(reply)}`, {
    status: reply.status,
    arrived: true,
    ...details,
  });
}

function excerpt({ text }: HttpReply): string {
  const line = text.replace(/\s+/gu, " ").trim();
  if (line === "") return "";
  return `; it begins with: ${line.length > QUOTED ? `${line.slice(0, QUOTED)}...` : line}`;
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");
}
