import { z } from "#zod";
import type { Clock } from "../clock";
import type { Answer, Incoming } from "../exchange";
import { ipv4Schema } from "../ipv4";
import type { Switches } from "../switches";
import type { Sessions } from "./session";
import type { ReplicatorStore } from "./store";

/** Everything that a handler works with. */
export interface ReplicatorContext {
  readonly store: ReplicatorStore;
  readonly switches: Readonly<Switches>;
  readonly traps: string[];
  readonly clock: Clock;
  /** Aborted when the simulator closes. */
  readonly closing: AbortSignal;
}

/** Answer of a handler: the text after "Success", or the whole answer. */
export type Reply = string | Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown> | readonly unknown[];

/** Segments of a path by the name of their parameter. */
export type Segments = Readonly<Record<string, string>>;

interface PathRow {
  /** Path below `/api/1`, with parameters in brackets, e.g. `/profile/[action]/[name]`. */
  readonly template: string;
  /** HTTP method; `command` follows the switch `commandMethod`. */
  readonly method: "GET" | "POST" | "command";
  /** One schema per parameter. */
  readonly segments: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
}

/** A path that begins or ends a session; it needs the request itself. */
export interface SessionPath extends PathRow {
  readonly kind: "session";
  readonly answer: (sessions: Sessions, incoming: Incoming, segments: Segments) => Answer;
}

/** A path that reads or changes. */
export interface CommandPath extends PathRow {
  readonly kind: "read" | "write";
  /** Whether it changes the configuration, so that a rebuild must make the change effective. */
  readonly configures: boolean;
  /** Validates and applies the request. Throws Refusal or ZodError without having changed anything. */
  readonly execute: (segments: Segments, context: ReplicatorContext) => Reply | Promise<Reply>;
}

/** One row of the API document's path list. */
export type ReplicatorPath = SessionPath | CommandPath;

interface CommandParts<S extends Readonly<Record<string, z.ZodType>>> {
  readonly segments?: S;
  /** Default: true for writes. */
  readonly configures?: boolean;
  readonly run: (segments: z.output<z.ZodObject<S>>, context: ReplicatorContext) => Reply | Promise<Reply>;
}

/** Creates a path whose handler gets the parsed segments. */
export function commandPath<S extends Readonly<Record<string, z.ZodType>>>(
  kind: "read" | "write",
  template: string,
  parts: CommandParts<S>,
): CommandPath {
  const { configures = kind === "write", run } = parts;
  const segments = z.strictObject((parts.segments ?? {}) as S);
  return {
    template,
    kind,
    method: "command",
    segments,
    configures,
    execute: (values, context) => run(segments.parse(values), context),
  };
}

/** Printable ASCII: the API document's "URI-compatible ASCII". */
const printable = /^[\x20-\x7e]+$/u;

/** A description in a path. */
export const descriptionSegment = z
  .string()
  .refine((text) => printable.test(text), { error: "is not printable ASCII" });

/** A name or a value in a path: 1 to 255 printable characters. */
export const textSegment = descriptionSegment.max(255);

export const addressSegment = ipv4Schema;

/** A UDP port: decimal text from 1 to 65535 without leading zeros. */
export const portSegment = z
  .string()
  .refine((text) => /^[1-9]\d{0,4}$/u.test(text) && Number(text) <= 65_535, { error: "is not a port" })
  .transform(Number);

/** `[ip:port]`. */
export const endpointSegment = z
  .string()
  .transform((text) => text.split(":"))
  .pipe(z.tuple([ipv4Schema, portSegment], { error: "is not ip:port" }))
  .transform(([address, port]) => ({ address, port }));

export const anySegment = z.string().min(1);
