import { ApplianceError, savedConfiguration, type Place, type ToSet } from "../errors/errors";
import { failedStatus, isPage, jsonOf, statusError, strange } from "../http/answer";
import { isJsonObject, parsedJson } from "../http/schemas";
import type { HttpReply } from "../http/request";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The JSON object of a replicator's answer. Throws for a failure: `result: "error"` is a refusal whatever the status;
 * any other value than `success` is not the documented answer. Replication service, "Errors".
 */
export function replicatorJson(reply: HttpReply, place: Place): JsonObject {
  const { status } = reply;
  const untaken = statusError(reply, place);
  if (untaken !== undefined) throw untaken;
  const words = refusalIn(reply);
  if (words !== undefined) throw new ApplianceError(place, "none", words, { status, refused: true });
  if (status === 401 || status === 403) {
    const details = { advice: credentialsAdvice, status, credentials: true, forAll: true };
    throw new ApplianceError(place, "none", `HTTP ${status}`, details);
  }
  if (status === 405) throw wrongMethod(place);
  const failed = failedStatus(reply, place);
  if (failed !== undefined) throw failed;
  const json = jsonOf(reply, place);
  if (!isJsonObject(json)) throw strange(reply, place, "the answer is no object");
  const { result = "success" } = json;
  if (result === "success") return json;
  throw strange(reply, place, '$.result is neither "success" nor "error"');
}

/** The words of a refusal in the documented form; undefined if the answer is none. */
function refusalIn({ text }: HttpReply): string | undefined {
  const json = parsedJson(text);
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
  if (status >= 200 && status <= 299 && isPage(reply)) return "ended";
  return refusalIn(reply) === undefined ? undefined : "perhaps";
}

function wrongMethod(place: Place): ApplianceError {
  const [key, value, why] =
    place.action === "/login/"
      ? ["legacyLogin", "true", "The appliance may have only the deprecated login with GET"]
      : ["commandMethod", "<method>", "Set another one of GET, POST and GET/POST"];
  return new ApplianceError(place, "none", "the appliance wants another HTTP method (HTTP 405)", {
    status: 405,
    forAll: true,
    advice: (toSet: ToSet) => `${why}: ${toSet(key, value)}`,
  });
}

export const credentialsAdvice = (toSet: ToSet): string =>
  `Check user and password: ${toSet("user")} and ${toSet("password")}; passwordEncoding says how the password is ` +
  `sent; ${savedConfiguration}`;
