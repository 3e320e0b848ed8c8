import { CredentialsError, RefusedError } from "../errors";
import { isHtml, jsonOf, refuseBusy, refuseRedirect, refuseStatus, type Place } from "../http/answer";
import { isJsonObject, JsonError, parseJson } from "../http/json";
import type { HttpReply } from "../http/request";

/**
 * The JSON of a gateway's answer, failures thrown. An object with `err` is a failure whatever the status; its text is
 * never interpreted, only `details: "invalidToken"` is. (The document leaves the envelope open; field notes, "Gateway:
 * carriage and errors".)
 */
export function gatewayJson(reply: HttpReply, place: Place): unknown {
  refuseRedirect(reply, place);
  refuseBusy(reply, place);
  const failure = failureOf(reply);
  if (failure !== undefined) throw refusal(failure, reply.status, place);
  if (reply.status === 401 || reply.status === 403) {
    throw new CredentialsError({ ...place, status: reply.status, words: `HTTP ${reply.status}`, advice: tokenAdvice });
  }
  refuseStatus(reply, place);
  return jsonOf(reply, place);
}

/** The refusal of the token in an answer, if it is one; cheap for all other answers. */
export function tokenRefusal(reply: HttpReply, place: Place): CredentialsError | undefined {
  const failure = reply.text.includes("invalidToken") ? failureOf(reply) : undefined;
  return failure !== undefined && isTokenRefusal(failure) ? credentialsError(failure, reply.status, place) : undefined;
}

type Failure = Readonly<Record<string, unknown>>;

function failureOf(reply: HttpReply): Failure | undefined {
  if (isHtml(reply)) return undefined;
  try {
    const json = parseJson(reply.text);
    return isJsonObject(json) && Object.hasOwn(json, "err") ? json : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function refusal(failure: Failure, status: number, place: Place): RefusedError {
  if (isTokenRefusal(failure)) return credentialsError(failure, status, place);
  return new RefusedError({ ...place, status, words: wordsOf(failure) });
}

function isTokenRefusal(failure: Failure): boolean {
  return failure["details"] === "invalidToken";
}

const tokenAdvice =
  "Set the token in FLOWGATE_GATEWAY_TOKEN or with `pulumi config set --path --secret flowgate:gateway.token`; " +
  "`refresh` and `destroy` use the configuration saved in the state unless they run with --run-program";

function credentialsError(failure: Failure, status: number, place: Place): CredentialsError {
  return new CredentialsError({
    ...place,
    status,
    words: `the token was refused: ${wordsOf(failure)}`,
    advice: tokenAdvice,
  });
}

function wordsOf({ err, details }: Failure): string {
  const words = [err, details]
    .map((part) => (typeof part === "string" ? part.trim() : shown(part)))
    .filter((part) => part !== "");
  return words.length === 0 ? "the appliance gave no reason" : [...new Set(words)].join(": ");
}

function shown(part: unknown): string {
  return part === undefined || part === null ? "" : JSON.stringify(part);
}
