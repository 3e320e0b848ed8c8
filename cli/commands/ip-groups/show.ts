import { distance } from "fastest-levenshtein";
import type { IpGroupEntry, RuleReply } from "../../../provider/client";
import type { Context } from "../../context";
import { NotFoundError, UsageError } from "../../errors";
import type { Cell, Result } from "../../result";

/** `ip-groups show`: management gateway, `loadRules`. */
export async function showGroup(context: Context, wanted: string): Promise<Result> {
  const { ipGroups } = await context.gateway();
  return context.progress.during("Reading the IP group", async () => {
    const groups = await ipGroups.loadTreeRootFast();
    const group = chosen(groups, wanted);
    const rules = await ipGroups.loadRules(group);
    const names = new Map(groups.map(({ fc_id, fc_name }) => [fc_id, fc_name]));
    const columns = ["Rule", "Type", "Addresses"];
    const rows = rules.map((rule): Cell[] => [rule.rule_id, rule.type, addressesOf(rule, names)]);
    return {
      data: { ...group, rules },
      views: [
        {
          kind: "fields",
          fields: [
            ["IP group", group.fc_name],
            ["Id", group.fc_id],
          ],
        },
        { kind: "table", title: "Rules", columns, rows, empty: "It has no rules." },
      ],
    };
  });
}

/** The group of that name or id. Names may look like ids and may be there twice, so that one text can mean several. */
function chosen(groups: readonly IpGroupEntry[], wanted: string): IpGroupEntry {
  const [group, ...others] = groups.filter(({ fc_id, fc_name }) => fc_name === wanted || String(fc_id) === wanted);
  if (group === undefined) throw new NotFoundError(notFound(groups, wanted));
  if (others.length === 0) return group;
  const told = [group, ...others].map(({ fc_id, fc_name }) => `${fc_name} (id ${fc_id})`).join(", ");
  throw new UsageError(`"${wanted}" means several IP groups: ${told}. Give the id of one.`);
}

function notFound(groups: readonly IpGroupEntry[], wanted: string): string {
  const nearest = groups
    .map(({ fc_name }) => ({ fc_name, far: distance(fc_name.toLowerCase(), wanted.toLowerCase()) }))
    .filter(({ fc_name, far }) => far <= Math.max(2, fc_name.length / 3))
    .sort((a, b) => a.far - b.far)[0];
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest.fc_name}"?`;
  return `There is no IP group "${wanted}".${hint} \`flowgate ip-groups list\` lists all.`;
}

/** The addresses that a rule takes in, as a person writes them. Management gateway, "IP Group rule". */
function addressesOf(rule: RuleReply, names: ReadonlyMap<number, string>): string {
  switch (rule.type) {
    case "ip":
      return rule.address;
    case "range":
      return `${rule.sip} - ${rule.eip}`;
    case "network":
      return `${rule.address}/${rule.mask}`;
    case "ipall":
      return "all";
    case "wildcard":
      return `${rule.address} wildcard ${rule.mask}`;
    case "child":
      return `IP group ${names.get(rule.child_id) ?? "that is not listed"} (id ${rule.child_id})`;
  }
}
