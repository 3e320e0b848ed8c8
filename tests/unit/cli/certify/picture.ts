import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { resultOf, type Certificate } from "../../../../cli/commands/certify";
import { Terminal } from "../../../../lib/output/terminal";
import { root } from "../../../support/clone";
import { terminalPicture } from "../../fleet/picture";

type Outcome = Certificate["outcomes"][number];

/** The report of a run on a simulator with all kinds. */
const report = JSON.parse(readFileSync(join(root, "tests/reports/simulator.json"), "utf8")) as {
  certificate: Pick<Certificate, "outcomes" | "measures" | "openPoints">;
};

/** What each right ends in on a gateway that has another word for its type. */
const refusals: Readonly<Record<string, readonly [what: string, group: number]>> = {
  Permission: ["app auditing for user group 31", 31],
  PermissionSet: ["user group 32", 32],
};

/** An outcome on that gateway, beside a replicator that answers to a rebuild as documented. */
function outcomeOf(one: Outcome): Outcome {
  const refused = refusals[one.kind];
  if (one.verdict === "none" || (refused === undefined && !one.texts.join().includes("forced rebuild"))) return one;
  if (refused === undefined) return { ...one, verdict: "works", texts: [] };
  if (one.step !== "create") return { ...one, verdict: "notRun", texts: [] };
  const [what, group] = refused;
  const text =
    `${one.kind} "${what}" on gateway.example.net: the gateway refused: Could not add app permission auditing to ` +
    `usergroup ${group}: no such permission type. The gateway may have another word for the permission type app: ` +
    "flowgate:gateway.staticPermissionType.";
  return { ...one, verdict: "refused", texts: [text] };
}

const { outcomes, measures, openPoints } = report.certificate;
const certificate: Certificate = {
  outcomes: outcomes.map(outcomeOf),
  notRun: [],
  isSettingLeft: true,
  ended: [],
  // A part of them.
  measures: measures.filter(({ what }) =>
    /^(?:delay|latency|parallel|rules|a name with &|a threshold of 2)/u.test(what),
  ),
  openPoints,
  settings: [],
  lookUp: [{ key: "flowgate:gateway.staticPermissionType", value: "the gateway's word for the permission type app" }],
  foreign: [],
  left: [],
  isJournalKept: false,
  requests: 1483,
  seen: [],
  own: [],
};

/** A report, as a picture of a terminal. */
export async function certifyTable(): Promise<string> {
  let shown = "";
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 130 });
  stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const terminal = new Terminal({ stdout, stderr: stdout, stdin: stdout, env: {}, cwd: "/" } as never);
  await terminal.views(resultOf(certificate, "flowgate-certify.journal", "0.1.0").views, false);
  const lines = ["$ flowgate certify", "", ...stripVTControlCharacters(shown).trimEnd().split("\n")];
  const title = "The report of flowgate certify: eleven kinds work, and permissions need a setting";
  return terminalPicture(title, lines, (line) =>
    /refused|not work on/u.test(line) ? "bad" : / ok /u.test(line) ? "good" : "plain",
  );
}
