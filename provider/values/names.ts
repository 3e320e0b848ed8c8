import { quoted } from "./quoted";
import { checkedText } from "./schema";

/** Maximum length of a name; the documents give no limit. */
const LONGEST_NAME = 255;

// C0, DEL and C1: a form post or a URL changes or drops some of them silently.
// eslint-disable-next-line no-control-regex -- the pattern must match control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// They make a name look different from what it is.
const BIDIRECTIONAL = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
// A half of a surrogate pair cannot be sent as UTF-8.
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_ASCII = /[^\x20-\x7e]/u;
const INTEGER = /^[+-]?\d+$/u;

/** The fault of a name of any kind; undefined if there is none. */
export function nameFault(name: string): string | undefined {
  if (name.length === 0) return "must not be empty";
  if (name.length > LONGEST_NAME)
    return `has ${String(name.length)} characters, at most ${String(LONGEST_NAME)} are accepted`;
  if (CONTROL.test(name)) return "holds a control character (tab, line break or the like)";
  if (LONE_SURROGATE.test(name)) return "holds half of a surrogate pair, which cannot be sent as UTF-8";
  if (BIDIRECTIONAL.test(name)) return "holds a bidirectional control character";
  if (name !== name.trim()) return "begins or ends with white space";
  return undefined;
}

function asciiFault(text: string): string | undefined {
  const other = NOT_ASCII.exec(text)?.[0];
  if (other !== undefined) {
    return `must be URI-compatible ASCII (letters, digits, punctuation, spaces), without ${quoted(other)}`;
  }
  if (/[/\\]/u.test(text)) return 'must not hold "/" or "\\", which servers may treat as the end of a path segment';
  if (text === "." || text === "..") return `must not be "${text}", which means another folder in a path`;
  return undefined;
}

/** Name of an IP group. Up to 255 characters, no control characters. */
export const objectName = checkedText(nameFault);

/**
 * Name of a user or user group. A name that looks like an integer is refused, because the API would read it as an id.
 */
export const accountName = checkedText(nameFault, (name) =>
  INTEGER.test(name) ? "looks like an integer, which the gateway reads as an id" : undefined,
);

/** Name of a profile: a path segment, so URI-compatible ASCII without `/` and `\`. */
export const profileName = checkedText(nameFault, asciiFault);

/**
 * Description of a profile or address: a path segment, "text of URI-compatible ASCII" (`notate`). Cannot be emptied.
 */
export const description = checkedText(nameFault, asciiFault);

/** A password: any text that can be sent. Messages about it never contain it. */
export const password = checkedText((value) => {
  if (value.length === 0) return "must not be empty";
  return LONE_SURROGATE.test(value) ? "holds half of a surrogate pair, which cannot be sent as UTF-8" : undefined;
});

/** Value of a setting: a path segment, so URI-compatible ASCII without `/` and `\`. */
export const settingValue = checkedText(nameFault, asciiFault);

/** Maximum number of names that a state keeps: only the latest can matter. */
const MOST_FORMER_NAMES = 8;

/** The former names of an object for its state, the latest last. */
export function formerNames(before: readonly string[] | undefined, from: string, to: string): string[] {
  const all = [...(before ?? []), from].filter((name) => name !== to);
  return [...new Set(all)].slice(-MOST_FORMER_NAMES);
}

/** A pattern for names, in which `*` matches any text. Letter case counts. */
export function namePattern(text: string): RegExp {
  const escaped = text.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "su");
}

/** Minimum length of a name that may be the rest of a cut one: a shorter one is more likely another name. */
const SHORTEST_CUT = 8;

/** Whether a gateway may have changed the sent name to the shown one: by letter case, escapes or trimming. */
export function isSpellingOf(shown: string, sent: string): boolean {
  return plain(shown) === plain(sent);
}

/**
 * As `isSpellingOf`, or whether the shown name is the beginning of the sent one. Use it if the response itself names
 * its object: a short name then means no other object.
 */
export function isCutSpellingOf(shown: string, sent: string): boolean {
  // A text may end with a mark that shows that it was cut.
  const beginning = plain(shown.replace(/\s*(?:\.\.\.|\u2026)\s*$/u, ""));
  if (beginning.length < SHORTEST_CUT) return isSpellingOf(shown, sent);
  return plain(sent).startsWith(beginning) || sent.normalize("NFC").trim().toLowerCase().startsWith(beginning);
}

/** Minimum length of a name that may be as much as a gateway keeps of any name. */
const SHORTEST_KEPT = 20;

/**
 * Whether a list shows what a gateway keeps of a name that its answers repeated as sent: the name escaped, or the
 * beginning of a long one. A gateway that lists a longer name does not cut this one.
 */
export function isKeptOf(shown: string, sent: string, longest: number): boolean {
  const isCut = shown.length >= Math.max(SHORTEST_KEPT, longest) && sent.startsWith(shown);
  return isCut || withoutEntities(shown) === sent;
}

function plain(name: string): string {
  return withoutEntities(name.normalize("NFC")).trim().replace(/\s+/gu, " ").toLowerCase();
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A name without HTML entities, even if it was escaped several times. */
export function withoutEntities(name: string): string {
  const once = name.replace(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/giu,
    (whole, ...codes: unknown[]) => {
      const [decimal, hex, word] = codes as (string | undefined)[];
      if (word !== undefined) return entities[word.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0x1f && code < 0xd800 ? String.fromCodePoint(code) : whole;
    },
  );
  return once === name ? name : withoutEntities(once);
}

/** The meaning of a flag in any of the spellings that appliances use; undefined for other values. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") return undefined;
  const word = String(value).trim();
  if (/^(?:true|t|yes|y|on|1|enabled?|active)$/iu.test(word)) return true;
  return /^(?:false|f|no|n|off|0|disabled?|inactive)$/iu.test(word) ? false : undefined;
}
