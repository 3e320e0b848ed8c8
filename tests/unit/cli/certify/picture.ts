import { stripVTControlCharacters } from "node:util";
import { resultOf, type Certificate } from "../../../../cli/commands/certify";
import type { Kind } from "../../../../lib/site/kinds";
import { steps, type Step, type Verdict } from "../../../../cli/commands/certify/verdict";
import { PassThrough } from "node:stream";
import { Terminal } from "../../../../lib/output/terminal";
import { terminalPicture } from "../../fleet/picture";

/**
 * The verdicts of a run on `flowgate simulate --latency 20 --switch staticPermissionType=product`: a letter for each
 * step, in the order of `steps`.
 */
const run = {
  IpGroup: "wwww-wwww-wwww-w",
  IpGroupRule: "wwwww---w--www-w",
  IpGroups: "wwwn-------www-w",
  UserGroup: "wwwwwww-w-wnww-w",
  User: "wwwwnww-wwwnww-w",
  Membership: "www-w---w--w-w-w",
  Permission: "r..-.---.--.-.-.",
  PermissionSet: "r...-------...-.",
  UserPreferences: "wwww-------wwn-w",
  ReplicatorProfile: "wwww-wwwwwwwwwww",
  Collector: "wwwww--ww--wwwww",
  Exporter: "wwwww---w--wwwww",
  Policy: "wwwww---w--wwwww",
} as const;
const letters: Readonly<Record<string, Verdict>> = { w: "works", n: "note", r: "refused", ".": "notRun", "-": "none" };
const messages: Readonly<Record<string, readonly string[]>> = {
  "IpGroups change": [
    'IpGroups "flowgate-certify-df066b98-s": deletes 1 IP group: "flowgate-certify-df066b98-u" (id 113), unless another resource declares them.',
  ],
  "UserGroup lostCreate": [lostCreation("UserGroup")],
  "User replace": [
    'User "flowgate-certify-df066b98-a": the API cannot change a password, so the user is deleted and created again with a new id.',
  ],
  "User lostCreate": [lostCreation("User")],
  "Permission create": [refusal('Permission "app auditing for user group 31"', 31)],
  "PermissionSet create": [refusal('PermissionSet "user group 32"', 32)],
  "UserPreferences lostDelete": ["This appliance needs no such request."],
};

function lostCreation(kind: string): string {
  const name = "flowgate-certify-df066b98-a";
  return (
    `The first run ended with an error: ${kind} "${name}" on gateway.example.net: outcome unknown: the answer to its ` +
    `creation was lost, and an object of that name exists now (id name:${name}). Another client may have created it: ` +
    'check whose it is. To take it over, add: onExisting: "adopt".'
  );
}

function refusal(what: string, group: number): string {
  return (
    `${what} on gateway.example.net: the gateway refused: Could not add app permission auditing to usergroup ${group}: ` +
    "no such permission type. The gateway may have another word for the permission type app: " +
    "flowgate:gateway.staticPermissionType."
  );
}

/** Measurements of that run: a part of them. */
const measures = [
  ["gateway", "delay of lists", "0 ms"],
  ["gateway", "latency of a reading", "23 ms"],
  ["gateway", "parallel readings without an error", "8"],
  ["gateway", "rules of one request", "at least 2500"],
  ["gateway", "a name with & and <", "stored as sent"],
  ["replicator", "duration of a rebuild", "25 ms"],
  ["replicator", "a threshold of 2000000000", "2000000000"],
  ["replicator", "a description of 255 characters", "stored with 255 characters"],
] as const;

const certificate: Certificate = {
  outcomes: Object.entries(run).flatMap(([kind, verdicts]) =>
    Object.keys(steps).map((step, index) => ({
      ...{ kind: kind as Kind, step: step as Step, verdict: letters[verdicts.charAt(index)] ?? "none" },
      texts: messages[`${kind} ${step}`] ?? [],
    })),
  ),
  notRun: [],
  isSettingLeft: true,
  ended: [],
  measures: measures.map(([about, what, value]) => ({ about, what, value })),
  openPoints: Array.from({ length: 48 }, () => ({ about: "gateway" as const, point: "", answer: "" })),
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
