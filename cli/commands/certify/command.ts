import { resolve } from "node:path";
import { Argument, Option, type Command } from "commander";
import { line } from "../../../lib/output/view";
import type { ApplianceKind } from "../../../provider/client";
import type { Context } from "../../context";
import { NotConfirmedError, UsageError } from "../../errors";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { writeNamed } from "../../files";
import { work } from "../../lazy";

interface CertifyOptions {
  readonly kinds?: readonly string[];
  readonly after?: string;
  readonly settings?: true;
  readonly yes?: readonly string[];
  readonly clean?: true;
  readonly journal: string;
  readonly markdown?: true;
  readonly html?: string;
}

/** `certify`: runs the life of every kind on the appliances of a lab site, and shows what works there. */
export function addCertify(program: Command, run: Runner): void {
  program
    .command("certify")
    .helpGroup("Both appliances:")
    .description("Try every kind on a lab appliance, and show what works there; it removes what it creates")
    .addArgument(
      new Argument("[appliance]", "The appliance to test; both by default").choices(["gateway", "replicator"]),
    )
    .option("--kinds <kind...>", "Only these kinds")
    .option("--after <report>", "Only the kinds that did not work in this report (JSON), after its settings are set")
    .option("--settings", "Also change the setting flowStopAlert, and put it back")
    .option("--yes <host...>", "The hosts of the appliances, instead of the question")
    .addOption(
      new Option("--clean", "Remove what an interrupted run left, and nothing else").conflicts(["kinds", "after"]),
    )
    .option("--markdown", "Print the result as Markdown")
    .option("--html <file>", "Also write the result as a page")
    .option("--journal <file>", "The file that names the objects of the run", "flowgate-certify.journal")
    .action(
      run(async (context, about: ApplianceKind | undefined, options: CertifyOptions) =>
        options.clean === true
          ? cleaned(context, options)
          : certified(context, about, options, program.version() ?? ""),
      ),
    );
}

async function certified(
  context: Context,
  about: ApplianceKind | undefined,
  { kinds: given = [], after, settings, yes, journal: file, markdown, html }: CertifyOptions,
  version: string,
): Promise<Result> {
  await context.assertChanges();
  const configured = await context.configured();
  const { certify, chosenLives, aboutOf, Journal, htmlOf, kindsAfter, kindsNamed, markdownOf, resultOf } =
    work.certify();
  const chosen = {
    about: about ?? configuredOnly(configured.configuration, configured.site),
    kinds: kindsNamed(after === undefined ? given : kindsAfter(resolve(context.io.cwd, after))),
    settings: settings === true,
  };
  const lives = chosenLives(chosen);
  if (lives.length === 0) throw new UsageError("None of these kinds belongs to this appliance.");
  const journal = new Journal(resolve(context.io.cwd, file));
  if (Journal.objects(journal.path).length > 0) {
    throw new UsageError(
      `${file} names objects of a run that did not end. Remove them first: flowgate certify --clean`,
    );
  }
  const boxes = await Promise.all(
    aboutOf(lives).map(async (one) => {
      // The client says which key is missing.
      const { host } = one === "gateway" ? await context.gateway() : (await context.replicator()).client;
      return { about: one, host, url: configured.configuration.urls(one, configured.site)?.url ?? host };
    }),
  );
  await confirmHosts(context, boxes, about, yes ?? (context.terminal.canAsk ? undefined : []));
  if (yes !== undefined && !context.isJson) context.terminal.note(INTERRUPTED);
  for (const { about: of, url } of boxes) journal.add({ what: "appliance", about: of, url });
  const certificate = await context.progress.during("Certifying", () =>
    certify(configured, chosen, journal, ({ kind, step }) => context.progress.update(`Certifying: ${kind}, ${step}`)),
  );
  if (html !== undefined) await writeNamed(html, htmlOf(certificate), context.io.cwd);
  const result = resultOf(certificate, file, version);
  if (markdown !== true || !context.isForPeople) return result;
  await context.terminal.markdown(markdownOf(certificate));
  return { ...result, views: [] };
}

const INTERRUPTED = "After an interruption, flowgate certify --clean removes what the run created.";

/** Continues only if the user has named each host. Throws NotConfirmedError otherwise. */
async function confirmHosts(
  context: Context,
  boxes: readonly { readonly about: ApplianceKind; readonly host: string }[],
  only: ApplianceKind | undefined,
  named: readonly string[] | undefined,
): Promise<void> {
  const missing = boxes.filter(({ host }) => named?.includes(host) === false);
  if (missing.length > 0) {
    const those = missing.map(({ about, host }) => `the ${about} ${host}`).join(" or ");
    const command = [
      "flowgate certify",
      ...(only === undefined ? [] : [only]),
      "--yes",
      ...boxes.map(({ host }) => host),
    ].join(" ");
    throw new NotConfirmedError(`Nothing was changed, because --yes does not name ${those}: use ${command}`);
  }
  for (const { about, host } of named === undefined ? boxes : []) {
    const what =
      `This creates, changes and removes objects named flowgate-certify-... on the ${about} ${host}. ` +
      `Use an appliance of a lab. ${INTERRUPTED}`;
    await context.confirm(what, host, undefined, "host name");
  }
}

async function cleaned(context: Context, { journal: file }: CertifyOptions): Promise<Result> {
  const configured = await context.configured();
  const { clean, Journal } = work.certify();
  const { entries, left } = await context.progress.during("Removing what the run left", () =>
    clean(configured, new Journal(resolve(context.io.cwd, file))),
  );
  const gone = entries.length === 0 ? `There is no journal ${file}: nothing to remove.` : "Nothing of the run is left.";
  const views = left.length === 0 ? [line(gone, "good")] : left.map((text) => line(text, "bad"));
  return { data: { left }, views, ending: left.length === 0 ? "done" : "attention" };
}

/** The only appliance that a site has; undefined if it has both. */
function configuredOnly(
  configuration: { urls(about: ApplianceKind, site: string | undefined): object | undefined },
  site: string | undefined,
): ApplianceKind | undefined {
  const [gateway, replicator] = (["gateway", "replicator"] as const).map((about) => configuration.urls(about, site));
  if (gateway !== undefined && replicator === undefined) return "gateway";
  return gateway === undefined && replicator !== undefined ? "replicator" : undefined;
}
