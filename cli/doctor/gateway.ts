import type { GatewayClient, IpGroupEntry } from "../../provider/client";
import type { GatewaySettings } from "../../provider/config/configuration";
import { ApplianceError, CredentialsError, ReplyError } from "../../provider/errors/errors";
import { rulesFields } from "../../provider/gateway/ip-groups";
import { isKnownRule } from "../../provider/gateway/rule-forms";
import { openReport } from "../../provider/report/stream";
import { quoted } from "../../provider/values/quoted";
import { sentenceOf } from "../errors";
import type { Findings } from "./finding";
import type { Observer } from "./observer";
import { examineSwap, isNotTheApi } from "./other-appliance";
import { movedLine } from "./settings";
import type { SettingsLines } from "./settings-lines";
import { examineTotal } from "./totals";

/** A gateway, the way to reach it, and its answers so far. */
export interface GatewayUnderTest {
  readonly client: GatewayClient;
  readonly settings: GatewaySettings;
  readonly observer: Observer;
}

/** Maximum number of groups whose rules are read in search of one with rules. */
const MOST_GROUPS = 5;

/** Examines the rights of the token, as far as reads reveal them. Changes nothing. */
export async function examineGateway(
  { client, settings, observer }: GatewayUnderTest,
  findings: Findings,
  lines: SettingsLines,
  replicatorUrl: string | undefined,
): Promise<void> {
  const isReplicator = (): Promise<boolean> => examineSwap("gateway", settings, replicatorUrl, findings, lines);
  const groups = await readGroups(client, findings, isReplicator, settings.scriptPath, lines);
  if (groups === undefined) {
    const moved = movedLine(settings.url, observer.seen.at(-1)?.reply, lines);
    if (moved !== undefined) findings.attention("url", "The gateway answers at another URL.", undefined, moved);
    return;
  }
  const [first] = groups;
  if (first !== undefined) await readOneGroup(client, first, observer, findings);
  if (settings.rulesField === undefined) await findRulesField(client, groups, findings, lines);
  await runReport(client, findings);
  findings.note(
    "accounts",
    "Users, user groups and permissions cannot be read.",
    "The API has no action that reads them, so whether the token may change them shows with the first change.",
  );
}

async function readGroups(
  client: GatewayClient,
  findings: Findings,
  isReplicator: () => Promise<boolean>,
  scriptPath: string | undefined,
  lines: SettingsLines,
): Promise<readonly IpGroupEntry[] | undefined> {
  try {
    const groups = await client.ipGroups.loadTreeRootFast();
    if (groups.length > 0) {
      findings.good("token", "The token is accepted.");
      findings.good("ip-groups", `The token may read IP groups; there are ${groups.length}.`);
    } else {
      findings.unknown(
        "ip-groups",
        "The gateway lists no IP group.",
        "Either there is none, or the token lacks the permission IPGroups: both look the same.",
        ["In the user interface of the gateway, check whether the user of the token sees IP groups."],
      );
    }
    return groups;
  } catch (error) {
    const what = sentenceOf(error);
    if (error instanceof CredentialsError) findings.attention("token", what);
    else if (isNotTheApi(error) && (await isReplicator())) return undefined;
    else if (error instanceof ApplianceError && error.status === 404) {
      const path = scriptPath === undefined ? "at its usual path" : `at ${scriptPath}, which scriptPath sets`;
      findings.attention("api", what, `There is a server, but no script of the API ${path}.`, [
        `Look up the path of the script on the appliance: ${lines.set("scriptPath", "<path>")}`,
      ]);
    } else findings.attention(error instanceof ReplyError ? "api" : "ip-groups", what);
    return undefined;
  }
}

/** The rules of one group, and the same group by search. */
async function readOneGroup(
  client: GatewayClient,
  { fc_id, fc_name }: IpGroupEntry,
  observer: Observer,
  findings: Findings,
): Promise<void> {
  try {
    const rules = await client.ipGroups.loadRules({ fc_id });
    const unreadable = rules.filter((rule) => !isKnownRule(rule)).length;
    if (unreadable === 0) findings.good("rules", "The token may read the rules of IP groups.");
    else {
      findings.attention(
        "rules",
        `${unreadable} of the ${rules.length} rules of ${quoted(fc_name)} cannot be read.`,
        "They have a form that this package does not know, so it cannot compare or change them.",
        ["Report this with `flowgate doctor --record <file>`."],
      );
    }
    examineTotal("loadRules", rules.length, observer.answerTo("ipgroups/loadRules"), findings);
  } catch (error) {
    findings.attention("rules", sentenceOf(error), "Without it no IP group can be refreshed.");
  }
  try {
    const found = await client.ipGroups.search({ name: fc_name, fc_name_comp: "like", maxRows: 1 });
    if (found.length === 1) findings.good("search", "search respects maxRows.");
    else findings.note("search", `search was asked for 1 row and gave ${found.length}.`);
  } catch (error) {
    findings.attention("search", sentenceOf(error), "IP groups that the list does not show cannot be found.");
  }
}

/** Finds the field that `loadRules` expects. Only an answer with rules reveals it. */
async function findRulesField(
  { ipGroups }: GatewayClient,
  groups: readonly IpGroupEntry[],
  findings: Findings,
  lines: SettingsLines,
): Promise<void> {
  for (const { fc_id } of groups.slice(1, MOST_GROUPS)) {
    if (ipGroups.rulesField !== undefined) break;
    // The failure is reported for the first group already.
    await ipGroups.loadRules({ fc_id }).catch(() => []);
  }
  const field = ipGroups.rulesField;
  if (field === undefined || field === rulesFields[0]) return;
  const why = "Without this setting, each run finds it out again, with up to two extra requests.";
  findings.note("rules-field", `loadRules expects the IP group in the field ${field}.`, why, [
    lines.set("rulesField", field),
  ]);
}

async function runReport(client: GatewayClient, findings: Findings): Promise<void> {
  try {
    await openReport(client, { dateRange: "LastFiveMinutes", window: { limit: 1, pageSize: 1 } });
    findings.good("reports", "The token may run reports.");
  } catch (error) {
    findings.note("reports", sentenceOf(error), "Only runReport and `flowgate report` need them.");
  }
}
