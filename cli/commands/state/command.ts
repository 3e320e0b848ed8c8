import { resolve } from "node:path";
import type { Command } from "commander";
import { counted, shellWord } from "../../../provider/values/quoted";
import { line } from "../../../lib/output/view";
import type { Context } from "../../context";
import { PRIVATE, readNamed, writeNamed } from "../../files";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";

interface Options {
  readonly file?: string;
  readonly into: string;
  readonly names?: readonly string[];
  readonly from: string;
  readonly prefix?: string;
}

/** `state`: moves groups in the state of a stack. No appliance is contacted. */
export function addState(program: Command, run: Runner): void {
  const state = program
    .command("state")
    .helpGroup("Sites:")
    .helpCommand(false)
    .description("Move IP groups in an exported state of a stack; contacts no appliance");
  moving(state.command("to-bulk"))
    .description("Move IpGroup resources into one IpGroups")
    .option("--into <name>", "Pulumi name of the IpGroups", "ip-groups")
    .option("--names <name...>", "Pulumi names of the IpGroup resources; all by default")
    .action(run(move("toBulk")));
  moving(state.command("to-single"))
    .description("Move each group of an IpGroups into its own IpGroup")
    .option("--from <name>", "Pulumi name of the IpGroups", "ip-groups")
    .option("--prefix <text>", "Prefix of the Pulumi names, before the names of the groups; none by default")
    .action(run(move("toSingle")));
}

function moving(command: Command): Command {
  return command
    .argument("<file>", "State as pulumi stack export writes it")
    .option("--file <path>", "File for the new state; the same file by default");
}

function move(way: "toBulk" | "toSingle") {
  return async ({ io }: Context, file: string, options: Options): Promise<Result> => {
    const { file: output = file } = options;
    const text = await readNamed(resolve(io.cwd, file), file);
    const { deploymentOf, [way]: change } = work.state();
    const { state, moved } = change(deploymentOf(text, file), options);
    // Only for the owner: a state may hold confidential data.
    await writeNamed(output, `${JSON.stringify(state, undefined, 4)}\n`, io.cwd, PRIVATE);
    const groups = counted(moved.length, "group");
    const done = `Moved ${groups}. Import the new state with: pulumi stack import --file ${shellWord(output)}`;
    return { data: { moved, output }, views: [line(done, "good")] };
  };
}
