import { markupText } from "./markdown";

declare const made: unique symbol;
/** HTML in which foreign text is text and nothing else. Only this file makes it. */
export type Html = string & { readonly [made]: "Html" };

/** Foreign text between tags or in a quoted attribute. */
export function htmlText(text: string): Html {
  return markupText(text) as Html;
}

/**
 * HTML of the program itself, with parts that are HTML by now. Its name is not the one that formatters of code know:
 * they would change the blanks, which count in `pre` and in what a page says of its script.
 */
export function tags(texts: TemplateStringsArray, ...parts: readonly (Html | number)[]): Html {
  return String.raw({ raw: texts }, ...parts) as Html;
}

/** Words of the program: the compiler refuses every text that it does not know by heart. */
export function htmlWords<T extends string>(text: string extends T ? never : T): Html {
  return text as string as Html;
}

/** Parts one after another. */
export function htmlJoined(parts: readonly Html[], between: Html = tags``): Html {
  return parts.join(between) as Html;
}
