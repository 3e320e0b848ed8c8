import { createHash } from "node:crypto";

/** Credentials with characters that every encoding changes, so that each encoded form is a different text. */
export const canaries = { token: 'gw-canary/+=&%"7Qz 4', password: 'rp-canary/+=&%"\u00e99Xk 2' };

/** Returns the texts that contain one of the {@link canaries}, in any of its forms. */
export function leaksIn(texts: readonly string[]): string[] {
  const forms = Object.values(canaries).flatMap(formsOf);
  return texts.filter((text) => forms.some((form) => text.includes(form)));
}

/** A credential as such, and in the forms in which logs, URLs, states and dumps would show it. */
export function formsOf(secret: string): string[] {
  const forms = [secret, hashOf(secret)].flatMap((text) => {
    const bytes = Buffer.from(text, "utf8");
    return [
      text,
      JSON.stringify(text).slice(1, -1),
      encodeURIComponent(text),
      new URLSearchParams({ text }).toString().slice("text=".length),
      bytes.toString("base64").replace(/=+$/u, ""),
      bytes.toString("base64url"),
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
    ];
  });
  return [...new Set(forms)];
}

/** Anyone who has the hash can log in, so it is as secret as the password. */
export function hashOf(secret: string): string {
  return createHash("sha512").update(secret, "utf8").digest("hex");
}
