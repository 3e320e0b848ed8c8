/** A pattern for names, in which `*` matches any text. Letter case counts. */
export function namePattern(text: string): RegExp {
  const escaped = text.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`, "su");
}
