import { present } from "../../provider/values/collections";
import { redact } from "../../provider/values/secret";
import { saidBy } from "../../provider/values/said";

/** Operations of a fleet on its stacks. */
export const operations = ["preview", "up", "refresh", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** Number of objects by the operation that was, or would be, performed: `create`, `update`, `delete`, `move`. */
export type Changes = Readonly<Record<string, number>>;

/** Outcome of one site. */
export type Outcome =
  /** The engine succeeded. */
  | { readonly kind: "done"; readonly changes: Changes; readonly seconds: number }
  /** Nothing to do: the stack's history shows that the operation is done. */
  | { readonly kind: "already" }
  /** The engine failed, in this worker or in another one. `changes` are those before the failure, if there are any. */
  | { readonly kind: "failed"; readonly message: string; readonly seconds: number; readonly changes?: Changes }
  /** Another update held the lock of the stack for longer than this run waits. */
  | { readonly kind: "locked"; readonly message: string }
  /** The run stopped before this site. */
  | { readonly kind: "notStarted" };

/** Whether a site now matches the fleet's program. */
export function isWell({ kind }: Outcome): boolean {
  return kind === "done" || kind === "already";
}

/** Whether the outcome counts as one of the failures that a run may have. */
export function isFailure({ kind }: Outcome): boolean {
  return kind === "failed" || kind === "locked";
}

/** The failure of a site with this error, without secrets. */
export function failureOf(error: unknown, seconds: number): Outcome {
  const message = redact(saidBy(error));
  const { changes = {} } = error as { readonly changes?: Changes };
  const hasChanged = Object.entries(changes).some(isChange);
  return { kind: "failed", message, seconds, ...(hasChanged ? { changes } : {}) };
}

function isChange([operation, count]: readonly [string, number]): boolean {
  return operation !== "same" && count > 0;
}

const changeWords = {
  create: "created",
  update: "updated",
  delete: "deleted",
  replace: "replaced",
  move: "moved",
} as const;
const plannedWords = {
  create: "to create",
  update: "to update",
  delete: "to delete",
  replace: "to replace",
  move: "to move",
} as const;

/** A number of objects, with the operation that was performed on them. */
export interface ChangePart {
  readonly count: number;
  /** Undefined for an operation for which the fleet has no word. */
  readonly word?: (typeof changeWords)[keyof typeof changeWords] | (typeof plannedWords)[keyof typeof plannedWords];
  /** The engine's name of the operation. */
  readonly other: string;
}

/** The operations that were performed, or for a preview would be, without unchanged resources. */
export function changeParts(changes: Changes, operation: Operation): ChangePart[] {
  const words = new Map(Object.entries(operation === "preview" ? plannedWords : changeWords));
  return Object.entries(changes)
    .filter(isChange)
    .map(([other, count]) => {
      const word = words.get(other);
      return { count, ...present({ word }), other };
    });
}

/** E.g. `2 created, 1 updated`; for a preview, the planned operations. */
export function changesText(changes: Changes, operation: Operation): string {
  const parts = changeParts(changes, operation).map(({ count, word, other }) => `${count} ${word ?? other}`);
  return parts.length === 0 ? "no changes" : parts.join(", ");
}
