import type { OutgoingHttpHeaders } from "node:http";
import type { ApplianceName } from "../exchange";

/**
 * Failures of the connection, independent of the answer. Unless `apply` says otherwise:
 * - `resetBeforeApply`, `resetAfterApply`: the connection is reset without an answer.
 * - `hang`: the request is neither applied nor answered; the connection stays open.
 * - `truncate`: applied; the announced length exceeds what is sent, then the connection ends.
 * - `truncateChunked`: the same in a chunked answer.
 * - `closeAfter`: applied and answered; the answer announces that the connection will be closed.
 * - `dropAfter`: applied and answered; the connection then ends although the answer did not announce it.
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
 * Defects in the bytes of an answer. The request was applied.
 * - `invalidJson`: the JSON stops in the middle, with a matching length.
 * - `emptyBody`: nothing instead.
 */
export type BodyFault = "invalidJson" | "emptyBody";

/**
 * All faults. Unless `apply` says otherwise, and besides {@link ConnectionFault} and {@link BodyFault}:
 * - `html`: a login page with status 200 instead of the appliance, not applied.
 * - `busy`: 503, or 429, with or without `Retry-After`, not applied.
 * - `expireSessions`: all sessions of the replicator end just before it handles the request.
 * - `{status}`: any answer, not applied.
 * - `{refuse}`: the appliance's own form of a refusal, not applied.
 * - `{refuseItems}`: in a request with several parts, matching parts fail with this text; the others are applied.
 * - `{delayMs}`: applied, then the answer waits.
 * - `{lateMs}`: the connection is reset at once; the request is applied this many milliseconds later.
 * - `{drip}`: applied; the answer is sent in slices with a pause between them.
 * - `{rewrite}`: applied; the answer is replaced by the result of the function.
 * - `{headers}`: applied; the answer has these additional headers.
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
  | { readonly delayMs: number }
  | { readonly lateMs: number }
  | { readonly drip: { readonly bytes: number; readonly everyMs: number } }
  | { readonly rewrite: (answer: unknown) => unknown }
  | { readonly headers: OutgoingHttpHeaders };

/** A fault that a test or user adds. */
export interface FaultSpec {
  /** Default: both. */
  readonly appliance?: ApplianceName;
  /** Action or verb, or an expression that is searched for in "action verb detail". Default: every request. */
  readonly match?: string | RegExp;
  /** How many matching requests pass before the first hit. Default 0. */
  readonly skip?: number;
  /** Hits every n-th matching request, counted after `skip`. Default 1: each. */
  readonly every?: number;
  /** How many requests it hits. Default: no limit. */
  readonly times?: number;
  /**
   * Called for each request that the fault would hit, with its logged verb and detail. For random faults, see
   * `seededChance`.
   */
  readonly when?: (request: { readonly verb: string; readonly detail: string }) => boolean;
  /** Whether the request is applied. Default: as the kind says. */
  readonly apply?: boolean;
  readonly kind: FaultKind;
}
