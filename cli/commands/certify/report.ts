import type { Html } from "../../../lib/output/html";
import type { Markdown } from "../../../lib/output/markdown";
import { line, type View } from "../../../lib/output/view";
import { viewsAsMarkdown, viewsAsPage, type CellClass } from "../../../lib/output/views-text";
import { escaped } from "../../../provider/wording/patterns";
import { recordingText } from "../doctor/recording";
import type { Result } from "../../result";
import type { Certificate } from ".";
import { distinctAnswers } from "./points";
import { steps, type Outcome, type Step, type Verdict, works } from "./verdict";

const openTitle = "Where the API documents leave it open";

const marks: Readonly<Record<Verdict, { readonly mark: string; readonly cell?: CellClass }>> = {
  works: { mark: "ok", cell: "good" },
  note: { mark: "ok*", cell: "good" },
  refused: { mark: "refused", cell: "bad" },
  wrong: { mark: "WRONG", cell: "bad" },
  notRun: { mark: "not run", cell: "open" },
  none: { mark: "-" },
};

const ownSteps: readonly Step[] = ["create", "unchanged", "read", "change", "replace", "refuse", "adopt", "destroy"];
const otherSteps: readonly Step[] = [
  ...(["byHand", "removed", "followers", "batch"] as const),
  ...(["lostCreate", "lostUpdate", "lostDelete", "session"] as const),
];

/** The result of a run in the terminal. */
export function resultOf(certificate: Certificate, journal: string, version: string): Result {
  const { foreign, left, ended } = certificate;
  const isGood = [failingOf(certificate), certificate.notRun, foreign, left, ended].flat().length === 0;
  const views: View[] = [
    ...viewsOf(certificate).filter(({ title }) => title !== openTitle),
    ...ended.map((text) => line(text, "bad")),
    ...foreign.map((text) => line(`Changed, and not by this run: ${text}`, "bad")),
    ...left.map((text) => line(text, "bad")),
    ...(certificate.isJournalKept
      ? [line(`flowgate certify --clean --journal ${journal} removes what the run left, and puts settings back.`)]
      : []),
    line(`${openTitle}: ${certificate.openPoints.length} answers, in the reports of --html, --markdown and --json.`),
    line(verdictOf(certificate), isGood ? "good" : "bad"),
  ];
  return { data: dataOf(certificate, version), views, ending: isGood ? "done" : "attention" };
}

/** The result as Markdown. */
export function markdownOf(certificate: Certificate): Markdown {
  return viewsAsMarkdown(verdictOf(certificate), viewsForOthers(certificate));
}

/** The result as a page. */
export function htmlOf(certificate: Certificate): Html {
  const classes = Object.fromEntries(Object.values(marks).map(({ mark, cell }) => [mark, cell]));
  const views = viewsForOthers(certificate);
  return viewsAsPage("flowgate certify", verdictOf(certificate), views, (text) => classes[text]);
}

/** The tables, after the sentences why the run ended before its end. */
function viewsForOthers(certificate: Certificate): View[] {
  const plain = forOthers(certificate);
  return [...plain.ended.map((text) => line(text)), ...viewsOf(plain)];
}

/** The certificate without the names and addresses of the user's, which messages and commands may contain. */
function forOthers(certificate: Certificate): Certificate {
  const longestFirst = [...certificate.own].sort(([one], [other]) => other.length - one.length);
  const plain = (text: string): string =>
    longestFirst
      .reduce((rest, [own, instead]) => rest.replace(wordOf(own), () => instead), text)
      .replace(foreignAddress, "10.0.0.1");
  return {
    ...certificate,
    outcomes: certificate.outcomes.map((one) => ({ ...one, texts: one.texts.map(plain) })),
    openPoints: certificate.openPoints.map((one) => ({ ...one, answer: plain(one.answer) })),
    settings: certificate.settings.map(plain),
    lookUp: certificate.lookUp.map((one) => ({ ...one, key: plain(one.key) })),
    ended: certificate.ended.map(plain),
    left: certificate.left.map(plain),
  };
}

/** An address outside the networks for documentation that is no mask. */
const foreignAddress =
  /(?<![\d.])(?!192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|255\.|0\.)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/gu;

/** Matches a name that is not a part of another word. */
function wordOf(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, "giu");
}

/** The result as data for scripts, for issues of the project and for `flowgate simulate --like`. */
function dataOf(given: Certificate, version: string): object {
  const { seen, foreign, own: _, ...certificate } = forOthers(given);
  const recording = JSON.parse(recordingText(distinctAnswers(seen), version)) as object;
  return { ...recording, certificate: { ...certificate, foreignChanges: foreign.length } };
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
  const setting = certificate.isSettingLeft ? " Setting was not tested: --settings includes it." : "";
  const end = `${untested}${setting} ${requests} requests.`;
  if (foreign.length > 0) return `The run stopped: something changed that does not belong to it.${end}`;
  if (all === 0) return `No kind was tested.${end}`;
  const [first = ""] = kindsOf(outcomes);
  if (all === 1) return `${first} ${failing.length === 0 ? "works" : "does not work"} on this site.${end}`;
  if (failing.length === 0) return `${all === 2 ? "Both" : `All ${all}`} kinds work on this site.${end}`;
  const verb = failing.length === 1 ? "does" : "do";
  return `${failing.length} of ${all} kinds ${verb} not work on this site: ${failing.join(", ")}.${end}`;
}

function kindsOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ kind }) => kind))];
}

type TableView = View & { readonly kind: "table"; readonly title: string };

function viewsOf({ outcomes, measures, openPoints, settings, lookUp }: Certificate): TableView[] {
  const table = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]): TableView[] =>
    rows.length === 0 ? [] : [{ kind: "table", title, columns, rows, isOrdered: true, empty: "" }];
  const life = (title: string, shown: readonly Step[]): TableView[] => {
    const markOf = (kind: string, step: Step): string =>
      marks[outcomes.find((one) => one.kind === kind && one.step === step)?.verdict ?? "notRun"].mark;
    const rows = kindsOf(outcomes).map((kind) => [kind, ...shown.map((step) => markOf(kind, step))]);
    return table(title, ["kind", ...shown.map((step) => steps[step])], rows);
  };
  const texts = (title: string, verdicts: readonly Verdict[]): TableView[] => {
    const those = outcomes.filter(({ verdict }) => verdicts.includes(verdict));
    const rows = those.flatMap(({ kind, step, texts: all }) => all.map((text) => [kind, steps[step], text]));
    return table(title, ["kind", "step", "message"], rows);
  };
  const placeOf = (one: string): string | undefined => /flowgate:[^\s'"]+/u.exec(one)?.[0];
  const commands = (title: string, isShown: (count: number) => boolean): TableView[] => {
    const shown = settings.filter((one) => isShown(settings.filter((other) => placeOf(other) === placeOf(one)).length));
    return table(
      title,
      ["command"],
      shown.map((one) => [one]),
    );
  };
  return [
    ...life("The life of each kind", ownSteps),
    ...life("Changes by others, and lost answers", otherSteps),
    ...texts("What does not work", ["wrong", "refused"]),
    ...texts("* Messages of the provider", ["note"]),
    ...table(
      "Measured",
      ["appliance", "what", "result"],
      measures.map(({ about, what, value }) => [about, what, value]),
    ),
    ...table(
      openTitle,
      ["appliance", "point", "answer"],
      openPoints.map(({ about, point, answer }) => [about, point, answer]),
    ),
    ...commands("Settings for this site", (count) => count === 1),
    ...commands("Settings for this site: try one line after the other", (count) => count > 1),
    ...table(
      "Settings for this site with a value to look up",
      ["key", "value"],
      lookUp.map(({ key, value }) => [key, value]),
    ),
  ];
}
