import type { Command } from "commander";
import type { ConnectionOptions } from "../../../provider/client";
import { capitalised } from "../../../provider/values/quoted";
import type { ApplianceKind } from "../../../provider/errors/errors";
import { Refusal } from "../../../provider/errors/refusal";
import { line, type View } from "../../output/view";
import type { Context, Result } from "../../context";
import { sentenceOf } from "../../errors";
import { projectFile } from "../../engine/run";
import { work } from "../../lazy";
import type { Runner } from "../../run";
import { Probe, type Finding } from "./finding";
import { examineGateway } from "./gateway";
import { examineReplicator } from "./replicator";

/** `doctor`: why it does not work, as far as reads reveal it, and the line that mends it. */
export function addDoctor(program: Command, run: Runner): void {
  program
    .command("doctor")
    .helpGroup("Start:")
    .description("Say why it does not work, and how to mend it")
    .action(
      run(async (context) =>
        resultOf(await context.progress.during("Examining the appliances", () => diagnose(context))),
      ),
    );
}

async function diagnose(context: Context): Promise<Finding[]> {
  const first = await examineConfiguration(context);
  const [gateway, replicator] = await Promise.all([examine("gateway", context), examine("replicator", context)]);
  // A site that is unknown is so for both.
  const said = new Set(gateway.map(({ check, what }) => (check === "configuration" ? what : "")));
  return [...first, ...gateway, ...replicator.filter(({ what }) => !said.has(what))];
}

/** Where the settings come from, and what is wrong with them. Nothing is sent. */
async function examineConfiguration(context: Context): Promise<readonly Finding[]> {
  const { configuration, site, stackNotRead } = await context.configured();
  const findings = new Probe("gateway", configuration, site, "configuration");
  const problems = configuration.problems(site);
  for (const problem of problems) findings.attention("configuration", problem);
  const { plainCredentials, stackOf } = work.check();
  const project = projectFile(context.io.cwd);
  const stack = project === undefined ? undefined : stackOf(project, context.options.stack, context.io.env);
  for (const { path, command } of plainCredentials(stack?.config ?? {})) {
    findings.attention("configuration", `flowgate:${path} stands in plain text.`, undefined, { command });
  }
  if (stackNotRead !== undefined) {
    findings.note("stack", `No stack was read: ${stackNotRead}`, "Only the environment is used.");
  }
  for (const appliance of ["gateway", "replicator"] as const) {
    const sources = configuration.sources(appliance, site).map(([key, source]) => `${key} from ${source}`);
    if (sources.length > 0) findings.good("configuration", `The ${appliance} has ${sources.join(", ")}.`);
  }
  return findings.list;
}

async function examine(about: ApplianceKind, context: Context): Promise<readonly Finding[]> {
  const { configuration, site } = await context.configured();
  const probe = new Probe(about, configuration, site);
  // The findings contain these mistakes already.
  if (configuration.problems(site, about).length > 0) return [];
  const other = about === "gateway" ? "replicator" : "gateway";
  const isOnlyOther = configuration.urls(about, site) === undefined && configuration.urls(other, site) !== undefined;
  if (isOnlyOther) {
    probe.note("configuration", `No URL of a ${about} is configured.`, `Programs without a ${about} need none.`);
    return probe.list;
  }
  try {
    examineConnection(configuration[about](site), probe);
    if (about === "gateway") await examineGateway(await context.gateway(), probe);
    else await examineReplicator(await context.replicator(), configuration.replicator(site), probe);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    probe.attention("configuration", capitalised(sentenceOf(error)));
  }
  return probe.list;
}

/** Says what of a connection others could use. The first request shows whether it works. */
function examineConnection({ url, proxy, insecureSkipVerify }: ConnectionOptions, probe: Probe): void {
  if (proxy !== undefined) probe.note("proxy", `Requests go through the proxy ${new URL(proxy).host}.`);
  if (insecureSkipVerify === true) {
    const why = "Another server can take the place of the appliance.";
    const fix = probe.set("insecureSkipVerify", "false");
    probe.attention("tls", "Any certificate is accepted (insecureSkipVerify is on).", why, fix);
  }
  if (new URL(url).protocol === "https:") return;
  probe.attention(
    "tls",
    "The connection has no TLS (allowHttp is on).",
    "An observer of the traffic gets the credentials and can change the answers.",
    "Use the https:// URL of the appliance.",
  );
}

function resultOf(findings: readonly Finding[]): Result {
  const wrong = findings.filter(({ status }) => status === "attention");
  const views = (["configuration", "gateway", "replicator"] as const).flatMap((about): View[] => {
    const own = findings.filter((finding) => finding.about === about).flatMap(linesOf);
    const title = about === "gateway" ? "Gateway" : "Replicator";
    return own.length === 0 || about === "configuration"
      ? own
      : [{ kind: "list", title, items: [], empty: "" }, ...own];
  });
  const end =
    wrong.length === 0
      ? line("Nothing needs attention.", "good")
      : line(`${String(wrong.length)} of ${String(findings.length)} checks need attention.`, "bad");
  return { data: { findings }, views: [...views, line(""), end], ending: wrong.length === 0 ? "done" : "attention" };
}

const marks: Readonly<Record<Finding["status"], string>> = { good: "ok", note: "note", unknown: "?", attention: "!!" };

function linesOf({ status, what, why, fix = [] }: Finding): View[] {
  const tone = status === "good" ? "good" : status === "attention" ? "bad" : undefined;
  const indent = " ".repeat(7);
  const [said = "", ...lines] = what.split("\n");
  return [
    line(`  ${marks[status].padEnd(4)} ${said}`, tone),
    ...lines.map((text) => line(`${indent}${text.trim()}`)),
    ...(why === undefined ? [] : [line(`${indent}${why}`)]),
    ...(fix.length > 1 ? [line(`${indent}One of these:`)] : []),
    // A command is alone in its line, so that the line can be pasted.
    ...fix.map((one) => line(`${indent}${typeof one === "string" ? `-> ${one}` : one.command}`)),
  ];
}
