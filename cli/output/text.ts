import { redact } from "../../provider/secret";

/** Where {@link redact} cuts, and what one character can grow to in it. */
const LONGEST_PIECE = Math.floor(2048 / "\\u0000".length);

/**
 * Text of an appliance made safe for a terminal: no control character reaches it, no secret that came back. Long text is
 * kept whole: it is taken in pieces that are not cut.
 */
export function printable(text: string): string {
  if (text.length <= LONGEST_PIECE) return redact(text);
  const clean = redact(text);
  if (!clean.endsWith(" [cut]")) return clean;
  return piecesOf(text).map(redact).join("");
}

function piecesOf(text: string): string[] {
  const count = Math.ceil(text.length / LONGEST_PIECE);
  return Array.from({ length: count }, (_, index) => text.slice(index * LONGEST_PIECE, (index + 1) * LONGEST_PIECE));
}
