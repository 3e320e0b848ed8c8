import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { checkNode } from "./lib/node-version.mjs";

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

/**
 * The engine, downloaded or built if there is none. Its code is TypeScript, which only a dependency can load.
 *
 * @param {Say} say
 */
export async function requireEngine(say) {
  await import("./lib/typescript.mjs");
  const engine = await import("./pulumi/engine.ts");
  return engine.requireEngine(say);
}
