import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SetupError } from "./errors.mjs";
import { root } from "./paths.mjs";
import { atLeast } from "./versions.mjs";

/** Refuses a Node.js version that package.json does not allow, before it causes misleading errors. */
export async function checkNode() {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const wanted = manifest.engines.node.replace(">=", "");
  if (atLeast(process.versions.node, wanted)) return;
  throw new SetupError(`Node.js ${wanted} or later is needed, this is ${process.versions.node}.`);
}
