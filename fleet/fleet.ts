/** Number of sites, or a share of all of them such as `25%`. */
export type Size = number | `${number}%`;

/** One site of a fleet: one stack of the fleet's program. */
export interface Site {
  readonly name: string;
  /** Name of its stack. */
  readonly stack: string;
  /** Wave that it is in, from 1 on; by its place in the list if undefined. */
  readonly wave?: number;
  readonly tags: readonly string[];
}

/** What a fleet file says, with every default filled in. */
export interface Fleet {
  /** Name for people, and for the confirmation of a destroy. */
  readonly name: string;
  /** Absolute path of the program's folder, which holds `Pulumi.yaml`. */
  readonly program: string;
  /** Absolute path of the fleet file; undefined if the sites were given on the command line. */
  readonly file?: string;
  /** Absolute paths of files and folders outside of the program that decide what a site gets. */
  readonly inputs: readonly string[];
  /** In the order of the file. */
  readonly sites: readonly Site[];
  /** Names of the sites that go first, one after another. */
  readonly canary: readonly string[];
  /** Sizes of the waves after the canary; doubled from 2 on if undefined. */
  readonly waves?: readonly Size[];
  /** Sites that may fail before the run stops. A failed canary always stops it. */
  readonly failures: Size;
  /** Sites that one worker has in progress at once. */
  readonly parallel: number;
  /** Seconds that one site may take. */
  readonly timeoutSeconds: number;
}

/** A preview has all sites in one. */
export type WaveTitle = "canary" | `wave ${number}` | "all sites";

/** Sites that are worked on together; the next wave begins when all of them are through. */
export interface Wave {
  readonly title: WaveTitle;
  readonly sites: readonly Site[];
}

/** A size in sites: a share is rounded up, so that a wave is never empty. */
export function sitesOf(size: Size, all: number): number {
  return typeof size === "number" ? size : Math.ceil((Number.parseFloat(size) * all) / 100);
}
