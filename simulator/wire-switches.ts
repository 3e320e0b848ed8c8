import type { Positions } from "./positions";

/** Open points of how answers go over the wire, on both appliances. No document says anything about them. */
export interface WireSwitches {
  /** `content-type` of JSON: as such, as a page, as text, or no such header. Default `json`. */
  contentType: "json" | "html" | "plain" | "none";
  /** What comes before the JSON: nothing, a byte order mark, blank lines, or both. Default `none`. */
  bodyPrefix: "none" | "bom" | "blankLines" | "both";
  /**
   * Letters beyond ASCII: in UTF-8, in ISO-8859-1 that is declared or not, or in UTF-8 that is declared as ISO-8859-1, as
   * some web frameworks do. Default `utf-8`.
   */
  charset: "utf-8" | "latin-1" | "latin-1-undeclared" | "utf-8-as-latin-1";
  /** HTTP status of a change that was made. Default 200. */
  writeStatus: 200 | 201 | 202;
  /** Whether changes are answered with nothing but a status, 204 where it would be 200. Default `none`. */
  emptyAnswers: "none" | "all";
  /** Key of an object around each answer. Default `none`. */
  envelope: "none" | "data" | "result" | "response";
  /** Keys of fields: as documented, `Fc_id`, `FC_ID`, or `fcId`. Names that are keys stay. Default `asDocumented`. */
  keyCase: "asDocumented" | "capital" | "upper" | "camel";
  /** How null is written. Default `null`. */
  nullAs: "null" | "empty" | "text" | "absent";
  /** How numbers are written. Default `numbers`. */
  numbersAs: "numbers" | "text";
  /** An error that is none, beside each answer that is none. Default `absent`. */
  noError: "absent" | "null" | "empty" | "zero";
  /** Each fifth request at most is answered 429, with `Retry-After` in seconds or as a date. Default `never`. */
  tooMany: "never" | "seconds" | "date";
  /** Longest body of a request; a longer one is answered 413. 0 = 64 MiB. Default 0. */
  largestRequestBytes: number;
}

/** Every position of each switch, the default first. */
export const wireSwitchSpace = {
  contentType: ["json", "html", "plain", "none"],
  bodyPrefix: ["none", "bom", "blankLines", "both"],
  charset: ["utf-8", "latin-1", "latin-1-undeclared", "utf-8-as-latin-1"],
  writeStatus: [200, 201, 202],
  emptyAnswers: ["none", "all"],
  envelope: ["none", "data", "result", "response"],
  keyCase: ["asDocumented", "capital", "upper", "camel"],
  nullAs: ["null", "empty", "text", "absent"],
  numbersAs: ["numbers", "text"],
  noError: ["absent", "null", "empty", "zero"],
  tooMany: ["never", "seconds", "date"],
  largestRequestBytes: [0, 2000],
} as const satisfies Positions<WireSwitches>;
