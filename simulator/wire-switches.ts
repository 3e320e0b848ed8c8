import { anyNumber, type Space, type SwitchesOf } from "./positions";

/** Open points of how both appliances send answers, which no document mentions. The default comes first. */
export const wireSwitchSpace = {
  /** `content-type` of JSON: JSON, HTML, plain text, or no such header. Default `json`. */
  contentType: ["json", "html", "plain", "none"],
  /** Bytes before the JSON: nothing, a byte order mark, blank lines, or both. Default `none`. */
  bodyPrefix: ["none", "bom", "blankLines", "both"],
  /**
   * Characters beyond ASCII: in UTF-8, in ISO-8859-1 with or without a declared charset, or in UTF-8 declared as
   * ISO-8859-1, as some web frameworks do. Default `utf-8`.
   */
  charset: ["utf-8", "latin-1", "latin-1-undeclared", "utf-8-as-latin-1"],
  /** HTTP status of a successful change. Default 200. */
  writeStatus: [200, 201, 202],
  /** Whether changes are answered with a status only, 204 in place of 200. Default `none`. */
  emptyAnswers: ["none", "all"],
  /** Key of an object that wraps each answer. Default `none`. */
  envelope: ["none", "data", "result", "response"],
  /**
   * Keys of fields: as documented, `Fc_id`, `FC_ID`, or `fcId`. Keys that are names of things stay unchanged. Default
   * `asDocumented`.
   */
  keyCase: ["asDocumented", "capital", "upper", "camel"],
  /** How null is written. Default `null`. */
  nullAs: ["null", "empty", "text", "absent"],
  /** How numbers are written. Default `numbers`. */
  numbersAs: ["numbers", "text"],
  /** Field for an error in each successful answer, without an error in it. Default `absent`. */
  noError: ["absent", "null", "empty", "zero"],
  /** At most every fifth request is answered 429, with `Retry-After` in seconds or as a date. Default `never`. */
  tooMany: ["never", "seconds", "date"],
  /** Longest body of a request; a longer one gets 413. 0 = 64 MiB. Default 0. */
  largestRequestBytes: anyNumber(0, 2000),
} as const satisfies Space;

export type WireSwitches = SwitchesOf<typeof wireSwitchSpace>;
