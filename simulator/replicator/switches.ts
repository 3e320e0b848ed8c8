import { anyNumber, type Space, type SwitchesOf } from "../positions";

/** Open points that affect the replicator's answers: the positions of each switch, the default first. */
export const replicatorSwitchSpace = {
  // Sessions
  /** Release of the appliance; 20 has no `/api/1/` (404). Replication 1. Default 19. */
  release: [19, 18, 20],
  /** Form of `passwd` at login. Replication 2. Default `sha512`. */
  passwordEncoding: ["sha512", "sha3-512", "plain"],
  /** Carrier of the session: cookie, echoed header `x-session`, or source address. Replication 3. Default `cookie`. */
  sessionCarrier: ["cookie", "header", "sourceAddress"],
  /** Cookies of a session. `two` requires both, one with percent escapes in its value. Replication 3. Default `one`. */
  sessionCookies: ["one", "two"],
  /**
   * Date in `Expires` of the cookies of a session: none, half an hour from now, or the same by the clock of an appliance
   * that is an hour behind, alone or with a `Date` header of that clock too. Silent. Default `none`.
   */
  cookieExpiry: ["none", "future", "clockBehind", "datesBehind"],
  /** Whether each answer sets a new value of the session cookie; the oldest values expire. Silent. Default `never`. */
  cookieChange: ["never", "everyAnswer"],
  /**
   * HTTP method of every request but login; `byKind` reads with GET and changes with POST. Replication 4. Default
   * `GET`.
   */
  commandMethod: ["GET", "POST", "either", "byKind"],
  /** When a session's 30 minutes start: at login, or at its last request. Replication 5. Default `start`. */
  sessionExpiry: ["start", "idle"],
  /** Answer to a missing or expired session. Replication 5. Default `401`. */
  expiredAnswer: ["401", "403", "redirect", "error", "html", "otherWords"],
  /** Whether a login ends older sessions. Silent. Default false. */
  singleSession: [false, true],
  /** HTTP status of a refused login. Silent. Default 200. */
  refusedLoginStatus: [200, 401],
  /** Whether the deprecated GET login works. Default true, as documented. */
  legacyLogin: [true, false],

  // Answers
  /** `description` of a success: as documented, reworded, one word, or none. Replication 6. Default `documented`. */
  successText: ["documented", "reworded", "passive", "terse", "omitted"],
  /** `description` of a refusal; the document says that it "carries the text". Replication 6. Default `plain`. */
  refusalText: ["plain", "prefixed", "synonyms", "passive"],
  /**
   * `result` of a refused change. With `success`, only the text says that the change was refused. Silent. Default
   * `error`.
   */
  refusalResult: ["error", "success"],
  /** `result` of a successful change. Silent. Default `success`. */
  resultWord: ["success", "ok", "done", "true"],
  /** Answer to a successful change: the documented object, or no body with HTTP 204. Default `object`. */
  changeAnswer: ["object", "empty"],
  /** Quotes around values in success texts. Replication 6. Default `single`. */
  textQuotes: ["single", "none", "double"],
  /** HTTP status of `result: "error"`. Silent. Default 200. */
  refusalStatus: [200, 400],
  /** Network of a policy with host bits set. Replication 7. Default `refuse`. */
  policyHostBits: ["refuse", "verbatim", "canonical"],
  /** Whether a profile has one policy for a network, or one of each kind. Replication 7. Default `onePerNetwork`. */
  policyKinds: ["onePerNetwork", "onePerKind"],
  /** Special characters in the strings of `show/config`. Replication 8. Default `percent`. */
  configEscaping: ["percent", "raw"],
  /** Form of the request paths in `show/config`. Replication 8. Default `paths`. */
  configLines: ["paths", "urls", "noSlash", "method", "upperCase", "trailing"],
  /** Whether `show/config` lists a line that is in no document, among its policies. Silent. Default `none`. */
  configUnknown: ["none", "listed"],
  /** Key of the answer of `show/collectors`. Replication 9. Default `collector`, as in the example. */
  collectorKey: ["collector", "collectors"],
  /**
   * Keys of the other answers of `show`: the word in the path, or its other grammatical number. Replication 9. Default
   * `asPath`.
   */
  showKeys: ["asPath", "otherNumber"],
  /** Names of fields that are in no document: by analogy (`listening_port`, `in_profiles`) or not. Replication 9. */
  showFields: ["analogous", "other"],
  /**
   * Form of the answers of `show` that are in no document: a map or a list, with the name of the entity as key or
   * without. Replication 9. Default `keyed`.
   */
  showShape: ["keyed", "keyedList", "bareMap", "bareList"],
  /**
   * Whether `show/profile` and `show/exporters` exist: completely; without the profiles of exporters and the state of
   * profiles; or not at all, with the answer of an unknown path or an error. Replication 9. Default `all`.
   */
  showGiven: ["all", "partly", "notFound", "refused"],
  /** Whether `show/settings` exists. Without it, no setting can be read. Replication 9. Default `all`. */
  settingsGiven: ["all", "notFound"],
  /**
   * Word in the path that shows collectors: the list of entities and the example differ. Replication 9. Default `both`.
   */
  collectorPath: ["both", "collectors", "collector"],
  /** Fields that are empty, 0 or unknown: as documented, null, or left out. Silent. Default `documented`. */
  emptyFields: ["documented", "null", "omitted"],
  /** Empty lists in `show/config`. Silent. Default `listed`. */
  emptyLists: ["listed", "null", "omitted"],
  /** On or off in `show/profile` and `show/settings`. Replication 9. Default `word`. */
  flagForm: ["word", "number", "boolean", "letter", "yesNo", "enabled"],
  /** Field of `show/settings` for whether a setting without a value is on. Replication 9. Default `enabled`. */
  flagField: ["enabled", "value"],
  /** Type of `rate`, "a number or a numeric string": both are documented. Default `number`. */
  rateType: ["number", "string"],
  /** The policy that decides about an address that both an include and an exclude match. Replication 7. Default `include`. */
  decidingPolicy: ["include", "exclude", "longest"],

  // Changes
  /** Milliseconds until the appliance rebuilds a change by itself; 0 = never. Replication 11. Default 0. */
  automaticRebuildMs: anyNumber(0, 60_000),
  /** Milliseconds that a forced rebuild takes. Silent. Default 0. */
  rebuildMs: anyNumber(0, 20),
  /** Configuration that `show` reads: the configured one, or that of the last rebuild. Silent. Default `configured`. */
  showReads: ["configured", "running"],
  /** Milliseconds until `show` shows a change that no rebuild has made effective; 0 = at once. Silent. Default 0. */
  visibleAfterMs: anyNumber(0, 50),
  /** Form in which the name of a profile is stored and shown. Silent. Default `verbatim`. */
  profileNameStored: ["verbatim", "htmlEscaped", "lowerCase", "first31"],
  /** Names of a profile that a path accepts: the sent one too, or only the stored one. Silent. Default `either`. */
  profileNameInPath: ["either", "asStored"],
  /** Answer to adding what exists or removing what does not. Silent. Default `error`. */
  repeatedChange: ["error", "success"],
  /** What a change of a profile's ports resets: nothing, both flags, or the description. Silent. Default `nothing`. */
  resetByUpdate: ["nothing", "flags", "description"],
  /** Number of characters after which a description is cut; 0 = never. Silent. Default 0. */
  longestDescription: anyNumber(0, 12),
  /** The highest threshold: a higher one is reduced to it; 0 = no limit. Silent. Default 0. */
  highestThreshold: anyNumber(0, 1000),
  /** A number of a setting is rounded to a multiple of this; 0 = not at all. Silent. Default 0. */
  settingStep: anyNumber(0, 10),
  /** Notation of addresses in the lines of `show/config`. Replication 8. Default `plain`. */
  configAddresses: ["plain", "zeroPadded"],
  /**
   * Blanks in `show/config`: `plus` in every text, `underscore` in the names of profiles. Replication 8: escaping is
   * unknown. Default `blank`.
   */
  configBlanks: ["blank", "plus", "underscore"],
  /** Whether `show/config` lists disabled profiles. Silent. Default `listed`. */
  configDisabled: ["listed", "leftOut"],
  /** How escapes in a path are decoded: `%20`, `%20` and `+`, or not at all. Silent. Default `percent`. */
  pathEscapes: ["percent", "percentAndPlus", "literal"],
  /** Whether the server decodes a path before it splits it into segments. Silent. Default false. */
  decodeBeforeRouting: [false, true],
} as const satisfies Space;

export type ReplicatorSwitches = SwitchesOf<typeof replicatorSwitchSpace>;
