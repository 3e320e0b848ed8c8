import type { OutgoingHttpHeaders } from "node:http";
import type { ApplianceName } from "../exchange";

/**
 * What goes wrong on the way, whatever the answer. Unless `apply` says otherwise:
 * - `resetBeforeApply`, `resetAfterApply`: the connection is reset without an answer.
 * - `hang`: the request is neither applied nor answered; the connection stays open.
 * - `truncate`: applied; the announced length is longer than what is sent, then the connection ends.
 * - `truncateChunked`: the same in a chunked answer.
 * - `closeAfter`: applied and answered; the answer says that the connection will be closed.
 * - `dropAfter`: applied and answered; the connection then ends although the answer did not say so.
 * - `twice`: applied two times, as by a proxy that repeats a request; the answer is that of the first time.
 */
export type ConnectionFault =
  | "resetBeforeApply"
  | "resetAfterApply"
  | "hang"
  | "truncate"
  | "truncateChunked"
  | "closeAfter"
  | "dropAfter"
  | "twice";

/**
 * What is wrong with the bytes of an answer whose request was applied:
 * - `invalidJson`: it stops in the middle of its JSON with a matching length.
 * - `emptyBody`, `nullBody`, `arrayBody`: nothing, `null` or `[]` instead.
 * - `bom`: a byte order mark before it. `nul`: a NUL byte inside it. `latin1`: a letter that is not UTF-8.
 * - `deepJson`: a member nested 100,000 deep. `duplicateKeys`: its first key a second time, with `null`.
 * - `hostileKeys`: members `__proto__`, `constructor` and `prototype` in it and in each object directly inside.
 * - `otherName`: it names another IP group, user or user group.
 */
export type BodyFault =
  | "invalidJson"
  | "emptyBody"
  | "nullBody"
  | "arrayBody"
  | "bom"
  | "nul"
  | "latin1"
  | "deepJson"
  | "duplicateKeys"
  | "hostileKeys"
  | "otherName";

/** Codings of a body, in the order in which they are applied. */
export type ContentCoding = "gzip" | "deflate" | "br";

/**
 * What goes wrong. Unless `apply` says otherwise, and besides {@link ConnectionFault} and {@link BodyFault}:
 * - `html`: a login page with status 200 instead of the appliance, not applied.
 * - `busy`: 503, or 429, with or without `Retry-After`, not applied.
 * - `expireSessions`: all sessions of the replicator end just before it looks at the request.
 * - `{status}`: any answer, not applied.
 * - `{refuse}`: the appliance's own form of a refusal, not applied.
 * - `{refuseItems}`: of a request with several parts those that match fail in the given words, the others are done.
 * - `{loseRules}`: the last rules that the request adds are not stored; the answer says so by what it lacks.
 * - `{delayMs}`: applied, then the answer waits.
 * - `{lateMs}`: the connection is reset at once; the request is applied so many milliseconds later.
 * - `{overtake}`: applied; answers wait until there are so many, or so long, and leave in the opposite order.
 * - `{drip}`: applied; the answer leaves in slices with a pause between them.
 * - `{rewrite}`, `{rewriteText}`: applied; the answer is replaced by what the function makes of it.
 * - `{headers}`, `{dropHeaders}`: applied; the answer has these headers too, or lacks them.
 * - `{encodings}`: applied; the body is coded so, and `Content-Encoding` says so.
 * - `{gzipBomb}`: applied; a small coded body that becomes so many megabytes.
 * - `{padMegabytes}`: applied; so many megabytes of blanks follow the JSON.
 */
export type FaultKind =
  | ConnectionFault
  | BodyFault
  | "html"
  | "busy"
  | "expireSessions"
  | { readonly status: number; readonly body?: string | Buffer; readonly headers?: OutgoingHttpHeaders }
  | { readonly busy: { readonly status?: 429 | 503; readonly retryAfter?: number | string | Date } }
  | { readonly refuse: string; readonly details?: string }
  | { readonly refuseItems: string | RegExp; readonly words?: string }
  | { readonly loseRules: number }
  | { readonly delayMs: number }
  | { readonly lateMs: number }
  | { readonly overtake: { readonly group: number; readonly withinMs?: number } }
  | { readonly drip: { readonly bytes: number; readonly everyMs: number } }
  | { readonly rewrite: (answer: unknown) => unknown }
  | { readonly rewriteText: (text: string) => string | Buffer }
  | { readonly headers: OutgoingHttpHeaders }
  | { readonly dropHeaders: readonly string[] }
  | { readonly encodings: readonly ContentCoding[] }
  | { readonly gzipBomb: { readonly megabytes: number } }
  | { readonly padMegabytes: number };

/** A fault on demand. */
export interface FaultSpec {
  /** Default: both. */
  readonly appliance?: ApplianceName;
  /** Action or verb, or an expression found in "action verb detail". Default: every request. */
  readonly match?: string | RegExp;
  /** How many matching requests pass before it begins. Default 0. */
  readonly skip?: number;
  /** Hits only each so-many-th of the matching requests, counted after `skip`. Default 1: each. */
  readonly every?: number;
  /** How many requests it hits. Default: all that follow. */
  readonly times?: number;
  /** Asked for each request that would be hit, with what of it is logged; for random faults, see `seededChance`. */
  readonly when?: (request: { readonly verb: string; readonly detail: string }) => boolean;
  /** Whether the request is applied; default as the kind says. */
  readonly apply?: boolean;
  readonly kind: FaultKind;
}
