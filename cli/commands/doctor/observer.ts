import type { ApplianceKind, HttpReply, RequestSpec, Send } from "../../../provider/client";

/** A request and its answer as received. Both may hold secrets: only `recordingText` turns them into text. */
export interface Observation {
  readonly appliance: ApplianceKind;
  readonly action: string;
  readonly method: RequestSpec["method"];
  readonly reply: HttpReply;
  readonly milliseconds: number;
}

/** Records the answers of one appliance. */
export class Observer {
  readonly seen: Observation[] = [];
  /** Requests, with those that got no answer. */
  sent = 0;

  constructor(private readonly appliance: ApplianceKind) {}

  /** A layer around a transport, which records its answers. */
  readonly layer = (inner: Send): Send => {
    return async (request) => {
      this.sent += 1;
      const started = performance.now();
      const reply = await inner(request);
      const milliseconds = Math.round(performance.now() - started);
      const { action, method } = request;
      this.seen.push({ appliance: this.appliance, action, method, reply, milliseconds });
      return reply;
    };
  };

  /** The last answer to an action. */
  answerTo(action: string): HttpReply | undefined {
    return this.seen.findLast((one) => one.action === action)?.reply;
  }
}
