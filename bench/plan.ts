import type { Kind } from "./declared";
import type { Contestant, Job } from "./jobs";
import type { Conditions } from "./samples";

/** Who is measured under conditions, and in how many rounds if in fewer than the block has. */
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
 * The cells of one kind and number of objects. A round measures B0 once and then everybody in every cell, so that each
 * ratio is one of two runs of the same minutes.
 */
export interface Block {
  readonly kind: Kind;
  readonly n: number;
  readonly rounds: number;
  /** The jobs of B0. */
  readonly jobs: readonly Job[];
  readonly cells: readonly Cell[];
}

/** What a run of the bench measures. */
export interface Plan {
  readonly name: "full" | "quick" | "bulk" | "all" | "smoke" | "plugin";
  readonly blocks: readonly Block[];
  /** How often start-up of the provider and loading of the SDK are measured. */
  readonly starts: number;
  /** What of the grid is not measured, for the report. */
  readonly leftOut: readonly string[];
}

/** Everything that is measured of one contestant on one stack, in its order. */
export interface Series {
  readonly contestant: Contestant;
  readonly conditions: Conditions;
  readonly jobs: readonly Job[];
  readonly round: number;
}

/** The series of a plan: round by round, everybody in turn (A B A B). */
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
