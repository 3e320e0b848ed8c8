import { type Kept, keepable } from "./kept/kept-processes";
import { z } from "zod";
import { strict } from "../../provider/values/schema";

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

/** Default name of a stack in a fleet file. */
export const DEFAULT_STACK = "{site}";
/** Defaults of a fleet file. */
export const defaults = { failures: 0, parallel: 4, timeoutSeconds: 900, keep: "provider", checkpoints: true } as const;

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** A duration with its unit, converted to seconds. */
export const duration = z
  .custom<string>((value) => typeof value === "string" && /^[1-9]\d{0,5}[smh]$/u.test(value), {
    error: "must be a duration such as 90s, 15m or 1h",
  })
  .transform((text) => Number.parseInt(text, 10) * (unitSeconds[text.slice(-1)] ?? 1));

/** The name is part of the names of stacks, folders and claims, on every backend. */
const siteName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u, { error: "must be letters, digits, dots, hyphens and underscores" });

/** The engine reads a name that begins with a hyphen as an option. */
const stackName = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith("-"), { error: "must not begin with a hyphen" });

const share = z.string().regex(/^(?:100|[1-9]?\d)%$/u, { error: "must be a share from 0% to 100%" });
const sizeWords = "must be a number of sites, or a share such as 25%";
/** A number or a share, with this minimum. */
function sizeFrom(least: 0 | 1) {
  const error = least === 0 ? sizeWords : `${sizeWords}, at least 1`;
  const number = z.int().min(least, { error });
  const some = least === 0 ? share : share.refine((text) => text !== "0%", { error });
  return z.union([number, some], { error }).transform((value): Size => value as Size);
}

const deletionWords = "must be a number of objects, or a share such as 5%";
const deletions = z
  .union([z.int().min(0, { error: deletionWords }), share], { error: deletionWords })
  .transform((value): Size => value as Size);

interface SiteEntry {
  readonly name: string;
  readonly stack?: string | undefined;
  readonly wave?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

const site = z.union(
  [
    siteName.transform((name): SiteEntry => ({ name })),
    strict({
      name: siteName,
      stack: stackName.optional(),
      wave: z.int().min(1).max(1000).optional(),
      tags: z.array(z.string().min(1)).optional(),
    }),
  ],
  { error: "must be the name of a site, or an object with its name" },
);

const oneOrMore = z.union([siteName.transform((name) => [name]), z.array(siteName)], {
  error: "must be the name of a site, or a list of names",
});

/** Schema of a fleet file. */
export const fleetSchema = strict({
  /** Name for people, which the confirmation of a destroy requires. Default: the name of the folder. */
  name: z.string().min(1).optional(),
  /** Folder of the Pulumi program, relative to the file. Default: the folder of the file. */
  program: z.string().min(1).optional(),
  /** Name of the stacks; `{site}` is replaced by the site's name. */
  stack: stackName.refine((text) => text.includes("{site}"), { error: "must contain {site}" }).optional(),
  /** Files and folders outside of the program that affect a site's result, relative to the file. */
  inputs: z.array(z.string().min(1)).optional(),
  /** Site or sites that run first, one after another. Default: the first in the list. */
  canary: oneOrMore.optional(),
  /** Sizes of the waves; the remaining sites form one more wave. Default: 2, doubled with each wave. */
  waves: z.array(sizeFrom(1)).min(1).optional(),
  /** Number or share of sites that may fail before the run stops. Default: none. */
  failures: sizeFrom(0).optional(),
  /** Maximum number or share of objects that an update of one site deletes. Default: no limit. */
  maxDeletes: deletions.optional(),
  /** The same for all sites of a run together. */
  maxDeletesInAll: deletions.optional(),
  /** Number of sites that one worker processes at once. Default: 4. */
  parallel: z.int().min(1).max(256).optional(),
  /** Maximum duration of one site. Default: 15 minutes. */
  timeout: duration.optional(),
  /**
   * Processes that serve one site after another: `nothing`, the `provider` (default), or the `program` too. A kept
   * program must leave nothing behind that affects the next site: its variables are loaded anew, those of packages are
   * not.
   */
  keep: z.enum(keepable).optional(),
  /**
   * Whether the engine saves the state after each operation. Default: true. Without checkpoints, an update whose engine
   * is killed leaves no record of what it created.
   */
  checkpoints: z.boolean().optional(),
  sites: z.array(site).min(1, { error: "needs at least one site" }),
});

export type FleetFile = z.output<typeof fleetSchema>;
