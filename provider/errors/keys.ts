import type { ApplianceErrorParts, ToSet } from "./errors";

/** Refusals for which the configuration has a key. */
interface KeyRow {
  readonly on: ApplianceErrorParts["appliance"];
  readonly action?: RegExp;
  readonly status?: number;
  /** Matches the words of the refusal. Either these or the status suffice. */
  readonly words?: RegExp;
  readonly key: string;
  /** The value to set, if there is only one. */
  readonly value?: string;
  readonly why: string;
}

const ended =
  /^(?!.*\b(?:permi|rights?\b|allow|den(?:y|ied))).*\b(?:sessions?|tokens?|(?:log|logged|sign|signed)[ -]?(?:in|on|out)|authenticat\w+)\b/iu;
const page = /^a page in HTML|^HTTP \d+ and a page$/u;

const rows: readonly KeyRow[] = [
  {
    on: "replicator",
    action: /^(?!\/login\/)/u,
    status: 405,
    key: "commandMethod",
    why: "Set another one of GET, POST and GET/POST",
  },
  {
    on: "replicator",
    action: /^\/login\/$/u,
    status: 405,
    key: "legacyLogin",
    value: "true",
    why: "The appliance may have only the deprecated login with GET, which writes the password's hash into access logs",
  },
  { on: "gateway", status: 404, words: page, key: "scriptPath", why: "The script may have another path" },
  {
    on: "gateway",
    action: /^user_api\/permissions?$/u,
    words: /\btype\b/iu,
    key: "staticPermissionType",
    why: "The gateway may have another word for the permission type app",
  },
  {
    on: "gateway",
    action: /^ipgroups\/(?:saveRule|update)$/u,
    words: /\btoo (?:many|large|long|big)\b|\bat most\b|\b(?:limit|maximum|exceed)/iu,
    key: "rulesPerRequest",
    why: "One request may have had too many rules",
  },
  ...(["gateway", "replicator"] as const).map((on) => {
    const why = "If this says that the session or the token is not accepted, configure a pattern for it";
    return { on, words: ended, key: "sessionEnded[<n>]", why };
  }),
];

/** The parts of an error, with advice that names the configuration key for such a refusal, if there is one. */
export function withKey<Parts extends ApplianceErrorParts>(
  parts: Parts,
): Parts & Pick<ApplianceErrorParts, "advice" | "adviceWith"> {
  const { appliance, action, status, words, advice } = parts;
  const row = rows.find((one) => {
    const isMeant = (one.status !== undefined && one.status === status) || one.words?.test(words) === true;
    // An error with advice of its own knows better than a guess about the session.
    const isGuess = one.words === ended && advice !== undefined;
    return one.on === appliance && isMeant && !isGuess && one.action?.test(action) !== false;
  });
  if (row === undefined || parts.adviceWith !== undefined) return parts;
  const { key, value = "<value>", why } = row;
  const first = advice === undefined ? "" : `${advice}. `;
  const adviceWith = (toSet: ToSet): string => `${first}${why}: ${toSet(key, value)}`;
  return { ...parts, advice: `${first}${why}: flowgate:${appliance}.${key}`, adviceWith };
}
