import { createHash } from "node:crypto";
import { z } from "zod";
import { OfOneSite } from "../../lib/of-one-site";
import { BusyError, CredentialsError, RefusedError, type RequestTarget } from "../errors/errors";
import { conform } from "../http/answer";
import type { HttpReply, RequestSpec, Send } from "../http/request";
import { type Secret, encoded, passwordHash, type PasswordEncoding } from "../values/secret";
import { optionalText } from "../http/schemas";
import { actionJson, credentialsAdvice } from "./answer";
import { path } from "./commands";
import { present } from "../values/collections";

export interface Credentials {
  user: string;
  password: Secret;
  /** How the password is sent. */
  encoding: PasswordEncoding;
  /** Use the deprecated GET form. */
  legacy: boolean;
}

/** The answer to a login or logout. */
export interface SessionReply {
  result: "success";
  /** What the appliance says about it; never used as a path of a request. */
  path: string | undefined;
}

export const sessionReply = z.object({ result: z.literal("success"), path: optionalText });

/**
 * Logs in once. Throws CredentialsError if the appliance refuses the credentials; if it has refused them before in this
 * process, throws the same error without asking again. Throws a RefusedError that says so if the API does not exist.
 * Replication service, "Authentication".
 */
export async function logIn(
  credentials: Credentials,
  send: Send,
  place: RequestTarget,
): Promise<{ reply: HttpReply; answer: SessionReply }> {
  const attempt = attemptKey(credentials, place);
  const refused = refusals.now.get(attempt);
  if (refused !== undefined) throw refused;
  const reply = await send(loginRequest(credentials, place.action));
  if (reply.status === 404) {
    throw new RefusedError({
      ...place,
      status: 404,
      words: "there is no login (HTTP 404)",
      advice: "The API exists in releases 18 and 19 of the appliance and was removed in 20. On 18 or 19, check the URL",
      isForAll: true,
    });
  }
  try {
    return { reply, answer: conform(sessionReply, actionJson(reply, place), place) };
  } catch (error) {
    if (!(error instanceof RefusedError) || !isAboutCredentials(error)) throw error;
    const refusal = refusedLogin(error, place);
    refusals.now.set(attempt, refusal);
    throw refusal;
  }
}

function loginRequest({ user, password, encoding, legacy }: Credentials, action: string): RequestSpec {
  if (legacy) {
    // For this login, the document mentions only SHA-512.
    const hash = encoding === "hash" ? encoded(password, encoding) : passwordHash(password);
    return {
      action,
      operation: "converging",
      method: "GET",
      path: path`/api/1/login/${hash.reveal()}`,
    };
  }
  const passwd = encoded(password, encoding);
  return {
    action,
    operation: "converging",
    method: "POST",
    path: "/api/1/login/",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user, passwd: passwd.reveal() }),
  };
}

/** Whether the appliance refused the credentials. Other refusals concern the address or the method. */
function isAboutCredentials(error: RefusedError): boolean {
  const status = error.status ?? 200;
  return !(error instanceof BusyError) && (status < 300 || [400, 401, 403, 422].includes(status));
}

function refusedLogin({ words, status }: RefusedError, place: RequestTarget): CredentialsError {
  return new CredentialsError({
    ...place,
    ...present({ status }),
    words: `the login was refused: ${words}`,
    advice: `${credentialsAdvice.advice}. ${once}`,
    adviceWith: (toSet) => `${credentialsAdvice.adviceWith(toSet)}. ${once}`,
  });
}

const once = "This process does not try it again, because appliances lock users out";

/** Refused logins, by appliance and credentials. */
const refusals = new OfOneSite(() => new Map<string, CredentialsError>());

function attemptKey({ user, password, encoding, legacy }: Credentials, { host }: RequestTarget): string {
  const parts = [host, user, password.reveal(), encoding, String(legacy)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
