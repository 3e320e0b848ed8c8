import { ApplianceError, savedConfiguration, type Place, type ToSet } from "../errors/errors";
import { faultOf, isPage, strange } from "../http/answer";
import type { HttpReply } from "../http/request";
import { isJsonObject } from "../http/schemas";

/**
 * Throws if an answer is not a success: `result: "error"` is a refusal whatever the status; any other value than
 * `success` is not the documented answer. Replication service, "Errors".
 */
export function assertSuccess(reply: HttpReply, place: Place): void {
  const { status, json } = reply;
  const words = refusalIn(reply);
  if (words !== undefined) throw new ApplianceError(place, "none", words, { status, refused: true });
  if (status === 401 || status === 403) {
    const details = { advice: credentialsAdvice, status, credentials: true, forAll: true };
    throw new ApplianceError(place, "none", `HTTP ${status}`, details);
  }
  if (status === 405) throw wrongMethod(place);
  const fault = faultOf(reply, place);
  if (fault !== undefined) throw fault;
  if (!isJsonObject(json)) throw strange(reply, place, "the answer is no object");
  const { result = "success" } = json;
  if (result !== "success") throw strange(reply, place, '$.result is neither "success" nor "error"');
}

/** The words of a refusal in the documented form; undefined if the answer is none. */
function refusalIn({ json }: HttpReply): string | undefined {
  if (!isJsonObject(json) || json["result"] !== "error") return undefined;
  // Answers of login and logout have `path` in place of the description.
  const words = [json["description"], json["path"]].find((one) => typeof one === "string" && one.trim() !== "");
  return typeof words === "string" ? words.trim() : "the appliance gave no reason";
}

/**
 * What an answer says of the session. No document shows the answer to an ended one. *ended*: it rejects the request
 * before it is executed. *perhaps*: a refusal in words, which an ended session may be too.
 */
export function sessionIn(reply: HttpReply, host: string): "ended" | "perhaps" | undefined {
  const { status, headers } = reply;
  if (status === 401 || status === 403) return "ended";
  // A redirect within the appliance leads to its page for the login.
  const to = String(headers["location"] ?? "");
  const base = `http://${host}`;
  const isOwn = URL.canParse(to, base) && new URL(to, base).host === host;
  if (status >= 300 && status <= 399 && isOwn) return "ended";
  if (reply.json === undefined) return status < 300 && isPage(reply) ? "ended" : undefined;
  return refusalIn(reply) === undefined ? undefined : "perhaps";
}

function wrongMethod(place: Place): ApplianceError {
  const [key, value, why] =
    place.action === "/login/"
      ? ["legacyLogin", "true", "It may have only the deprecated login, which writes the hash into access logs"]
      : ["commandMethod", "", "Set another one of GET, POST and GET/POST"];
  return new ApplianceError(place, "none", "the appliance wants another HTTP method (HTTP 405)", {
    status: 405,
    forAll: true,
    advice: (toSet: ToSet) => `${why}:\n${toSet(key, value)}`,
  });
}

export const credentialsAdvice = (toSet: ToSet): string =>
  `Check user and password; passwordEncoding says how the password is sent. ${savedConfiguration} ` +
  `Set ${toSet("user")}\n${toSet("password")}`;
