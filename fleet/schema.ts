import { z } from "zod";
import { strict } from "../provider/values/schema";
import type { Size } from "./fleet";

/** How a stack is called where a fleet file does not say. */
export const DEFAULT_STACK = "{site}";
/** What holds where a fleet file says nothing. */
export const defaults = { failures: 0, parallel: 4, timeoutSeconds: 900 } as const;

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** A duration with its unit, in seconds. */
export const duration = z
  .custom<string>((value) => typeof value === "string" && /^[1-9]\d{0,5}[smh]$/u.test(value), {
    error: "must be a duration such as 90s, 15m or 1h",
  })
  .transform((text) => Number.parseInt(text, 10) * (unitSeconds[text.slice(-1)] ?? 1));

/** Stacks, folders and claims are called by it, on every backend. */
const siteName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u, { error: "must be letters, digits, dots, hyphens and underscores" });

const share = z.string().regex(/^(?:100|[1-9]?\d)%$/u, { error: "must be a share from 0% to 100%" });
const sizeWords = "must be a number of sites, or a share such as 25%";
/** A number or a share from `least` on. */
function sizeFrom(least: 0 | 1) {
  const error = least === 0 ? sizeWords : `${sizeWords}, at least 1`;
  const number = z.int().min(least, { error });
  const some = least === 0 ? share : share.refine((text) => text !== "0%", { error });
  return z.union([number, some], { error }).transform((value): Size => value as Size);
}

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
      stack: z.string().min(1).optional(),
      wave: z.int().min(1).max(1000).optional(),
      tags: z.array(z.string().min(1)).optional(),
    }),
  ],
  { error: "must be the name of a site, or an object with its name" },
);

const oneOrMore = z.union([siteName.transform((name) => [name]), z.array(siteName)], {
  error: "must be the name of a site, or a list of names",
});

/** What may stand in a fleet file. */
export const fleetSchema = strict({
  /** For people, and for the confirmation of a destroy; the folder's name by default. */
  name: z.string().min(1).optional(),
  /** Folder of the Pulumi program, relative to the file; its own folder by default. */
  program: z.string().min(1).optional(),
  /** The names of the stacks; `{site}` is replaced by the site's name. */
  stack: z
    .string()
    .refine((text) => text.includes("{site}"), { error: "must contain {site}" })
    .optional(),
  /** Files and folders outside of the program that decide what a site gets, relative to the file. */
  inputs: z.array(z.string().min(1)).optional(),
  /** Site or sites that go first, one after another; the first one of the list by default. */
  canary: oneOrMore.optional(),
  /** Sizes of the waves; what is left after the last one makes one more. Doubled from 2 on by default. */
  waves: z.array(sizeFrom(1)).min(1).optional(),
  /** Sites that may fail before the run stops; none by default. */
  failures: sizeFrom(0).optional(),
  /** Sites that one worker has in progress at once; 4 by default. */
  parallel: z.int().min(1).max(256).optional(),
  /** How long one site may take; 15 minutes by default. */
  timeout: duration.optional(),
  sites: z.array(site).min(1, { error: "needs at least one site" }),
});

export type FleetFile = z.output<typeof fleetSchema>;
