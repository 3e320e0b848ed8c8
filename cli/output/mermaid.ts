import { prose, shortened, type Markdown } from "./markdown";
import { builderOf } from "./safe";

declare const made: unique symbol;
/** Mermaid with foreign text safely escaped. Only this file creates it. */
export type Mermaid = string & { readonly [made]: "Mermaid" };

const LONGEST_LABEL = 60;

/** Foreign text that neither Mermaid nor HTML interprets: all except letters and digits is a numeric reference. */
export function mermaidText(text: string, longest = LONGEST_LABEL): Mermaid {
  const plain = shortened(text, longest);
  const escaped = plain.replace(/[^\p{L}\p{N} …]/gu, (c) =>
    /[._/:,-]/u.test(c) ? c : `#${String(c.codePointAt(0))};`,
  );
  return escaped as Mermaid;
}

export const { template: mermaid, words: mermaidWords, joined: mermaidJoined } = builderOf<Mermaid>();

/** A diagram in Markdown. Its text cannot end the fence, since grave accents of foreign text are numeric references. */
export function diagramFence(text: Mermaid): Markdown {
  return prose`\`\`\`mermaid\n${text as string as Markdown}\`\`\`\n`;
}
