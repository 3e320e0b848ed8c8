import { markupText } from "./markdown";

declare const made: unique symbol;
/** HTML with foreign text safely escaped. Only this file creates it. */
export type Html = string & { readonly [made]: "Html" };

/** Escapes foreign text, for use between tags or in a quoted attribute. */
export function htmlText(text: string): Html {
  return markupText(text) as Html;
}

/**
 * A template of the program's own HTML, whose parts are HTML already. It is not named `html`, since code formatters
 * recognize that name and would change the whitespace, which matters in `pre` and for the hash of the page's script.
 */
export function tags(texts: TemplateStringsArray, ...parts: readonly (Html | number)[]): Html {
  return String.raw({ raw: texts }, ...parts) as Html;
}

/** Constant words of the program: the compiler accepts only texts that it knows at compile time. */
export function htmlWords<T extends string>(text: string extends T ? never : T): Html {
  return text as string as Html;
}

/** Joins parts. */
export function htmlJoined(parts: readonly Html[], between: Html = tags``): Html {
  return parts.join(between) as Html;
}

/** A whole page that loads nothing. The policy says what it may run; the style is its only style sheet. */
export function documentOf(
  head: { readonly name: string; readonly policy: string; readonly style: Html },
  body: Html,
): Html {
  return tags`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${htmlText(head.policy)}">
<title>${htmlText(head.name)}</title>
<style>${head.style}</style>
</head>
<body>
${body}</body>
</html>
`;
}
