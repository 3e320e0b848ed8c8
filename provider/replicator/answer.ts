import { RefusedError, ReplyError, savedConfiguration, type RequestTarget, type ToSet } from "../errors/errors";
import {
  isHtml,
  jsonOf,
  layersIn,
  redirectTarget,
  refuseCredentials,
  refuseStatus,
  refuseUntaken,
} from "../http/answer";
import { failureIn, membersOf, respelled, spelling, type Spelling, withoutNoError } from "../http/envelope";
import { isJsonObject } from "../http/json";
import type { HttpReply } from "../http/request";
import { SessionPatterns } from "../wording/patterns";
import { LIST } from "./show-schemas";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The JSON object of a replicator's answer or, if it is an envelope, its contents. Keys have the case of the document.
 * Throws for a failure: `result: "error"` is a refusal whatever the status, in any envelope; any other value than
 * `success` is not the documented answer. Replication service, "Errors"; docs/internals/decisions/0020.
 */
export function replicatorJson(reply: HttpReply, place: RequestTarget): JsonObject {
  refuseUntaken(reply, place);
  const layers = layersIn(reply);
  const words = refusalIn(layers);
  if (words !== undefined) {
    throw new RefusedError({ ...place, status: reply.status, repeated: reply.repeated, words, answered: true });
  }
  refuseCredentials(reply, place, credentialsAdvice);
  if (reply.status === 405) throw wrongMethod(reply, place);
  refuseStatus(reply, place);
  if (layers[0] === undefined) jsonOf(reply, place);
  const whole = layers.at(-1);
  const content = Array.isArray(whole) ? { [LIST]: whole } : whole;
  if (!isJsonObject(content)) throw unexpected(reply, place, "expected an object");
  for (const result of layers.map(resultOf)) {
    if (result === undefined || result === "success") continue;
    throw unexpected(reply, place, 'result is neither "success" nor "error"');
  }
  return joined([...layers.slice(0, -1), content], place);
}

/** The innermost object, together with what the envelopes around it say about the request itself. */
function joined(layers: readonly unknown[], { action }: RequestTarget): JsonObject {
  const about: Record<string, string> = {};
  let content: unknown;
  for (const layer of layers) {
    content = withoutNoError(respelled(layer, action.startsWith("/show/status") ? status : fields));
    if (!isJsonObject(content)) continue;
    const { result, description, path } = content;
    if (typeof result === "string") about["result"] = result.trim().toLowerCase();
    if (typeof description === "string") about["description"] = description;
    if (typeof path === "string") about["path"] = path;
  }
  return { ...(content as JsonObject), ...about };
}

/** The words of a refusal; undefined if the answer is no refusal. */
function refusalIn(layers: readonly unknown[]): string | undefined {
  let reason: string | undefined;
  let isError = false;
  for (const layer of layers) {
    if (!isJsonObject(layer)) continue;
    reason ??= reasonOf(layer);
    isError ||= resultOf(layer) === "error";
  }
  if (isError) return reason ?? "the appliance gave no reason";
  const failure = failureIn(layers);
  return failure === undefined
    ? undefined
    : [...new Set([...failure.texts, ...(reason === undefined ? [] : [reason])])].join(": ");
}

/** What an answer says about the request itself. */
const aboutRequest = new Set(["result", "description", "path"]);

/** The value of `result` if it is a text or null; undefined if it is the key of an envelope. */
function resultOf(layer: unknown): unknown {
  const result = isJsonObject(layer) ? membersOf(layer, aboutRequest).get("result") : undefined;
  if (typeof result === "object" && result !== null) return undefined;
  return typeof result === "string" ? result.trim().toLowerCase() : result;
}

/** As {@link replicatorJson}, for answers that are documented to contain `result`: without it they are invalid. */
export function actionJson(reply: HttpReply, place: RequestTarget): JsonObject {
  const json = replicatorJson(reply, place);
  if (json["result"] !== "success") throw unexpected(reply, place, "result is missing");
  return json;
}

/** Statuses that some servers use for a session that has ended. */
const sessionStatuses = new Set([401, 403, 419, 440, 498]);

/**
 * How an answer shows that the session has ended, in words for a message; undefined for any other answer. It is not
 * documented what an appliance answers then. These forms are recognised, because they reject a request before it is
 * executed: 401 and similar statuses, a redirect to a login path, a page instead of JSON, and an error whose text
 * matches a built-in pattern or one of the user. Any other error text is an ordinary refusal.
 */
export function expiredSession(
  reply: HttpReply,
  host: string,
  sessionEnded = new SessionPatterns("session"),
): string | undefined {
  if (sessionStatuses.has(reply.status)) return `HTTP ${reply.status}`;
  if (reply.status >= 300 && reply.status <= 399) {
    const target = redirectTarget(reply, host);
    const isLogin = target?.host === host && /log-?in|sign-?in|auth/iu.test(target.pathname);
    return isLogin ? `HTTP ${reply.status} to a login page` : undefined;
  }
  const isSuccess = reply.status >= 200 && reply.status <= 299;
  if (isSuccess && isHtml(reply)) return "a page in HTML";
  const words = reply.status < 500 ? refusalIn(layersIn(reply)) : undefined;
  return words !== undefined && sessionEnded.match(words) ? `"${words}"` : undefined;
}

/**
 * Whether an answer refuses a request in words, or with a status, that no document explains: after a long time without
 * a request this may mean that the session has ended.
 */
export function isUnexplained(reply: HttpReply): boolean {
  if (reply.status >= 400 && reply.status <= 499) return ![405, 413, 429].includes(reply.status);
  return reply.status >= 200 && reply.status <= 299 && refusalIn(layersIn(reply)) !== undefined;
}

/** The reason: the description, or the `path` that answers of login and logout contain instead. */
function reasonOf(layer: JsonObject): string | undefined {
  const said = membersOf(layer, aboutRequest);
  for (const text of [said.get("description"), said.get("path")]) {
    if (typeof text === "string" && text.trim() !== "") return text.trim();
  }
  return undefined;
}

/** The description of an answer, if it has one. */
export function descriptionOf(json: JsonObject): string | undefined {
  const description = json["description"];
  return typeof description === "string" && description.trim() !== "" ? description.trim() : undefined;
}

function wrongMethod(reply: HttpReply, place: RequestTarget): RefusedError {
  return new RefusedError({
    ...place,
    status: reply.status,
    words: "the appliance wants another HTTP method (HTTP 405)",
    isForAll: true,
  });
}

function unexpected(reply: HttpReply, place: RequestTarget, words: string): ReplyError {
  return new ReplyError({
    ...place,
    status: reply.status,
    words: `the answer does not have the documented form: ${words}`,
  });
}

export const credentialsAdvice = {
  advice:
    "Check user and password: FLOWGATE_REPLICATOR_USER and FLOWGATE_REPLICATOR_PASSWORD, or flowgate:replicator.user and " +
    `flowgate:replicator.password (passwordEncoding says how the password is sent); ${savedConfiguration}`,
  adviceWith: (toSet: ToSet) =>
    `Check user and password: ${toSet("user")} and ${toSet("password")}; passwordEncoding says how the password is sent; ${savedConfiguration}`,
};

const fields: Spelling = spelling(
  `result description path err error details success message api cli notate policy policies stats totals pairs disabled
   enabled total system cpu in out octets packets delta rate awareness last_epoch last_timestamp in_o_delta in_o_rate
   in_p_delta in_p_rate lastseen out_o_delta out_o_rate out_p_delta out_p_rate unixtime dnscheck addr expiry epoch time
   name resolveTime status daysLeft expiration licensedType licensedVersion machineID role apiversion build copyright
   acknowledged in_profiles ip unreachable_port threshold listening_port sending_port singularity state value`,
  "collector collectors exporter exporters profile profiles pair noprofile alarm alarms asset assets setting settings",
);
/** The other keys of `show/status` are names of components. */
const status: Spelling = spelling("result description version err error");
