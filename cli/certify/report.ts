import { htmlJoined, htmlText, tags, type Html } from "../../lib/output/html";
import { code, joined, prose, row, tableHead, type Markdown } from "../../lib/output/markdown";
import { line, type View } from "../../lib/output/view";
import { recordingText } from "../doctor/recording";
import type { Result } from "../result";
import type { Certificate } from ".";
import { distinctAnswers } from "./points";
import { steps, type Outcome, type Step, type Verdict, works } from "./verdict";

const openTitle = "Where the API documents leave it open";

const marks: Readonly<Record<Verdict, string>> = {
  works: "ok",
  note: "ok*",
  refused: "refused",
  wrong: "WRONG",
  notRun: "not run",
  none: "-",
};

const ownSteps: readonly Step[] = ["create", "unchanged", "read", "change", "replace", "refuse", "adopt", "destroy"];
const otherSteps: readonly Step[] = [
  ...(["byHand", "removed", "followers", "batch"] as const),
  ...(["lostCreate", "lostUpdate", "lostDelete", "session"] as const),
];

/** A table of the report. Terminal, Markdown and HTML show the same. */
interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The result of a run in the terminal. */
export function resultOf(certificate: Certificate, journal: string, version: string): Result {
  const { foreign, left, ended } = certificate;
  const isGood = [failingOf(certificate), certificate.notRun, foreign, left, ended].flat().length === 0;
  const views: View[] = [
    ...sectionsOf(certificate)
      .filter(({ title }) => title !== openTitle)
      .flatMap(({ title, columns, rows }): View[] => [
        { kind: "table", title, columns, rows, isOrdered: true, empty: "" },
      ]),
    ...alarmsOf(certificate).map((text) => line(text, "bad")),
    ...(left.length === 0 ? [] : [line(`flowgate certify --clean --journal ${journal} removes it.`)]),
    line(`${openTitle}: ${certificate.openPoints.length} answers, in the reports of --html, --markdown and --json.`),
    line(verdictOf(certificate), isGood ? "good" : "bad"),
  ];
  return { data: dataOf(certificate, version), views, ending: isGood ? "done" : "attention" };
}

/** The certificate without the hosts of the appliances, which texts of the provider and commands name. */
function forOthers({ seen, ...certificate }: Certificate): Certificate {
  let text = JSON.stringify(certificate);
  for (const [host, about] of certificate.hosts) text = text.replaceAll(host, `${about}.example.net`);
  return { ...(JSON.parse(text) as Certificate), seen };
}

/** The result as data for scripts, for issues of the project and for `flowgate simulate --like`. */
function dataOf(given: Certificate, version: string): object {
  const { seen, foreign, hosts: _, ...certificate } = forOthers(given);
  const recording = JSON.parse(recordingText(distinctAnswers(seen), version)) as object;
  return { ...recording, certificate: { ...certificate, foreignChanges: foreign.length } };
}

/** The result as Markdown. */
export function markdownOf(given: Certificate): Markdown {
  const certificate = forOthers(given);
  const tables = sectionsOf(certificate).map(
    ({ title, columns, rows }) =>
      prose`\n#### ${code(title)}\n\n${tableHead(columns.map((one) => code(one)))}${joined(
        rows.map((cells) => row(cells.map((cell) => code(cell)))),
      )}`,
  );
  return joined([prose`### ${code(verdictOf(certificate))}\n`, ...tables]);
}

/** The result as a page that loads nothing. */
export function htmlOf(given: Certificate): Html {
  const certificate = forOthers(given);
  const tables = sectionsOf(certificate).map(
    ({ title, columns, rows }) => tags`<h2>${htmlText(title)}</h2>
<table><tr>${htmlJoined(columns.map((one) => tags`<th>${htmlText(one)}</th>`))}</tr>
${htmlJoined(rows.map((cells) => tags`<tr>${htmlJoined(cells.map(cellOf))}</tr>\n`))}</table>
`,
  );
  return tags`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>flowgate certify</title>
<style>
:root { color-scheme: light dark; font: 15px system-ui, sans-serif; }
table { border-collapse: collapse; }
th, td { border: 1px solid #8888; padding: 4px 8px; text-align: left; }
.good { background: #2da44e33; } .bad { background: #cf222e55; font-weight: bold; } .open { background: #bf870033; }
</style>
</head>
<body>
<h1>${htmlText(verdictOf(certificate))}</h1>
${htmlJoined(tables)}</body>
</html>
`;
}

function cellOf(text: string): Html {
  const verdict = Object.entries(marks).find(([, mark]) => mark === text)?.[0];
  if (verdict === "works" || verdict === "note") return tags`<td class="good">${htmlText(text)}</td>`;
  if (verdict === "wrong" || verdict === "refused") return tags`<td class="bad">${htmlText(text)}</td>`;
  return verdict === "notRun" ? tags`<td class="open">${htmlText(text)}</td>` : tags`<td>${htmlText(text)}</td>`;
}

function failingOf({ outcomes }: Certificate): readonly string[] {
  return kindsOf(outcomes).filter((kind) => !works(outcomes.filter((one) => one.kind === kind)));
}

/** The last line of the report: a kind with a step that did not run does not count as working. */
function verdictOf(certificate: Certificate): string {
  const { outcomes, notRun, requests, foreign } = certificate;
  const failing = failingOf(certificate);
  const all = kindsOf(outcomes).length;
  const untested = notRun.length === 0 ? "" : ` Not tested: ${notRun.join(", ")}.`;
  const end = `${untested} ${requests} requests.`;
  if (foreign.length > 0) return `The run stopped: something changed that does not belong to it.${end}`;
  if (all === 0) return `No kind was tested.${end}`;
  if (failing.length === 0) return `${all === 1 ? "1 kind works" : `All ${all} kinds work`} on this site.${end}`;
  const verb = failing.length === 1 ? "does" : "do";
  return `${failing.length} of ${all} kinds ${verb} not work on this site: ${failing.join(", ")}.${end}`;
}

function alarmsOf({ foreign, left, ended }: Certificate): string[] {
  return [
    ...ended,
    ...foreign.map((text) => `Changed, and not by this run: ${text}`),
    ...left.map((text) => `Still there: ${text}`),
  ];
}

function kindsOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ kind }) => kind))];
}

function sectionsOf({ outcomes, notRun, measures, openPoints, settings }: Certificate): Section[] {
  const sections: Section[] = [
    life("The life of each kind", ownSteps, outcomes),
    life("Changes by others, and lost answers", otherSteps, outcomes),
    { title: "Not run", columns: ["kind"], rows: notRun.map((kind) => [kind]) },
    texts("What does not work", outcomes, ["wrong", "refused"]),
    texts("* Messages of the provider", outcomes, ["note"]),
    {
      title: "Measured",
      columns: ["appliance", "what", "result"],
      rows: measures.map(({ about, what, value }) => [about, what, value]),
    },
    {
      title: openTitle,
      columns: ["appliance", "point", "answer"],
      rows: openPoints.map(({ about, point, answer }) => [about, point, answer]),
    },
    { title: "Settings for this site", columns: ["command"], rows: settings.map((one) => [one]) },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function life(title: string, shown: readonly Step[], outcomes: readonly Outcome[]): Section {
  const rows = kindsOf(outcomes).map((kind) => [
    kind,
    ...shown.map((step) => marks[outcomes.find((one) => one.kind === kind && one.step === step)?.verdict ?? "notRun"]),
  ]);
  return { title, columns: ["kind", ...shown.map((step) => steps[step])], rows };
}

function texts(title: string, outcomes: readonly Outcome[], verdicts: readonly Verdict[]): Section {
  const rows = outcomes
    .filter(({ verdict }) => verdicts.includes(verdict))
    .flatMap(({ kind, step, texts: all }) => all.map((text) => [kind, steps[step], text]));
  return { title, columns: ["kind", "step", "message"], rows };
}
