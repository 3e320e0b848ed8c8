import type { Kept } from "./kept/kept-processes";

/** A number, or a share of all such as `25%`. */
export type Size = number | `${number}%`;

/** One site of a fleet: one stack of the fleet's program. */
export interface Site {
  readonly name: string;
  /** Name of its stack. */
  readonly stack: string;
  /** Number of its wave, from 1. If undefined, its position in the list determines the wave. */
  readonly wave?: number;
  readonly tags: readonly string[];
}

/** Contents of a fleet file, with defaults. */
export interface Fleet {
  /** Name for people, which the confirmation of a destroy requires. */
  readonly name: string;
  /** Absolute path of the program's folder, which holds `Pulumi.yaml`. */
  readonly program: string;
  /** Absolute path of the fleet file; undefined if the sites were given on the command line. */
  readonly file?: string;
  /** Absolute paths of files and folders outside of the program that affect a site's result. */
  readonly inputs: readonly string[];
  /** In the order of the file. */
  readonly sites: readonly Site[];
  /** Names of the sites that run first, one after another. */
  readonly canary: readonly string[];
  /** Sizes of the waves after the canary. If undefined, they start with 2 and double. */
  readonly waves?: readonly Size[];
  /** Number of sites that may fail before the run stops. A failed canary always stops it. */
  readonly failures: Size;
  /** Maximum number of objects that an update of one site deletes. */
  readonly maxDeletes?: Size;
  /** The same for all sites of a run together. */
  readonly maxDeletesInAll?: Size;
  /** Number of sites that one worker processes at once. */
  readonly parallel: number;
  /** Maximum duration of one site, in seconds. */
  readonly timeoutSeconds: number;
  /** Processes that serve one site after another. */
  readonly keep: Kept;
  /** Whether the engine saves the state after each operation, and not only at the end of an update. */
  readonly checkpoints: boolean;
}

/** A preview has one wave with all sites. */
export type WaveTitle = "canary" | `wave ${number}` | "all sites";

/** Sites that are processed together. The next wave begins when all of them have finished. */
export interface Wave {
  readonly title: WaveTitle;
  readonly sites: readonly Site[];
}

/** A size as a number of sites. A share is rounded up, so that a wave is never empty. */
export function sitesOf(size: Size, all: number): number {
  return typeof size === "number" ? size : Math.ceil((Number.parseFloat(size) * all) / 100);
}
