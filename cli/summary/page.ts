import { createHash } from "node:crypto";
import { documentOf, htmlJoined, htmlText, tags, type Html } from "../../lib/output/html";
import { pictureOf } from "../picture";
import { drawnAction } from "../picture/drawn";
import { svgOf } from "../picture/svg";
import { diffLinesOf } from "./diff-text";
import { entriesOf, placeNames, type FindingAtPlaces } from "./entries";
import { shownName, type Finding, type Resource, type Summary } from "./findings";
import { script, style } from "./page-parts";
import { columnsOf, countsBy, listed, notesOf, phrasesOf, phraseWords, signOf, takesAway } from "./words";

export interface PageOptions {
  readonly title?: string;
  readonly commit?: string;
}

/** Maximum number of boxes in the page's picture. */
const MOST_NODES = 200;

/** The whole report as one searchable file that works offline, with every value of every change. */
export function pageOf(summary: Summary, { title, commit }: PageOptions): Html {
  const name = title ?? summary.stacks.join(", ");
  const safe = summary.mode === "drift" || takesAway(summary) ? "" : " · nothing is deleted";
  const counts = listed(phrasesOf(summary), phraseWords).join("");
  const headline = counts === "" ? `no ${summary.mode === "drift" ? "drift" : "changes"}` : `${counts}${safe}`;
  const entries = entriesOf(summary);
  const hash = createHash("sha256").update(script).digest("base64");
  // A report may be opened from anywhere: it loads and sends nothing, and runs only its own script.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const body = tags`<header>
<h1>${htmlText(name)}</h1>
<p><b>${htmlText(headline)}</b>${commitHtml(commit)}</p>
</header>
${messages("Errors", summary.errors)}${messages("Warnings", summary.warnings)}
<section>
<h2>Counts</h2>
${countTable(summary)}${summary.places.length > 1 ? placeTable(summary) : tags``}
</section>
${pictureHtml(summary)}<section>
<h2>Changes</h2>
<form role="search"><label>Search <input type="search" id="search" autocomplete="off"></label>
<output id="shown" aria-live="polite"></output></form>
<div id="changes">
${htmlJoined(entries.map(article))}${followers(summary)}</div>
</section>
<script>${script}</script>
`;
  return documentOf({ name, policy, style }, body);
}

/** The picture as a drawing: a page that loads nothing has no library that lays out a diagram. */
function pictureHtml(summary: Summary): Html {
  const { scenes, leftOut } = pictureOf(summary, MOST_NODES);
  if (scenes.length === 0) return tags``;
  const charts = scenes.flatMap(({ places, clusters }) =>
    clusters.map((cluster, at) => ({ title: at === 0 ? places.join(", ") : "", cluster })),
  );
  const rest = leftOut === 0 ? tags`` : tags`<p>… and ${leftOut} more changes</p>`;
  return tags`<section><h2>Picture</h2>${svgOf(charts, "Picture")}${rest}</section>\n`;
}

function commitHtml(commit: string | undefined): Html {
  return commit === undefined ? tags`` : tags` · commit <code>${htmlText(commit)}</code>`;
}

function messages(title: "Errors" | "Warnings", found: Summary["errors"]): Html {
  if (found.length === 0) return tags``;
  const items = found.map(({ about, stack, text }) => {
    return tags`<li><code>${htmlText(about ?? stack)}</code> ${htmlText(text)}</li>\n`;
  });
  return tags`<section><h2>${htmlText(title)}</h2><ul>${htmlJoined(items)}</ul></section>\n`;
}

function countTable(summary: Summary): Html {
  return tableHtml(summary, "", ({ kind }) => kind, summary.unnamed);
}

function placeTable(summary: Summary): Html {
  const table = tableHtml(summary, "Place", placeNames(summary), 0);
  return tags`<details><summary>${summary.places.length} places</summary>${table}</details>`;
}

function tableHtml(summary: Summary, head: string, rowOf: (resource: Resource) => string, unnamed: number): Html {
  const columns = columnsOf(summary);
  const heads = [head, ...columns].map((column) => tags`<th scope="col">${htmlText(column)}</th>`);
  const rows = [...countsBy(summary, rowOf)].map(([name, counts]) => {
    const cells = columns.map((column) => tags`<td>${counts.get(column) ?? tags``}</td>`);
    return tags`<tr><th scope="row">${htmlText(name)}</th>${htmlJoined(cells)}</tr>\n`;
  });
  const empty = tags`<td colspan="${columns.length - 1}"></td>`;
  const rest = tags`<tr><th scope="row">others (--show-sames names them)</th>${empty}<td>${unnamed}</td></tr>\n`;
  return tags`<table><tr>${htmlJoined(heads)}</tr>\n${htmlJoined(rows)}${unnamed === 0 ? tags`` : rest}</table>\n`;
}

function article({ finding, names, places, followers: learned }: FindingAtPlaces): Html {
  const title = `${signOf(finding)} ${finding.kind}`;
  const sub = [...new Set(names)].join(", ");
  const notes = [...notesText(finding), ...followText(learned)];
  const lines = diffLinesOf(finding).map(({ sign, text }) => {
    const element = sign === "+" ? tags`ins` : sign === "-" ? tags`del` : tags`span`;
    return tags`<${element}>${htmlText(`${sign} ${text}`)}</${element}>`;
  });
  return tags`<article class="${htmlText(drawnAction(finding) ?? finding.action)}">
<h3>${htmlText(title)} <b>${htmlText(shownName(finding))}</b> <small>${htmlText(sub)}</small></h3>
${paragraph(places.length === 0 ? "" : `at ${places.join(", ")}`)}${paragraph(notes.join("; "))}
${lines.length === 0 ? tags`` : tags`<pre>${htmlJoined(lines)}</pre>`}
</article>
`;
}

function paragraph(text: string): Html {
  return text === "" ? tags`` : tags`<p>${htmlText(text)}</p>`;
}

function notesText(finding: Finding): string[] {
  const { action, because, movedFrom } = finding;
  const notes = [...(movedFrom === undefined ? [] : [`moves from ${movedFrom}`]), ...notesOf(finding)];
  const why = because.length === 0 ? [] : [`because of ${because.join(", ")}`];
  return [...(notes.length === 0 ? [action] : notes), ...why];
}

function followText(learned: ReadonlyMap<string, number>): string[] {
  if (learned.size === 0) return [];
  return [`${[...learned].map(([kind, count]) => `${count} ${kind}`).join(", ")} follow without a request`];
}

/** Resources that only learn a new name, one line each. */
function followers({ changes }: Summary): Html {
  const names = new Map(changes.map((change) => [change.key, shownName(change)]));
  const lines = changes.flatMap((change) => {
    if (change.follows === undefined) return [];
    const text = `${signOf(change)} ${change.kind} ${shownName(change)} follows ${names.get(change.follows) ?? ""}`;
    return [
      tags`<article class="follow">
        <h3>${htmlText(text)} <small>${htmlText(change.name)}</small></h3>
      </article> `,
    ];
  });
  return htmlJoined(lines);
}
