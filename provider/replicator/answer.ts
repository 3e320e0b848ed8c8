import { CredentialsError, RefusedError, ReplyError } from "../errors";
import { isHtml, jsonOf, refuseBusy, refuseRedirect, refuseStatus, type Place } from "../http/answer";
import { isJsonObject, JsonError, parseJson } from "../http/json";
import type { HttpReply } from "../http/request";
import { LIST } from "./entries";

/**
 * The JSON object of a replicator's answer, failures thrown. `result: "error"` is a refusal whatever the status; any
 * other value than `success` is not the documented answer. Replication service, "Errors".
 */
export function replicatorJson(reply: HttpReply, place: Place): Readonly<Record<string, unknown>> {
  refuseRedirect(reply, place);
  refuseBusy(reply, place);
  const told = objectOf(reply);
  if (told?.["result"] === "error") {
    throw new RefusedError({
      ...place,
      status: reply.status,
      repeated: reply.repeated,
      words: reasonOf(told) ?? "the appliance gave no reason",
      answered: true,
    });
  }
  if (reply.status === 401 || reply.status === 403) throw notAllowed(reply, place);
  if (reply.status === 405) throw wrongMethod(reply, place);
  refuseStatus(reply, place);
  const whole = jsonOf(reply, place);
  const json = Array.isArray(whole) ? { [LIST]: whole } : whole;
  if (!isJsonObject(json)) throw unexpected(reply, place, "expected an object");
  if (Object.hasOwn(json, "result") && json["result"] !== "success") {
    throw unexpected(reply, place, 'result is neither "success" nor "error"');
  }
  return json;
}

/** As {@link replicatorJson}, for answers that are documented to hold `result`: without it they are no answer. */
export function actionJson(reply: HttpReply, place: Place): Readonly<Record<string, unknown>> {
  const json = replicatorJson(reply, place);
  if (json["result"] !== "success") throw unexpected(reply, place, "result is missing");
  return json;
}

/**
 * How an answer shows that the session has ended, in words for a message; undefined for any other answer. What an
 * appliance answers then is not documented. Recognised are five forms, all of which reject a request before it is
 * executed: 401, 403, a redirect whose path names a login, a page instead of JSON, and `result: "error"` with a
 * description that as a whole says so ({@link saysExpired}). Any other error text is an ordinary refusal.
 */
export function expiredSession(reply: HttpReply, host: string): string | undefined {
  if (reply.status === 401 || reply.status === 403) return `HTTP ${reply.status}`;
  if (reply.status >= 300 && reply.status <= 399) {
    return isLoginRedirect(reply, host) ? `HTTP ${reply.status} to a login page` : undefined;
  }
  if (reply.status !== 200) return undefined;
  if (isHtml(reply)) return "a page in HTML";
  const told = objectOf(reply);
  const description = told?.["result"] === "error" ? descriptionOf(told) : undefined;
  return description !== undefined && saysExpired(description) ? `"${description}"` : undefined;
}

/**
 * The whole text must say that there is no session: names of objects, which are quoted or follow other words, cannot
 * make an ordinary refusal look like this.
 */
function saysExpired(description: string): boolean {
  const text = description.replace(/^\s*(?:error|failed|failure|denied|access denied)\s*[:,.-]\s*/iu, "").trim();
  return whole.some((pattern) => pattern.test(text));
}

const tail =
  "(?:[.,;:!]? *(?:please *)?(?:you (?:must|need to|have to) *)?(?:log|sign)[ -]?(?:ged )?(?:in|on)(?: again| first)?(?: to continue)?)?[.!]?";
const whole = [
  `(?:your |the |this |api )*session (?:has |have |is |was )?(?:been )?(?:expired|timed out|ended|closed|invalid|not valid|not found|no longer valid|terminated)${tail}`,
  `(?:an? )?(?:invalid|expired|unknown|no|no active|no valid|missing) session(?: id| key| token)?${tail}`,
  `(?:you are |user is |user |client is )?(?:not|no longer) (?:logged[ -]?(?:in|on)|signed[ -]?in|authenticated|authorized|authorised)${tail}`,
  "(?:please |you (?:must|need to|have to) )(?:be )?(?:log|logged|sign|signed)[ -]?(?:in|on)(?: again| first| before.*| to .*)?[.!]?",
  "(?:log[ -]?in|authentication|authorization|authorisation)(?: is)? (?:required|needed)(?: first)?[.!]?",
  "unauthori[sz]ed(?: access| request)?[.!]?",
].map((pattern) => new RegExp(`^${pattern}$`, "iu"));

function isLoginRedirect(reply: HttpReply, host: string): boolean {
  const location = reply.headers["location"];
  const text = Array.isArray(location) ? location[0] : location;
  const base = `https://${host}`;
  if (text === undefined || !URL.canParse(text, base) || new URL(text, base).host !== host) return false;
  return /log-?in|sign-?in|auth/iu.test(new URL(text, base).pathname);
}

/** Why: the description, or the `path` that answers of login and logout have in its place. */
function reasonOf(json: Readonly<Record<string, unknown>>): string | undefined {
  const { path } = json;
  return descriptionOf(json) ?? (typeof path === "string" && path.trim() !== "" ? path.trim() : undefined);
}

/** The description of an answer, if it has one. */
export function descriptionOf(json: Readonly<Record<string, unknown>>): string | undefined {
  const description = json["description"];
  return typeof description === "string" && description.trim() !== "" ? description.trim() : undefined;
}

function objectOf(reply: HttpReply): Readonly<Record<string, unknown>> | undefined {
  if (isHtml(reply)) return undefined;
  try {
    const json = parseJson(reply.text);
    return isJsonObject(json) ? json : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function notAllowed(reply: HttpReply, place: Place): CredentialsError {
  return new CredentialsError({
    ...place,
    status: reply.status,
    words: `HTTP ${reply.status}`,
    advice: credentialsAdvice,
  });
}

function wrongMethod(reply: HttpReply, place: Place): RefusedError {
  return new RefusedError({
    ...place,
    status: reply.status,
    words: "the appliance wants another HTTP method (HTTP 405)",
    advice: "Set commandMethod to the other one of GET and POST",
  });
}

function unexpected(reply: HttpReply, place: Place, words: string): ReplyError {
  return new ReplyError({
    ...place,
    status: reply.status,
    words: `the answer does not have the documented form: ${words}`,
  });
}

export const credentialsAdvice =
  "Check user and password: FLOWGATE_REPLICATOR_USER and FLOWGATE_REPLICATOR_PASSWORD, or flowgate:replicator.user and " +
  "flowgate:replicator.password (passwordEncoding says how the password is sent); `refresh` and `destroy` use the " +
  "configuration saved in the state unless they run with --run-program";
