import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "../lib/errors.mjs";
import { root } from "../lib/paths.mjs";
import { compiled } from "./compiled.ts";
import { kinds } from "./kinds.ts";

/** The right that a kind needs, from the README, the only place that lists it for all kinds. */
export async function rightsText(kind: string) {
  assertKind(kind);
  const { appliance } = compiled("provider/registry").definitionOf(kind);
  const rights = await rowOf(
    "README.md",
    "Least privilege",
    appliance === "gateway" ? `\`${kind}\`` : "replicator resources",
  );
  if (rights === undefined) throw new SetupError(`README.md, "Least privilege", has no row for ${kind}.`);
  return `Needed by ${appliance === "gateway" ? "the user of the token" : "the program"}: ${rights}.`;
}

/** How to import an object of a kind, from the page about the plugin. */
export async function importText(kind: string) {
  assertKind(kind);
  const reference = await rowOf("docs/guides/plugin.md", "Import", `\`${kind}\``);
  if (reference === undefined) {
    return `There is no import by a reference. Declare it with \`onExisting: "adopt"\`, see [existing objects](../../guides/existing-objects.md).`;
  }
  const example = `\`\`\`sh\npulumi import flowgate:index:${kind} <Pulumi name> "<reference>"\n\`\`\``;
  return `With the provider plugin; the reference is ${reference.replaceAll("\\|", "|")}.\n\n${example}`;
}

function assertKind(kind: string) {
  if (!kinds().includes(kind)) throw new SetupError(`There is no kind ${kind}, only ${kinds().join(", ")}.`);
}

/** The second cell of the table row in a section whose first cell contains this name. */
async function rowOf(path: string, heading: string, name: string) {
  const text = await readFile(join(root, path), "utf8");
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  const cells = rows.map((row) => row.split(/(?<!\\)\|/u).map((cell) => cell.trim()));
  return cells.find(([, first = ""]) => first.split(", ").includes(name))?.[2];
}
