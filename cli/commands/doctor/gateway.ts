import { isKnownRule, type GatewayAnswers, type GatewayClient } from "../../../provider/client";
import { isAboutCredentials } from "../../../provider/errors/errors";
import { runReport } from "../../../provider/report/run";
import { quoted } from "../../../provider/values/quoted";
import type { Probe } from "./finding";

type Groups = GatewayAnswers["ipgroups/loadTreeRootFast"];

/** Examines the rights of the token, as far as reads reveal them. Changes nothing. */
export async function examineGateway(client: GatewayClient, probe: Probe): Promise<void> {
  const groups = await readGroups(client, probe);
  if (groups === undefined) return;
  const [first] = groups;
  if (first !== undefined) await readRules(client, first, probe);
  const why = "Only `flowgate report` needs them.";
  const request = { dateRange: "LastFiveMinutes", rows: 1 } as const;
  const report = await probe.read("reports", () => runReport(client, request), why, "note");
  if (report !== undefined) probe.good("reports", "The token may run reports.");
  probe.note(
    "accounts",
    "Users, user groups and permissions cannot be read.",
    "The API has no action that reads them, so whether the token may change them shows with the first change.",
  );
}

async function readGroups(client: GatewayClient, probe: Probe): Promise<Groups | undefined> {
  try {
    const groups = await client.call("ipgroups/loadTreeRootFast", {});
    if (groups.length > 0) {
      probe.good("token", "The token is accepted.");
      probe.good("ip-groups", `The token may read IP groups; there are ${groups.length}.`);
    } else {
      const why = "Either there is none, or the token lacks the permission IPGroups: both look the same.";
      const look = "In the user interface of the gateway, check whether the user of the token sees IP groups.";
      probe.add("ip-groups", "unknown", "The gateway lists no IP group.", why, [look]);
    }
    return groups;
  } catch (error) {
    probe.attention(isAboutCredentials(error) ? "token" : "ip-groups", probe.said(error));
    return undefined;
  }
}

/** Reads the rules of one group. */
async function readRules(client: GatewayClient, { fc_id, fc_name }: Groups[number], probe: Probe): Promise<void> {
  const why = "Without it no IP group can be refreshed.";
  const rules = await probe.read("rules", () => client.call("ipgroups/loadRules", { fc_id }), why);
  if (rules === undefined) return;
  const strange = rules.filter((rule) => !isKnownRule(rule)).length;
  if (strange === 0) {
    probe.good("rules", "The token may read the rules of IP groups.");
    return;
  }
  const what = `This package leaves rules of an unknown form alone: ${strange} of the ${rules.length} of ${quoted(fc_name)}.`;
  probe.note("rules", what, "An IpGroup cannot declare this group; an IpGroupRule can add rules to it.");
}
