import { line, type View } from "../../lib/output/view";
import type { Result } from "../result";
import type { Certificate } from ".";
import { steps, type Outcome, type Step, type Verdict, works } from "./verdict";

const marks: Readonly<Record<Verdict, string>> = {
  works: "ok",
  note: "ok*",
  refused: "refused",
  wrong: "WRONG",
  notRun: "not run",
  none: "-",
};

/** The result of a run: a table of kinds and steps, then what to know and what to set. */
export function resultOf(certificate: Certificate, journal: string): Result {
  const { outcomes, notRun, measures, openPoints, settings, foreign, left, requests } = certificate;
  const kinds = [...new Set(outcomes.map(({ kind }) => kind))];
  const failing = [...kinds.filter((kind) => !works(outcomes.filter((one) => one.kind === kind))), ...notRun];
  const isGood = failing.length === 0 && foreign.length === 0 && left.length === 0;
  const verdict = isGood
    ? line(`All ${kinds.length} kinds work on this site. ${requests} requests.`, "good")
    : line(
        `${failing.length} of ${kinds.length + notRun.length} kinds do not work as they should. ${requests} requests.`,
        "bad",
      );
  const views: View[] = [
    ...table(
      "Life",
      ["create", "unchanged", "read", "change", "replace", "refuse", "adopt", "destroy"],
      kinds,
      outcomes,
    ),
    ...table(
      "What others do, and lost answers",
      ["byHand", "removed", "followers", "batch", "lostCreate", "lostUpdate", "lostDelete", "session"],
      kinds,
      outcomes,
    ),
    ...list("Not run", notRun),
    ...list("What did not work", textsOf(outcomes, ["wrong", "refused"])),
    ...list("* What the provider said", textsOf(outcomes, ["note"])),
    {
      kind: "fields",
      title: "Measured",
      fields: measures.map(({ about, what, value }) => [`${about}: ${what}`, value]),
    },
    {
      kind: "fields",
      title: "Where the API documents leave it open",
      fields: openPoints.map(({ about, point, answer }) => [`${about}: ${point}`, answer]),
    },
    ...list("Settings for this site", settings),
    ...foreign.map((text) => line(`Changed, and not by this run's own objects: ${text}`, "bad")),
    ...left.map((text) => line(`Still there: ${text}`, "bad")),
    ...(isGood
      ? []
      : [
          line(
            foreign.length + left.length > 0
              ? `flowgate certify --clean --journal ${journal} removes what is left.`
              : "",
          ),
        ]),
    verdict,
  ];
  return {
    data: { outcomes, notRun, measures, openPoints, settings, foreign, left, requests },
    views,
    ending: isGood ? "done" : "attention",
  };
}

function table(title: string, shown: readonly Step[], kinds: readonly string[], outcomes: readonly Outcome[]): View[] {
  const rows = kinds.map((kind) => [
    kind,
    ...shown.map((step) => marks[outcomes.find((one) => one.kind === kind && one.step === step)?.verdict ?? "notRun"]),
  ]);
  return [
    { kind: "table", title, columns: ["kind", ...shown.map((step) => steps[step])], rows, isOrdered: true, empty: "" },
    line(""),
  ];
}

function textsOf(outcomes: readonly Outcome[], verdicts: readonly Verdict[]): string[] {
  return outcomes
    .filter(({ verdict }) => verdicts.includes(verdict))
    .flatMap(({ kind, step, texts }) => texts.map((text) => `${kind}, ${steps[step]}: ${text}`));
}

function list(title: string, items: readonly string[]): View[] {
  return items.length === 0
    ? []
    : [{ kind: "list", title, items: items.map((item) => `  ${item}`), empty: "" }, line("")];
}
