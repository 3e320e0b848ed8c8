import type { z } from "zod";
import { faultsOf } from "../../provider/values/schema";
import type { Finding } from "./problem";
import { namedSteps, valueOf, type Tree } from "./tree";

/** Every fault that a schema finds in a tree, by its path with names. */
export function faultsIn(tree: Tree, schema: z.ZodType): Finding[] {
  return faultsOf(schema, valueOf(tree)).map(({ steps, message, key }) => {
    return { severity: "error", steps: namedSteps(tree, key === undefined ? steps : [...steps, key]), message };
  });
}
