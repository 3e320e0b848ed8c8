// Refuses a release if package.json does not contain the real addresses of the package yet. The registry shows them,
// and publishing with provenance compares the repository with that of the workflow.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { argv } from "node:process";
import { runMain, SetupError } from "./lib/errors.mjs";
import { root } from "./lib/paths.mjs";

/** Reserved domains. */
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test|localhost)$/u;

runMain(async () => {
  const path = argv[2] ?? join(root, "package.json");
  const manifest = /** @type {Record<string, unknown>} */ (JSON.parse(await readFile(path, "utf8")));
  const open = ["repository", "homepage", "bugs"].filter((key) => !isAddress(manifest[key]));
  if (open.length === 0) return;
  const named = open.length === 1 ? `${open.join()} holds a placeholder` : `${open.join(", ")} hold placeholders`;
  throw new SetupError(`Nothing is published: in ${path}, ${named} or nothing. Write the real addresses first.`);
});

/**
 * @param {unknown} value a URL, or an object with one
 * @returns {boolean}
 */
function isAddress(value) {
  const url = typeof value === "object" && value !== null && "url" in value ? value.url : value;
  const text = typeof url === "string" ? url.replace(/^git\+/u, "") : "";
  return /^https:/u.test(text) && URL.canParse(text) && !reserved.test(new URL(text).hostname);
}
