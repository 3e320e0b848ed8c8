import { IPv4 } from "ipaddr.js";

/** Minimum length of a name that may be the rest of a cut one: a shorter one is more likely another name. */
const SHORTEST_CUT = 8;

/** Whether a gateway may have changed the sent name to the shown one: by letter case, escapes or trimming. */
export function isSpellingOf(shown: string, sent: string): boolean {
  return shown === sent || plain(shown) === plain(sent);
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

function plain(name: string): string {
  return withoutEntities(name.normalize("NFC")).trim().replace(/\s+/gu, " ").toLowerCase();
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A name without HTML entities, even if it was escaped several times. */
export function withoutEntities(name: string): string {
  if (!name.includes("&")) return name;
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

/** An IPv4 address without leading zeros, which are read as decimal; undefined for anything else. */
export function plainAddress(value: string): string | undefined {
  if (!/^(?:\d+\.){3}\d+$/u.test(value)) return undefined;
  const plain = value.split(".").map(Number).join(".");
  return IPv4.isValidFourPartDecimal(plain) ? plain : undefined;
}
