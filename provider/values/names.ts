import { quoted } from "./quoted";
import { checkedText } from "./schema";

// C0, DEL and C1: a form post or a URL changes or drops some of them silently.
// eslint-disable-next-line no-control-regex -- the pattern must match control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// A half of a surrogate pair cannot be sent as UTF-8.
const LONE_SURROGATE = /\p{Surrogate}/u;
const NOT_ASCII = /[^\x20-\x7e]/u;

/** The fault of a name of any kind; undefined if there is none. */
export function nameFault(name: string): string | undefined {
  if (name.length === 0) return "must not be empty";
  if (CONTROL.test(name)) return "holds a control character (tab, line break or the like)";
  if (LONE_SURROGATE.test(name)) return "holds half of a surrogate pair, which cannot be sent as UTF-8";
  if (name !== name.trim()) return "begins or ends with white space";
  return undefined;
}

export function asciiFault(text: string): string | undefined {
  const other = NOT_ASCII.exec(text)?.[0];
  if (other !== undefined) {
    return `must be URI-compatible ASCII (letters, digits, punctuation, spaces), without ${quoted(other)}`;
  }
  if (/[/\\]/u.test(text)) return 'must not hold "/" or "\\", which servers may treat as the end of a path segment';
  if (text === "." || text === "..") return `must not be "${text}", which means another folder in a path`;
  return undefined;
}

/** Name of an IP group, without control characters. */
export const objectName = checkedText(nameFault);

/** Name of a user or user group. One that looks like an integer is refused: the API would read it as an id. */
export const accountName = checkedText(nameFault, (name) => {
  if (name.startsWith("name:")) return 'begins with "name:", as the id of an account whose number is not known does';
  return /^[+-]?\d+$/u.test(name) ? "looks like an integer, which the gateway reads as an id" : undefined;
});

/** Name of a profile: a path segment, so URI-compatible ASCII without `/` and `\`. */
export const profileName = checkedText(nameFault, asciiFault);

/** Description of a profile or address, or value of a setting: a path segment too. It cannot be emptied. */
export const segmentText = profileName;

/** A password: any text that can be sent. Messages about it never contain it. */
export const password = checkedText((value) => {
  if (value.length === 0) return "must not be empty";
  return LONE_SURROGATE.test(value) ? "holds half of a surrogate pair, which cannot be sent as UTF-8" : undefined;
});

/** A pattern for names, in which `*` matches any text. Letter case counts. Its time is linear in the name. */
export function namePattern(text: string): { test(name: string): boolean } {
  const [first = "", ...middle] = text.split("*");
  const last = middle.pop();
  return {
    test(name) {
      if (last === undefined) return name === first;
      const end = name.length - last.length;
      let at = first.length;
      if (end < at || !name.startsWith(first) || !name.endsWith(last)) return false;
      for (const piece of middle) {
        const found = name.slice(0, end).indexOf(piece, at);
        if (found === -1) return false;
        at = found + piece.length;
      }
      return true;
    },
  };
}

/** The pattern that matches exactly this text. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

/** The meaning of a flag in any of the spellings that appliances use; undefined for other values. */
export function flagOf(value: unknown): boolean | undefined {
  if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") return undefined;
  const word = String(value).trim();
  if (/^(?:true|t|yes|y|on|1|enabled?|active)$/iu.test(word)) return true;
  return /^(?:false|f|no|n|off|0|disabled?|inactive)$/iu.test(word) ? false : undefined;
}
