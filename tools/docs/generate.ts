import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { format, resolveConfig } from "prettier";
import { build } from "../build.mjs";
import { SetupError } from "../lib/errors.mjs";
import { readIfPresent } from "../lib/files.mjs";
import { root } from "../lib/paths.mjs";
import { commentPicture } from "./comment-picture.ts";
import { exitCodesTable, globalOptionsTable } from "./command.ts";
import { keysTable, variablesTable } from "./configuration.ts";
import { inputsTable, kindLinks, languageLinks, outputsTable, seccodesList } from "./kinds.ts";
import { filled } from "./markdown.ts";
import { pluginSchema } from "./plugin-schema.ts";
import { siteModelSchema } from "./site-model.ts";

/** The generators, by the name of the part before the colon. */
const parts: Record<string, (detail: string) => unknown> = {
  kindLinks,
  inputs: inputsTable,
  outputs: outputsTable,
  languages: languageLinks,
  seccodes: seccodesList,
  variables: variablesTable,
  connection: () => keysTable("connection"),
  gateway: () => keysTable("gateway"),
  replicator: () => keysTable("replicator"),
  globalOptions: globalOptionsTable,
  exitCodes: exitCodesTable,
};

/** Files that are generated completely: schemas for editors and for the plugin, and a picture. */
const whole = new Map<string, () => string | Promise<string>>([
  ["docs/images/comment.svg", commentPicture],
  ["sdk/model/site-model.schema.json", siteModelSchema],
  ["plugin/schema.json", pluginSchema],
]);

/** Updates the generated parts of the documentation. With --check it writes nothing, and fails if something is outdated. */
export async function generate() {
  await build(console.log);
  const below = await readdir(join(root, "docs"), { recursive: true });
  const pages = ["README.md", ...below.filter((name) => name.endsWith(".md")).map((name) => join("docs", name))];
  const stale = [];
  for (const page of [...pages.sort(), ...whole.keys()]) {
    const file = join(root, page);
    const text = (await readIfPresent(file)) ?? "";
    const content = (await whole.get(page)?.()) ?? (await filled(text, contentOf));
    // The check of the format looks at pages in which nothing is generated.
    const isDone = page.endsWith(".svg") || content === text;
    const fresh = isDone ? content : await format(content, { ...(await resolveConfig(file)), filepath: file });
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
