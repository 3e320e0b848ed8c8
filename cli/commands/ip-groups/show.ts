import type { RuleReply } from "../../../provider/client";
import { isKnownRule } from "../../../provider/gateway/rule-forms";
import type { Context } from "../../context";
import { lazy } from "../../lazy";
import type { Cell } from "../../../lib/output/view";
import type { Result } from "../../result";
import { chosenGroup } from "./choice";

/** `ip-groups show`: management gateway, `loadRules`. */
export async function showGroup(context: Context, wanted: string): Promise<Result> {
  const { ipGroups } = await context.gateway();
  return context.progress.during("Reading the IP group", async () => {
    const groups = await ipGroups.loadTreeRootFast();
    const group = chosenGroup(groups, wanted);
    const rules = await ipGroups.loadRules(group);
    const names = new Map(groups.map(({ fc_id, fc_name }) => [fc_id, fc_name]));
    const columns = ["Rule", "Type", "Addresses"];
    const rows = rules.map((rule): Cell[] => [rule.rule_id, typeOf(rule), addressesOf(rule, names)]);
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

function typeOf(rule: RuleReply): string {
  return rule.type === "opaque" ? rule.kind : rule.type;
}

/** The addresses of a rule, in the form that people write. Management gateway, "IP Group rule". */
function addressesOf(rule: RuleReply, names: ReadonlyMap<number, string>): string {
  if (!isKnownRule(rule)) return rule.text;
  const { decodeRule, fieldsText } = lazy.rules();
  if (rule.type !== "child") return fieldsText(decodeRule(rule));
  return `IP group ${names.get(rule.child_id) ?? "that is not listed"} (id ${rule.child_id})`;
}
