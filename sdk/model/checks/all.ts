import type { Finding } from "../problem";
import { objectsOf, viewOf, type ModelView } from "../view";
import { checkCycles, checkDuplicateGroups } from "./group-tree";
import { checkReferences } from "./references";
import { checkNotes } from "./replicator";

/** Every check across declarations. Each uses the valid parts, regardless of other mistakes. */
const checks: readonly ((model: ModelView) => Finding[])[] = [checkDuplicateGroups, checkCycles, checkNotes];

/** Checks a model as a whole. It is given as plain data and need not be valid. */
export function crossCheck(model: unknown): Finding[] {
  const view = viewOf(objectsOf(model));
  // A model must declare everything that it refers to. A program may refer to existing objects on the appliances.
  return [...checkReferences(view), ...crossChecks(view)];
}

/** Checks the things of a model or of a program against each other. */
export function crossChecks(view: ModelView): Finding[] {
  return checks.flatMap((check) => check(view));
}
