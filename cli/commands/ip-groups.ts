import { InvalidArgumentError, type Command } from "commander";
import type { IpGroupEntry } from "../../provider/client";
import { line, type View } from "../../lib/output/view";
import type { Result } from "../result";
import type { Runner } from "../run";
import { matching } from "./matching";
import { showGroup } from "./ip-groups/show";

interface SearchOptions {
  readonly not?: true;
  readonly page?: number;
  readonly maxRows?: number;
}

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
    .option("--page <number>", "Only this page, from 1; all pages by default", atLeastOne)
    .option("--max-rows <number>", "Results per page; the appliance decides by default", atLeastOne)
    .action(
      run(async (context, name: string, options: SearchOptions) => {
        const { ipGroups } = await context.gateway();
        const { page, maxRows } = options;
        const question = { name, fc_name_comp: options.not === true ? "notLike" : "like", maxRows } as const;
        const found = await context.progress.during("Searching the IP groups", () =>
          page === undefined ? ipGroups.searchAll(question) : ipGroups.search({ ...question, page }),
        );
        return matching(
          { data: found, views: [table(found)] },
          "the IP groups",
          options.not === true ? `not ${name}` : name,
        );
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

function atLeastOne(value: string): number {
  if (/^[1-9]\d{0,8}$/u.test(value)) return Number(value);
  throw new InvalidArgumentError("Write a whole number from 1.");
}
