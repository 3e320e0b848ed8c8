import { documentOf, htmlJoined, htmlText, tags, type Html } from "./html";
import { code, joined, prose, row, tableHead, type Markdown } from "./markdown";
import type { Cell, View } from "./view";

/** Any part of the output as a table; a line is a table without columns and rows. */
interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Classes of cells on a page: `good`, `bad` or `open`. */
export type CellClass = "good" | "bad" | "open";

/** The output of a command as Markdown: the same tables as in the terminal. */
export function viewsAsMarkdown(title: string, views: readonly View[]): Markdown {
  const tables = views
    .map(tableOf)
    .map(
      ({ title: head, columns, rows }) =>
        prose`\n#### ${code(head)}\n\n${joined([
          ...(columns.length === 0 ? [] : [tableHead(columns.map((one) => code(one)))]),
          ...rows.map((cells) => row(cells.map((cell) => code(textOf(cell))))),
        ])}`,
    );
  return joined([prose`### ${code(title)}\n`, ...tables]);
}

/** The output of a command as a page that loads nothing. */
export function viewsAsPage(
  name: string,
  title: string,
  views: readonly View[],
  classOf: (cell: string) => CellClass | undefined,
): Html {
  const cellOf = (cell: Cell): Html => {
    const text = textOf(cell);
    const known = classOf(text);
    return known === undefined
      ? tags`<td>${htmlText(text)}</td>`
      : tags`<td class="${htmlText(known)}">${htmlText(text)}</td>`;
  };
  const tables = views.map(tableOf).map(
    ({ title: head, columns, rows }) => tags`<h2>${htmlText(head)}</h2>
<table><tr>${htmlJoined(columns.map((one) => tags`<th>${htmlText(one)}</th>`))}</tr>
${htmlJoined(rows.map((cells) => tags`<tr>${htmlJoined(cells.map(cellOf))}</tr>\n`))}</table>
`,
  );
  const style = tags`
:root { color-scheme: light dark; font: 15px system-ui, sans-serif; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8888; padding: 4px 8px; text-align: left; }
.good { background: #2da44e33; } .bad { background: #cf222e55; font-weight: bold; } .open { background: #bf870033; }
`;
  const body = tags`<h1>${htmlText(title)}</h1>
${htmlJoined(tables)}`;
  return documentOf({ name, policy: "default-src 'none'; style-src 'unsafe-inline'", style }, body);
}

function tableOf(view: View): Table {
  if (view.kind === "table") return { ...view, title: view.title ?? "" };
  if (view.kind === "fields") return { title: view.title ?? "", columns: ["name", "value"], rows: view.fields };
  if (view.kind === "list") return { title: view.title, columns: ["line"], rows: view.items.map((item) => [item]) };
  return { title: view.text, columns: [], rows: [] };
}

function textOf(cell: Cell): string {
  return cell === undefined ? "-" : String(cell);
}
