import type { HttpReply } from "../../../provider/client";
import type { ApplianceKind } from "../../../provider/errors/errors";
import type { Fix, Probe } from "./finding";

/** Configuration keys for open points that no answer to a read reveals. */
const notShown: Readonly<Record<ApplianceKind, string>> = {
  gateway: "staticPermissionType, tokenUser, rulesPerRequest, wording or sessionEnded",
  replicator: "sessionEnded, or a commandMethod of its own for changes",
};

/** Findings about an appliance's settings that follow from all answers together. */
export function examineSettings(about: ApplianceKind, probe: Probe): void {
  const { seen } = probe.observer;
  const turnedAway = seen.filter(({ reply }) => reply.status === 429).length;
  if (turnedAway > 0) {
    probe.note(
      "concurrency",
      `${turnedAway} of ${seen.length} requests were rejected because there were too many (HTTP 429).`,
      "They are repeated until they are accepted, which takes time: fewer concurrent requests may be faster.",
      probe.set("concurrency", "1"),
    );
  }
  const what = `Reads cannot show whether this ${about} needs ${notShown[about]}.`;
  const why = "These settings concern the answers to changes, or the end of a session.";
  probe.add("other-settings", "note", what, why, { isVerbose: true });
}

/**
 * The command that sets the URL to the target of a redirect on the same host, e.g. from `http://` to `https://`, if the
 * last answer was one.
 */
export function movedLine(url: string, probe: Probe): readonly Fix[] {
  const { reply } = probe;
  const location = reply?.headers["location"];
  if (reply === undefined || reply.status < 300 || reply.status > 399 || typeof location !== "string") return [];
  const from = new URL(url);
  const to = URL.canParse(location, url) ? new URL(location, url) : from;
  if (to.origin === from.origin || to.hostname !== from.hostname) return [];
  const prefix = from.pathname === "/" ? "" : from.pathname;
  return [probe.set("url", `${to.origin}${prefix}`)];
}

/** Headers that are unrelated to a session. */
const usualHeader =
  /^(?:date|server|connection|keep-alive|vary|via|age|etag|expires|pragma|allow|link|alt-svc|set-cookie|content-.*|cache-.*|access-.*|strict-.*|transfer-.*|last-.*|accept-.*|referrer-.*|permissions-.*|cross-.*|x-(?:frame|content|xss|powered|request|correlation|cache|dns|download|permitted)-.*)$/iu;
/** Maximum number of headers to try: each needs a login. */
const MOST_HEADERS = 3;

/** Response headers of a login that could carry the session. */
export function perhapsOfSession({ headers }: HttpReply): readonly string[] {
  return Object.keys(headers)
    .filter((name) => !usualHeader.test(name))
    .slice(0, MOST_HEADERS);
}
