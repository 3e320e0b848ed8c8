import type { Command } from "commander";
import { ApplianceError, RefusedError } from "../../provider/errors/errors";
import type { ActionReply, ReplicatorClient } from "../../provider/client";
import type { Replicator } from "../appliances";
import type { Context } from "../context";
import { line } from "../../lib/output/view";
import type { Result } from "../result";
import type { Runner } from "../run";
import { matching } from "./matching";
import { entities } from "./show/entities";
import { nearWord } from "../../provider/values/quoted";
import { CommandError } from "../errors";

interface ChangeOptions {
  readonly rebuild: boolean;
}

/** `settings`: replication service, `show/settings` and `setting/...`. */
export function addSettings(program: Command, run: Runner): void {
  const settings = program
    .command("settings")
    .helpGroup("Replicator:")
    .helpCommand(false)
    .description("List and change the replicator's settings");
  settings
    .command("list", { isDefault: true })
    .description("List the settings")
    .argument("[filter]", "Keyword that the appliance matches; all by default")
    .action(
      run(async (context, filter: string | undefined) => {
        const { client } = await context.replicator();
        const read = (): Promise<Result> => entities.settings.read(client.show, filter);
        return matching(await context.progress.during("Reading the settings", read), "the settings", filter);
      }),
    );
  changing(settings.command("set"), "Set the value of a setting")
    .argument("<value>", "Its new value")
    .action(
      run((context, name: string, value: string, options: ChangeOptions) =>
        change(context, name, options, `Set ${name} to ${value}`, ({ client }) => client.setting.set({ name, value })),
      ),
    );
  for (const [verb, word] of [
    ["enable", "Enable"],
    ["disable", "Disable"],
  ] as const) {
    changing(settings.command(verb), `${word} a setting`).action(
      run((context, name: string, options: ChangeOptions) =>
        change(context, name, options, `${word}d ${name}`, ({ client }) => client.setting[verb](name)),
      ),
    );
  }
}

function changing(command: Command, description: string): Command {
  return command
    .description(`${description}, and rebuild the configuration`)
    .option(
      "--no-rebuild",
      "Leave the rebuild to the appliance; the default with `rebuild: never` in the configuration",
    )
    .argument("<name>", "Exact name of the setting");
}

/** Changes a setting, and makes it effective in the way that is configured for changes of resources. */
async function change(
  context: Context,
  name: string,
  options: ChangeOptions,
  done: string,
  send: (replicator: Replicator) => Promise<ActionReply>,
): Promise<Result> {
  await context.assertChanges();
  const replicator = await context.replicator();
  const reply = await nearSetting(replicator.client, name, () =>
    context.progress.during("Changing the setting", () => send(replicator)),
  );
  const wanted = options.rebuild && replicator.settings.rebuild === "auto";
  const rebuilt = wanted && (await rebuild(context, replicator));
  const effect = rebuilt ? "" : " It takes effect with the next rebuild.";
  return { data: { ...reply, rebuilt }, views: [line(`${done} on ${replicator.client.host}.${effect}`, "good")] };
}

/**
 * A failed rebuild is only a warning unless `strictRebuild` is set: the change is stored, and an automatic rebuild
 * follows.
 */
async function rebuild(context: Context, { client, settings }: Replicator): Promise<boolean> {
  try {
    await context.progress.during("Rebuilding the configuration", () => client.rebuild());
    return true;
  } catch (error) {
    if (settings.strictRebuild || !(error instanceof ApplianceError)) throw error;
    context.terminal.warn(`the setting is changed, but the forced rebuild failed: ${error.message}`);
    return false;
  }
}

/**
 * Changes a setting. If the appliance refuses and lists no setting with this name but a similar one, the error suggests
 * that one: only the appliance knows which settings exist.
 */
async function nearSetting<T>(client: ReplicatorClient, name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const settings = await client.show.settings().catch((failure: unknown) => {
      // If the list cannot be read either, the user needs to know the refusal.
      if (failure instanceof ApplianceError) throw error;
      throw failure;
    });
    const known = [...settings.keys()];
    const near = known.includes(name) ? undefined : nearWord(name, known);
    if (near === undefined) throw error;
    throw new CommandError("refused", `${error.message} Did you mean "${near}"?`, { cause: error });
  }
}
