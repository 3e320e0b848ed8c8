/** What builds a kind of safe text. `Safe` is a branded string, which only the file of its kind creates otherwise. */
export function builderOf<Safe extends string>() {
  return {
    /** A template of the program's own text, whose parts are safe already. */
    template: (texts: TemplateStringsArray, ...parts: readonly (Safe | number)[]): Safe =>
      String.raw({ raw: texts }, ...parts) as Safe,
    /** Constant words of the program: the compiler accepts only texts that it knows at compile time. */
    words: <T extends string>(text: string extends T ? never : T): Safe => text as string as Safe,
    /** Joins parts. */
    joined: (parts: readonly Safe[], between = "" as Safe): Safe => parts.join(between) as Safe,
  };
}
