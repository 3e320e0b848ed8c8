import { basename, resolve } from "node:path";
import { Option, type Command } from "commander";
import { shellWord } from "../../../provider/values/quoted";
import { line } from "../../../lib/output/view";
import type { Context } from "../../context";
import { NotConfirmedError, UsageError } from "../../errors";
import { comparison, hosts, type Host, templates, type Template } from "./templates";
import { lazy, work } from "../../lazy";
import type { Result } from "../../result";
import type { Runner } from "../../run";
import { textLike } from "../values";

interface InitOptions {
  readonly template?: Template;
  readonly name?: string;
  readonly gateway?: string;
  readonly replicator?: string;
  readonly plugin?: boolean;
  /** Of all commands. */
  readonly stack?: string | boolean;
}

/** `init`: creates a project in an empty folder, ready for `pulumi up`. */
export function addInit(program: Command, run: Runner): void {
  program
    .command("init")
    .helpGroup("Sandbox:")
    .description("Create a Pulumi project in an empty folder; on a terminal, asks for the template and the host")
    .argument("[folder]", "Folder of the project: new, or empty except for what npm install leaves", ".")
    .addOption(
      new Option("--template <name>", "A program, or YAML site models (default: typescript)").choices(templates),
    )
    .option("--name <name>", "Name of the project; the name of the folder by default", projectName)
    .option("--gateway <url>", "URL of the gateway; by default none is configured")
    .option("--replicator <url>", "URL of the replicator; by default none is configured")
    .option("--plugin", "Manage the stack with the provider plugin, for pulumi import and small diffs")
    .option("--no-plugin", "Manage the stack with dynamic resources, which need no installation (default)")
    .action(
      run(async (context, given: string, options: InitOptions) => {
        const folder = resolve(context.io.cwd, given);
        return init(context, folder, given, options);
      }),
    );
}

async function init(context: Context, folder: string, given: string, options: InitOptions): Promise<Result> {
  const { assertEmpty, initialise } = work.init();
  // Before the question: an answer would be lost if the folder is refused.
  await assertEmpty(folder);
  const stack = typeof context.options.stack === "string" ? context.options.stack : "dev";
  const { gateway, replicator } = options;
  assertUrls({ gateway, replicator });
  const template = options.template ?? (await askTemplate(context));
  const name = options.name ?? projectNameOf(folder);
  const plugin = options.plugin ?? (await askHost(context)) === "plugin";
  const choice = { template, name, stack, gateway, replicator, plugin };
  const { files, hadManifest, missing, manager } = await initialise(folder, choice);
  const created = hadManifest ? files.filter((path) => path !== "package.json") : files;
  const completed = hadManifest ? " Added what package.json lacked." : "";
  const steps = [
    ...(given === "." ? [] : [`cd ${shellWord(given)}`]),
    ...(missing.length === 0 ? [] : [manager.install]),
    ...(gateway === undefined && replicator === undefined
      ? [`${manager.run} flowgate simulate --file appliances.json    (in a second terminal; paste here what it prints)`]
      : []),
    // Pulumi configures only a stack that exists.
    `pulumi stack init ${stack}`,
    ...(gateway === undefined ? [] : ['pulumi config set --path --secret flowgate:gateway.token "$GATEWAY_TOKEN"']),
    ...(replicator === undefined
      ? []
      : [
          "pulumi config set --path flowgate:replicator.user admin",
          'pulumi config set --path --secret flowgate:replicator.password "$REPLICATOR_PASSWORD"',
        ]),
    "pulumi up",
  ];
  return {
    data: { folder, template, files, missing, next: steps },
    views: [
      line(`Created a project in ${folder}: ${created.join(", ")}.${completed}`, "good"),
      { kind: "list", title: "Next:", items: steps, empty: "" },
    ],
  };
}

function askTemplate(context: Context): Promise<Template> {
  const about = `The templates are ${templates.join(", ")} (YAML site models). Press Enter for the first.`;
  return choose(context, about, "template", templates);
}

function askHost(context: Context): Promise<Host> {
  const line = (about: string, dynamic: string, plugin: string): string =>
    `  ${about.padEnd(18)}${dynamic.padEnd(30)}${plugin}`;
  const rows = comparison.map(({ about, dynamic, plugin }) => line(about, dynamic, plugin));
  const about = "Pulumi manages the resources in one of two ways. Press Enter for the first; a stack can change later.";
  return choose(context, [about, line("", ...hosts), ...rows], "host", hosts);
}

/** Asks for one of a few words at a terminal. The first is the default, and the choice without a terminal. */
async function choose<Word extends string>(
  { terminal }: Context,
  about: string | readonly string[],
  what: string,
  words: readonly [Word, ...Word[]],
): Promise<Word> {
  const asked = await terminal.ask(about, `${what.charAt(0).toUpperCase()}${what.slice(1)}: `);
  if (asked === "noTerminal") return words[0];
  if (asked.answer === undefined) throw new NotConfirmedError("There was no answer: nothing was written.");
  const answer = asked.answer.trim();
  const known = words.find((one) => one === (answer === "" ? words[0] : answer));
  if (known === undefined) throw new UsageError(`There is no ${what} "${answer}". Nothing was written.`);
  return known;
}

/** Refuses URLs that no stack could use, before anything is written. */
function assertUrls(urls: Readonly<Record<"gateway" | "replicator", string | undefined>>): void {
  const raw = Object.entries(urls).flatMap(([appliance, url]) =>
    url === undefined ? [] : [[appliance, JSON.stringify({ url })]],
  );
  const { Configuration } = lazy.configuration();
  const [problem] = new Configuration(Object.fromEntries(raw) as Record<string, string>, {}).allProblems();
  if (problem !== undefined) throw new UsageError(`${problem} Nothing was written.`);
}

/** Pulumi allows letters, digits, "-", "_" and "." in the name of a project. */
const projectName = textLike(/^[\w.-]{1,100}$/u, 'Write letters, digits, "-", "_" and "." only.');

function projectNameOf(folder: string): string {
  const name = basename(folder).replace(/[^\w.-]+/gu, "-");
  return /^[-.]*$/u.test(name) ? "network" : name;
}
