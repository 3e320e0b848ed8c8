import type { ApplianceName, RequestKind, Task } from "./exchange";

/** One request as the appliance saw it. Holds no token, password, hash or cookie. */
export interface LoggedRequest {
  /** Counts requests over both appliances, from 1. Never starts again, not even after `clear`. */
  readonly sequence: number;
  readonly appliance: ApplianceName;
  /** `rm/action` of the gateway or path template of the replicator, e.g. `/profile/[action]/[name]`. */
  readonly action: string;
  /** What it asks for, e.g. `profile/remove`, `ipgroups/update`. */
  readonly verb: string;
  /** The objects concerned, readable in tests. */
  readonly detail: string;
  readonly kind: RequestKind;
  /** HTTP status; 0 where no answer was sent. */
  status: number;
  /** Whether the answer that was sent says that it was done. */
  result: "success" | "error";
  /** Whether the handler ran: true for a request whose answer a fault swallowed. */
  applied: boolean;
  /** Requests in flight at this appliance when this one arrived, itself included. */
  readonly inFlight: number;
  readonly startedAt: number;
  /** Undefined while it is in flight. */
  endedAt: number | undefined;
}

/** Picks entries of the log; every given part must match. */
export interface RequestFilter {
  readonly appliance?: ApplianceName;
  /** Equal to the action or the verb; or an expression found in "action verb detail". */
  readonly action?: string | RegExp;
  readonly kind?: RequestKind;
  readonly result?: "success" | "error";
}

/** True when the name or expression means this request. */
export function concerns(match: string | RegExp, request: Pick<Task, "action" | "verb" | "detail">): boolean {
  if (typeof match === "string") return match === request.action || match === request.verb;
  return new RegExp(match.source, match.flags.replace(/[gy]/gu, "")).test(
    `${request.action} ${request.verb} ${request.detail}`,
  );
}

/** Every request since the start or the last `clear`, in the order of arrival. */
export class RequestLog implements Iterable<LoggedRequest> {
  #entries: LoggedRequest[] = [];
  #sequence = 0;
  readonly #inFlight: Record<ApplianceName, number> = { gateway: 0, replicator: 0 };
  readonly #highest: Record<ApplianceName, number> = { gateway: 0, replicator: 0 };

  [Symbol.iterator](): Iterator<LoggedRequest> {
    return this.#entries[Symbol.iterator]();
  }

  /** The entries that match, all without a filter. */
  where(filter: RequestFilter = {}): LoggedRequest[] {
    return this.#entries.filter(
      (entry) =>
        (filter.appliance === undefined || filter.appliance === entry.appliance) &&
        (filter.kind === undefined || filter.kind === entry.kind) &&
        (filter.result === undefined || filter.result === entry.result) &&
        (filter.action === undefined || concerns(filter.action, entry)),
    );
  }

  /** How many entries match. */
  count(filter: RequestFilter = {}): number {
    return this.where(filter).length;
  }

  /** The verbs of the matching entries in their order, e.g. `["ipgroups/loadTreeRootFast", "ipgroups/saveRule"]`. */
  verbs(filter: RequestFilter = {}): string[] {
    return this.where(filter).map(({ verb }) => verb);
  }

  /** Most requests that were in flight at once at an appliance since the start or the last `clear`. */
  maxInFlight(appliance: ApplianceName): number {
    return this.#highest[appliance];
  }

  /** Requests that are in flight at an appliance now. */
  inFlight(appliance: ApplianceName): number {
    return this.#inFlight[appliance];
  }

  /** Forgets the entries; requests in flight are still counted as such. */
  clear(): void {
    this.#entries = [];
    this.#highest.gateway = this.#inFlight.gateway;
    this.#highest.replicator = this.#inFlight.replicator;
  }

  /** A request has arrived; its body may still be on the way. Called by the server. */
  arrive(appliance: ApplianceName): Arrival {
    const inFlight = ++this.#inFlight[appliance];
    this.#highest[appliance] = Math.max(this.#highest[appliance], inFlight);
    return { appliance, sequence: ++this.#sequence, inFlight, startedAt: Date.now() };
  }

  /** What the request asks for is known. Called by the server. */
  enter(arrival: Arrival, task: Task): LoggedRequest {
    const { action, verb, detail, kind } = task;
    const outcome = { status: 0, result: "error" as const, applied: false, endedAt: undefined };
    const entry: LoggedRequest = { ...arrival, action, verb, detail, kind, ...outcome };
    this.#entries.push(entry);
    return entry;
  }

  /** The exchange is over, answered or not. Called by the server. */
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
