/** What a fleet can do with each of its stacks. */
export const operations = ["preview", "up", "refresh", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** Number of resources by what was, or would be, done with them: `create`, `update`, `delete`, `same`. */
export type Changes = Readonly<Record<string, number>>;

/** How it went with one site. */
export type Outcome =
  /** The engine ended well. */
  | { readonly kind: "done"; readonly changes: Changes; readonly seconds: number }
  /** There was nothing to do: the stack's own history says that it is done. */
  | { readonly kind: "already" }
  /** The engine ended with an error, or another worker's did. */
  | { readonly kind: "failed"; readonly message: string; readonly seconds: number }
  /** Another update holds the stack, for longer than this run waits. */
  | { readonly kind: "locked"; readonly message: string }
  /** The run stopped before. */
  | { readonly kind: "notStarted" };

/** Whether a site is as the fleet's program says. */
export function isWell({ kind }: Outcome): boolean {
  return kind === "done" || kind === "already";
}

/** Whether it counts against the failures that a run may have. */
export function isFailure({ kind }: Outcome): boolean {
  return kind === "failed" || kind === "locked";
}

/** How many resources differ. */
export function changeCount(changes: Changes): number {
  return Object.entries(changes).reduce((sum, [name, count]) => (name === "same" ? sum : sum + count), 0);
}

const changeWords = {
  create: "created",
  update: "updated",
  delete: "deleted",
  replace: "replaced",
  "create-replacement": "replaced",
} as const;
const plannedWords = {
  create: "to create",
  update: "to update",
  delete: "to delete",
  replace: "to replace",
} as const;

/** A number of resources with what was done with them. */
export interface ChangePart {
  readonly count: number;
  /** Undefined for an operation that is not among those that a fleet has words for. */
  readonly word?: (typeof changeWords)[keyof typeof changeWords] | (typeof plannedWords)[keyof typeof plannedWords];
  /** What the engine calls it. */
  readonly other: string;
}

/** What was done, or of a preview would be, without what stays the same. */
export function changeParts(changes: Changes, operation: Operation): ChangePart[] {
  const words = new Map(Object.entries(operation === "preview" ? plannedWords : changeWords));
  return Object.entries(changes)
    .filter(([name, count]) => name !== "same" && count > 0)
    .map(([other, count]) => {
      const word = words.get(other);
      return { count, ...(word === undefined ? {} : { word }), other };
    });
}

/** E.g. `2 created, 1 updated`; of a preview, what would be done. */
export function changesText(changes: Changes, operation: Operation): string {
  const parts = changeParts(changes, operation).map(({ count, word, other }) => `${count} ${word ?? other}`);
  return parts.length === 0 ? "no changes" : parts.join(", ");
}
