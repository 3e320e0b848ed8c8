import type { Kind } from "./declared";
import type { Contestant, Job } from "./jobs";
import type { Conditions } from "./samples";

/** A contestant under some conditions, and its number of rounds if that is less than the block's. */
export interface Entry {
  readonly contestant: Exclude<Contestant, "B0">;
  readonly jobs: readonly Job[];
  readonly rounds?: number;
}

/** One point of the grid. */
export interface Cell {
  readonly latencyMs: number;
  /** Undefined: unlimited. */
  readonly capacity?: number;
  /** Undefined: the engine's parallelism. */
  readonly concurrency?: number;
  readonly entries: readonly Entry[];
}

/**
 * The cells of one kind and number of objects. A round measures B0 once and then all contestants in every cell, so that
 * each ratio compares two runs within the same minutes.
 */
export interface Block {
  readonly kind: Kind;
  readonly n: number;
  readonly rounds: number;
  /** The jobs of B0. */
  readonly jobs: readonly Job[];
  readonly cells: readonly Cell[];
}

/** Scope of a run of the bench. */
export interface Plan {
  readonly name: "full" | "quick" | "bulk" | "all" | "smoke" | "plugin";
  readonly blocks: readonly Block[];
  /** Number of measurements of the provider's start-up and of the loading of the SDK. */
  readonly starts: number;
  /** Parts of the grid that are not measured, for the report. */
  readonly leftOut: readonly string[];
}

/** All measurements of one contestant on one stack, in order. */
export interface Series {
  readonly contestant: Contestant;
  readonly conditions: Conditions;
  readonly jobs: readonly Job[];
  readonly round: number;
}

/** The series of a plan: round by round, all contestants in turn (A B A B). */
export function seriesOf({ blocks }: Plan): Series[] {
  return blocks.flatMap((block) =>
    Array.from({ length: block.rounds }, (_, round) => [
      { contestant: "B0" as const, conditions: { kind: block.kind, n: block.n }, jobs: block.jobs, round },
      ...block.cells.flatMap((cell) => seriesOfCell(block, cell, round)),
    ]).flat(),
  );
}

function seriesOfCell({ kind, n, rounds }: Block, { entries, ...conditions }: Cell, round: number): Series[] {
  return entries
    .filter((entry) => round < (entry.rounds ?? rounds))
    .map(({ contestant, jobs }) => ({ contestant, conditions: { kind, n, ...conditions }, jobs, round }));
}
