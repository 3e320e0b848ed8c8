import type { OutgoingHttpHeaders } from "node:http";
import type { ApplianceName, Task } from "../exchange";

/**
 * All faults. Unless `apply` says otherwise:
 * - `resetBeforeApply`, `resetAfterApply`: the connection is reset without an answer.
 * - `hang`: the request is neither applied nor answered; the connection stays open.
 * - `truncate`: applied; the announced length exceeds what is sent, then the connection ends.
 * - `invalidJson`: applied; the JSON stops in the middle, with a matching length.
 * - `html`: a login page with status 200 instead of the appliance, not applied.
 * - `expireSessions`: all sessions of the replicator end just before it handles the request.
 * - `{status}`: any answer, not applied.
 * - `{refuse}`: the appliance's own form of a refusal, not applied.
 * - `{refuseItems}`: in a request with several parts, matching parts fail with this text; the others are applied.
 * - `{delayMs}`: applied, then the answer waits.
 * - `{lateMs}`: the connection is reset at once; the request is applied this many milliseconds later.
 * - `{rewrite}`: applied; the answer is replaced by the result of the function.
 */
export type FaultKind =
  | "resetBeforeApply"
  | "resetAfterApply"
  | "hang"
  | "truncate"
  | "invalidJson"
  | "html"
  | "expireSessions"
  | { readonly status: number; readonly body?: string; readonly headers?: OutgoingHttpHeaders }
  | { readonly refuse: string; readonly details?: string }
  | { readonly refuseItems: RegExp; readonly words?: string }
  | { readonly delayMs: number }
  | { readonly lateMs: number }
  | { readonly rewrite: (answer: unknown) => unknown };

/** A fault that a test or user adds. */
export interface FaultSpec {
  /** Default: both. */
  readonly appliance?: ApplianceName;
  /** Action or verb, or an expression that is searched for in "action verb detail". Default: every request. */
  readonly match?: string | RegExp;
  /** How many matching requests pass before the first hit. Default 0. */
  readonly skip?: number;
  /** How many requests it hits. Default: no limit. */
  readonly times?: number;
  /**
   * Called for each request that the fault would hit, with its logged verb, detail and kind. For random faults, see
   * `seededChance`.
   */
  readonly when?: (request: Pick<Task, "verb" | "detail" | "kind">) => boolean;
  /** Whether the request is applied. Default: as the kind says. */
  readonly apply?: boolean;
  readonly kind: FaultKind;
}
