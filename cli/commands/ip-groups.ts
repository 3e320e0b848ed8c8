import { type Command } from "commander";
import type { IpGroupEntry, RuleReply } from "../../provider/client";
import { line, type View, type Cell } from "../../lib/output/view";
import type { Result } from "../result";
import type { Runner } from "../run";
import { matching } from "./matching";
import { nearWord } from "../../provider/values/quoted";
import { NotFoundError, UsageError } from "../errors";
import { isKnownRule } from "../../provider/gateway/rule-forms";
import type { Context } from "../context";
import { lazy } from "../lazy";

/** `ip-groups`: management gateway, `rm=ipgroups`. */
export function addIpGroups(program: Command, run: Runner): void {
  const groups = program
    .command("ip-groups")
    .helpGroup("Gateway:")
    .helpCommand(false)
    .description("Look at the gateway's IP groups");
  groups
    .command("list")
    .description("List all IP groups")
    .action(
      run(async (context) => {
        const client = await context.gateway();
        const found = await context.progress.during("Reading the IP groups", () => client.ipGroups.loadTreeRootFast());
        return found.length > 0 ? { data: found, views: [table(found)] } : nothing();
      }),
    );
  groups
    .command("search")
    .description("List the IP groups whose name contains a text")
    .argument("<name>", "Full name or part of it, in any letter case")
    .option("--not", "List those whose name does not contain it")
    .action(
      run(async (context, name: string, { not }: { not?: true }) => {
        const { ipGroups } = await context.gateway();
        const found = await context.progress.during("Searching the IP groups", () =>
          ipGroups.searchAll({ name, fc_name_comp: not === true ? "notLike" : "like" }),
        );
        return matching({ data: found, views: [table(found)] }, "the IP groups", not === true ? `not ${name}` : name);
      }),
    );
  groups
    .command("show")
    .description("Show the rules of an IP group")
    .argument("<group>", "Its exact name or its id")
    .action(run(showGroup));
}

function table(groups: readonly IpGroupEntry[]): View {
  return {
    kind: "table",
    columns: ["Id", "IP group"],
    rows: groups.map(({ fc_id, fc_name }) => [fc_id, fc_name]),
    empty: "",
  };
}

/**
 * The message for an empty list. A gateway is delivered with groups, so an empty list may mean more than that none
 * exist.
 */
function nothing(): Result {
  const text = "The gateway lists no IP group: all were deleted, or the token lacks the permission IPGroups.";
  return { data: [], views: [line(text, "bad")], ending: "attention" };
}

/**
 * The group with this name or id. Names may look like ids and may exist twice, so one text can match several groups.
 * Throws NotFoundError, or UsageError if it matches several.
 */
export function chosenGroup(groups: readonly IpGroupEntry[], wanted: string): IpGroupEntry {
  const [group, ...others] = groups.filter(({ fc_id, fc_name }) => fc_name === wanted || String(fc_id) === wanted);
  if (group === undefined) throw new NotFoundError(notFound(groups, wanted));
  if (others.length === 0) return group;
  const candidates = [group, ...others].map(({ fc_id, fc_name }) => `${fc_name} (id ${fc_id})`).join(", ");
  throw new UsageError(`"${wanted}" matches several IP groups: ${candidates}. Give the id of one.`);
}

function notFound(groups: readonly IpGroupEntry[], wanted: string): string {
  const near = nearWord(
    wanted,
    groups.map(({ fc_name }) => fc_name),
  );
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  return `There is no IP group "${wanted}".${hint} \`flowgate ip-groups list\` lists all.`;
}

/** `ip-groups show`: management gateway, `loadRules`. */
async function showGroup(context: Context, wanted: string): Promise<Result> {
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
