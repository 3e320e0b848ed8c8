import type { Positions } from "../positions";

/** Open points that concern what the replicator answers. */
export interface ReplicatorSwitches {
  // Sessions
  /** Release of the appliance; 20 has no `/api/1/` (404). Replication 1. Default 19. */
  release: 18 | 19 | 20;
  /** Form of `passwd` at login. Replication 2. Default `sha512`. */
  passwordEncoding: "sha512" | "sha3-512" | "plain";
  /** What carries the session: cookie, echoed header `x-session`, or the source address. Replication 3. Default `cookie`. */
  sessionCarrier: "cookie" | "header" | "sourceAddress";
  /** Cookies of a session; `two` needs both back, one with percent escapes in its value. Replication 3. Default `one`. */
  sessionCookies: "one" | "two";
  /** Whether each answer gives the session cookie another value; the oldest ones stop working. Silent. Default `never`. */
  cookieChange: "never" | "everyAnswer";
  /** HTTP method of every request but login; `byKind` reads with GET and changes with POST. Replication 4. Default `GET`. */
  commandMethod: "GET" | "POST" | "either" | "byKind";
  /** From when a session's 30 minutes count. Replication 5. Default `start`. */
  sessionExpiry: "start" | "idle";
  /** Answer to a missing or expired session. Replication 5. Default `401`. */
  expiredAnswer: "401" | "403" | "redirect" | "error" | "html" | "otherWords";
  /** Whether a login ends the older sessions. Silent. Default false. */
  singleSession: boolean;
  /** HTTP status of a refused login. Silent. Default 200. */
  refusedLoginStatus: 200 | 401;
  /** Whether the deprecated GET login works. Default true, as documented. */
  legacyLogin: boolean;

  // Answers
  /** `description` of a success: as documented, in other words, a word, or none. Replication 6. Default `documented`. */
  successText: "documented" | "reworded" | "passive" | "terse" | "omitted";
  /** `description` of a refusal; the document says that it "carries the text". Replication 6. Default `plain`. */
  refusalText: "plain" | "prefixed" | "synonyms" | "passive";
  /** `result` of a refused change. A box that says `success` says in its text why it is none. Silent. Default `error`. */
  refusalResult: "error" | "success";
  /** `result` of a change that was made. Silent. Default `success`. */
  resultWord: "success" | "ok" | "done" | "true";
  /** Body of the answer to a change that was made: the documented object, or none with HTTP 204. Default `object`. */
  changeAnswer: "object" | "empty";
  /** Quotes around values in success texts. Replication 6. Default `single`. */
  textQuotes: "single" | "none" | "double";
  /** HTTP status of `result: "error"`. Silent. Default 200. */
  refusalStatus: 200 | 400;
  /** A policy's network with host bits set. Replication 7. Default `refuse`. */
  policyHostBits: "refuse" | "verbatim" | "canonical";
  /** Whether a profile has one policy for a network, or one of each kind. Replication 7. Default `onePerNetwork`. */
  policyKinds: "onePerNetwork" | "onePerKind";
  /** Special characters in the strings of `show/config`. Replication 8. Default `percent`. */
  configEscaping: "percent" | "raw";
  /** Form of the request paths in `show/config`. Replication 8. Default `paths`. */
  configLines: "paths" | "urls" | "noSlash" | "method" | "upperCase" | "trailing";
  /** Whether `show/config` lists a line, among its policies, that no document knows. Silent. Default `none`. */
  configUnknown: "none" | "listed";
  /** Key of the answer of `show/collectors`. Replication 9. Default `collector`, as in the example. */
  collectorKey: "collector" | "collectors";
  /** Keys of the other answers of `show`: the word of the path, or its other number. Replication 9. Default `asPath`. */
  showKeys: "asPath" | "otherNumber";
  /** Names of fields that no document shows, by analogy (`listening_port`, `in_profiles`) or not. Replication 9. */
  showFields: "analogous" | "other";
  /**
   * Form of the answers of `show` that no document shows: a map or a list below the word of the entity, or without it.
   * Replication 9. Default `keyed`.
   */
  showShape: "keyed" | "keyedList" | "bareMap" | "bareList";
  /**
   * Whether `show/profile` and `show/exporters` are there: with all; without the profiles of exporters and the state of
   * profiles; or not at all, as an unknown path or as an error. Replication 9. Default `all`.
   */
  showGiven: "all" | "partly" | "notFound" | "refused";
  /** Whether `show/settings` is there. Where it is not, no setting can be read. Replication 9. Default `all`. */
  settingsGiven: "all" | "notFound";
  /** Which word of the path shows collectors: the list of entities and the example differ. Replication 9. Default `both`. */
  collectorPath: "both" | "collectors" | "collector";
  /** Fields that are empty, 0 or unknown: as documented, null, or left out. Silent. Default `documented`. */
  emptyFields: "documented" | "null" | "omitted";
  /** Lists of `show/config` that are empty. Silent. Default `listed`. */
  emptyLists: "listed" | "null" | "omitted";
  /** On or off in `show/profile` and `show/settings`. Replication 9. Default `word`. */
  flagForm: "word" | "number" | "boolean" | "letter" | "yesNo" | "enabled";
  /** Where `show/settings` shows whether a setting that has no value is on. Replication 9. Default `enabled`. */
  flagField: "enabled" | "value";
  /** `rate`, "a number or a numeric string". Documented as both. Default `number`. */
  rateType: "number" | "string";

  // Changes
  /** Milliseconds until a change is rebuilt by itself; 0 = never. Replication 11. Default 0. */
  automaticRebuildMs: number;
  /** Milliseconds that a forced rebuild takes. Silent. Default 0. */
  rebuildMs: number;
  /** Which configuration `show` reads: as changed, or as of the last rebuild. Silent. Default `configured`. */
  showReads: "configured" | "running";
  /** Milliseconds until `show` sees a change that no rebuild has made effective; 0 = at once. Silent. Default 0. */
  visibleAfterMs: number;
  /** The name of a profile, as it is kept and shown. Silent. Default `verbatim`. */
  profileNameStored: "verbatim" | "htmlEscaped" | "lowerCase" | "first31";
  /** Which name of a profile a path may have: the one that was sent too, or only the one that is kept. Silent. Default `either`. */
  profileNameInPath: "either" | "asStored";
  /** Adding what is there or removing what is not. Silent. Default `error`. */
  repeatedChange: "error" | "success";
  /** How escapes in a path are decoded: `%20`, `%20` and `+`, or not at all. Silent. Default `percent`. */
  pathEscapes: "percent" | "percentAndPlus" | "literal";
  /** Whether the server decodes a path before it splits it into segments. Silent. Default false. */
  decodeBeforeRouting: boolean;
}

/** Every position of each switch, the default first. Where any number will do, one more is given. */
export const replicatorSwitchSpace = {
  release: [19, 18, 20],
  passwordEncoding: ["sha512", "sha3-512", "plain"],
  sessionCarrier: ["cookie", "header", "sourceAddress"],
  sessionCookies: ["one", "two"],
  cookieChange: ["never", "everyAnswer"],
  commandMethod: ["GET", "POST", "either", "byKind"],
  sessionExpiry: ["start", "idle"],
  expiredAnswer: ["401", "403", "redirect", "error", "html", "otherWords"],
  singleSession: [false, true],
  refusedLoginStatus: [200, 401],
  legacyLogin: [true, false],
  successText: ["documented", "reworded", "passive", "terse", "omitted"],
  refusalText: ["plain", "prefixed", "synonyms", "passive"],
  refusalResult: ["error", "success"],
  resultWord: ["success", "ok", "done", "true"],
  changeAnswer: ["object", "empty"],
  textQuotes: ["single", "none", "double"],
  refusalStatus: [200, 400],
  policyHostBits: ["refuse", "verbatim", "canonical"],
  policyKinds: ["onePerNetwork", "onePerKind"],
  configEscaping: ["percent", "raw"],
  configLines: ["paths", "urls", "noSlash", "method", "upperCase", "trailing"],
  configUnknown: ["none", "listed"],
  collectorKey: ["collector", "collectors"],
  showKeys: ["asPath", "otherNumber"],
  showFields: ["analogous", "other"],
  showShape: ["keyed", "keyedList", "bareMap", "bareList"],
  showGiven: ["all", "partly", "notFound", "refused"],
  settingsGiven: ["all", "notFound"],
  collectorPath: ["both", "collectors", "collector"],
  emptyFields: ["documented", "null", "omitted"],
  emptyLists: ["listed", "null", "omitted"],
  flagForm: ["word", "number", "boolean", "letter", "yesNo", "enabled"],
  flagField: ["enabled", "value"],
  rateType: ["number", "string"],
  automaticRebuildMs: [0, 60_000],
  rebuildMs: [0, 20],
  showReads: ["configured", "running"],
  visibleAfterMs: [0, 50],
  profileNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  profileNameInPath: ["either", "asStored"],
  repeatedChange: ["error", "success"],
  pathEscapes: ["percent", "percentAndPlus", "literal"],
  decodeBeforeRouting: [false, true],
} as const satisfies Positions<ReplicatorSwitches>;
