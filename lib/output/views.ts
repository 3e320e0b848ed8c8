import { tableText, type TableStyle } from "./table";
import { printable } from "./text";
import type { View } from "./view";

/** The views as text, with an empty line between those that have a title. */
export function viewsText(views: readonly View[], style: TableStyle): string {
  return views.map((view, index) => (index > 0 && "title" in view ? "\n" : "") + viewText(view, style)).join("");
}

function viewText(view: View, style: TableStyle): string {
  const { colors } = style;
  const title = "title" in view ? `${colors.bold(printable(view.title))}\n` : "";
  switch (view.kind) {
    case "line":
      return `${toned(printable(view.text), view.tone, style)}\n`;
    case "table":
      if (view.rows.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + tableText(view, style);
    case "fields":
      return title + tableText({ rows: view.fields }, style);
    case "list":
      if (view.items.length === 0) return `${title}${printable(view.empty)}\n`;
      return title + view.items.map((item) => `${printable(item)}\n`).join("");
  }
}

function toned(text: string, tone: "good" | "bad" | undefined, { colors }: TableStyle): string {
  if (tone === undefined) return text;
  return tone === "good" ? colors.green(text) : colors.red(text);
}
