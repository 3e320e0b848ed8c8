import { createHash } from "node:crypto";
import { ApplianceError, isRefused, type Place } from "../errors/errors";
import { conform } from "../http/answer";
import type { HttpReply, RequestSpec, Send } from "../http/request";
import { encoded, passwordHash, type PasswordEncoding, type Secret } from "../values/secret";
import { credentialsAdvice, replicatorJson } from "./answer";
import { path } from "./commands";
import { sessionReply, type SessionReply } from "./readings";

export interface Credentials {
  user: string;
  password: Secret;
  /** How the password is sent. */
  encoding: PasswordEncoding;
  /** Use the deprecated GET form. */
  legacy: boolean;
}

/** Logins that were refused in this process, by appliance and credentials: appliances lock users out. */
const refusals = new Map<string, ApplianceError>();

/**
 * Logs in once. Credentials that the appliance has refused in this process are not sent again: the same error is
 * thrown. Replication service, "Authentication".
 */
export async function logIn(
  credentials: Credentials,
  send: Send,
  place: Place,
): Promise<{ reply: HttpReply; answer: SessionReply }> {
  const attempt = attemptKey(credentials, place);
  const refused = refusals.get(attempt);
  if (refused !== undefined) throw refused;
  const reply = await send(loginRequest(credentials, place));
  if (reply.status === 404) {
    throw new ApplianceError(place, "none", "there is no login (HTTP 404)", {
      status: 404,
      advice: "The API exists in releases 18 and 19 of the appliance and was removed in 20. On 18 or 19, check the URL",
      forAll: true,
    });
  }
  try {
    return { reply, answer: conform(sessionReply, replicatorJson(reply, place), reply, place) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const refusal = refusedLogin(error, place);
    refusals.set(attempt, refusal);
    throw refusal;
  }
}

function loginRequest({ user, password, encoding, legacy }: Credentials, place: Place): RequestSpec {
  if (legacy) {
    // For this login, the document mentions only SHA-512.
    return { place, method: "GET", path: path`/api/1/login/${passwordHash(password).reveal()}` };
  }
  const body = JSON.stringify({ user, passwd: encoded(password, encoding).reveal() });
  return { place, method: "POST", path: "/api/1/login/", headers: json, body };
}

const json = { "content-type": "application/json" };

/** Whether the appliance refused the credentials. Other failures concern the address or the method. */
function isRefusal(error: unknown): error is ApplianceError {
  const status = error instanceof ApplianceError ? (error.details.status ?? 0) : 0;
  return isRefused(error) || [400, 401, 403, 422].includes(status);
}

function refusedLogin({ words, details: { status } }: ApplianceError, place: Place): ApplianceError {
  return new ApplianceError(place, "none", `the login was refused: ${words}`, {
    status,
    credentials: true,
    forAll: true,
    advice: `${credentialsAdvice.advice}. ${notAgain}`,
    adviceWith: (toSet) => `${credentialsAdvice.adviceWith(toSet)}. ${notAgain}`,
  });
}

const notAgain = "This process does not try it again, because appliances lock users out";

function attemptKey({ user, password, encoding, legacy }: Credentials, { host }: Place): string {
  const parts = [host, user, password.reveal(), encoding, String(legacy)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
