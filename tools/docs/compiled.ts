import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";

const require = createRequire(import.meta.url);

/**
 * Loads a module of the package, as built by `npm run build`.
 *
 * @param name below the root, without ending
 */
export function compiled(name: string) {
  return require(join(root, "dist", `${name}.js`));
}
