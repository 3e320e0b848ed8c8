/** Shortest name that may be what is left of a longer one: a shorter one is more likely another name. */
const SHORTEST_CUT = 8;

/** Whether a name is what a gateway may have made of the one it was sent: in other letter case, escaped, trimmed. */
export function isSpellingOf(shown: string, sent: string): boolean {
  return shown === sent || plain(shown) === plain(sent);
}

/** The same, or the beginning of it: where the answer to a request names its object, a short name is no other one. */
export function isCutSpellingOf(shown: string, sent: string): boolean {
  // A text may say by its end that it was cut.
  const beginning = plain(shown.replace(/\s*(?:\.\.\.|\u2026)\s*$/u, ""));
  if (beginning.length < SHORTEST_CUT) return isSpellingOf(shown, sent);
  return plain(sent).startsWith(beginning) || sent.normalize("NFC").trim().toLowerCase().startsWith(beginning);
}

function plain(name: string): string {
  return withoutEntities(name.normalize("NFC")).trim().replace(/\s+/gu, " ").toLowerCase();
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A name without HTML entities, also where it was escaped several times. */
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
