import type { Command } from "commander";
import { line, type View } from "../../../lib/output/view";
import type { Accepted, AcceptOptions } from ".";
import type { Context } from "../../context";
import { work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";

/** `accept`: takes manual changes on the appliances into the program. */
export function addAccept(program: Command, run: Runner): void {
  program
    .command("accept")
    .helpGroup("Existing appliances:")
    .description("Take what drift shows into the program and its models, and prove it with a run of the program")
    .argument("[selectors...]", "Only these, e.g. 'IpGroup:Lille*' or Setting; new objects too")
    .option("--unmanaged", "Also declare objects that are in no state")
    .option("--shared", "Change a layer that other sites may use; by default the site's own layer overrides it")
    .option("--from <snapshot>", "Take what the appliances held in this file, which flowgate snapshot wrote")
    .option("--dry-run", "Only print the changes of the files")
    .option("--yes", "Do not ask about each difference")
    .option(
      "--ignore-file <file>",
      "Selectors of objects that stay unmanaged, one per line; .flowgateignore by default",
    )
    .addHelpText(
      "after",
      "\nOnly reads from the appliances. Nothing is written unless the changed program declares what they hold.\n" +
        "Exits with 9 if a difference is left, which it prints with file and line.",
    )
    .action(
      run(async (context, selectors: string[], options: AcceptOptions) =>
        resultOf(context, await work.accept().accept(context, selectors, options), options),
      ),
    );
}

function resultOf(
  { options: { stack } }: Context,
  { accepted, byHand, known, files, diff }: Accepted,
  { dryRun, from }: AcceptOptions,
): Result {
  const isDry = dryRun === true;
  const { byHandText, wishTitle } = work.accept();
  const texts = byHand.map(byHandText);
  const data = {
    accepted: accepted.map(({ status, kind, id, label }) => ({ status, kind, id, label })),
    byHand: texts,
    files,
    diff,
  };
  const [verb, may] =
    accepted.length === 1
      ? ["1 object is", "1 object"]
      : [`${String(accepted.length)} objects are`, `${String(accepted.length)} objects`];
  const views: View[] = [
    ...(isDry ? diff : accepted.map((one) => `  ${wishTitle(one)}`)).map((text) => line(text)),
    ...(accepted.length === 0
      ? []
      : [line(`${isDry ? `${may} would be` : verb} taken into ${files.join(", ")}.`, "good")]),
    ...(texts.length === 0 ? [] : [line("Change by hand:", "bad"), ...texts.map((text) => line(`  ${text}`))]),
    ...(known === 0
      ? []
      : [line(`${known === 1 ? "1 difference is" : `${String(known)} differences are`} in the code already.`)]),
    ...(accepted.length + byHand.length + known === 0
      ? [line("Nothing to accept: the state is as the appliances are.", "good")]
      : []),
    ...nextViews(
      accepted.length + known > 0,
      isDry || from !== undefined,
      typeof stack === "string" ? ` --stack ${stack}` : "",
    ),
  ];
  return { data, views, ...(byHand.length === 0 ? {} : { ending: "attention" as const }) };
}

/** The state takes over the live values with the next run that refreshes it. */
function nextViews(isAny: boolean, isDry: boolean, flags: string): View[] {
  return isAny && !isDry ? [line(`Next: pulumi up --refresh${flags}, which sends nothing to the appliances.`)] : [];
}
