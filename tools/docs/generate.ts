import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { format, resolveConfig } from "prettier";
import { build } from "../build.mjs";
import { SetupError } from "../lib/errors.mjs";
import { readIfPresent } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { commandHelp, exitCodesTable, globalOptionsTable } from "./command.ts";
import { keysTable, neededTable, siteKeysTable, variablesTable } from "./configuration.ts";
import { examplesText } from "./examples.ts";
import { inputsTable, kindLinks, kindsTable, seccodesTable } from "./kinds.ts";
import { importText, rightsText } from "./rights.ts";
import { filled } from "./markdown.ts";
import { pluginSchema } from "./plugin-schema/main.ts";
import { siteModelSchema } from "./site-model.ts";

/** The generators, by the name of the part before the colon. */
const parts: Record<string, (detail: string) => unknown> = {
  kinds: kindsTable,
  kindLinks,
  inputs: inputsTable,
  examples: examplesText,
  seccodes: seccodesTable,
  rights: rightsText,
  import: importText,
  needed: neededTable,
  variables: variablesTable,
  connection: () => keysTable("connection"),
  gateway: () => keysTable("gateway"),
  replicator: () => keysTable("replicator"),
  site: siteKeysTable,
  globalOptions: globalOptionsTable,
  exitCodes: exitCodesTable,
  commands: commandHelp,
};

/** Files that are generated completely: the schema of site models for editors, and that of the plugin. */
const schemas = new Map([
  [join("sdk", "model", "site-model.schema.json"), () => Promise.resolve(siteModelSchema())],
  ["plugin/schema.json", pluginSchema],
]);

/** Updates the generated parts of the documentation. With --check it writes nothing, and fails if something is outdated. */
export async function generate() {
  await build(console.log);
  const below = await readdir(join(root, "docs"), { recursive: true });
  const pages = ["README.md", ...below.filter((name) => name.endsWith(".md")).map((name) => join("docs", name))];
  const stale = [];
  for (const page of [...pages.sort(), ...schemas.keys()]) {
    const file = join(root, page);
    const text = (await readIfPresent(file)) ?? "";
    const content = (await schemas.get(page)?.()) ?? (await filled(text, contentOf));
    const fresh = await format(content, { ...(await resolveConfig(file)), filepath: file });
    if (fresh === text) continue;
    stale.push(page);
    if (!argv.includes("--check")) await writeFile(file, fresh);
  }
  if (stale.length === 0) return;
  if (argv.includes("--check")) throw new SetupError(`Run \`npm run docs\`: not up to date are ${stale.join(", ")}.`);
  console.log(`Updated ${stale.join(", ")}`);
}

async function contentOf(name: string) {
  const [part = "", detail = ""] = name.split(":");
  const make = parts[part];
  if (make === undefined) throw new SetupError(`Nothing is known about a generated part "${name}".`);
  return String(await make(detail));
}
