import type { GatewayClient, IpGroupEntry } from "../../../provider/client";
import type { GatewaySettings } from "../../../provider/config/configuration";
import { ApplianceError, CredentialsError, ReplyError } from "../../../provider/errors/errors";
import { rulesFields } from "../../../provider/gateway/ip-groups";
import { isKnownRule } from "../../../provider/gateway/rule-forms";
import { openReport } from "../../../provider/report/stream";
import { quoted } from "../../../provider/values/quoted";
import { sentenceOf } from "../../errors";
import { REPORT_IT, type Probe } from "./finding";
import { examineSwap, isNotTheApi } from "./other-appliance";
import { movedLine } from "./settings";

/** Maximum number of groups whose rules are read in search of one with rules. */
const MOST_GROUPS = 5;

/** Examines the rights of the token, as far as reads reveal them. Changes nothing. */
export async function examineGateway(
  client: GatewayClient,
  settings: GatewaySettings,
  probe: Probe,
  replicatorUrl: string | undefined,
): Promise<void> {
  const groups = await readGroups(client, settings, probe, replicatorUrl);
  if (groups === undefined) {
    const moved = movedLine(settings.url, probe);
    if (moved.length > 0) probe.attention("url", "The gateway answers at another URL.", undefined, ...moved);
    return;
  }
  const [first] = groups;
  if (first !== undefined) await readOneGroup(client, first, probe);
  if (settings.rulesField === undefined) await findRulesField(client, groups, probe);
  const request = { dateRange: "LastFiveMinutes", window: { limit: 1, pageSize: 1 } } as const;
  const why = "Only runReport and `flowgate report` need them.";
  const report = await probe.read("reports", () => openReport(client, request), why, "note");
  if (report !== undefined) probe.good("reports", "The token may run reports.");
  probe.note(
    "accounts",
    "Users, user groups and permissions cannot be read.",
    "The API has no action that reads them, so whether the token may change them shows with the first change.",
  );
}

async function readGroups(
  client: GatewayClient,
  settings: GatewaySettings,
  probe: Probe,
  replicatorUrl: string | undefined,
): Promise<readonly IpGroupEntry[] | undefined> {
  try {
    const groups = await client.ipGroups.loadTreeRootFast();
    if (groups.length > 0) {
      probe.good("token", "The token is accepted.");
      probe.good("ip-groups", `The token may read IP groups; there are ${groups.length}.`);
      probe.examineLack("The list of IP groups", groups);
    } else {
      const why = "Either there is none, or the token lacks the permission IPGroups: both look the same.";
      const look = "In the user interface of the gateway, check whether the user of the token sees IP groups.";
      probe.add("ip-groups", "unknown", "The gateway lists no IP group.", why, { fix: [look] });
    }
    return groups;
  } catch (error) {
    const what = sentenceOf(error);
    const { scriptPath } = settings;
    if (error instanceof CredentialsError) probe.attention("token", what);
    else if (isNotTheApi(error) && (await examineSwap(probe, "gateway", settings, replicatorUrl))) return undefined;
    else if (error instanceof ApplianceError && error.status === 404) {
      const path = scriptPath === undefined ? "at its usual path" : `at ${scriptPath}, which scriptPath sets`;
      const look = "Look up the path of the script on the appliance, and set scriptPath to it.";
      probe.attention("api", what, `There is a server, but no script of the API ${path}.`, look);
    } else probe.attention(error instanceof ReplyError ? "api" : "ip-groups", what);
    return undefined;
  }
}

/** The rules of one group, and the same group by search. */
async function readOneGroup(
  { ipGroups }: GatewayClient,
  { fc_id, fc_name }: IpGroupEntry,
  probe: Probe,
): Promise<void> {
  const unread = "Without it no IP group can be refreshed.";
  const rules = await probe.read("rules", () => ipGroups.loadRules({ fc_id }), unread);
  if (rules !== undefined) {
    const unreadable = rules.filter((rule) => !isKnownRule(rule)).length;
    const what = `${unreadable} of the ${rules.length} rules of ${quoted(fc_name)} cannot be read.`;
    const why = "They have a form that this package does not know, so it cannot compare or change them.";
    if (unreadable === 0) probe.good("rules", "The token may read the rules of IP groups.");
    else probe.attention("rules", what, why, REPORT_IT);
    probe.examineLack(`The list of rules of ${quoted(fc_name)}`, rules);
  }
  const question = { name: fc_name, fc_name_comp: "like", maxRows: 1 } as const;
  const hidden = "IP groups that the list does not show cannot be found.";
  const found = await probe.read("search", () => ipGroups.search(question), hidden);
  if (found?.length === 1) probe.good("search", "search respects maxRows.");
  else if (found !== undefined) probe.note("search", `search was asked for 1 row and gave ${found.length}.`);
}

/** Finds the field that `loadRules` expects. Only an answer with rules reveals it. */
async function findRulesField(
  { ipGroups }: GatewayClient,
  groups: readonly IpGroupEntry[],
  probe: Probe,
): Promise<void> {
  for (const { fc_id } of groups.slice(1, MOST_GROUPS)) {
    if (ipGroups.rulesField !== undefined) break;
    // The failure is reported for the first group already.
    await ipGroups.loadRules({ fc_id }).catch(() => []);
  }
  const field = ipGroups.rulesField;
  if (field === undefined || field === rulesFields[0]) return;
  const why = "Without this setting, each run finds it out again, with up to two extra requests.";
  const what = `loadRules expects the IP group in the field ${field}.`;
  probe.note("rules-field", what, why, probe.set("rulesField", field));
}
