import { stripVTControlCharacters } from "node:util";
import { resultOf, type Certificate } from "../../../../cli/certify";
import { type Outcome, steps, type Step, type Verdict } from "../../../../cli/certify/verdict";
import { PassThrough } from "node:stream";
import { Terminal } from "../../../../lib/output/terminal";
import { terminalPicture } from "../../fleet/picture";

const word = "no such permission type";
const message = `Permission "app auditing for user group 31": the gateway refused: ${word}.`;

/** The steps of a kind: those that it has work, unless it says otherwise. */
function lifeOf(kind: Outcome["kind"], has: readonly Step[], others: Partial<Record<Step, Verdict>> = {}): Outcome[] {
  return (Object.keys(steps) as Step[]).map((step) => {
    const verdict = others[step] ?? (has.includes(step) ? "works" : "none");
    return { kind, step, verdict, texts: verdict === "refused" && step === "create" ? [message] : [] };
  });
}

const always = ["create", "unchanged", "read", "destroy", "lostCreate", "lostDelete", "removed"] as const;
const notRun = Object.fromEntries(
  (["unchanged", "read", "replace", "removed", "lostDelete", "lostCreate", "destroy"] as const).map((step) => [
    step,
    "notRun",
  ]),
);

const certificate: Certificate = {
  outcomes: [
    ...lifeOf("IpGroup", [...always, "change", "refuse", "adopt", "byHand", "batch", "lostUpdate"]),
    ...lifeOf("User", [...always, "change", "refuse", "adopt", "followers", "batch", "lostUpdate"], {
      replace: "note",
    }),
    ...lifeOf("Permission", [], { create: "refused", ...notRun }),
    ...lifeOf("Collector", [...always, "change", "replace", "byHand", "lostUpdate", "session"]),
  ],
  notRun: [],
  ended: [],
  measures: [
    { about: "gateway", what: "latency of a reading", value: "21 ms" },
    { about: "gateway", what: "rules of one request", value: "1000" },
    { about: "replicator", what: "duration of a rebuild", value: "640 ms" },
  ],
  openPoints: Array.from({ length: 41 }, () => ({ about: "gateway" as const, point: "", answer: "" })),
  settings: [
    "pulumi config set --path flowgate:gateway.rulesPerRequest 1000",
    "pulumi config set --path flowgate:gateway.staticPermissionType <word>",
  ],
  foreign: [],
  left: [],
  requests: 518,
  seen: [],
  own: [],
};

/** The end of a report, as a picture of a terminal. */
export async function certifyTable(): Promise<string> {
  let shown = "";
  const stdout = Object.assign(new PassThrough(), { isTTY: false, columns: 120 });
  stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  const terminal = new Terminal({ stdout, stderr: stdout, stdin: stdout, env: {}, cwd: "/" } as never);
  await terminal.views(resultOf(certificate, "flowgate-certify.journal", "0.1.0").views, false);
  const lines = ["$ flowgate certify", "", ...stripVTControlCharacters(shown).trimEnd().split("\n")];
  const title = "The report of flowgate certify: three kinds work, and permissions need a setting";
  return terminalPicture(title, lines, (line) =>
    /refused|not work on/u.test(line) ? "bad" : / ok /u.test(line) ? "good" : "plain",
  );
}
