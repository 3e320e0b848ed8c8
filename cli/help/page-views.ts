import { line, type View } from "../../lib/output/view";

/** A page for the terminal: tables as tables, paragraphs wrapped by `wrap`, everything else unchanged. */
export function pageViews(markdown: string, wrap: (text: string) => string): View[] {
  const lines = markdown.replaceAll(/^<!-- .*? -->\n+/gmu, "").split("\n");
  const views: View[] = [];
  let inCode = false;
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? "";
    if (text.startsWith("```")) {
      inCode = !inCode;
    } else if (inCode) {
      views.push(line(text === "" ? "" : `  ${text}`));
    } else if (text.startsWith("|")) {
      const end = lines.findIndex((one, index) => index > at && !one.startsWith("|"));
      views.push(tableOf(lines.slice(at, end === -1 ? undefined : end)));
      at = (end === -1 ? lines.length : end) - 1;
    } else {
      views.push(
        ...wrap(plain(text))
          .split("\n")
          .map((one) => line(one)),
      );
    }
  }
  return views;
}

function tableOf([head = "", , ...rows]: readonly string[]): View {
  return { kind: "table", columns: cellsOf(head), rows: rows.map(cellsOf), isOrdered: true, empty: "" };
}

function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()).replaceAll("\\|", "|"));
}

/** Removes the marks that only a renderer needs; links keep their text. */
function plain(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/\*\*(.+?)\*\*/gu, "$1")
    .replaceAll(/\\([<>*_[\]])/gu, "$1");
}
