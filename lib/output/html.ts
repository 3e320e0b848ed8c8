import { markupText } from "./markdown";
import { builderOf } from "./safe";

declare const made: unique symbol;
/** HTML with foreign text safely escaped. Only this file creates it. */
export type Html = string & { readonly [made]: "Html" };

/** Escapes foreign text, for use between tags or in a quoted attribute. */
export function htmlText(text: string): Html {
  return markupText(text) as Html;
}

/**
 * The template is not named `html`, since code formatters recognize that name and would change the whitespace, which
 * matters in `pre` and for the hash of the page's script.
 */
export const { template: tags, words: htmlWords, joined: htmlJoined } = builderOf<Html>();

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
