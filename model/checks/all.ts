import type { Finding } from "../problem";
import { viewOf, type ModelView } from "../view";
import { checkOverlaps, checkWiderChildren } from "./addresses";
import { checkCycles, checkDuplicateGroups } from "./group-tree";
import { checkReferences } from "./references";
import { checkNotes, checkPolicies, checkPorts } from "./replicator";

/** Every check across a model. Each looks at what can be understood of it, whatever else is wrong. */
const checks: readonly ((model: ModelView) => Finding[])[] = [
  checkReferences,
  checkDuplicateGroups,
  checkCycles,
  checkWiderChildren,
  checkOverlaps,
  checkPorts,
  checkPolicies,
  checkNotes,
];

/** What is wrong with a model as a whole, given as plain data that need not be valid. */
export function crossCheck(model: unknown): Finding[] {
  const view = viewOf(model);
  return checks.flatMap((check) => check(view));
}
