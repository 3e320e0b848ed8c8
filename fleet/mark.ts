import type { Operation } from "./outcome";

/** The last entry of a stack's history, as far as a fleet looks at it. */
export interface LastUpdate {
  /** `update`, `refresh`, `destroy`, `import`, `rename`. */
  readonly kind: string;
  readonly message: string;
  readonly result: string;
  readonly startTime: Date;
  readonly endTime?: Date | undefined;
  readonly resourceChanges?: Readonly<Record<string, number>> | undefined;
}

/** What a fleet writes into the history of a stack with each update, in the same moment as its result. */
export interface Mark {
  readonly operation: Operation;
  /** Of program and configuration, see Digests. */
  readonly digest: string;
  /** Name of the run. */
  readonly run: string;
}

const form = /^flowgate fleet (?<operation>up|refresh|destroy) (?<digest>[0-9a-f]{16}) run (?<run>\S+)$/u;

/** The message of an update. */
export function markText({ operation, digest, run }: Mark): string {
  return `flowgate fleet ${operation} ${digest} run ${run}`;
}

/** The mark that a message is; undefined for an update that was not a fleet's. */
export function markOf(message: string): Mark | undefined {
  const groups = form.exec(message)?.groups;
  if (groups === undefined) return undefined;
  const { operation, digest = "", run = "" } = groups;
  return { operation: operation as Operation, digest, run };
}

/** What one run wants of a stack. */
export interface Wanted extends Mark {
  readonly startedAt: Date;
  /** Whether what was done before this run is done once more. */
  readonly again: boolean;
}

/**
 * What a stack's history says about what is wanted: that it is done; that it failed since this run began, at the hands of
 * another worker; or nothing, and it must be done. An update by hand in between leaves no doubt: it must be done.
 */
export function progressOf(last: LastUpdate | undefined, wanted: Wanted): "done" | "failed" | "missing" {
  if (last === undefined) return "missing";
  const mark = markOf(last.message);
  // Histories are kept in whole seconds. What ended in the second in which this run began counts as earlier: a run that
  // follows a failed one at once must try again, and what is tried once too often changes nothing.
  const isRecent = (last.endTime ?? last.startTime).getTime() > wanted.startedAt.getTime();
  if (last.result === "failed") return isRecent && isSame(mark, wanted) ? "failed" : "missing";
  if (last.result !== "succeeded" || (wanted.again && !isRecent)) return "missing";
  if (wanted.operation === "destroy") return last.kind === "destroy" ? "done" : "missing";
  return isSame(mark, wanted) ? "done" : "missing";
}

/** An `up` is known by what it brings about, a refresh only by its run: appliances change without one. */
function isSame(mark: Mark | undefined, wanted: Wanted): boolean {
  if (mark?.operation !== wanted.operation) return false;
  return wanted.operation === "up" ? mark.digest === wanted.digest : mark.run === wanted.run;
}
