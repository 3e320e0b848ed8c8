import { createHmac, randomBytes } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { words as vocabulary } from "./vocabulary";

const ADDRESS = /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7})(?![\w:]|\.\d)/giu;
/** Matches escapes of URLs and HTML, which show how a box writes special characters; words; numbers. */
const TOKEN = /(%[0-9a-f]{2}|&#?\w{1,8};)|([\p{L}\p{M}\p{N}]+)/giu;

/**
 * Replaces names and addresses by pseudonyms. The same text always gets the same pseudonym, so that an answer keeps its
 * form and its relations. The key is random and is not kept: the pseudonyms cannot be reversed.
 */
export class Pseudonyms {
  readonly #key = randomBytes(32);

  /** Replaces names in a text of an appliance. Words of the API documents and separate numbers stay. */
  text(value: string): string {
    return value
      .split("/")
      .map((part) => this.#part(part))
      .join("/");
  }

  /** Replaces an identifier, including its digits. */
  identifier(value: string): string {
    return this.#replaced(value, true);
  }

  #part(part: string): string {
    const rest = part.replace(ADDRESS, " ");
    const isNamed = [...rest.matchAll(TOKEN)].some(([, escape, word]) => escape === undefined && isName(word ?? ""));
    return this.#replaced(part, isNamed);
  }

  #replaced(text: string, withDigits: boolean): string {
    let done = "";
    let at = 0;
    for (const match of text.matchAll(ADDRESS)) {
      done += this.#words(text.slice(at, match.index), withDigits) + this.#address(match[0], withDigits);
      at = match.index + match[0].length;
    }
    return done + this.#words(text.slice(at), withDigits);
  }

  #words(text: string, withDigits: boolean): string {
    return text.replace(TOKEN, (all: string, escape: string | undefined, word: string | undefined) => {
      if (escape !== undefined || word === undefined) return all;
      return isName(word) || (withDigits && /^\d+$/u.test(word)) ? this.#word(word) : all;
    });
  }

  /** A pseudonym with the same length and letter case, but other letters and digits. */
  #word(word: string): string {
    const bytes = this.#bytes(`word ${word.toLowerCase()}`);
    return Array.from(word)
      .map((character, index) => {
        const byte = bytes[index % bytes.length] ?? 0;
        if (/\d/u.test(character)) return String(byte % 10);
        const isUpper = character !== character.toLowerCase();
        // Characters beyond ASCII show which character set a box uses.
        if (character > "\u007f") return isUpper ? "Ä" : "ä";
        const letter = String.fromCharCode(97 + (byte % 26));
        return isUpper ? letter.toUpperCase() : letter;
      })
      .join("");
  }

  #address(text: string, withDigits: boolean): string {
    if (isIPv4(text)) return this.#ipv4(text);
    if (!isIPv6(text)) return this.#words(text, withDigits);
    return `2001:db8::${this.#bytes(`address ${text.toLowerCase()}`).readUInt16BE(0).toString(16)}`;
  }

  /** Masks stay. In addresses the trailing zero bits stay, since they show whether it is the address of a network. */
  #ipv4(text: string): string {
    const number = text.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
    if (isMask(number)) return text;
    const lowest = number & -number;
    const above = ~((lowest << 1) - 1) & 0x00ffffff;
    const noise = this.#bytes(`address ${text}`).readUInt32BE(0) & above;
    // In 10.0.0.0/8, a range of private addresses.
    const mapped = ((((number & 0x00ffffff) ^ noise) >>> 0) | 0x0a000000) >>> 0;
    return [24, 16, 8, 0].map((shift) => (mapped >>> shift) & 0xff).join(".");
  }

  #bytes(text: string): Buffer {
    return createHmac("sha256", this.#key).update(text).digest();
  }
}

/** A single letter is not a name; it may be a flag. */
function isName(word: string): boolean {
  return word.length > 1 && !/^\d+$/u.test(word) && !vocabulary.has(word.toLowerCase());
}

/** Ones followed by zeros, or zeros followed by ones. */
function isMask(number: number): boolean {
  const inverse = ~number >>> 0;
  return (number & (number + 1)) === 0 || (inverse & (inverse + 1)) === 0;
}
