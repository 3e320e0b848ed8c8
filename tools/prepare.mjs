import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { checkNode } from "./lib/node-version.mjs";
import { requireEngine } from "./pulumi/engine.mjs";

/** @typedef {(message: string) => void} Say */

/**
 * Prepares a clone: dependencies, dist/ and the Pulumi engine, each only when needed.
 *
 * @param {Say} say
 */
export async function prepare(say) {
  await checkNode();
  await installDependencies(say);
  await build(say);
  return requireEngine(say);
}
