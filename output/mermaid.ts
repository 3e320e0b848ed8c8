import { prose, shortened, type Markdown } from "./markdown";

declare const made: unique symbol;
/** Mermaid in which foreign text is text and nothing else. Only this file makes it. */
export type Mermaid = string & { readonly [made]: "Mermaid" };

const LONGEST_LABEL = 60;

/** Foreign text that neither Mermaid nor HTML takes for anything else: all but letters and digits by number. */
export function mermaidText(text: string, longest = LONGEST_LABEL): Mermaid {
  const plain = shortened(text, longest);
  const escaped = plain.replace(/[^\p{L}\p{N} …]/gu, (c) =>
    /[._/:,-]/u.test(c) ? c : `#${String(c.codePointAt(0))};`,
  );
  return escaped as Mermaid;
}

/** Mermaid of the program itself, with parts that are Mermaid by now. */
export function mermaid(texts: TemplateStringsArray, ...parts: readonly (Mermaid | number)[]): Mermaid {
  return String.raw({ raw: texts }, ...parts) as Mermaid;
}

/** Words of the program: the compiler refuses every text that it does not know by heart. */
export function mermaidWords<T extends string>(text: string extends T ? never : T): Mermaid {
  return text as string as Mermaid;
}

/** Parts one after another. */
export function mermaidJoined(parts: readonly Mermaid[]): Mermaid {
  return parts.join("") as Mermaid;
}

/** A diagram in Markdown. Nothing in it ends the fence: a grave accent of foreign text is written by its number. */
export function diagramFence(text: Mermaid): Markdown {
  return prose`\`\`\`mermaid\n${text as string as Markdown}\`\`\`\n`;
}
