import type { Operation } from "./outcome";

/** The fields of a stack's last history entry that a fleet uses. */
export interface LastUpdate {
  /** `update`, `refresh`, `destroy`, `import`, `rename`. */
  readonly kind: string;
  readonly message: string;
  readonly result: string;
  readonly startTime: Date;
  readonly endTime?: Date | undefined;
  readonly resourceChanges?: Readonly<Record<string, number>> | undefined;
}

/** A fleet's mark in the history of a stack. The engine stores it together with the result of the update. */
export interface Mark {
  readonly operation: Operation;
  /** Digest of program and configuration, see Digests. */
  readonly digest: string;
  /** Name of the run. */
  readonly run: string;
}

const form = /^flowgate fleet (?<operation>up|refresh|destroy) (?<digest>[0-9a-f]{16}) run (?<run>\S+)$/u;

/** The message of an update with this mark. */
export function markText({ operation, digest, run }: Mark): string {
  return `flowgate fleet ${operation} ${digest} run ${run}`;
}

/** The mark in a message; undefined for an update that no fleet has run. */
export function markOf(message: string): Mark | undefined {
  const groups = form.exec(message)?.groups;
  if (groups === undefined) return undefined;
  const { operation, digest = "", run = "" } = groups;
  return { operation: operation as Operation, digest, run };
}

/** The desired operation of a run on a stack. */
export interface Wanted extends Mark {
  readonly startedAt: Date;
  /** Whether to repeat an operation that was done before this run. */
  readonly again: boolean;
}

/**
 * State of the desired operation, from a stack's history: `done`, `failed` by another worker since this run began, or
 * `missing`, so that it must run. After a manual update in between, it is always `missing`.
 */
export function progressOf(last: LastUpdate | undefined, wanted: Wanted): "done" | "failed" | "missing" {
  if (last === undefined) return "missing";
  const mark = markOf(last.message);
  // Histories have a resolution of one second. An update that ended in the second in which this run began counts as
  // earlier: a run right after a failed one must try again, and one attempt too many changes nothing.
  const isRecent = (last.endTime ?? last.startTime).getTime() > wanted.startedAt.getTime();
  if (last.result === "failed") return isRecent && isSame(mark, wanted) ? "failed" : "missing";
  if (last.result !== "succeeded" || (wanted.again && !isRecent)) return "missing";
  if (wanted.operation === "destroy") return last.kind === "destroy" ? "done" : "missing";
  return isSame(mark, wanted) ? "done" : "missing";
}

/** Compares an `up` by its digest, but a refresh by its run: appliances change without a run. */
function isSame(mark: Mark | undefined, wanted: Wanted): boolean {
  if (mark?.operation !== wanted.operation) return false;
  return wanted.operation === "up" ? mark.digest === wanted.digest : mark.run === wanted.run;
}
