import type { Finding } from "../problem";
import { viewOf, type ModelView } from "../view";
import { checkOverlaps, checkWiderChildren } from "./addresses";
import { checkCycles, checkDuplicateGroups } from "./group-tree";
import { checkReferences } from "./references";
import { checkNotes, checkPolicies, checkPorts } from "./replicator";

/** Every check across what is declared. Each looks at what can be understood of it, whatever else is wrong. */
const checks: readonly ((model: ModelView) => Finding[])[] = [
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
  // A model names everything that it means; a program may mean what is on the appliances already.
  return [...checkReferences(view), ...crossChecks(view)];
}

/** What is wrong between the things of a model or of a program. */
export function crossChecks(view: ModelView): Finding[] {
  return checks.flatMap((check) => check(view));
}
