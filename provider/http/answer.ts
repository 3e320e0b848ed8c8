import type { z } from "#zod";
import { ApplianceError, type Details, type Effect, type Place } from "../errors/errors";
import { withoutSecrets } from "../values/secret";
import type { HttpReply } from "./request";
import { isJsonObject } from "./schemas";

const QUOTED = 300;
const MOST_SEARCHED = 16 * 1024;
const MOST_FAULTS = 5;

export const notTheApi = "Check the URL: a wrong path, a login page or a proxy answers with a page instead of the API";

/** The error of an appliance that is busy, or of a failing server in front of it; undefined for any other status. */
export function busyError(reply: HttpReply, place: Place): ApplianceError | undefined {
  const { status } = reply;
  // A refusal in words is one whatever the status.
  const isSaid = isJsonObject(reply.json) && ("err" in reply.json || "result" in reply.json);
  if (!(isSaid ? [429] : [429, 502, 503, 504]).includes(status)) return undefined;
  const isBusy = status === 429 || status === 503;
  const words = isBusy ? `the appliance is busy (HTTP ${status})` : `the server failed (HTTP ${status})`;
  const effect = status === 429 ? "none" : effectOn(place);
  return new ApplianceError(place, effect, words, { status, retryAfterMs: retryAfter(reply), transient: true });
}

/** The error of an answer that is no documented refusal, and no success with JSON; undefined if it is a success. */
export function faultOf(reply: HttpReply, place: Place, more: Details = {}): ApplianceError | undefined {
  const { status, text, json } = reply;
  if (status >= 200 && status <= 299) {
    if (json !== undefined) return undefined;
    if (text === "") return strange(reply, place, "the answer is empty", { isForeign: true });
    const words = isPage(reply) ? "a page answered, not the API" : "the answer is not JSON";
    return strange(reply, place, words, { advice: notTheApi, isForeign: true });
  }
  if (status < 400) {
    // The rest of the address is private.
    const location = headerOf(reply, "location");
    const target = URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
    const advice = "Set the URL to where the API itself answers";
    const words = `the request was redirected${target} (HTTP ${status}), which is not followed`;
    return new ApplianceError(place, "none", words, { status, advice, forAll: true });
  }
  if (status === 413) {
    const advice = "Raise the limit of the appliance, or of the proxy in front of it, or declare less in one resource";
    const words = "the request is longer than the appliance accepts (HTTP 413)";
    return new ApplianceError(place, "none", words, { status, advice });
  }
  const details = { status, ...(isPage(reply) ? { advice: notTheApi } : {}), ...more };
  if (status < 500) return new ApplianceError(place, "none", `HTTP ${status}${excerpt(reply)}`, details);
  const words = `the server failed (HTTP ${status})${excerpt(reply)}`;
  return new ApplianceError(place, effectOn(place), words, details);
}

function effectOn({ operation }: Place): Effect {
  return operation === "read" ? "none" : "unknown";
}

/** Milliseconds of `Retry-After`, given as number or HTTP date. */
function retryAfter(reply: HttpReply): number | undefined {
  const text = headerOf(reply, "retry-after");
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function headerOf({ headers }: HttpReply, name: string): string {
  return String(headers[name] ?? "").trim();
}

/** Whether an answer is a page. Appliances send JSON as pages too, so its beginning decides, not its type. */
export function isPage({ text }: HttpReply): boolean {
  return text.startsWith("<");
}

/** The answer with the type of the schema. The error has the path of each mismatch in it, and its beginning. */
export function conform<T>(schema: z.ZodType<T>, reply: HttpReply, place: Place): T {
  const result = schema.safeParse(reply.json);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MOST_FAULTS).map((issue) => `${jsonPath(issue.path)}: ${issue.message}`);
  throw strange(reply, place, `the answer does not have the documented form: ${issues.join("; ")}`);
}

/** The error of an answer that is not what the API document says. For a change, the outcome is unknown. */
export function strange(reply: HttpReply, place: Place, words: string, more: Details = {}): ApplianceError {
  const details = { status: reply.status, arrived: true, ...more };
  return new ApplianceError(place, effectOn(place), words + excerpt(reply), details);
}

function excerpt({ text }: HttpReply): string {
  const line = excerptOf(text);
  return line === "" ? "" : `; it begins with: ${line}`;
}

/** The beginning of an answer in one line, as messages quote it. */
export function excerptOf(text: string): string {
  const line = withoutSecrets(text.slice(0, MOST_SEARCHED)).replace(/\s+/gu, " ").trim();
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}...` : line;
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => text + (typeof key === "number" ? `[${key}]` : `.${String(key)}`), "$");
}
