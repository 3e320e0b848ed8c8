import { ApplianceError, isRefused, type Place } from "../errors/errors";
import { conform } from "../http/answer";
import type { HttpReply, RequestSpec } from "../http/request";
import type { Transport } from "../http/transport";
import { passwordHash, Secret } from "../values/secret";
import { assertSuccess, credentialsAdvice } from "./answer";
import type { ReplicatorOptions } from "./client";
import { pathTo } from "./commands";
import { sessionReply, type SessionReply } from "./readings";

type Answered = { reply: HttpReply; answer: SessionReply };

/**
 * A function that logs in. Credentials that the appliance has refused are not sent again: the same error is thrown.
 * Replication service, "Authentication".
 */
export function loginWith(
  options: ReplicatorOptions,
  { host, send, place: at, warn }: Transport,
): () => Promise<Answered> {
  if (options.legacyLogin === true)
    warn(`legacyLogin is on for ${host}: the password's hash ends up in access logs, and it is enough to log in.`);
  const place = at(options.legacyLogin === true ? "/login/[sha2]" : "/login/", ["read", "the login"]);
  const request = loginRequest(options, place);
  let refused: ApplianceError | undefined;
  return async () => {
    if (refused !== undefined) throw refused;
    const reply = await send(request());
    if (reply.status === 404) {
      throw new ApplianceError(place, "none", "there is no login (HTTP 404)", {
        status: 404,
        advice:
          "The API exists in releases 18 and 19 of the appliance and was removed in 20. On 18 or 19, check the URL",
        forAll: true,
      });
    }
    try {
      assertSuccess(reply, place);
      return { reply, answer: conform(sessionReply, reply, place) };
    } catch (error) {
      if (isRefusal(error)) throw (refused = refusedLogin(error, place));
      throw error;
    }
  };
}

/** Makes the request. The password is in clear only while it is sent. */
function loginRequest({ user, legacyLogin, passwordEncoding, ...options }: ReplicatorOptions, place: Place) {
  const password = options.password instanceof Secret ? options.password : new Secret(options.password);
  return (): RequestSpec => {
    if (legacyLogin === true) {
      // For this login, the document mentions only SHA-512.
      return { place, method: "GET", path: pathTo("/login/[sha2]", [passwordHash(password).reveal()]) };
    }
    const sent = passwordEncoding === "plain" ? password : passwordHash(password);
    const body = JSON.stringify({ user, passwd: sent.reveal() });
    return { place, method: "POST", path: "/api/1/login/", headers: json, body };
  };
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
    advice: (toSet) => `It is not tried again, because appliances lock users out. ${credentialsAdvice(toSet)}`,
  });
}
