import type { ApplianceName, RequestKind, Task } from "./exchange";

/** One request as the appliance received it. Holds no token, password, hash or cookie. */
export interface LoggedRequest {
  /** Number of the request, counted over both appliances from 1. It is never reset, not even by `clear`. */
  readonly sequence: number;
  readonly appliance: ApplianceName;
  /** `rm/action` of the gateway or path template of the replicator, e.g. `/profile/[action]/[name]`. */
  readonly action: string;
  /** The operation, e.g. `profile/remove`, `ipgroups/update`. */
  readonly verb: string;
  /** The objects concerned, readable in tests. */
  readonly detail: string;
  readonly kind: RequestKind;
  /** HTTP status; 0 if no answer was sent. */
  status: number;
  /** Whether the answer reports success. */
  result: "success" | "error";
  /** Whether the handler ran. True even if a fault dropped the answer. */
  applied: boolean;
  /** Requests in flight at this appliance when this one arrived, including this one. */
  readonly inFlight: number;
  readonly startedAt: number;
  /** Undefined while the request is in flight. */
  endedAt: number | undefined;
}

/** Selects entries of the log; all given fields must match. */
export interface RequestFilter {
  readonly appliance?: ApplianceName;
  /** A text must equal the action or the verb. An expression is searched for in "action verb detail". */
  readonly action?: string | RegExp;
  readonly kind?: RequestKind;
  readonly result?: "success" | "error";
}

/** True if the name or expression matches this request. */
export function concerns(match: string | RegExp, request: Pick<Task, "action" | "verb" | "detail">): boolean {
  if (typeof match === "string") return match === request.action || match === request.verb;
  return `${request.action} ${request.verb} ${request.detail}`.search(match) >= 0;
}

/** All requests since the start or the last `clear`, in the order of arrival. */
export class RequestLog implements Iterable<LoggedRequest> {
  #entries: LoggedRequest[] = [];
  #sequence = 0;
  readonly #inFlight: Record<ApplianceName, number> = { gateway: 0, replicator: 0 };

  [Symbol.iterator](): Iterator<LoggedRequest> {
    return this.#entries[Symbol.iterator]();
  }

  /** The entries that match. Without a filter, all entries. */
  where(filter: RequestFilter = {}): LoggedRequest[] {
    return this.#entries.filter(
      (entry) =>
        (filter.appliance === undefined || filter.appliance === entry.appliance) &&
        (filter.kind === undefined || filter.kind === entry.kind) &&
        (filter.result === undefined || filter.result === entry.result) &&
        (filter.action === undefined || concerns(filter.action, entry)),
    );
  }

  /** Number of entries that match. */
  count(filter: RequestFilter = {}): number {
    return this.where(filter).length;
  }

  /** The verbs of the matching entries in order, e.g. `["ipgroups/loadTreeRootFast", "ipgroups/saveRule"]`. */
  verbs(filter: RequestFilter = {}): string[] {
    return this.where(filter).map(({ verb }) => verb);
  }

  /** Highest number of requests in flight at once at an appliance, over all entries. */
  maxInFlight(appliance: ApplianceName): number {
    return Math.max(0, ...this.where({ appliance }).map(({ inFlight }) => inFlight));
  }

  /** Number of requests in flight at an appliance now. */
  inFlight(appliance: ApplianceName): number {
    return this.#inFlight[appliance];
  }

  /** Drops all entries. Requests in flight still count as in flight. */
  clear(): void {
    this.#entries = [];
  }

  /** Called by the server when a request has arrived. Its body may still be in transit. */
  arrive(appliance: ApplianceName): Arrival {
    const inFlight = ++this.#inFlight[appliance];
    return { appliance, sequence: ++this.#sequence, inFlight, startedAt: Date.now() };
  }

  /** Called by the server when the task of the request is known. */
  enter(arrival: Arrival, task: Task): LoggedRequest {
    const { action, verb, detail, kind } = task;
    const outcome = { status: 0, result: "error" as const, applied: false, endedAt: undefined };
    const entry: LoggedRequest = { ...arrival, action, verb, detail, kind, ...outcome };
    this.#entries.push(entry);
    return entry;
  }

  /** Called by the server when the exchange is over, with or without an answer. */
  leave(arrival: Arrival, entry: LoggedRequest | undefined): void {
    this.#inFlight[arrival.appliance] -= 1;
    if (entry !== undefined) entry.endedAt = Date.now();
  }
}

/** A request whose task is not known yet. */
export interface Arrival {
  readonly appliance: ApplianceName;
  readonly sequence: number;
  readonly inFlight: number;
  readonly startedAt: number;
}
